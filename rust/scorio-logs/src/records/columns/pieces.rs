//! Tables as pieces for threads. Each thread decodes the batches of a piece by itself.

use std::iter::once;
use std::sync::Arc;

use arrow_array::RecordBatch;

use crate::error::{Error, Result};
use crate::records::columns::quick::{BatchTrials, Quick};
use crate::threads::ordered::{Position, Supply, Work};
use crate::threads::panics::caught;

/// The batches of a piece of a table, decoded on demand.
pub(crate) type DecodedBatches = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// The pieces of a table in order.
pub(crate) type Pieces = Box<dyn Iterator<Item = Result<DecodedBatches>> + Send>;

/// The most rows of a piece. What is found in a row takes more room than a row that is packed, or
/// one of a long run.
const MOST_ROWS: usize = 1 << 20;

/// A batch as pieces of so many rows.
pub(crate) fn parts(batch: Result<RecordBatch>) -> Pieces {
    let batch = match batch {
        Ok(batch) => batch,
        Err(error) => return Box::new(once(Err(error))),
    };
    let rows = batch.num_rows();
    Box::new((0..rows).step_by(MOST_ROWS).map(move |at| {
        let part = batch.slice(at, MOST_ROWS.min(rows - at));
        Ok(Box::new(once(Ok(part))) as DecodedBatches)
    }))
}

/// The error where the decoder panics.
pub(crate) type Damaged = Arc<dyn Fn() -> Error + Send + Sync>;

/// Hands out the pieces of a table.
pub(crate) struct TableSupply {
    pieces: Option<Pieces>,
    damaged: Damaged,
}

/// A piece of a table.
#[derive(Default)]
pub(crate) struct TablePiece {
    batches: Option<DecodedBatches>,
    /// The decoded batches, with the trials of each where someone looked for them.
    pub(crate) decoded: Vec<(RecordBatch, Option<BatchTrials>)>,
}

/// Decodes the batches of a piece and looks for their trials, if that is of use.
pub(crate) struct TableWork {
    quick: Option<Quick>,
    damaged: Damaged,
}

impl TableSupply {
    pub(crate) fn new(pieces: Pieces, damaged: Damaged) -> Self {
        Self { pieces: Some(pieces), damaged }
    }
}

impl Supply for TableSupply {
    type Piece = TablePiece;

    fn next(&mut self, piece: &mut TablePiece) -> Option<Result<Position>> {
        let pieces = self.pieces.as_mut()?;
        let next = caught(|| pieces.next(), || Some(Err((self.damaged)())));
        // The end of a table is a piece of its own, without a batch.
        let position = if next.is_some() { Position::Inside } else { Position::Last };
        if next.is_none() {
            self.pieces = None;
        }
        piece.decoded.clear();
        match next.transpose() {
            Ok(batches) => {
                piece.batches = batches;
                Some(Ok(position))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl TableWork {
    pub(crate) fn new(quick: Option<Quick>, damaged: Damaged) -> Self {
        Self { quick, damaged }
    }
}

impl Work<TablePiece> for TableWork {
    fn work(&mut self, piece: &mut TablePiece) -> Result<()> {
        let Some(mut batches) = piece.batches.take() else { return Ok(()) };
        let Self { quick, damaged } = self;
        let mut next = || {
            batches.next().map(|batch| {
                batch.map(|batch| {
                    let trials = quick.as_mut().map(|quick| quick.look(&batch));
                    (batch, trials)
                })
            })
        };
        while let Some(decoded) = caught(&mut next, || Some(Err(damaged()))) {
            piece.decoded.push(decoded?);
        }
        Ok(())
    }
}

//! However a table is divided among readers, the counts are those of reading row by row. A damaged file
//! is an error or gives its old counts, and never causes a panic.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Decimal128Array, Float16Array, Float32Array, Float64Array, Int8Array,
    Int16Array, Int64Array, LargeStringArray, NullArray, RecordBatch, RunArray, StringArray,
    StringViewArray, StructArray, UInt64Array,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{Field, Fields};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use proptest::prelude::*;

use crate::Categories;
use crate::Input;
use crate::Label;
use crate::Measure;
use crate::OnBadLine;
use crate::OnMissing;
use crate::OnRepeat;
use crate::Spec;
use crate::count::read::planned;
use crate::count::tables::columns::counted;
use crate::count::tables::foreign_batches::BatchStream;
use crate::threads::plan::WorkPlan;

const ROLES: [&str; 5] = ["model", "task", "question", "trial", "outcome"];

/// A cell before it has a type: a small number, or nothing.
type Cell = Option<u8>;

/// A column of some type. The numbers are texts, whole, with a fraction, and what is not a number.
fn column(kind: usize, cells: &[Cell]) -> ArrayRef {
    let text =
        |cell: &Cell| cell.map(|n| ["", "q1", "17", "07", "a longer name, é", "1"][usize::from(n)]);
    let real = |cell: &Cell| cell.map(|n| [0.0, 1.0, 0.5, -3.0, f64::NAN, -0.0][usize::from(n)]);
    let half = |x: f64| {
        <arrow_array::types::Float16Type as arrow_array::types::ArrowPrimitiveType>::Native::from_f64(x)
    };
    let runs = || {
        let values: Int64Array = cells.iter().map(|cell| cell.map(i64::from)).collect();
        let ends: arrow_array::Int32Array = (1..).take(cells.len()).map(Some).collect();
        RunArray::try_new(&ends, &values)
    };
    match kind {
        0 => Arc::new(cells.iter().map(text).collect::<StringArray>()),
        1 => Arc::new(cells.iter().map(text).collect::<LargeStringArray>()),
        2 => Arc::new(cells.iter().map(text).collect::<StringViewArray>()),
        3 => {
            let mut builder = StringDictionaryBuilder::<Int8Type>::new();
            for cell in cells {
                builder.append_option(text(cell));
            }
            Arc::new(builder.finish())
        }
        4 => Arc::new(cells.iter().map(|c| c.map(|n| n.cast_signed() - 1)).collect::<Int8Array>()),
        5 => Arc::new(cells.iter().map(|c| c.map(i16::from)).collect::<Int16Array>()),
        6 => Arc::new(
            cells.iter().map(|c| c.map(|n| u64::MAX * u64::from(n % 2))).collect::<UInt64Array>(),
        ),
        7 => Arc::new(cells.iter().map(real).collect::<Float64Array>()),
        8 => {
            #[expect(clippy::cast_possible_truncation, reason = "the values are made for it")]
            let short = |cell: &Cell| real(cell).map(|x| x as f32);
            Arc::new(cells.iter().map(short).collect::<Float32Array>())
        }
        9 => Arc::new(cells.iter().map(|c| real(c).map(half)).collect::<Float16Array>()),
        10 => Arc::new(cells.iter().map(|c| c.map(|n| n % 2 == 1)).collect::<BooleanArray>()),
        11 => {
            let decimals: Decimal128Array =
                cells.iter().map(|c| c.map(|n| i128::from(n) * 50)).collect();
            Arc::new(decimals.with_precision_and_scale(20, 2).unwrap())
        }
        12 => Arc::new(NullArray::new(cells.len())),
        13 if !cells.is_empty() => Arc::new(runs().unwrap()),
        14 => {
            let fields = Fields::from(vec![Field::new("x", arrow_schema::DataType::Boolean, true)]);
            Arc::new(StructArray::new_null(fields, cells.len()))
        }
        _ => Arc::new(cells.iter().map(|c| c.map(i64::from)).collect::<Int64Array>()),
    }
}

/// Kinds that mostly go well in a role, and now and then any.
fn kinds(usual: &'static [usize]) -> impl Strategy<Value = usize> {
    prop_oneof![9 => prop::sample::select(usual), 1 => 0..16_usize]
}

fn cells(most: u8, gaps: u32) -> impl Strategy<Value = Vec<Cell>> {
    let cell = prop_oneof![200 => (1..=most).prop_map(Some), gaps => Just(None), 1 => (0..6_u8).prop_map(Some)];
    prop::collection::vec(cell, 60)
}

fn table() -> impl Strategy<Value = RecordBatch> {
    let column = |usual, most, gaps| (kinds(usual), cells(most, gaps));
    let columns = (
        column(&[0, 1, 2, 3], 3, 0),
        column(&[0, 3, 10], 1, 0),
        column(&[0, 2, 3, 4, 5, 15, 6], 4, 0),
        // Trials count up, and now and then again.
        (kinds(&[15, 15, 15, 5]), prop::collection::vec(0..60_u8, 0..3)),
        column(&[10, 10, 10, 4, 7, 8, 9, 11, 13], 1, 3),
        prop_oneof![
            4 => prop::sample::subsequence(ROLES.to_vec(), 5),
            1 => prop::sample::subsequence(ROLES.to_vec(), 4),
        ],
        1..60_usize,
    );
    columns.prop_map(|(model, task, question, (kind, odd), outcome, kept, rows)| {
        let trial: ArrayRef = if kind == 15 {
            let trials = (0..60).map(|i| if odd.contains(&i) { 0 } else { i64::from(i) });
            Arc::new(trials.collect::<Int64Array>())
        } else {
            column_of(kind)
        };
        let roles = [
            ("model", super::tests_tables::column(model.0, &model.1)),
            ("task", super::tests_tables::column(task.0, &task.1)),
            ("question", super::tests_tables::column(question.0, &question.1)),
            ("trial", trial),
            ("outcome", super::tests_tables::column(outcome.0, &outcome.1)),
        ];
        let roles = roles.into_iter().filter(|(name, _)| kept.contains(name));
        let columns = roles.map(|(name, column)| (name, column, true));
        RecordBatch::try_from_iter_with_nullable(columns).unwrap().slice(0, rows)
    })
}

fn column_of(kind: usize) -> ArrayRef {
    let cells: Vec<Cell> = (0..60).map(|i| Some(i % 6)).collect();
    column(kind, &cells)
}

fn spec() -> impl Strategy<Value = Spec> {
    let named = Categories::named(vec![
        ("no".to_owned(), vec!["0".to_owned(), "q1".to_owned()]),
        ("half".to_owned(), vec!["0.5".to_owned(), "17".to_owned()]),
        ("yes".to_owned(), vec!["1".to_owned(), "a longer name, é".to_owned()]),
    ]);
    let categories = prop_oneof![
        4 => Just(Categories::binary()),
        1 => Just(Categories::threshold(0.5).unwrap()),
        1 => Just(named.unwrap()),
    ];
    let on_missing = prop::sample::select(vec![OnMissing::Error, OnMissing::Drop, OnMissing::Fail]);
    let on_repeat = prop::sample::select(vec![
        OnRepeat::Error,
        OnRepeat::First,
        OnRepeat::Last,
        OnRepeat::Keep,
    ]);
    (categories, on_missing, on_repeat).prop_map(|(categories, on_missing, on_repeat)| Spec {
        model: Label::Field("model".into()),
        task: Label::Optional("task".into()),
        question: Label::Field("question".into()),
        trial: Label::Optional("trial".into()),
        measure: Measure::Outcome { field: "outcome".into(), categories },
        times: None,
        on_missing,
        on_repeat,
        on_bad_line: OnBadLine::Error,
        format: None,
        ..Spec::default()
    })
}

/// Everything that a reading tells, in its order.
fn told(table: &RecordBatch, size: usize, spec: &Spec, plan: WorkPlan) -> Result<String, String> {
    let parts: Vec<_> = (0..table.num_rows())
        .step_by(size)
        .map(|at| table.slice(at, size.min(table.num_rows() - at)))
        .collect();
    let batches = |columns: &[usize]| {
        let columns = columns.to_vec();
        let parts = parts.into_iter().map(move |part: RecordBatch| part.project(&columns));
        Ok(Box::new(parts) as BatchStream)
    };
    let read = counted(Box::new(batches), &table.schema(), "log", spec, &mut |_| true, plan);
    let (counts, mut report) = read.map_err(|error| error.to_string())?;
    // Slices share their memory, which counts for each.
    report.bytes = 0;
    let rows: Vec<String> = counts.iter().map(|row| format!("{row:?}")).collect();
    Ok(format!("{}\n{report:?}", rows.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn readers_find_what_the_plain_way_does(
        table in table(), spec in spec(), size in 1..40_usize, readers in 1..4_usize,
    ) {
        let plain = WorkPlan { readers: 0, ..WorkPlan::usual() };
        let quick = WorkPlan { readers, ..WorkPlan::usual() };
        prop_assert_eq!(told(&table, size, &spec, quick), told(&table, 60, &spec, plain));
    }
}

/// A table written in every form.
fn written(table: &RecordBatch) -> Vec<(&'static str, Vec<u8>)> {
    let parquet = |compression, dictionary| {
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_dictionary_enabled(dictionary)
            .set_max_row_group_row_count(Some(20))
            .build();
        let mut writer =
            ArrowWriter::try_new(Vec::new(), table.schema(), Some(properties)).unwrap();
        writer.write(table).unwrap();
        writer.into_inner().unwrap()
    };
    let mut stream = StreamWriter::try_new(Vec::new(), &table.schema()).unwrap();
    stream.write(table).unwrap();
    let mut file = FileWriter::try_new(Vec::new(), &table.schema()).unwrap();
    file.write(table).unwrap();
    vec![
        ("snappy.parquet", parquet(Compression::SNAPPY, true)),
        ("plain.parquet", parquet(Compression::UNCOMPRESSED, false)),
        ("dictionary.parquet", parquet(Compression::UNCOMPRESSED, true)),
        ("log.arrows", stream.into_inner().unwrap()),
        ("log.arrow", file.into_inner().unwrap()),
    ]
}

/// The usual table in all forms, written once.
static USUAL: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| written(&usual_table()));

fn read(path: &Path, bytes: &[u8], spec: &Spec) -> Result<String, String> {
    File::create(path).unwrap().write_all(bytes).unwrap();
    let input = Input { path: path.to_path_buf(), ..Input::default() };
    let plan = WorkPlan { readers: 2, ..WorkPlan::usual() };
    let read = planned(&[input], spec, &mut |_| true, plan);
    read.map(|(counts, _)| format!("{:?}", counts.iter().collect::<Vec<_>>()))
        .map_err(|error| error.to_string())
}

fn usual_spec() -> Spec {
    Spec {
        model: Label::Field("model".into()),
        task: Label::Optional("task".into()),
        question: Label::Field("question".into()),
        trial: Label::Optional("trial".into()),
        measure: Measure::Outcome { field: "outcome".into(), categories: Categories::binary() },
        times: None,
        on_missing: OnMissing::Drop,
        on_repeat: OnRepeat::Keep,
        on_bad_line: OnBadLine::Error,
        format: None,
        ..Spec::default()
    }
}

fn usual_table() -> RecordBatch {
    let cells: Vec<Cell> = (0..50).map(|i| Some(1 + i % 2)).collect();
    let columns = [("model", 0), ("question", 3), ("text", 0), ("trial", 5), ("outcome", 10)];
    let columns = columns.map(|(name, kind)| (name, column(kind, &cells), true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

#[test]
fn files_in_parts_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for &(name, ref bytes) in &*USUAL {
        let path = folder.path().join(name);
        assert!(read(&path, bytes, &usual_spec()).is_ok(), "{name}");
        for length in (4..bytes.len()).filter(|length| length % 7 == 0 || length + 20 > bytes.len())
        {
            let cut = read(&path, &bytes[..length], &usual_spec());
            // A stream may end after any message, though not before the first batch. A log without rows
            // is an error too.
            let stream = name == "log.arrows" && length % 8 == 0;
            assert!(cut.is_err() || stream, "{name} of {length} bytes: {cut:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn damaged_files_never_break_the_reader(form in 0..5_usize, flips in prop::collection::vec((any::<prop::sample::Index>(), 0..8_u8), 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let (name, mut bytes) = USUAL[form].clone();
        for (place, bit) in flips {
            // The magic words tell the form.
            let place = 8 + place.index(bytes.len() - 8);
            bytes[place] ^= 1 << bit;
        }
        // Whatever it says, it says it.
        let _ = read(&folder.path().join(name), &bytes, &usual_spec());
    }
}

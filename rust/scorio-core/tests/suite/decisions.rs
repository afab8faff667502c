//! Laws of decisions on random tables: letters, ranges of ranks, comparisons, pairs, margins and gates
//! say the same of every two models.
#![allow(clippy::float_cmp, reason = "the same figure twice has the same bits")]

use std::collections::BTreeMap;

use scorio_core::compare::{
    CompareMetric, CompareRequest, Comparison, FamilyRequest, compare, compare_ordered,
};
use scorio_core::gate::{Adjusted, GateRequest, gate};
use scorio_core::leaderboard::{Score, ScoreRequest, leaderboard};
use scorio_core::{Clusters, Counts, Metric, Parameters, Prior, PriorChoice, Target};

/// Numbers that look random (SplitMix64).
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn chance(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A table of some kind: its rows, and how it is scored.
struct Table {
    rows: Vec<(String, String, [u64; 2])>,
    confidence: f64,
    prior: PriorChoice,
    target: Target,
    clusters: Option<Clusters>,
    family: FamilyRequest,
}

fn table(draws: &mut Draws) -> Table {
    let (models, questions) = (2 + draws.below(5), 2 + draws.below(9));
    let trials = [1, 1, 2, 4, 9][draws.below(5) as usize];
    let ragged = draws.below(3) == 0;
    let spread = 0.1 + 0.4 * draws.chance();
    let hard: Vec<f64> = (0..questions).map(|_| draws.chance()).collect();
    let mut rows = Vec::new();
    for model in 0..models {
        let skill = spread * (draws.chance() - 0.5);
        for (question, base) in hard.iter().enumerate() {
            // The first question is everybody's, so that any two can be compared.
            if ragged && question > 0 && draws.below(4) == 0 {
                continue;
            }
            let trials = if ragged { 1 + draws.below(trials) } else { trials };
            let wins = (0..trials).filter(|_| draws.chance() < base + skill).count() as u64;
            rows.push((format!("m{model}"), format!("q{question}"), [trials - wins, wins]));
        }
    }
    let clusters = (draws.below(5) == 0).then_some(Clusters::Labels);
    let uniform = draws.below(4) == 0;
    Table {
        rows,
        confidence: [0.8, 0.9, 0.95, 0.99][draws.below(4) as usize],
        prior: if uniform { PriorChoice::Known(Prior::Uniform) } else { PriorChoice::Hierarchical },
        target: if draws.below(2) == 0 {
            Target::TheseQuestions
        } else {
            Target::QuestionsLikeThese
        },
        clusters,
        family: FamilyRequest {
            models: (draws.below(5) == 0).then(|| 2 + draws.below(60)),
            together: draws.below(4) == 0,
        },
    }
}

fn counts<'r>(rows: impl IntoIterator<Item = &'r (String, String, [u64; 2])>) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (model, question, outcomes) in rows {
        let row = counts.row(model, "", question);
        // Questions 0 and 1 are a cluster, 2 and 3, and so on.
        let number: u64 = question.trim_start_matches('q').parse().unwrap();
        counts.describe(row, Some(&format!("c{}", number / 2)), None).unwrap();
        for (category, &count) in outcomes.iter().enumerate() {
            counts.add(row, category, count).unwrap();
        }
    }
    counts
}

impl Table {
    fn scored(&self) -> ScoreRequest {
        ScoreRequest {
            borrow: false,
            metrics: vec![Metric::named("avg", None, &Parameters::default()).unwrap()],
            default_weights: true,
            prior: self.prior.clone(),
            target: self.target,
            clusters: self.clusters,
            drop_short: false,
            confidence: self.confidence,
            family: self.family,
            runs: false,
            threads: 1,
            by_task: false,
            macro_average: false,
        }
    }

    fn compared(&self, model: &str, baseline: &str) -> CompareRequest {
        CompareRequest {
            models: vec![model.to_owned()],
            prior: self.prior.clone(),
            target: self.target,
            clusters: self.clusters,
            confidence: self.confidence,
            family: self.family,
            margin: Some(0.0),
            ..CompareRequest::with_baseline(baseline)
        }
    }

    /// The comparison of two models, if their data tell a difference.
    fn of_two(&self, counts: &Counts, model: &str, baseline: &str) -> Option<Comparison> {
        compare(counts, &self.compared(model, baseline)).ok()?.rows.into_iter().next()
    }

    fn board(&self, counts: &Counts) -> Option<Vec<Score>> {
        leaderboard(counts, &self.scored()).ok().map(|found| found.scores)
    }
}

fn share_a_letter(one: &Score, other: &Score) -> bool {
    one.letters.chars().any(|letter| other.letters.contains(letter))
}

/// A decision on the last bit may fall either way in two ways of computing.
fn is_clear(row: &Comparison) -> bool {
    (row.p_adjusted - (1.0 - row.level)).abs() > 1e-9
}

/// The rows of all pairs, by model and baseline: all at once where the data allow it, or each alone.
fn rows_of(table: &Table, counts: &Counts, board: &[Score]) -> BTreeMap<[String; 2], Comparison> {
    let choice = CompareMetric {
        metric: Metric::named("avg", None, &Parameters::default()).unwrap(),
        default_weights: true,
        drop_short: false,
    };
    let request = CompareRequest { models: Vec::new(), ..table.compared("", "") };
    let key = |row: &Comparison| [row.model.clone(), row.baseline.clone()];
    if let Ok(found) = compare_ordered(counts, &choice, &request) {
        assert_eq!(found.scores, board);
        return found.rows.into_iter().map(|row| (key(&row), row)).collect();
    }
    let pairs = board.iter().enumerate().flat_map(|(place, one)| {
        board[place + 1..].iter().filter_map(|other| table.of_two(counts, &one.model, &other.model))
    });
    pairs.map(|row| (key(&row), row)).collect()
}

fn check_pairs(rows: &BTreeMap<[String; 2], Comparison>, board: &[Score]) {
    for one in board {
        let (mut above, mut below, mut clear) = (0, 0, true);
        for other in board.iter().filter(|other| other.model != one.model) {
            let names = [one.model.clone(), other.model.clone()];
            let turned = [other.model.clone(), one.model.clone()];
            let (row, sign) = match (rows.get(&names), rows.get(&turned)) {
                (Some(row), _) => (row, 1.0),
                (None, Some(row)) => (row, -1.0),
                (None, None) => {
                    assert!(share_a_letter(one, other), "{one:?} {other:?}");
                    continue;
                }
            };
            clear &= is_clear(row);
            assert_eq!(row.separated, row.p_adjusted <= 1.0 - row.level, "{row:?}");
            if !is_clear(row) {
                continue;
            }
            // 0 is outside the interval, or at an end that the largest possible difference clips.
            assert_eq!(row.separated, row.lo > 0.0 || row.hi < 0.0, "{row:?}");
            assert_eq!(row.separated, !share_a_letter(one, other), "{row:?} {one:?} {other:?}");
            above += u64::from(row.separated && sign * row.difference < 0.0);
            below += u64::from(row.separated && sign * row.difference > 0.0);
        }
        if clear {
            let models = board.len() as u64;
            assert_eq!((one.rank_lo, one.rank_hi), (1 + above, models - below), "{one:?}");
        }
        let whole = board.iter().all(|row| row.questions == row.questions_asked);
        assert!(!whole || (one.rank_lo..=one.rank_hi).contains(&one.rank), "{one:?}");
        let leads = std::ptr::eq(one, &raw const board[0]);
        assert_eq!(one.with_leader, leads || share_a_letter(&board[0], one));
    }
}

/// A comparison of two alone has the figures of all pairs, and so has the turned one. A margin of 0 decides
/// as the table does.
fn check_alone(table: &Table, counts: &Counts, rows: &BTreeMap<[String; 2], Comparison>) {
    for row in rows.values() {
        let own = table.of_two(counts, &row.model, &row.baseline).unwrap();
        let figures = |row: &Comparison| {
            (row.difference, row.sigma, row.lo, row.hi, row.p_adjusted, row.separated)
        };
        assert_eq!(figures(row), figures(&own));
        let turned = table.of_two(counts, &row.baseline, &row.model).unwrap();
        assert_eq!((turned.separated, turned.p_adjusted), (row.separated, row.p_adjusted));
        if is_clear(row) {
            assert_eq!(own.worse, Some(own.separated && own.difference < 0.0), "{own:?}");
            assert_eq!(turned.worse, Some(turned.separated && turned.difference < 0.0));
        }
    }
}

/// Checks one table, and one of four laws besides.
fn check_table(draws: &mut Draws, number: u64) -> usize {
    let table = table(draws);
    let counts = counts(&table.rows);
    // One cluster is no sample.
    let Some(board) = table.board(&counts) else { return 0 };
    let rows = rows_of(&table, &counts, &board);
    check_pairs(&rows, &board);
    match number % 8 {
        0 => check_alone(&table, &counts, &rows),
        // The order of the rows changes no bit.
        1 => assert_eq!(table.board(&counts_of_turned(&table)).unwrap(), board),
        2 => check_gate(&table, &counts, &board),
        3 => check_one_more(&table, &counts, &board),
        _ => {}
    }
    rows.len()
}

fn counts_of_turned(table: &Table) -> Counts {
    counts(table.rows.iter().rev())
}

/// A gate at c has the ends of a score at 2c − 1, and decides by them.
fn check_gate(table: &Table, counts: &Counts, board: &[Score]) {
    let confidence = f64::midpoint(1.0, table.confidence);
    let request = GateRequest {
        scoring: table.scored(),
        at_least: 0.5,
        per_question: false,
        adjusted: Adjusted::Nothing,
        weights: None,
    };
    let request =
        GateRequest { scoring: ScoreRequest { confidence, ..request.scoring }, ..request };
    let found = gate(counts, &request).unwrap();
    let exact = ScoreRequest { confidence: 2.0 * confidence - 1.0, ..table.scored() };
    let exact = leaderboard(counts, &exact).unwrap().scores;
    for row in &found {
        let own = exact.iter().find(|one| one.model == row.model).unwrap();
        assert_eq!((row.lo, row.hi), (Some(own.lo), Some(own.hi)));
        let near = board.iter().find(|one| one.model == row.model).unwrap();
        assert!((near.lo - own.lo).abs() < 1e-9 && (near.hi - own.hi).abs() < 1e-9);
    }
}

/// One more model separates no two that were not separated before.
fn check_one_more(table: &Table, counts: &Counts, board: &[Score]) {
    if table.family.models.is_some() {
        return;
    }
    let more = table.rows.iter().filter(|row| row.0 == "m0");
    let more: Vec<_> =
        more.map(|(_, question, [a, b])| ("z".to_owned(), question.clone(), [*b, *a])).collect();
    let grown = self::counts(table.rows.iter().chain(&more));
    let Some(after) = table.board(&grown) else { return };
    let of = |name: &str| after.iter().find(|row| row.model == name).unwrap();
    for (place, one) in board.iter().enumerate() {
        for other in &board[..place] {
            let together = share_a_letter(one, other);
            let still = share_a_letter(of(&one.model), of(&other.model));
            let clear =
                table.of_two(counts, &one.model, &other.model).is_none_or(|row| is_clear(&row));
            assert!(!together || still || !clear, "{one:?} {other:?}");
        }
    }
}

fn check_tables(seed: u64, tables: u64) -> usize {
    let mut draws = Draws(seed);
    (0..tables).map(|number| check_table(&mut draws, number)).sum()
}

#[test]
fn decisions_agree_on_random_tables() {
    let pairs = check_tables(1, 400);
    assert!(pairs > 1000, "{pairs}");
}

#[test]
#[ignore = "takes minutes: make laws runs it"]
fn decisions_agree_on_a_hundred_thousand_random_tables() {
    let workers: Vec<_> =
        (0..4).map(|seed| std::thread::spawn(move || check_tables(2 + seed, 25_000))).collect();
    let pairs: usize = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    assert!(pairs > 250_000, "{pairs}");
}

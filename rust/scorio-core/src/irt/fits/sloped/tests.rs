use super::*;

/// Numbers from −1 to 1 that look random.
fn spread(place: usize, ratio: f64) -> f64 {
    2.0 * (ratio * (place as f64 + 0.5)).fract() - 1.0
}

/// Sums of up to four trials. Some models were not asked some items.
fn responses(models: usize, items: usize) -> Responses {
    let (mut trials, mut sums) = (Vec::new(), Vec::new());
    for model in 0..models {
        for item in 0..items {
            let asked = if (model * items + item) % 7 == 3 { 0.0 } else { 4.0 };
            let x = spread(model, 0.618_034) - spread(item, 0.414_214)
                + 0.7 * spread(model * items + item, 0.732_051);
            trials.push(asked);
            sums.push((asked * (0.5 + 0.4 * x).clamp(0.0, 1.0)).round());
        }
    }
    Responses::new(models, items, &trials, &sums).unwrap()
}

/// A search at a place of its own, with all priors.
fn search(models: usize, items: usize, guessing: f64) -> SlopedMode {
    let mut mode = SlopedMode::new(&responses(models, items), guessing, 1);
    mode.dispersion = 0.8;
    mode.precisions = [0.05, 0.6, 1.7];
    let point: Vec<f64> =
        place(&mode).iter().enumerate().map(|(at, x)| x + 0.2 * spread(at, 0.324_718)).collect();
    put(&mut mode, &point);
    mode
}

/// θ and m, and b and α of each item.
fn place(mode: &SlopedMode) -> Vec<f64> {
    let items = mode.items().flat_map(|item| item.place);
    mode.outer.iter().copied().chain(items).collect()
}

fn put(mode: &mut SlopedMode, place: &[f64]) {
    let (outer, items) = place.split_at(mode.outer.len());
    mode.outer.copy_from_slice(outer);
    let own = mode.blocks.iter_mut().flat_map(|block| &mut block.items);
    for (item, place) in own.zip(items.chunks(2)) {
        item.place = [place[0], place[1]];
    }
}

/// The function from its definition, but for the chance of failures at x = −∞, which is constant.
fn value(mode: &SlopedMode, responses: &Responses, place: &[f64]) -> f64 {
    let ([p, q, r], c) = (mode.precisions, mode.guessing);
    let (outer, items) = place.split_at(mode.outer.len());
    let (theta, m) = outer.split_at(outer.len() - 1);
    let mut sum: f64 = theta.iter().map(|theta| -0.5 * p * theta * theta).sum();
    for (item, own) in items.chunks(2).enumerate() {
        let (b, alpha) = (own[0], own[1]);
        sum -= 0.5 * (q * (b - m[0]) * (b - m[0]) + r * alpha * alpha);
        let cells = responses.trials(item).iter().zip(responses.sums(item));
        for ((n, s), theta) in cells.zip(theta) {
            let chance = c + (1.0 - c) / (1.0 + (-alpha.exp() * (theta - b)).exp());
            sum +=
                (s * chance.ln() + (n - s) * ((1.0 - chance) / (1.0 - c)).ln()) / mode.dispersion;
        }
    }
    sum
}

fn slopes(mode: &SlopedMode) -> Vec<f64> {
    mode.slopes.iter().copied().chain(mode.items().flat_map(|item| item.slope)).collect()
}

/// The whole curvature as a table, from the parts of it that a pass keeps.
fn curvature(mode: &SlopedMode) -> Vec<Vec<f64>> {
    let (outer, q) = (mode.outer.len(), mode.precisions[1]);
    let models = outer - 1;
    let size = outer + 2 * mode.items().count();
    let mut table = vec![vec![0.0; size]; size];
    for (at, weight) in mode.weights.iter().enumerate() {
        table[at][at] = *weight;
    }
    let lines = mode.blocks.iter().flat_map(|one| one.items.iter().zip(one.shared.chunks(models)));
    for (item, (own, shared)) in lines.enumerate() {
        let b = outer + 2 * item;
        let mut set = |i: usize, j: usize, value: f64| {
            table[i][j] = value;
            table[j][i] = value;
        };
        set(b, b, own.curve[0]);
        set(b, b + 1, own.curve[1]);
        set(b + 1, b + 1, own.curve[2]);
        set(b, models, -q);
        for (model, shared) in shared.iter().enumerate() {
            set(model, b, shared[0]);
            set(model, b + 1, shared[1]);
        }
    }
    table
}

/// The solution of linear equations, row by row.
#[expect(clippy::needless_range_loop, reason = "rows and columns of a table")]
fn solution(mut table: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        let best = (at..size).max_by(|i, j| table[*i][at].abs().total_cmp(&table[*j][at].abs()));
        table.swap(at, best.unwrap());
        right.swap(at, best.unwrap());
        for row in at + 1..size {
            let share = table[row][at] / table[at][at];
            for column in at..size {
                table[row][column] -= share * table[at][column];
            }
            right[row] -= share * right[at];
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|column| table[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / table[at][at];
    }
    right
}

/// Newton's step along which the sum of log slopes stays.
fn plain(mode: &SlopedMode) -> Vec<f64> {
    let (mut table, mut right, outer) = (curvature(mode), slopes(mode), mode.outer.len());
    let size = right.len();
    let is_slope = |at: usize| f64::from(u8::from(at >= outer && (at - outer) % 2 == 1));
    for (at, row) in table.iter_mut().enumerate() {
        row.push(is_slope(at));
    }
    table.push((0..size).map(is_slope).chain([0.0]).collect());
    right.push(0.0);
    let mut found = solution(table, right);
    found.truncate(size);
    found
}

fn whole(mode: &SlopedMode, outer: Vec<f64>) -> Vec<f64> {
    outer.into_iter().chain(mode.items().flat_map(|item| item.step)).collect()
}

fn all_close(found: &[f64], exact: &[f64], tolerance: f64) {
    assert_eq!(found.len(), exact.len());
    let most = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for (at, (found, exact)) in found.iter().zip(exact).enumerate() {
        assert!((found - exact).abs() <= tolerance * most, "{at}: {found} {exact}");
    }
}

#[test]
fn slopes_and_curvature_are_the_derivatives_of_the_function() {
    for guessing in [0.0, 0.2] {
        let mut mode = search(5, 66, guessing);
        let (all, here) = (responses(5, 66), place(&mode));
        mode.pass(true);
        assert!((mode.value / value(&mode, &all, &here) - 1.0).abs() < 1e-12);
        let (exact, table, h) = (slopes(&mode), curvature(&mode), 1e-5);
        // The ends of each kind, and the items on either side of a block's end.
        for at in [0, 3, 5, 6, 7, 20, 21, 6 + 126, 6 + 127, 6 + 128, 6 + 129, 6 + 131] {
            let moved = |by: f64| {
                let mut moved = here.clone();
                moved[at] += by;
                moved
            };
            let rise = (value(&mode, &all, &moved(h)) - value(&mode, &all, &moved(-h))) / (2.0 * h);
            assert!((rise - exact[at]).abs() < 1e-6, "{at}: {rise} {}", exact[at]);
            let mut at_place = |by: f64| {
                put(&mut mode, &moved(by));
                mode.pass(true);
                slopes(&mode)
            };
            let (up, down) = (at_place(h), at_place(-h));
            let bends: Vec<f64> = up.iter().zip(down).map(|(x, y)| (y - x) / (2.0 * h)).collect();
            for (found, exact) in bends.iter().zip(&table[at]) {
                assert!((found - exact).abs() < 1e-6, "{at}: {found} {exact}");
            }
        }
    }
}

#[test]
fn the_expected_curvature_has_the_chances_of_the_outcomes() {
    let mut mode = search(5, 66, 0.2);
    mode.pass(false);
    let ([p, q, r], phi, c) = (mode.precisions, mode.dispersion, mode.guessing);
    let all = responses(5, 66);
    let mut weights = [p; 5];
    for (at, item) in mode.items().enumerate() {
        let ([b, alpha], mut exact) = (item.place, [0.0; 3]);
        for (model, theta) in mode.outer.iter().take(5).enumerate() {
            let mu = 1.0 / (1.0 + (-alpha.exp() * (theta - b)).exp());
            let chance = c + (1.0 - c) * mu;
            // The chance rises by (1 − c) μ (1 − μ) with x, and a trial varies by P (1 − P).
            let rise = (1.0 - c) * mu * (1.0 - mu);
            let told = all.trials(at)[model] / phi * rise * rise / (chance * (1.0 - chance));
            let (by_b, by_alpha) = (-alpha.exp(), alpha.exp() * (theta - b));
            exact = [
                exact[0] + told * by_b * by_b,
                exact[1] + told * by_b * by_alpha,
                exact[2] + told * by_alpha * by_alpha,
            ];
            weights[model] += told * by_b * by_b;
        }
        all_close(&item.expected, &exact, 1e-12);
        all_close(&item.curve, &[exact[0] + q, exact[1], exact[2] + r], 1e-12);
        let size = (exact[0] + q) * (exact[2] + r) - exact[1] * exact[1];
        all_close(&mode.variances()[at], &[(exact[2] + r) / size, (exact[0] + q) / size], 1e-12);
    }
    all_close(&mode.weights[..5], &weights, 1e-12);
    assert!((mode.weights[5] / (66.0 * q) - 1.0).abs() < 1e-13);
}

#[test]
fn both_steps_solve_the_equations_of_newton() {
    for guessing in [0.0, 0.1] {
        for (models, items) in [(4, 5), (5, 66)] {
            let mut mode = search(models, items, guessing);
            // Precisions below and above 1, so that weights are, too.
            mode.precisions = [0.05, 0.04, 3.0];
            mode.dispersion = 3.0;
            mode.solve().unwrap();
            let moved: Vec<f64> = place(&mode).iter().map(|x| 1.01 * x + 0.01).collect();
            put(&mut mode, &moved);
            mode.pass(true);
            let exact = plain(&mode);
            let outer = mode.step().unwrap();
            all_close(&whole(&mode, outer), &exact, 1e-6);
            let outer = mode.whole_step().unwrap();
            let found = whole(&mode, outer);
            all_close(&found, &exact, 1e-6);
            let turn: f64 = mode.items().map(|item| item.step[1]).sum();
            assert!(turn.abs() < 1e-12);
        }
    }
}

/// A mode at which the curvature of the last item is not positive, but that of all together is.
fn bent() -> SlopedMode {
    let sums =
        [[0.0, 2.0, 1.0], [1.0, 4.0, 1.0], [4.0, 4.0, 2.0], [2.0, 3.0, 1.0], [4.0, 3.0, 2.0]];
    let all = Responses::new(5, 3, &[4.0; 15], sums.as_flattened()).unwrap();
    let mut mode = SlopedMode::new(&all, 0.0, 1);
    (mode.dispersion, mode.precisions) = (0.5, [1.0, 1.0, 0.25]);
    mode.solve().unwrap();
    assert!(mode.items().any(|item| solved(item.curve, [0.0; 2]).is_none()));
    mode
}

#[test]
fn a_mode_needs_no_positive_curvature_of_each_item() {
    let mut mode = bent();
    // No slope is left but one that all log slopes have, and that their mean does not allow.
    let slopes = slopes(&mode);
    let (flat, level) = (&slopes[..6], slopes[7]);
    assert!(flat.iter().all(|slope| slope.abs() < 1e-9), "{slopes:?}");
    for own in slopes[6..].chunks(2) {
        assert!(own[0].abs() < 1e-9 && (own[1] - level).abs() < 1e-9, "{slopes:?}");
    }
    assert!(mode.log_slopes().iter().sum::<f64>().abs() < 1e-12);
    assert!(mode.step().is_none());
    // Off the mode, the whole step is Newton's, and leads back.
    let here = place(&mode);
    let moved: Vec<f64> = here.iter().map(|x| 1.003 * x + 0.001).collect();
    put(&mut mode, &moved);
    mode.pass(true);
    let exact = plain(&mode);
    let outer = mode.whole_step().unwrap();
    all_close(&whole(&mode, outer), &exact, 1e-9);
}

#[test]
fn a_search_from_next_to_a_mode_ends_at_the_mode() {
    for mut mode in [bent(), search(4, 5, 0.1)] {
        mode.solve().unwrap();
        let here = place(&mode);
        for far in [4e-7, 1e-4] {
            // Abilities move. The mean log slope stays.
            let moved: Vec<f64> =
                here.iter().enumerate().map(|(at, x)| x + if at < 3 { far } else { 0.0 }).collect();
            put(&mut mode, &moved);
            mode.solve().unwrap();
            for (found, exact) in place(&mode).iter().zip(&here) {
                assert!((found - exact).abs() < 1e-10, "{far}: {found} {exact}");
            }
        }
    }
}

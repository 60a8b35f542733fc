//! Uncompiled programs: the run-time API's results, including refusals.

use differential::at_run_time::at_run_time;
use differential::{draw, interpret, source};

/// The number of uncompiled programs for each compiled one.
const TIMES: usize = 50;

#[test]
fn results_equal_the_interpreters() {
    let count = TIMES * differential::programs().len();
    let (mut run, mut refused) = (0, 0);
    for seed in 0..count as u64 {
        let program = draw::draw_any(seed << 16 | 7);
        let Some(got) = at_run_time(&program) else { continue };
        let expected = interpret::interpret(&program);
        run += 1;
        refused += usize::from(expected.is_err());
        let agree = match (&expected, &got) {
            (Ok(expected), Ok(got)) => expected == got,
            (expected, got) => expected.is_err() && got.is_err(),
        };
        assert!(agree, "{}must give {expected:?}\n     gave {got:?}", source::function(0, &program));
    }
    println!("{run} programs, of which {refused} must be refused");
    assert!(run > count / 4 && refused > run / 10);
}

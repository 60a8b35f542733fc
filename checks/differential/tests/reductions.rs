//! Calls with reductions and several results, each compiled once and run with many shapes, layouts, axes and options.

use std::panic::{AssertUnwindSafe, catch_unwind};

use differential::reduced::interpret::{Expected, interpret};
use differential::reduced::{draw, source};

#[allow(unused_parens, unused_braces, unused_variables, unused_mut, clippy::all, reason = "calls are drawn at random")]
mod calls {
    use bcast::try_bcast;
    use differential::support::*;

    include!(concat!(env!("OUT_DIR"), "/reduced.rs"));

    pub const ALL: &[fn(&Setting) -> Outcomes] = CALLS;
}

#[test]
fn results_equal_the_interpreters() {
    let drawn = draw::selected(Some(env!("DIFFERENTIAL_REDUCED")), Some(env!("DIFFERENTIAL_SEED")));
    assert_eq!(drawn.len(), calls::ALL.len());
    let (mut legal, mut refused, mut inexact, mut differing) = (0, 0, 0, 0);
    for (index, (call, run)) in drawn.iter().zip(calls::ALL).enumerate() {
        let mut is_printed = false;
        for number in 0..draw::RUNS {
            let scale = match number {
                0 if !call.lets.is_empty() && index % 6 == 0 => 3,
                0 | 1 if call.tuple.is_some() => 2,
                0..6 => 1,
                _ => 0,
            };
            let setting = draw::setting(call, (index * draw::RUNS + number) as u64, scale);
            let expected = interpret(call, &setting);
            let got = catch_unwind(AssertUnwindSafe(|| run(&setting)));
            let agree = match (&expected, &got) {
                (Expected::Inexact, _) => true,
                (Expected::Refused, Ok(got)) => got.is_err(),
                (Expected::Results(results), Ok(Ok(got))) => results == got,
                (_, Err(_)) | (Expected::Results(_), Ok(Err(_))) => false,
            };
            match expected {
                Expected::Inexact => inexact += 1,
                Expected::Refused => refused += 1,
                Expected::Results(_) => legal += 1,
            }
            if agree {
                continue;
            }
            differing += 1;
            if !is_printed {
                is_printed = true;
                let short = |text: String| text.chars().take(400).collect::<String>();
                println!(
                    "{}with {setting:?}\nmust give {}",
                    source::function(index, call),
                    short(format!("{expected:?}"))
                );
                println!("     gave {}\n", short(format!("{:?}", got.ok())));
            }
        }
    }
    println!("{legal} runs agree or differ, {refused} must be refused, {inexact} are not compared; {differing} differ");
    assert_eq!(differing, 0);
    assert!(legal > 5 * inexact && refused > legal / 20);
}

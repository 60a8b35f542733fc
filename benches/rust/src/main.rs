//! `bcast!` beside hand-written kernels, ndarray, tensorism, candle-core and plain loops, on every workload.
//!
//! `cargo bench` in the project's root runs this:
//!
//! ```text
//! cargo bench                             # every workload at 100, 1e5 and 3e7 elements, and `repeated`
//! cargo bench -- W3 W10                   # some workloads
//! cargo bench -- --sizes all              # 100, 1e3, 1e4, 1e5, 1e6 and 3e7 elements
//! cargo bench -- --sizes 1e4,1e6
//! cargo bench -- --tsv figures.tsv        # the figures as a file too
//! cargo bench -- worst                    # the worst of 1000 random patterns of shapes and strides
//! cargo bench -- worst --seed 7 --count 5000
//! cargo bench -- small                    # every form of a call at 100 elements
//! cargo bench -- reductions               # sums, softmax, layer norm, distances, beside kernels with the same and with any order
//! cargo bench -- S1 S7                    # some of them
//! cargo bench -- places                   # Adam: one call with three places, three calls, ndarray's `Zip`
//! cargo bench -- programs                 # the programs of docs/programs.md, as printed there: lines and time beside plain ndarray
//! cargo bench -- code                     # lines of programs that use ndarray, beside ndarray's best form
//! cargo bench -- repeated                 # a costly part over fewer axes: one call, and two with a table
//! ```
//!
//! All candidates of a workload use the same memory, are checked against each other and run interleaved in one process,
//! on one thread. Figures are medians of the process's CPU time, over several allocations at random addresses: as
//! ratios to the limit, the best of several kernels hand-written for that workload with the processor's full
//! instruction set. `into`, `Zip` and `loop` write to existing memory, the others allocate their result. The standard
//! build has only the baseline instructions of its architecture, and so have the loops, ndarray and the other crates.

use std::fmt::Write;
use std::process::ExitCode;

use elementwise::candidate::Column;
use elementwise::measure::{self, Effort, Row};
use elementwise::random::Random;
use elementwise::workloads::{Size, Workload};
use elementwise::{clock, code, places, programs, reductions, repeated, small, worst};

const SEED: u64 = 20;

fn main() -> ExitCode {
    match Wanted::from_arguments(std::env::args().skip(1)) {
        Ok(wanted) => run(&wanted),
        Err(message) => {
            eprintln!("{message}\nsee the head of benches/rust/src/main.rs");
            ExitCode::FAILURE
        }
    }
}

/// The command's arguments.
struct Wanted {
    workloads: Vec<Workload>,
    sizes: Vec<Size>,
    tsv: Option<String>,
    /// A seed and a count of patterns.
    worst: Option<(u64, usize)>,
    /// The seed of the arrays of small calls.
    small: Option<u64>,
    /// The seed of the arrays of lines of programs.
    code: Option<u64>,
    /// The seed of the arrays of calls with several places.
    places: Option<u64>,
    /// The seed of the arrays of the guide's programs.
    programs: Option<u64>,
    /// The rows of reductions, and the seed of their arrays.
    reductions: (Vec<Workload>, u64),
    /// The seed of the arrays of repeated work, and whether it is measured alone.
    repeated: Option<(u64, bool)>,
}

impl Wanted {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Wanted, String> {
        let (all, all_reductions) = (Workload::all(), reductions::workloads());
        let (mut workloads, mut sizes, mut tsv) = (Vec::new(), Vec::new(), None);
        let (mut worst, mut small, mut code, mut places, mut repeated) = (false, false, false, false, false);
        let mut programs = false;
        let mut reductions = Vec::new();
        let (mut seed, mut count) = (SEED, 1000);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                // cargo passes it to every benchmark.
                "--bench" => {}
                "--sizes" => {
                    let names = arguments.next().ok_or("--sizes needs sizes, `100,1e5` or `all`")?;
                    if names == "all" {
                        sizes = Size::ALL.to_vec();
                        continue;
                    }
                    for name in names.split(',') {
                        sizes.push(Size::from_name(name).ok_or_else(|| format!("there is no size {name}"))?);
                    }
                }
                "--tsv" => tsv = Some(arguments.next().ok_or("--tsv needs a file's name")?),
                "worst" => worst = true,
                "small" => small = true,
                "code" => code = true,
                "places" => places = true,
                "programs" => programs = true,
                "reductions" => reductions.extend(&all_reductions),
                "repeated" => repeated = true,
                "--seed" => seed = number(arguments.next())?,
                "--count" => count = number(arguments.next())?.max(1) as usize,
                name => {
                    // W10 has three rows.
                    let is_named = |workload: &&Workload| {
                        workload.name == name || workload.name.trim_end_matches(char::is_lowercase) == name
                    };
                    let before = workloads.len() + reductions.len();
                    workloads.extend(all.iter().filter(is_named));
                    reductions.extend(all_reductions.iter().filter(is_named));
                    if workloads.len() + reductions.len() == before {
                        return Err(format!("there is no workload {name}"));
                    }
                }
            }
        }
        let repeated = (repeated || workloads.is_empty()).then_some((seed, repeated));
        if workloads.is_empty() {
            workloads = all;
        }
        if sizes.is_empty() {
            sizes = vec![Size::Hundred, Size::HundredThousand, Size::ThirtyMillion];
        }
        let (worst, small) = (worst.then_some((seed, count)), small.then_some(seed));
        let (code, places, programs) = (code.then_some(seed), places.then_some(seed), programs.then_some(seed));
        let reductions = (reductions, seed);
        Ok(Wanted { workloads, sizes, tsv, worst, small, code, places, programs, reductions, repeated })
    }
}

fn number(argument: Option<String>) -> Result<u64, String> {
    argument.and_then(|argument| argument.parse().ok()).ok_or_else(|| "--seed and --count need a number".into())
}

fn run(wanted: &Wanted) -> ExitCode {
    clock::keep_memory();
    if let Some((seed, count)) = wanted.worst {
        worst::search(seed, count);
        return ExitCode::SUCCESS;
    }
    if let Some(seed) = wanted.small {
        return write_tsv(wanted, small::measure(seed));
    }
    if let Some(seed) = wanted.code {
        return write_tsv(wanted, code::measure(seed));
    }
    if let Some(seed) = wanted.places {
        return write_tsv(wanted, places::measure(seed));
    }
    if let Some(seed) = wanted.programs {
        return write_tsv(wanted, programs::measure(seed));
    }
    if let (rows, seed) = &wanted.reductions
        && !rows.is_empty()
    {
        return write_tsv(wanted, reductions::measure(rows, *seed));
    }
    if let Some((seed, true)) = wanted.repeated {
        return write_tsv(wanted, repeated::measure(seed));
    }
    // candle would start threads.
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "1") };
    let mut random = Random::new(SEED);
    let (mut tsv, mut missed, mut goals) = (String::from("workload\tsize\telements\tcolumn\tns\tratio\tlimit\n"), 0, 0);
    for &size in &wanted.sizes {
        println!("\n{} elements; ratios to the limit", size.name());
        print!("{:<6}{:<50}{:>10}", "", "", "limit us");
        for column in Column::RATIOS {
            print!("{:>10}", column.name());
        }
        println!("   goals");
        for workload in &wanted.workloads {
            let row = measure::row(workload, size, Effort::at(size), &mut random);
            let mut notes = String::new();
            for goal in workload.goals(size) {
                let Some((allowed, reached)) = row.judge(goal) else { continue };
                let mark = match reached {
                    true => "",
                    // 4 times as fast as ndarray, where ndarray takes less than 4 times the limit.
                    false if allowed < 1.0 => "  (less than the limit)",
                    false => "  MISSED",
                };
                goals += usize::from(reached || allowed >= 1.0);
                missed += usize::from(!reached && allowed >= 1.0);
                let _ = write!(notes, "   {} <= {allowed:.2}{mark}", goal.of.name());
            }
            println!("{}{notes}   ({})", line(workload, &row), row.limit_label);
            add_figures(&mut tsv, &row);
        }
    }
    println!("\n{} of {goals} goals are reached", goals - missed);
    if let Some((seed, _)) = wanted.repeated {
        repeated::measure(seed);
    }
    write_tsv(wanted, tsv)
}

/// Writes the figures to the file given in the arguments, if any.
fn write_tsv(wanted: &Wanted, tsv: String) -> ExitCode {
    if let Some(file) = &wanted.tsv
        && let Err(error) = std::fs::write(file, tsv)
    {
        eprintln!("{file}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn line(workload: &Workload, row: &Row) -> String {
    let mut line = format!("{:<6}{:<50}{:>10.3}", workload.name, workload.formula, row.limit * 1e6);
    for column in Column::RATIOS {
        let _ = match row.ratio(column) {
            Some(ratio) => write!(line, "{ratio:>10.2}"),
            None => write!(line, "{:>10}", "-"),
        };
    }
    line
}

fn add_figures(tsv: &mut String, row: &Row) {
    for column in [Column::Limit].into_iter().chain(Column::RATIOS) {
        let Some(ratio) = row.ratio(column) else { continue };
        let (name, size, elements, label) = (row.name, row.size.name(), row.elements, &row.limit_label);
        let ns = ratio * row.limit * 1e9;
        let _ = writeln!(tsv, "{name}\t{size}\t{elements}\t{}\t{ns:.3}\t{ratio:.4}\t{label}", column.name());
    }
}

//! Instruction counts of small calls with shapes in types, one line per call, by callgrind, and a check that the machine code cannot panic.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin instructions
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin instructions -- add   # names with "add"
//! ```
//!
//! Needs valgrind and objdump, and names the missing one. Exit code: 1 if a call exceeds its limit or can panic, 2
//! without valgrind. The counts depend on the flags of this build: the defaults, unless RUSTFLAGS is set.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::process::{Command, ExitCode};

use bcast::{Tensor, bcast, shape};
use nalgebra::SMatrix;

/// (2, 3, 4) + (3, 1).
const ADD: usize = 40;
/// Batch norm of (2, 3, 4), the four parameters being (3, 1).
const NORM: usize = 90;

type X = [[[f32; 4]; 3]; 2];
type C = [[f32; 1]; 3];
type TensorX = Tensor<f32, shape![2, 3, 4]>;
type TensorC = Tensor<f32, shape![3, 1]>;
/// The same elements as `X`, in nalgebra's type.
type MatrixX = SMatrix<f32, 4, 6>;

/// A function that does lead to a panic.
const CONTROL: &str = "add_tensors_value";

/// A call's limit.
enum Limit {
    /// This number of instructions.
    At(usize),
    /// The count of another function.
    NotAbove(&'static str),
    /// No limit.
    None,
}

struct Call {
    name: &'static str,
    limit: Limit,
    /// True if its code may panic: allocating code does, and other crates' code may.
    may_panic: bool,
    run: fn(),
}

/// Functions that are neither inlined nor renamed, and a table of them.
macro_rules! calls {
    ($(
        $(#[$may_panic:ident])?
        $name:ident($($parameter:ident: $type:ty),* = $($value:expr),*) $(-> $result:ty)? { $($body:tt)* } $limit:expr;
    )*) => {
        $(
            #[unsafe(no_mangle)]
            #[inline(never)]
            fn $name($($parameter: $type),*) $(-> $result)? { $($body)* }
        )*
        const CALLS: &[Call] = &[$(Call {
            name: stringify!($name),
            limit: $limit,
            may_panic: !<[&str]>::is_empty(&[$(stringify!($may_panic))?]),
            run: || { black_box($name($(black_box($value)),*)); },
        }),*];
    };
}

calls! {
    add_value(a: &X, b: &C = &x(), &c()) -> X { bcast!(a + b) } Limit::At(ADD);
    add_into(a: &X, b: &C, y: &mut X = &x(), &c(), &mut zero()) { bcast!(y = a + b) } Limit::At(ADD);
    add_in_place(y: &mut X, b: &C = &mut x(), &c()) { bcast!(y += b) } Limit::At(ADD);
    add_tensors_into(a: &TensorX, b: &TensorC, y: &mut TensorX = &tx(), &tc(), &mut tx()) {
        bcast!(y = a + b)
    } Limit::At(ADD);
    add_tensors_in_place(y: &mut TensorX, b: &TensorC = &mut tx(), &tc()) { bcast!(y += b) } Limit::At(ADD);
    #[may_panic]
    add_tensors_value(a: &TensorX, b: &TensorC = &tx(), &tc()) -> TensorX { bcast!(a + b) } Limit::None;

    norm_value(x: &X, mean: &C, var: &C, gamma: &C, beta: &C = &x(), &c(), &c(), &c(), &c()) -> X {
        bcast!((x - mean) / (var + 1e-5).sqrt() * gamma + beta)
    } Limit::At(NORM);
    norm_into(x: &X, mean: &C, var: &C, gamma: &C, beta: &C, y: &mut X = &x(), &c(), &c(), &c(), &c(), &mut zero()) {
        bcast!(y = (x - mean) / (var + 1e-5).sqrt() * gamma + beta)
    } Limit::At(NORM);
    norm_in_place(x: &mut X, mean: &C, var: &C, gamma: &C, beta: &C = &mut x(), &c(), &c(), &c(), &c()) {
        bcast!(x = (x - mean) / (var + 1e-5).sqrt() * gamma + beta)
    } Limit::At(NORM);
    norm_tensors_into(
        x: &TensorX, mean: &TensorC, var: &TensorC, gamma: &TensorC, beta: &TensorC, y: &mut TensorX
            = &tx(), &tc(), &tc(), &tc(), &tc(), &mut tx()
    ) {
        bcast!(y = (x - mean) / (var + 1e-5).sqrt() * gamma + beta)
    } Limit::At(NORM);
    norm_tensors_in_place(
        x: &mut TensorX, mean: &TensorC, var: &TensorC, gamma: &TensorC, beta: &TensorC
            = &mut tx(), &tc(), &tc(), &tc(), &tc()
    ) {
        bcast!(x = (x - mean) / (var + 1e-5).sqrt() * gamma + beta)
    } Limit::At(NORM);

    same_value(a: &X, b: &X = &x(), &x()) -> X { bcast!(a + b) } Limit::NotAbove("nalgebra_same_value");
    #[may_panic]
    nalgebra_same_value(a: &MatrixX, b: &MatrixX = &matrix(), &matrix()) -> MatrixX { a + b } Limit::None;
    same_into(a: &X, b: &X, y: &mut X = &x(), &x(), &mut zero()) { bcast!(y = a + b) } Limit::NotAbove("nalgebra_same_into");
    #[may_panic]
    nalgebra_same_into(a: &MatrixX, b: &MatrixX, y: &mut MatrixX = &matrix(), &matrix(), &mut matrix()) {
        a.add_to(b, y)
    } Limit::None;
    same_in_place(y: &mut X, b: &X = &mut x(), &x()) { bcast!(y += b) } Limit::NotAbove("nalgebra_same_in_place");
    #[may_panic]
    nalgebra_same_in_place(y: &mut MatrixX, b: &MatrixX = &mut matrix(), &matrix()) { *y += b } Limit::None;
    product_value(a: &X, b: &X = &x(), &x()) -> X { bcast!(a * b) } Limit::NotAbove("nalgebra_product_value");
    #[may_panic]
    nalgebra_product_value(a: &MatrixX, b: &MatrixX = &matrix(), &matrix()) -> MatrixX { a.component_mul(b) } Limit::None;
    scale_value(a: &X, s: f32 = &x(), 2.0) -> X { bcast!(a * s) } Limit::NotAbove("nalgebra_scale_value");
    #[may_panic]
    nalgebra_scale_value(a: &MatrixX, s: f32 = &matrix(), 2.0) -> MatrixX { a * s } Limit::None;
    row_in_place(y: &mut X, b: &[f32; 4] = &mut x(), &[1.0; 4]) { bcast!(y += b) } Limit::NotAbove("nalgebra_row_in_place");
    #[may_panic]
    nalgebra_row_in_place(y: &mut MatrixX, b: &SMatrix<f32, 4, 1> = &mut matrix(), &SMatrix::repeat(1.0)) {
        for mut column in y.column_iter_mut() {
            column += b;
        }
    } Limit::None;
    column_in_place(y: &mut [[f32; 4]; 6], b: &[[f32; 1]; 6] = &mut [[1.0; 4]; 6], &[[1.0]; 6]) {
        bcast!(y += b)
    } Limit::NotAbove("nalgebra_column_in_place");
    #[may_panic]
    nalgebra_column_in_place(y: &mut MatrixX, b: &SMatrix<f32, 1, 6> = &mut matrix(), &SMatrix::repeat(1.0)) {
        for mut row in y.row_iter_mut() {
            row += b;
        }
    } Limit::None;

    // Larger calls that coalesce short rows: no limit, but no panic either.
    rows_of_7_into(a: &[[f32; 7]; 90], b: &[f32; 7], y: &mut [[f32; 7]; 90] = &[[1.0; 7]; 90], &[2.0; 7], &mut [[0.0; 7]; 90]) {
        bcast!(y = a + b)
    } Limit::None;
    rows_of_7_value(a: &[[f32; 7]; 90], b: &[f32; 7] = &[[1.0; 7]; 90], &[2.0; 7]) -> [[f32; 7]; 90] { bcast!(a + b) } Limit::None;
    rows_of_64_into(a: &[[f32; 64]; 10], b: &[f32; 64], y: &mut [[f32; 64]; 10] = &[[1.0; 64]; 10], &[2.0; 64], &mut [[0.0; 64]; 10]) {
        bcast!(y = a + b)
    } Limit::None;
    columns_of_7_into(a: &[[f32; 7]; 90], b: &[[f32; 1]; 90], y: &mut [[f32; 7]; 90] = &[[1.0; 7]; 90], &[[2.0]; 90], &mut [[0.0; 7]; 90]) {
        bcast!(y = a / b)
    } Limit::None;
}

fn x() -> X {
    [[[1.0, 2.0, 3.0, 4.0]; 3]; 2]
}

fn c() -> C {
    [[1.0], [2.0], [3.0]]
}

fn zero() -> X {
    [[[0.0; 4]; 3]; 2]
}

fn tx() -> TensorX {
    Tensor::from_nested(x())
}

fn tc() -> TensorC {
    Tensor::from_nested(c())
}

fn matrix() -> MatrixX {
    MatrixX::from_fn(|i, _| i as f32)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, name] = &arguments[..]
        && option == "--run"
    {
        CALLS.iter().filter(|call| call.name == name).for_each(|call| (call.run)());
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("no instruction is counted: there is no valgrind (apt-get install valgrind)");
        return ExitCode::from(2);
    }
    let code = Code::read();
    if code.is_none() {
        println!("no machine code is looked at: there is no objdump (apt-get install binutils)");
    }
    // Allocating can panic: the check must detect that.
    let blind = code.as_ref().is_some_and(|code| code.panics(CONTROL).is_empty());
    if blind {
        println!("nothing is known of panics: `{CONTROL}`, which asks for memory, seems to lead to none");
    }
    let wanted = |call: &&Call| arguments.is_empty() || arguments.iter().any(|part| call.name.contains(part.as_str()));
    let mut counts = BTreeMap::new();
    let mut count = |name: &'static str| *counts.entry(name).or_insert_with(|| count(name));
    let mut failed = blind;
    println!("{:<26}{:>13}{:>7}", "", "instructions", "limit");
    for call in CALLS.iter().filter(wanted) {
        let found = count(call.name);
        let limit = match call.limit {
            Limit::At(limit) => Some(limit),
            Limit::NotAbove(other) => Some(count(other)),
            Limit::None => None,
        };
        let mut notes = String::new();
        if limit.is_some_and(|limit| found > limit) {
            notes += "   ABOVE THE LIMIT";
        }
        if let Some(code) = code.as_ref().filter(|_| !call.may_panic) {
            let panics = code.panics(call.name);
            notes += &panics.iter().map(|panic| format!("   CAN PANIC: {panic}")).collect::<String>();
        }
        failed |= !notes.is_empty();
        let limit = limit.map_or("-".to_owned(), |limit| limit.to_string());
        println!("{:<26}{found:>13}{limit:>7}{notes}", call.name);
    }
    ExitCode::from(u8::from(failed))
}

/// The instructions of a call of the function `name`, with its callees.
fn count(name: &str) -> usize {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={name}"))
        .arg(std::env::current_exe().expect("the path of this program"))
        .args(["--run", name])
        .env("LD_BIND_NOW", "1")
        .output()
        .expect("valgrind runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected : ")).map(|(_, count)| count.trim());
    line.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("valgrind counts nothing:\n{text}"))
}

/// The target of jumps to computed addresses.
const UNKNOWN: &str = "an address that is computed";

/// The call graph of this program: calls, jumps, and addresses taken.
struct Code {
    leads: BTreeMap<String, BTreeSet<String>>,
}

impl Code {
    fn read() -> Option<Code> {
        let program = std::env::current_exe().ok()?;
        let objdump = |arguments: &[&str]| {
            let output = Command::new("objdump").args(arguments).arg(&program).output().ok()?;
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (code, relocations) = (objdump(&["-d", "-C", "--no-show-raw-insn"])?, objdump(&["-R", "-C"])?);
        let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok();
        let start = |line: &str| {
            let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
            Some((number(address)?, name.to_owned()))
        };
        let starts: BTreeMap<u64, String> = code.lines().filter_map(start).collect();
        // Functions of other crates are called through a table of addresses, which is filled when the program is
        // loaded.
        let slot = |line: &str| {
            let mut words = line.split_whitespace();
            let (slot, kind, value) = (number(words.next()?)?, words.next()?, words.next()?);
            let function = match value.strip_prefix("*ABS*+") {
                Some(address) => starts.get(&number(address)?)?.clone(),
                None => value.to_owned(),
            };
            kind.starts_with("R_").then_some((slot, function))
        };
        let slots: BTreeMap<u64, String> = relocations.lines().filter_map(slot).collect();
        let mut leads = BTreeMap::<String, BTreeSet<String>>::new();
        let mut function = String::new();
        for line in code.lines() {
            if let Some((_, name)) = start(line) {
                function = name;
                continue;
            }
            let Some((_, instruction)) = line.split_once(":\t") else { continue };
            let jumps = ["call", "jmp"].iter().any(|name| instruction.starts_with(name));
            let target = match instruction.split_once("# ") {
                Some((_, place)) => {
                    let address = place.split(' ').next().and_then(number);
                    address.and_then(|address| slots.get(&address).or_else(|| starts.get(&address))).cloned()
                }
                // `name+0x12` is inside a function.
                None => (instruction.split_once(" <").and_then(|(_, target)| target.strip_suffix('>')))
                    .map(|target| target.split("+0x").next().unwrap_or_default().to_owned()),
            };
            match target {
                Some(target) => drop(leads.entry(function.clone()).or_default().insert(target)),
                None if jumps => drop(leads.entry(function.clone()).or_default().insert(UNKNOWN.to_owned())),
                None => {}
            }
        }
        Some(Code { leads })
    }

    /// The panicking functions reachable from `name`.
    fn panics<'a>(&'a self, name: &'a str) -> BTreeSet<&'a str> {
        let panics = |name: &str| {
            [UNKNOWN, "panic", "_fail", "handle_alloc_error", "capacity_overflow", "abort"]
                .iter()
                .any(|panic| name.contains(panic))
        };
        let (mut seen, mut open) = (BTreeSet::new(), vec![name]);
        while let Some(name) = open.pop() {
            let next = self.leads.get_key_value(name).filter(|_| !panics(name)).map(|(_, next)| next);
            open.extend(next.into_iter().flatten().map(String::as_str).filter(|next| seen.insert(*next)));
        }
        seen.into_iter().filter(|name| panics(name)).collect()
    }
}

//! The element expression compiles to vector instructions inside the kernels. The test reads the machine code of
//! `checks/machine_code`, compiled for release like a user's crate; nothing is timed or run.
#![cfg(target_arch = "x86_64")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A call site in `checks/machine_code/src/lib.rs`.
struct CallSite {
    /// The function that contains it.
    name: &'static str,
    arrays: usize,
    costly: bool,
    /// The minimum number of vector instructions of each kind in every kernel: prefixes of their names, without the `v` of newer ones.
    packed: &'static [(&'static str, usize)],
    /// The same for the kernel in whose rows the first of two arrays is constant, where the part that depends on it alone is hoisted.
    first_stands: &'static [(&'static str, usize)],
}

const SITES: &[CallSite] = &[
    CallSite { name: "site_cheap", arrays: 2, costly: false, packed: &[("addps", 1)], first_stands: &[("addps", 1)] },
    CallSite { name: "site_place", arrays: 1, costly: false, packed: &[("mulps", 1)], first_stands: &[] },
    CallSite { name: "site_costly", arrays: 3, costly: true, packed: &[("subps", 1), ("divps", 1)], first_stands: &[] },
    CallSite {
        name: "site_double",
        arrays: 2,
        costly: true,
        packed: &[("divpd", 1), ("addpd", 1)],
        first_stands: &[("divpd", 1), ("addpd", 1)],
    },
    CallSite {
        name: "site_select",
        arrays: 2,
        costly: false,
        packed: &[("cmp", 1), ("mulps", 1)],
        first_stands: &[("mulps", 1)],
    },
    CallSite { name: "site_exp", arrays: 1, costly: true, packed: &[("mulps", 3), ("addps", 1)], first_stands: &[] },
    CallSite {
        name: "site_bytes",
        arrays: 2,
        costly: true,
        packed: &[("cvtdq2ps", 1), ("divps", 1), ("subps", 1)],
        first_stands: &[("subps", 1)],
    },
    CallSite { name: "site_integers", arrays: 2, costly: true, packed: &[("pmul", 1)], first_stands: &[("pmul", 1)] },
    CallSite {
        name: "site_function",
        arrays: 2,
        costly: true,
        packed: &[("subps", 1), ("mulps", 2), ("addps", 1)],
        first_stands: &[("addps", 1)],
    },
    CallSite {
        name: "site_long",
        arrays: 3,
        costly: false,
        packed: &[("mulps", 36), ("addps", 30), ("subps", 6)],
        first_stands: &[],
    },
    CallSite {
        name: "site_huge",
        arrays: 3,
        costly: false,
        packed: &[("mulps", 90), ("addps", 75), ("subps", 15)],
        first_stands: &[],
    },
];

/// A site that must fail, and a part of its fault's text: checks the test itself.
const CONTROLS: &[(CallSite, &str)] = &[
    (CallSite { name: "control_call", arrays: 2, costly: true, packed: &[], first_stands: &[] }, "apart"),
    (CallSite { name: "control_library", arrays: 1, costly: true, packed: &[], first_stands: &[] }, "calls"),
    (
        CallSite { name: "control_order", arrays: 1, costly: true, packed: &[("mulps", 1)], first_stands: &[] },
        "0 of mulps for whole vectors",
    ),
];

#[test]
fn every_kernel_is_vector_code_without_calls() {
    let code = Code::compiled();
    let faults: Vec<String> = SITES.iter().flat_map(|site| code.faults(site)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (control, expected) in CONTROLS {
        let faults = code.faults(control);
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{}: {faults:#?}", control.name);
    }
}

/// Callees that belong to no expression: they copy memory.
const ALLOWED: &[&str] = &["memcpy", "memmove", "memset"];

/// The instructions of each function by its mangled name.
struct Code(BTreeMap<String, Vec<String>>);

/// A function's purpose, from its mangled name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// The function with the call.
    CallSite,
    /// The baseline kernel.
    Baseline,
    Avx2 {
        first_stands: bool,
    },
    Avx512,
    Other,
}

impl Role {
    fn of(function: &str, site: &CallSite) -> Self {
        if function.ends_with(&mangled(site.name)) {
            Role::CallSite
        } else if function.contains("8dispatch4avx2") {
            // Of two arrays, the first stands still under the mask of number 2.
            Role::Avx2 { first_stands: site.arrays == 2 && function.contains("4avx2Kj2_") }
        } else if function.contains("8dispatch6avx512") {
            Role::Avx512
        } else if function.contains("8dispatch8baseline") {
            Role::Baseline
        } else {
            Role::Other
        }
    }

    /// The names of vector registers; `None` where there are no vector loops.
    fn registers(self) -> Option<&'static str> {
        match self {
            Role::CallSite | Role::Other => None,
            Role::Baseline => Some("%xmm"),
            Role::Avx2 { .. } => Some("%ymm"),
            Role::Avx512 => Some("%zmm"),
        }
    }
}

/// An identifier in a mangled name: its length, then itself.
fn mangled(name: &str) -> String {
    format!("{}{name}", name.len())
}

impl Code {
    /// Compiles the sites without this test's flags: kernels are selected at run time only without target flags.
    fn compiled() -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine_code");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("checks/machine_code/Cargo.toml");
        let mut cargo = Command::new(env!("CARGO"));
        for flags in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(flags);
        }
        cargo.args(["rustc", "--release", "--lib", "--quiet", "--manifest-path"]).arg(manifest);
        cargo.arg("--target-dir").arg(&target);
        // v0 mangling shows the expression of each kernel.
        cargo.args(["--", "--emit", "asm", "-C", "symbol-mangling-version=v0"]);
        let output = cargo.output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(newest_assembly(&target.join("release/deps"))).expect("assembly is text");
        Code::parsed(&text)
    }

    fn parsed(text: &str) -> Self {
        let mut functions = BTreeMap::<String, Vec<String>>::new();
        let mut function = String::new();
        for line in text.lines() {
            match line.strip_suffix(':') {
                Some(label) if !label.starts_with(['.', '\t', ' ', '#']) => function = label.to_owned(),
                _ => {}
            }
            // Directives begin with a dot.
            if let Some(instruction) = line.strip_prefix('\t').filter(|text| !text.starts_with(['.', '#'])) {
                functions.entry(function.clone()).or_default().push(instruction.to_owned());
            }
        }
        Code(functions)
    }

    /// The faults of a site's kernels.
    fn faults(&self, site: &CallSite) -> Vec<String> {
        let mut faults = Vec::new();
        let mut roles = Vec::new();
        let name = mangled(site.name);
        for (function, instructions) in self.0.iter().filter(|(function, _)| function.contains(&name)) {
            let role = Role::of(function, site);
            if role == Role::CallSite {
                continue;
            }
            roles.push(role);
            let of = format!("{}, {role:?}", site.name);
            faults.extend(calls(instructions, &name).into_iter().map(|call| format!("{of}: calls: {call}")));
            let Some(registers) = role.registers() else { continue };
            let stands = role == Role::Avx2 { first_stands: true };
            // `bcast::math` may be contracted; the user's own formulas may not.
            let contracted = instructions
                .iter()
                .filter(|text| is_packed(text, "fm", registers) || is_packed(text, "fnm", registers));
            let (contracted, expected) = (contracted.count(), site.name == "site_exp" && role != Role::Baseline);
            if (contracted >= 8) != expected || (contracted > 0) != expected {
                faults.push(format!("{of}: {contracted} contracted products for whole vectors"));
            }
            for (operation, least) in if stands { site.first_stands } else { site.packed } {
                let found = instructions.iter().filter(|text| is_packed(text, operation, registers)).count();
                if found < *least {
                    faults.push(format!("{of}: {found} of {operation} for whole vectors, not {least}"));
                }
            }
        }
        roles.retain(|role| *role != Role::Other);
        roles.sort();
        if roles != kernels(site) {
            faults.push(format!("{}: the kernels are {roles:?}", site.name));
        }
        faults
    }
}

/// The kernels of a site.
fn kernels(site: &CallSite) -> Vec<Role> {
    let (all, second) = (Role::Avx2 { first_stands: false }, Role::Avx2 { first_stands: true });
    let mut kernels = vec![Role::Baseline, all];
    match site.arrays {
        0 | 1 => {}
        2 => kernels.extend([all, second]),
        _ => kernels.extend([all, all]),
    }
    if site.costly {
        kernels.push(Role::Avx512);
        if site.arrays > 1 {
            kernels.push(Role::Avx512);
        }
    }
    kernels
}

/// The calls of functions other than the site's own kernels, direct or through a register.
fn calls<'a>(instructions: &'a [String], site: &str) -> Vec<&'a str> {
    let through_a_table = instructions.iter().any(|text| text.contains(".LJTI"));
    let is_call = |text: &&str| {
        let (name, target) = text.split_once('\t').unwrap_or((text, ""));
        let leaves = match target.strip_prefix('*') {
            // A register holds an address from the table of a `match`, or a function's.
            Some(place) if name.starts_with("jmp") && place.starts_with('%') => !through_a_table,
            _ => !target.starts_with(".L"),
        };
        let own = target.contains(site) && (target.contains("8dispatch") || target.contains("6kernel7strided"));
        let allowed = ALLOWED.iter().any(|name| target.trim_start_matches('*').split('@').next() == Some(name));
        (name.starts_with("call") || name.starts_with("jmp")) && leaves && !own && !allowed
    };
    instructions.iter().map(String::as_str).filter(is_call).collect()
}

/// True if an instruction is this operation on vectors in such registers.
fn is_packed(instruction: &str, operation: &str, registers: &str) -> bool {
    let (name, operands) = instruction.split_once('\t').unwrap_or((instruction, ""));
    // Comparisons have the predicate inside their names, and share suffixes with scalar instructions.
    let packed = !name.ends_with("ss") && !name.ends_with("sd");
    name.strip_prefix('v').unwrap_or(name).starts_with(operation) && packed && operands.contains(registers)
}

/// The assembly written last: other compilers may have left older files.
fn newest_assembly(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).expect("cargo has made this folder").filter_map(Result::ok);
    let assembly = files.map(|file| file.path()).filter(|path| {
        path.extension().is_some_and(|extension| extension == "s")
            && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("bcast_machine_code"))
    });
    let written = |path: &PathBuf| path.metadata().and_then(|metadata| metadata.modified()).ok();
    assembly.max_by_key(written).expect("the compiler has written assembly")
}

//! A description of what the figures depend on.

use std::process::Command;

/// The processor's name, the number of cores that may be used, and the compiler's version.
pub fn description() -> String {
    let file = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = file.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let name = name.map_or("unknown", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let compiler = Command::new("rustc").arg("--version").output().ok();
    let compiler = compiler.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!("Processor: {name}, {cores} cores. Compiler: {}.", compiler.as_deref().unwrap_or("unknown"))
}

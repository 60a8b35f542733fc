//! Measures the candidates of one workload, interleaved.

use std::collections::BTreeMap;

use crate::candidate::{Candidate, Candidates, Column};
use crate::clock::{median, process};
use crate::memory::Memory;
use crate::random::Random;
use crate::workloads::{Goal, Size, Workload};

/// The amount of measuring.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of allocations, each at other addresses.
    pub rounds: usize,
    /// Samples of each candidate in a round.
    pub samples: usize,
    /// The shortest time of a sample, in seconds.
    pub sample: f64,
}

impl Effort {
    /// The amount for a run of all workloads at this size.
    pub fn at(size: Size) -> Effort {
        match size {
            Size::ThirtyMillion => Effort { rounds: 3, samples: 3, sample: 0.0 },
            Size::Million => Effort { rounds: 5, samples: 5, sample: 200e-6 },
            _ => Effort { rounds: 9, samples: 9, sample: 100e-6 },
        }
    }
}

/// A candidate slower than this multiple of the limit is sampled twice per round.
const SLOW: f64 = 8.0;

/// The figures of a workload at a size.
#[derive(Clone, Debug)]
pub struct Row {
    /// The workload.
    pub name: &'static str,
    /// The size.
    pub size: Size,
    /// Elements of the result.
    pub elements: usize,
    /// Seconds per run of the limit: the median of all rounds.
    pub limit: f64,
    /// The kernel that was the limit in most rounds.
    pub limit_label: String,
    /// Ratios to the limit in the same round: medians of all rounds.
    pub ratios: BTreeMap<Column, f64>,
}

impl Row {
    /// The ratio of a column, 1 for the limit.
    pub fn ratio(&self, column: Column) -> Option<f64> {
        if column == Column::Limit { Some(1.0) } else { self.ratios.get(&column).copied() }
    }

    /// The goal as a multiple of the limit, and whether it is reached.
    pub fn judge(&self, goal: Goal) -> Option<(f64, bool)> {
        let allowed = goal.ratio * self.ratio(goal.to)?;
        Some((allowed, self.ratio(goal.of)? <= allowed))
    }
}

/// Checks and measures a workload at a size.
pub fn row(workload: &Workload, size: Size, effort: Effort, random: &mut Random) -> Row {
    let shapes = (workload.shapes)(size);
    let elements = shapes.output.iter().product();
    let (mut limits, mut labels, mut ratios) = (Vec::new(), BTreeMap::new(), BTreeMap::<Column, Vec<f64>>::new());
    for round in 0..effort.rounds {
        let memory = Memory::new(shapes.clone(), random);
        let candidates = (workload.candidates)(&memory);
        if round == 0 {
            candidates.check(&format!("{} at {}", workload.name, size.name()), workload.tolerance);
        }
        let times = round_times(&candidates, effort);
        let Some((limit, label)) = times.limit else { continue };
        limits.push(limit);
        *labels.entry(label).or_insert(0) += 1;
        for (column, time) in times.others {
            ratios.entry(column).or_default().push(time / limit);
        }
    }
    let limit_label = labels.into_iter().max_by_key(|&(_, count)| count).map(|(label, _)| label);
    Row {
        name: workload.name,
        size,
        elements,
        limit: median(limits),
        limit_label: limit_label.unwrap_or_default(),
        ratios: ratios.into_iter().map(|(column, ratios)| (column, median(ratios))).collect(),
    }
}

struct Times {
    limit: Option<(f64, String)>,
    others: Vec<(Column, f64)>,
}

/// A round: finds the fastest hand-written kernel, then measures it and all others interleaved.
///
/// The limit's figure comes from the second part alone: the minimum of many figures would be biased low.
fn round_times(candidates: &Candidates<'_>, effort: Effort) -> Times {
    // Streaming stores are for outputs larger than the caches, and would evict the output for the others.
    let streams = |candidate: &Candidate<'_>| candidate.label.ends_with("streamed");
    let by_hand = |candidate: &Candidate<'_>| matches!(candidate.column, Column::Limit | Column::Order);
    let limits = candidates.all.iter().filter(|candidate| by_hand(candidate));
    let limits = limits.filter(|candidate| effort.sample == 0.0 || !streams(candidate));
    let mut limits: Vec<Sampler<'_, '_>> = limits.map(|candidate| Sampler::new(candidate, effort)).collect();
    for _ in 0..effort.samples {
        limits.iter_mut().for_each(Sampler::sample);
    }
    limits.sort_by(|one, other| one.median().total_cmp(&other.median()));
    let Some(fastest) = limits.first() else { return Times { limit: None, others: Vec::new() } };
    let (slow, label) = (SLOW * fastest.median(), fastest.candidate.label.clone());
    // A kernel with a certain order may be the fastest of all, and then is both.
    let ordered = limits.iter().find(|sampler| sampler.candidate.column == Column::Order);
    let ordered = ordered.map(|sampler| sampler.candidate);
    let others = candidates.all.iter().filter(|candidate| !by_hand(candidate));
    let chosen = std::iter::once(fastest.candidate).chain(ordered).chain(others);
    let mut samplers: Vec<Sampler<'_, '_>> = chosen.map(|candidate| Sampler::new(candidate, effort)).collect();
    for turn in 0..effort.samples {
        for sampler in &mut samplers {
            if turn < 2 || sampler.median() <= slow {
                sampler.sample();
            }
        }
    }
    let mut times = samplers.into_iter().map(|sampler| (sampler.candidate.column, sampler.median()));
    let limit = times.next().map(|(_, time)| (time, label));
    Times { limit, others: times.collect() }
}

/// A candidate and its times.
struct Sampler<'c, 'm> {
    candidate: &'c Candidate<'m>,
    repeats: usize,
    times: Vec<f64>,
}

impl<'c, 'm> Sampler<'c, 'm> {
    fn new(candidate: &'c Candidate<'m>, effort: Effort) -> Self {
        let mut sampler = Sampler { candidate, repeats: 1, times: Vec::new() };
        if effort.sample > 0.0 {
            // The first run may touch fresh memory, and then gives no estimate of the repeats.
            sampler.run();
            while sampler.run() * (sampler.repeats as f64) < effort.sample {
                sampler.repeats *= 2;
            }
        }
        sampler
    }

    /// The time of one run, in seconds.
    fn run(&self) -> f64 {
        let start = process();
        for _ in 0..self.repeats {
            (self.candidate.run)();
        }
        (process() - start) / self.repeats as f64
    }

    fn sample(&mut self) {
        let time = self.run();
        self.times.push(time);
    }

    fn median(&self) -> f64 {
        median(self.times.clone())
    }
}

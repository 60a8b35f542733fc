//! Lints: calls that the mode accepts but that may be unintended.
//!
//! Every alternative in a warning has been resolved, and a call is not suspected if its open lengths could still explain it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::report::blame;
use crate::report::message::Message;
use crate::report::resolution::{Resolution, try_resolve};
use crate::report::suggest::{Helps, MAX_OPERANDS, MAX_RANK};
use crate::report::text::Text;
use crate::rules::call::{Alignment, Call, Operand, Party};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Lead, Mode, OptionName};
use crate::rules::option::named;
use crate::rules::stated::Symbols;
use crate::rules::symbols::Obligation;

named! {
    /// A warning that a call can switch off by `allow = NAME`.
    ///
    /// ```
    /// use bcast_core::report::lint::Lint;
    ///
    /// assert_eq!(Lint::from_name("mutual_stretch"), Some(Lint::MutualStretch));
    /// assert_eq!(Lint::MutualStretch.name(), "mutual_stretch");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum Lint: "Every lint." [4], "The lint's name, as it is written after `allow =`." {
        /// Two operands stretch along each other over one length: `(N,)` and `(N, 1)` give `(N, N)`.
        MutualStretch = "mutual_stretch",
        /// A vector lies on the last axis, and another axis of the result has the same length.
        RankPromotion = "rank_promotion",
        /// ncnn lays a vector on the outermost axis, and the innermost axis has the same length.
        NcnnRank1 = "ncnn_rank_1",
        /// `axis` is not given, and the operand would fit at another axis too.
        DefaultAxis = "default_axis",
    }
}

impl Lint {
    /// True if the lint applies to calls in a mode.
    pub const fn concerns(self, mode: Mode) -> bool {
        match self {
            Self::MutualStretch => mode.joins(),
            Self::RankPromotion => mode.aligns_right(),
            Self::NcnnRank1 => mode.places_vectors(),
            Self::DefaultAxis => mode.default_axis().is_some(),
        }
    }

    /// The lint of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

/// A warning about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// The lint that warns.
    pub lint: Lint,
    /// The array that is underlined.
    pub culprit: Party,
    /// Its axis that is underlined.
    pub operand_axis: usize,
    /// The text: a line that names the arrays, the picture, and the alternatives.
    pub text: String,
}

/// The warnings about a call that the rulebook accepts, at most one an array.
///
/// `is_whole` tells whether every array of the call is known, since an unknown array may explain the result's shape. `names` and `values`
/// are the caller's texts for symbols, as in [`with_symbol_names`](crate::BroadcastError::with_symbol_names).
///
/// ```
/// use bcast_core::report::lint::{Lint, suspicions};
/// use bcast_core::rules::call::{Alignment, Call, Operand};
/// use bcast_core::rules::{length::Length, mode::Mode};
///
/// let (a, b) = (Length::slice(&[3]).unwrap(), Length::slice(&[3, 1]).unwrap());
/// let operand = |name, shape| Operand { name, shape, alignment: Alignment::ByMode };
/// let operands = [operand("a", a), operand("b", b)];
/// assert_eq!(suspicions(&Call::new(Mode::Numpy, &operands), true, &[], &[])[0].lint, Lint::MutualStretch);
/// ```
pub fn suspicions(call: &Call<'_>, is_whole: bool, names: &[String], values: &[String]) -> Vec<Suspicion> {
    let Some(resolution) = try_resolve(call) else { return Vec::new() };
    if resolution.shape.len() > MAX_RANK || call.operands.len() > MAX_OPERANDS {
        return Vec::new();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let texts: Vec<&str> = values.iter().map(String::as_str).collect();
    let symbols = Symbols { names: &names, texts: &texts, values: &[] };
    let maps: Vec<_> = resolution.maps.iter().map(|map| Some(map.borrowed())).collect();
    let facts = Facts { frame: &resolution.shape, maps: &maps, lead: call.mode.lead(call).ok() };
    let look = Look { call, facts, obligations: &resolution.obligations, symbols };
    let mut found: Vec<Suspicion> = Vec::new();
    if is_whole {
        look.mutual_stretch(&mut found);
    }
    for operand in 0..call.operands.len() {
        // A mutual stretch already covers the axes in question.
        if found.iter().any(|suspicion| suspicion.lint == Lint::MutualStretch) {
            break;
        }
        let other = look.rank_promotion(operand).or_else(|| look.ncnn(operand));
        found.extend(other.or_else(|| look.default_axis(operand)));
    }
    found
}

struct Look<'c, 'a> {
    call: &'c Call<'a>,
    /// The decisions about the iterated shape, which is the place's if there is one.
    facts: Facts<'c, 'c>,
    obligations: &'c [Obligation],
    symbols: Symbols<'c>,
}

/// The text of a warning.
struct Words {
    headline: String,
    /// The note beside the mark in the picture.
    note: String,
    /// A changed call that fits as well.
    alternative: Option<String>,
    /// Another way than `allow` to say that the call is meant.
    meant: Option<String>,
}

impl Look<'_, '_> {
    fn text(&self, length: Length) -> String {
        Text::written(self.symbols, |text| _ = text.length(length))
    }

    fn tuple(&self, shape: &[Length]) -> String {
        Text::written(self.symbols, |text| _ = text.tuple(shape))
    }

    fn parties(&self) -> impl Iterator<Item = Party> {
        (0..self.call.parties()).filter_map(|index| self.call.party(index))
    }

    /// A party's length at an axis of the result.
    fn at(&self, party: Party, output: usize) -> Option<Length> {
        blame::at(self.call, &self.facts, party, output).map(|(_, length)| length)
    }

    /// True if its elements certainly repeat along this axis if another array has a length there.
    fn repeats(&self, party: Party, output: usize) -> bool {
        self.at(party, output).is_none_or(|length| length.is_one().is_yes())
    }

    /// Its length there, if certainly other than 1.
    fn extends(&self, party: Party, output: usize) -> Option<Length> {
        self.at(party, output).filter(|length| length.is_one().is_no())
    }

    /// True if the party joins to the result's shape.
    fn joins(&self, party: Party) -> bool {
        match party {
            Party::Operand(operand) => {
                let lies = self.facts.map_of(self.call, party).is_some_and(|map| !map.is_open);
                self.call.operands[operand].votes() && lies
            }
            Party::To => true,
            Party::Place => false,
        }
    }

    /// Only joins are suspected: a shape given by a target, a place or one operand is explicit.
    fn mutual_stretch(&self, found: &mut Vec<Suspicion>) {
        if self.call.place.is_some() || self.facts.lead != Some(Lead::Join) {
            return;
        }
        let voters: Vec<Party> = self.parties().filter(|&party| self.joins(party)).collect();
        for (i, &first) in voters.iter().enumerate() {
            let later = voters[i + 1..].iter();
            let meeting = later.filter_map(|&other| Some((other, self.meeting(other, first, &voters)?))).next();
            if let Some((other, (length, output))) = meeting {
                found.push(self.mutual(other, first, length, output));
            }
        }
    }

    /// The length over which the two stretch along each other, and the second one's axis that has it.
    fn meeting(&self, first: Party, second: Party, voters: &[Party]) -> Option<(Length, usize)> {
        let axes = 0..self.facts.frame.len();
        let pairs = axes.clone().flat_map(|of_second| axes.clone().map(move |of_first| (of_first, of_second)));
        pairs.into_iter().find_map(|(of_first, of_second)| {
            let (length, other) = (self.extends(second, of_second)?, self.extends(first, of_first)?);
            let repeat = self.repeats(first, of_second) && self.repeats(second, of_first);
            // An array that covers both axes explains the result.
            let covers = |&voter: &Party| !self.repeats(voter, of_first) && !self.repeats(voter, of_second);
            (repeat && is_same(length, other) && !voters.iter().any(covers)).then_some((length, of_second))
        })
    }

    fn mutual(&self, first: Party, second: Party, length: Length, output: usize) -> Suspicion {
        let call = self.call;
        let (one, other, length) = (call.name(first), call.name(second), self.text(length));
        let result = self.tuple(self.facts.frame);
        let shorter = if call.shape(first).len() <= call.shape(second).len() { first } else { second };
        let axis = blame::at(call, &self.facts, second, output).map_or(0, |(axis, _)| axis);
        let words = Words {
            headline: format!("`{other}` and `{one}` stretch along each other, to {result}"),
            note: format!("`{one}` repeats along this {length}, `{other}` along that of `{one}`"),
            alternative: self.apart(shorter),
            meant: None,
        };
        self.suspicion(Lint::MutualStretch, second, axis, words)
    }

    /// A suggestion of an axis at which the party causes no mutual stretch, with the result it would give.
    fn apart(&self, party: Party) -> Option<String> {
        let Party::Operand(operand) = party else { return None };
        if !self.call.mode.takes(OptionName::OwnAxis) {
            return None;
        }
        (0..self.facts.frame.len() as i64).find_map(|axis| {
            let resolution = self.with_own_axis(operand, axis)?;
            let smaller = resolution.shape.iter().zip(self.facts.frame).any(|(a, b)| a != b);
            let shape = self.tuple(&resolution.shape);
            smaller.then(|| format!("`axis({}) = {axis}` would give {shape}", self.call.name(party)))
        })
    }

    /// Resolves the call with the operand at another axis; `None` unless it certainly fits.
    fn with_own_axis(&self, operand: usize, axis: i64) -> Option<Resolution<Length>> {
        let mut operands: Vec<Operand<'_>> = self.call.operands.to_vec();
        operands[operand].alignment = Alignment::Axis(axis);
        self.certain(&Call { operands: &operands, ..*self.call })
    }

    /// Resolves a changed call; `None` if it is refused or leaves more to run time than the original.
    fn certain(&self, call: &Call<'_>) -> Option<Resolution<Length>> {
        try_resolve(call).filter(|resolution| resolution.obligations.iter().all(|one| self.obligations.contains(one)))
    }

    /// True if one array certainly covers both axes; otherwise the result combines several arrays.
    fn has_both(&self, one: usize, other: usize) -> bool {
        self.parties().any(|party| self.extends(party, one).is_some() && self.extends(party, other).is_some())
    }

    /// The shape of an operand of lower rank that the mode aligns and that does not give the result its shape.
    fn guest(&self, operand: usize) -> Option<&[Length]> {
        let (party, Operand { shape, .. }) = (Party::Operand(operand), self.call.operands[operand]);
        let is_guest = self.joins(party) && !self.facts.leads(party);
        let is_lower = !shape.is_empty() && shape.len() < self.facts.frame.len();
        (is_guest && is_lower).then_some(shape)
    }

    /// The length of a guest of rank 1, in a mode that the lint concerns.
    fn vector(&self, operand: usize, lint: Lint) -> Option<Length> {
        match self.guest(operand)? {
            &[length] if lint.concerns(self.call.mode) => Some(length),
            _ => None,
        }
    }

    fn rank_promotion(&self, operand: usize) -> Option<Suspicion> {
        let (lint, result) = (Lint::RankPromotion, self.facts.frame);
        let (length, last) = (self.vector(operand, lint)?, result.len() - 1);
        let other = (0..last).rev().find(|&axis| is_same(length, result[axis]))?;
        if !is_same(length, result[last]) || !self.has_both(other, last) {
            return None;
        }
        let (name, text) = (self.call.operands[operand].name, self.text(length));
        let fits = |axis: usize| self.with_own_axis(operand, axis as i64).is_some();
        let (alternative, meant) = if self.call.mode.takes(OptionName::OwnAxis) && fits(other) && fits(last) {
            (format!("`axis({name}) = {other}`"), Some(format!("`axis({name}) = {last}`")))
        } else {
            let mut shape = alloc::vec![Length::ONE; result.len() - other];
            shape[0] = length;
            (format!("`{name}` as {}", self.tuple(&shape)), None)
        };
        let words = Words {
            headline: format!("`{name}` lies on the last axis, and axis {other} has the same length"),
            note: format!("length {text}, which axis {other} has too"),
            alternative: Some(alternative + " would fit as well"),
            meant,
        };
        Some(self.suspicion(lint, Party::Operand(operand), 0, words))
    }

    fn ncnn(&self, operand: usize) -> Option<Suspicion> {
        let (lint, result) = (Lint::NcnnRank1, self.facts.frame);
        let (length, last) = (self.vector(operand, lint)?, result.len() - 1);
        if !(is_same(length, result[0]) && is_same(length, result[last]) && self.has_both(0, last)) {
            return None;
        }
        let (name, text) = (self.call.operands[operand].name, self.text(length));
        let mut innermost = alloc::vec![Length::ONE; result.len()];
        innermost[last] = length;
        let outermost = [length, Length::ONE];
        let words = Words {
            headline: format!("`{name}` lies on the outermost axis, and the innermost has the same length"),
            note: format!("length {text}, which axis {last} has too"),
            alternative: Some(format!("`{name}` as {} would lie on the innermost", self.tuple(&innermost))),
            meant: Some(format!("`{name}` as {}", self.tuple(&outermost))),
        };
        Some(self.suspicion(lint, Party::Operand(operand), 0, words))
    }

    fn default_axis(&self, operand: usize) -> Option<Suspicion> {
        let call = self.call;
        let default = call.mode.default_axis().filter(|_| call.axis.is_none())?;
        let shape = self.guest(operand)?;
        // An operand whose lengths are all 1 reads the same at any axis.
        if shape.iter().all(|length| !length.is_one().is_no()) {
            return None;
        }
        let rank = self.facts.frame.len();
        let own = call.mode.takes(OptionName::OwnAxis);
        let fits = |axis: i64| match own {
            true => self.with_own_axis(operand, axis).is_some(),
            false => self.certain(&Call { axis: Some(axis), ..*call }).is_some(),
        };
        let by_default = (rank - shape.len()) as i64;
        let other = (0..rank as i64).filter(|&axis| axis != by_default).find(|&axis| fits(axis))?;
        let name = call.operands[operand].name;
        let alone = self.certain(&Call { axis: Some(other), ..*call }).is_some();
        let option = if alone { "axis".to_string() } else { format!("axis({name})") };
        let words = Words {
            headline: format!("`{name}` would fit at axis {other} as well"),
            note: format!("lies at axis {by_default} by default, and would fit at {other}"),
            alternative: Some(format!("`{option} = {other}` would fit as well")),
            meant: Some(format!("`axis = {default}`")),
        };
        Some(self.suspicion(Lint::DefaultAxis, Party::Operand(operand), 0, words))
    }

    /// Puts together the headline with the mode, the picture with the culprit last, and the suggestions.
    fn suspicion(&self, lint: Lint, culprit: Party, operand_axis: usize, words: Words) -> Suspicion {
        let call = self.call;
        // The picture and the options in force are those of a message about a mistake there. A place that is an operand is shown as that.
        let other = call.place.filter(|place| place.operand.is_none()).map(|_| Party::Place);
        let mistake =
            Mistake { operand_axis: Some(operand_axis), other, ..Mistake::of(culprit, ErrorKind::LengthMismatch) };
        let message = Message { call, facts: &self.facts, mistake: &mistake, helps: &Helps::NONE, stated: &[] };
        let mut text = Text::written(self.symbols, |text| {
            message.in_force(text.push(&words.headline).push(" ("));
            text.push(")");
            if message.columns(text) {
                text.push(&words.note);
            }
        });
        if let Some(alternative) = words.alternative {
            text += &format!("\nhelp: {alternative}");
        }
        let meant = words.meant.map_or_else(String::new, |meant| meant + " or ");
        text += &format!("\nhelp: {meant}`allow = {}` says that this is meant", lint.name());
        Suspicion { lint, culprit, operand_axis, text }
    }
}

/// True if two lengths are certainly equal and other than 1.
fn is_same(one: Length, other: Length) -> bool {
    one.is_one().is_no() && one.equals(other).is_yes()
}

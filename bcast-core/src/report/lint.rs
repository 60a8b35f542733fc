//! Lints: calls that the mode accepts but that may be unintended.
//!
//! Every alternative in a warning has been resolved, and a call is not suspected if its open lengths could still explain it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::report::message::Message;
use crate::report::picture::{self, Line};
use crate::report::resolution::{Resolution, try_resolve};
use crate::report::suggest::{Helps, MAX_OPERANDS, MAX_RANK};
use crate::report::text::Text;
use crate::rules::axis_map::{AxisMap, OwnedAxisMap};
use crate::rules::call::{Alignment, Call, Operand, Party};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Lead, Mode, OptionName};
use crate::rules::stated::Symbols;

/// A warning that a call can switch off by `allow = NAME`.
///
/// ```
/// use bcast_core::report::lint::Lint;
///
/// assert_eq!(Lint::from_name("mutual_stretch"), Some(Lint::MutualStretch));
/// assert_eq!(Lint::MutualStretch.name(), "mutual_stretch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lint {
    /// Two operands stretch along each other over one length: `(N,)` and `(N, 1)` give `(N, N)`.
    MutualStretch,
    /// A vector lies on the last axis, and another axis of the result has the same length.
    RankPromotion,
    /// ncnn lays a vector on the outermost axis, and the innermost axis has the same length.
    NcnnRank1,
    /// `axis` is not given, and the operand would fit at another axis too.
    DefaultAxis,
}

impl Lint {
    /// Every lint.
    pub const ALL: [Self; 4] = [Self::MutualStretch, Self::RankPromotion, Self::NcnnRank1, Self::DefaultAxis];

    /// The lint's name, as it is written after `allow =`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MutualStretch => "mutual_stretch",
            Self::RankPromotion => "rank_promotion",
            Self::NcnnRank1 => "ncnn_rank_1",
            Self::DefaultAxis => "default_axis",
        }
    }

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
    let look = Look { call, resolution: &resolution, symbols };
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

/// One array aligned to the result's axes.
struct Voter<'a> {
    party: Party,
    name: &'a str,
    shape: &'a [Length],
    map: OwnedAxisMap,
}

impl Voter<'_> {
    fn at(&self, output: usize) -> Option<Length> {
        self.map.operand_axis(output).map(|axis| self.shape[axis])
    }

    /// True if its elements certainly repeat along this axis if another array has a length there.
    fn repeats(&self, output: usize) -> bool {
        self.at(output).is_none_or(|length| length.stretches())
    }

    /// Its length there, if certainly other than 1.
    fn extends(&self, output: usize) -> Option<Length> {
        self.at(output).filter(|length| length.extends())
    }
}

struct Look<'c, 'a> {
    call: &'c Call<'a>,
    resolution: &'c Resolution<Length>,
    symbols: Symbols<'c>,
}

impl Look<'_, '_> {
    fn text(&self, length: Length) -> String {
        Text::written(self.symbols, |text| _ = text.length(length))
    }

    fn tuple(&self, shape: &[Length]) -> String {
        Text::written(self.symbols, |text| _ = text.tuple(shape))
    }

    /// The arrays that join to the result's shape.
    fn voters(&self) -> Vec<Voter<'_>> {
        let operands = self.call.operands.iter().zip(&self.resolution.maps).enumerate();
        let mut voters: Vec<Voter<'_>> = operands
            .filter(|(_, (operand, map))| operand.alignment == Alignment::ByMode && !map.is_open())
            .map(|(i, (operand, map))| Voter {
                party: Party::Operand(i),
                name: operand.name,
                shape: operand.shape,
                map: map.clone(),
            })
            .collect();
        voters.extend(self.call.to.map(|to| {
            let offset = self.resolution.shape.len() - to.len();
            Voter { party: Party::To, name: "to", shape: to, map: AxisMap::at(offset, to.len()).into() }
        }));
        voters
    }

    /// Only joins are suspected: a shape given by a target, a place or one operand is explicit.
    fn mutual_stretch(&self, found: &mut Vec<Suspicion>) {
        let call = self.call;
        if call.place.is_some() || !matches!(call.mode.lead(call), Ok(Lead::Join)) {
            return;
        }
        let voters = self.voters();
        for (i, first) in voters.iter().enumerate() {
            let later = voters[i + 1..].iter();
            let meeting = later.filter_map(|other| Some((other, self.meeting(other, first, &voters)?))).next();
            if let Some((other, (length, output))) = meeting {
                found.push(self.mutual(other, first, length, output));
            }
        }
    }

    /// The length over which the two stretch along each other, and the second one's axis that has it.
    fn meeting(&self, first: &Voter<'_>, second: &Voter<'_>, voters: &[Voter<'_>]) -> Option<(Length, usize)> {
        let axes = 0..self.resolution.shape.len();
        let pairs = axes.clone().flat_map(|of_second| axes.clone().map(move |of_first| (of_first, of_second)));
        pairs.into_iter().find_map(|(of_first, of_second)| {
            let (length, other) = (second.extends(of_second)?, first.extends(of_first)?);
            let mutual = first.repeats(of_second) && second.repeats(of_first) && is_same(length, other);
            // An array that covers both axes explains the result.
            let explained = voters.iter().any(|voter| !voter.repeats(of_first) && !voter.repeats(of_second));
            (mutual && !explained).then_some((length, of_second))
        })
    }

    fn mutual(&self, first: &Voter<'_>, second: &Voter<'_>, length: Length, output: usize) -> Suspicion {
        let lint = Lint::MutualStretch;
        let result = self.tuple(&self.resolution.shape);
        let (one, other, length) = (first.name, second.name, self.text(length));
        let headline = format!("`{other}` and `{one}` stretch along each other, to {result}");
        let note = format!("`{one}` repeats along this {length}, `{other}` along that of `{one}`");
        let shorter = if first.shape.len() <= second.shape.len() { first } else { second };
        let mut helps = Vec::new();
        if let Party::Operand(i) = shorter.party {
            helps.extend(self.apart(i));
        }
        helps.push(format!("`allow = {}` says that this is meant", lint.name()));
        self.suspicion(lint, second, second.map.operand_axis(output).unwrap_or(0), &headline, &note, &helps)
    }

    /// A suggestion of an axis at which the operand causes no mutual stretch, with the result it would give.
    fn apart(&self, operand: usize) -> Option<String> {
        let call = self.call;
        if !call.mode.takes(OptionName::OwnAxis) {
            return None;
        }
        let rank = self.resolution.shape.len();
        (0..rank as i64).find_map(|axis| {
            let resolution = self.with_own_axis(operand, axis)?;
            let smaller = resolution.shape.iter().zip(&self.resolution.shape).any(|(a, b)| a != b);
            let shape = self.tuple(&resolution.shape);
            smaller.then(|| format!("`axis({}) = {axis}` would give {shape}", call.operands[operand].name))
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
        let old = &self.resolution.obligations;
        try_resolve(call).filter(|resolution| resolution.obligations.iter().all(|one| old.contains(one)))
    }

    /// True if one array certainly covers both axes; otherwise the result combines several arrays.
    fn has_both(&self, one: usize, other: usize) -> bool {
        let operands = self.call.operands.iter().zip(&self.resolution.maps);
        let mut shapes = operands.map(|(operand, map)| (operand.shape, map.clone()));
        let extends = |shape: &[Length], map: &OwnedAxisMap, output| {
            map.operand_axis(output).is_some_and(|axis| shape[axis].extends())
        };
        let right =
            |shape: &[Length]| OwnedAxisMap::from(AxisMap::at(self.resolution.shape.len() - shape.len(), shape.len()));
        let given = [self.call.to, self.call.place.map(|place| place.shape)];
        shapes.any(|(shape, map)| !map.is_open() && extends(shape, &map, one) && extends(shape, &map, other))
            || given
                .into_iter()
                .flatten()
                .any(|shape| extends(shape, &right(shape), one) && extends(shape, &right(shape), other))
    }

    /// An operand of lower rank that the mode aligns and that does not give the result its shape.
    fn guest(&self, operand: usize) -> Option<Voter<'_>> {
        let call = self.call;
        let leads = call.mode.lead(call) == Ok(Lead::A(Party::Operand(operand)));
        let Operand { name, shape, alignment } = call.operands[operand];
        let map = self.resolution.maps[operand].clone();
        let is_guest = alignment == Alignment::ByMode && !leads && !map.is_open();
        let is_lower = !shape.is_empty() && shape.len() < self.resolution.shape.len();
        (is_guest && is_lower).then_some(Voter { party: Party::Operand(operand), name, shape, map })
    }

    fn rank_promotion(&self, operand: usize) -> Option<Suspicion> {
        let (mode, result) = (self.call.mode, &self.resolution.shape);
        let is_concerned = Lint::RankPromotion.concerns(mode);
        let guest = self.guest(operand).filter(|guest| is_concerned && guest.shape.len() == 1)?;
        let (length, last) = (guest.shape[0], result.len() - 1);
        let other = (0..last).rev().find(|&axis| is_same(length, result[axis]))?;
        if !is_same(length, result[last]) || !self.has_both(other, last) {
            return None;
        }
        let (name, text) = (guest.name, self.text(length));
        let headline = format!("`{name}` lies on the last axis, and axis {other} has the same length");
        let note = format!("length {text}, which axis {other} has too");
        let allow = format!("`allow = {}`", Lint::RankPromotion.name());
        let fits = |axis: usize| self.with_own_axis(operand, axis as i64).is_some();
        let helps = if mode.takes(OptionName::OwnAxis) && fits(other) && fits(last) {
            Vec::from([
                format!("`axis({name}) = {other}` would fit as well"),
                format!("`axis({name}) = {last}` or {allow} says that this is meant"),
            ])
        } else {
            let mut shape = alloc::vec![Length::ONE; result.len() - other];
            shape[0] = length;
            Vec::from([
                format!("`{name}` as {} would fit as well", self.tuple(&shape)),
                format!("{allow} says that this is meant"),
            ])
        };
        Some(self.suspicion(Lint::RankPromotion, &guest, 0, &headline, &note, &helps))
    }

    fn ncnn(&self, operand: usize) -> Option<Suspicion> {
        let result = &self.resolution.shape;
        let guest =
            self.guest(operand).filter(|guest| Lint::NcnnRank1.concerns(self.call.mode) && guest.shape.len() == 1)?;
        let (length, last) = (guest.shape[0], result.len() - 1);
        if !(is_same(length, result[0]) && is_same(length, result[last]) && self.has_both(0, last)) {
            return None;
        }
        let (name, text) = (guest.name, self.text(length));
        let headline = format!("`{name}` lies on the outermost axis, and the innermost has the same length");
        let note = format!("length {text}, which axis {last} has too");
        let mut innermost = alloc::vec![Length::ONE; result.len()];
        innermost[last] = length;
        let mut outermost = alloc::vec![Length::ONE; 2];
        outermost[0] = length;
        let helps = [
            format!("`{name}` as {} would lie on the innermost", self.tuple(&innermost)),
            format!(
                "`{name}` as {} or `allow = {}` says that this is meant",
                self.tuple(&outermost),
                Lint::NcnnRank1.name()
            ),
        ];
        Some(self.suspicion(Lint::NcnnRank1, &guest, 0, &headline, &note, &helps))
    }

    fn default_axis(&self, operand: usize) -> Option<Suspicion> {
        let call = self.call;
        let default = call.mode.default_axis().filter(|_| call.axis.is_none())?;
        let guest = self.guest(operand)?;
        // An operand whose lengths are all 1 reads the same at any axis.
        if guest.shape.iter().all(|length| !length.extends()) {
            return None;
        }
        let rank = self.resolution.shape.len();
        let own = call.mode.takes(OptionName::OwnAxis);
        let fits = |axis: i64| match own {
            true => self.with_own_axis(operand, axis).is_some(),
            false => self.certain(&Call { axis: Some(axis), ..*call }).is_some(),
        };
        let by_default = (rank - guest.shape.len()) as i64;
        let other = (0..rank as i64).filter(|&axis| axis != by_default).find(|&axis| fits(axis))?;
        let name = guest.name;
        let alone = self.certain(&Call { axis: Some(other), ..*call }).is_some();
        let option = if alone { "axis".to_string() } else { format!("axis({name})") };
        let headline = format!("`{name}` would fit at axis {other} as well");
        let note = format!("lies at axis {by_default} by default, and would fit at {other}");
        let helps = [
            format!("`{option} = {other}` would fit as well"),
            format!("`axis = {default}` or `allow = {}` says that this is meant", Lint::DefaultAxis.name()),
        ];
        Some(self.suspicion(Lint::DefaultAxis, &guest, 0, &headline, &note, &helps))
    }

    /// Puts together the headline with the mode, the picture with the culprit last, and the suggestions.
    fn suspicion(
        &self,
        lint: Lint,
        culprit: &Voter<'_>,
        operand_axis: usize,
        headline: &str,
        note: &str,
        helps: &[String],
    ) -> Suspicion {
        let call = self.call;
        let operands = call.operands.iter().zip(&self.resolution.maps).enumerate();
        let mut lines: Vec<Line<'_>> = operands
            .filter(|(i, (operand, map))| {
                culprit.party != Party::Operand(*i) && !operand.shape.is_empty() && !map.is_open()
            })
            .map(|(_, (operand, map))| Line { label: operand.name, shape: operand.shape, map: Some(map.borrowed()) })
            .collect();
        if let Some(to) = call.to.filter(|_| culprit.party != Party::To) {
            let offset = self.resolution.shape.len() - to.len();
            lines.push(Line { label: "to", shape: to, map: Some(AxisMap::at(offset, to.len())) });
        }
        // A place that is not an operand has the iterated shape.
        if let Some(place) = call.place.filter(|place| place.operand.is_none()) {
            lines.push(Line { label: place.name, shape: place.shape, map: None });
        }
        lines.push(Line { label: culprit.name, shape: culprit.shape, map: Some(culprit.map.borrowed()) });
        // Of a mistake of the culprit's lengths, a message gives the same mode and options.
        let mistake = Mistake::of(culprit.party, ErrorKind::LengthMismatch);
        let message = Message { call, facts: &Facts::NONE, mistake: &mistake, helps: &Helps::NONE, stated: &[] };
        let mut text = Text::written(self.symbols, |text| {
            message.in_force(text.push(headline).push(" ("));
            text.push(")");
            if picture::columns(text, &lines, self.resolution.shape.len(), operand_axis) {
                text.push(note);
            }
        });
        for help in helps {
            text += &format!("\nhelp: {help}");
        }
        Suspicion { lint, culprit: culprit.party, operand_axis, text }
    }
}

/// True if two lengths are certainly equal and other than 1.
fn is_same(one: Length, other: Length) -> bool {
    one.extends() && one.is_certainly(other)
}

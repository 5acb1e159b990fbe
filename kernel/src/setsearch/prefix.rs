//! Which of a question's n-grams must be walked, and for items of which sizes.
use std::ops::Range;

use super::layout::Layout;
use super::query::Lookup;
use super::ratio::Ratio;

/// An item that reaches the threshold was met `meetings` times among the rarest n-grams.
pub struct Prefix {
    size: u64,
    unknown: u64,
    threshold: Ratio,
    /// More meetings need a longer prefix and leave fewer candidates.
    pub meetings: u8,
}

impl Prefix {
    pub fn new(lookup: &Lookup<'_>, threshold: Ratio) -> Self {
        let size = u64::from(lookup.size);
        // The least that any item shares, whatever its size: c / (s + b - c) >= t with b >= c.
        let least = (threshold.numerator * size)
            .div_ceil(threshold.denominator)
            .max(1);
        // An eighth of the set was best on word bigrams and character 5-grams alike.
        let meetings = (size / 8).max(1).min(least).min(u64::from(u8::MAX)) as u8;
        Self {
            size,
            unknown: size - lookup.grams.len() as u64,
            threshold,
            meetings,
        }
    }

    /// The sizes of items whose last needed meeting can be at the `known`-th known n-gram.
    ///
    /// Unknown n-grams come first. With the e-th meeting at position i, i - e + 1 n-grams were
    /// missed, so at most r = s - (i - e + 1) are shared: b <= r / t - s + r, and b >= t s.
    /// The ranges shrink from one n-gram to the next.
    pub fn sizes(&self, known: usize) -> Range<u64> {
        let Ratio {
            numerator,
            denominator,
        } = self.threshold;
        let least = (numerator * self.size).div_ceil(denominator);
        let position = self.unknown + known as u64;
        let missed = (position + 1).saturating_sub(u64::from(self.meetings));
        let left = self.size.saturating_sub(missed);
        match (left * denominator).checked_div(numerator) {
            Some(most) => least..(most + 1).saturating_sub(missed),
            None => least..u64::MAX,
        }
    }

    /// The slots of items of those sizes.
    pub fn slots(&self, layout: &Layout<'_>, known: usize) -> Range<u32> {
        let sizes = self.sizes(known);
        if sizes.is_empty() {
            return 0..0;
        }
        let first_slot = |size: u64| {
            let class = layout
                .classes
                .partition_point(|class| u64::from(class.size) < size);
            layout
                .classes
                .get(class)
                .map_or(layout.slots, |class| class.first_slot) as u32
        };
        first_slot(sizes.start)..first_slot(sizes.end)
    }
}

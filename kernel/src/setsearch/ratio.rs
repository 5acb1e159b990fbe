//! Similarities as exact fractions.
use std::cmp::Ordering;

/// A fraction of two integers below 2^31, so that every product below fits 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    pub numerator: u64,
    pub denominator: u64,
}

/// Terms of a ratio, and sizes of sets, stay below this.
pub const LIMIT: u64 = 1 << 31;

impl Ratio {
    pub const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };

    /// The Jaccard similarity of two sets that share `shared` elements of `union`.
    pub fn jaccard(shared: u32, union: u32) -> Self {
        Self {
            numerator: u64::from(shared),
            denominator: u64::from(union),
        }
    }

    /// Order by value: 1/2 equals 2/4.
    pub fn compare(self, other: Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }

    /// The least count of shared elements with which sets of these sizes are at least this alike.
    ///
    /// From c / (a + b - c) >= n / d follows c (n + d) >= n (a + b). At least 1: sets that share
    /// nothing are no hits, whatever is asked.
    pub fn least_shared(self, left: u32, right: u32) -> u32 {
        let sizes = u64::from(left) + u64::from(right);
        let least = (self.numerator * sizes).div_ceil(self.numerator + self.denominator);
        u32::try_from(least.max(1)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn least_shared_is_the_least_count_that_reaches_the_ratio() {
        for (numerator, denominator) in [(0, 1), (1, 3), (1, 2), (41, 50), (1, 1), (3, 2)] {
            let ratio = Ratio {
                numerator,
                denominator,
            };
            for (left, right) in [(1, 1), (3, 9), (18, 17), (300, 255)] {
                let reaches = |c: u32| Ratio::jaccard(c, left + right - c).compare(ratio).is_ge();
                let expected = (1..=left.min(right)).find(|&c| reaches(c));
                let least = ratio.least_shared(left, right);
                match expected {
                    Some(count) => assert_eq!(least, count),
                    None => assert!(least > left.min(right)),
                }
            }
        }
    }
}

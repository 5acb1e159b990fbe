//! Many rows in two flat arrays: row i lies from `offsets[i]` to `offsets[i + 1]`.
use crate::errors::Refused;

/// Rows whose offsets were checked against their values.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    flat: &'a [u64],
    offsets: &'a [u64],
}

impl<'a> Rows<'a> {
    /// # Errors
    /// Where the offsets do not ascend from 0 to the number of values.
    pub fn new(flat: &'a [u64], offsets: &'a [u64]) -> Result<Self, Refused> {
        let fits = offsets.first() == Some(&0)
            && offsets.last() == Some(&(flat.len() as u64))
            && offsets.is_sorted();
        if fits {
            return Ok(Self { flat, offsets });
        }
        Err(Refused::new(
            format!("the offsets do not cut {} values into rows", flat.len()),
            "give ascending offsets from 0 to the number of values",
        ))
    }

    #[must_use]
    pub const fn len(self) -> usize {
        self.offsets.len() - 1
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // no offset is beyond the values in memory
    pub fn row(self, at: usize) -> &'a [u64] {
        &self.flat[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_that_do_not_fit_are_refused() {
        for offsets in [
            &[][..],
            &[0],
            &[1, 2],
            &[0, 3],
            &[0, 2, 1, 2],
            &[0, u64::MAX, 2],
        ] {
            assert!(Rows::new(&[7, 9], offsets).is_err(), "{offsets:?}");
        }
    }

    #[test]
    fn rows_lie_between_their_offsets() {
        let rows = Rows::new(&[7, 9], &[0, 0, 2]).expect("offsets fit");

        assert_eq!(
            (rows.len(), rows.row(0), rows.row(1)),
            (2, &[][..], &[7, 9][..])
        );
    }
}

//! Word overlap: shared words over the smaller set of words, case aside.
use crate::normalizers::lower;
use crate::tokens::tokens;

/// How many words two texts share, and how many the one with fewer has (at least 1), given
/// their words as `words` makes them.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // four billion words are no text
pub fn overlap(a: &[&[u8]], b: &[&[u8]]) -> (u32, u32) {
    let shared = a
        .iter()
        .filter(|word| b.binary_search(word).is_ok())
        .count();
    (shared as u32, a.len().min(b.len()).max(1) as u32)
}

/// The words of a text that `lower` made small: sorted, each once.
#[must_use]
pub fn words(lowered: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = tokens(lowered).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The overlap of a text, given as its words, with another.
#[must_use]
pub fn overlap_with(own: &[&[u8]], other: &[u8]) -> (u32, u32) {
    overlap(own, &words(&lower(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_once_and_whatever_their_case() {
        assert_eq!(overlap_with(&words(b"ship it it"), b"IT Ship now"), (2, 2));
    }

    #[test]
    fn no_words_are_nought_of_one() {
        assert_eq!(overlap_with(&words(b""), b"ship"), (0, 1));
    }
}

//! Word overlap: shared words over the smaller set of words, case aside.
use std::collections::HashMap;

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

/// How many words each text, made small, shares with each: row after row, its own count in the
/// diagonal.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // four billion words are no text
pub fn square(lowered: &[impl AsRef<[u8]>]) -> Vec<u32> {
    let all: Vec<_> = lowered.iter().map(|text| words(text.as_ref())).collect();
    let masks = masks(&all);
    let count = all.len();
    let mut shared = vec![0; count * count];
    for a in 0..count {
        shared[a * count + a] = all[a].len() as u32;
        for b in 0..a {
            let both = masks[a].iter().zip(&masks[b]);
            let common = both.map(|(one, other)| (one & other).count_ones()).sum();
            shared[a * count + b] = common;
            shared[b * count + a] = common;
        }
    }
    shared
}

/// One bit for each word that several texts have: a word of one alone is shared with no other.
fn masks(all: &[Vec<&[u8]>]) -> Vec<Vec<u64>> {
    let mut texts_with: HashMap<&[u8], usize> = HashMap::new();
    for word in all.iter().flatten() {
        *texts_with.entry(word).or_default() += 1;
    }
    texts_with.retain(|_, texts| *texts > 1);
    let length = texts_with.len().div_ceil(64);
    for (place, bit) in texts_with.values_mut().enumerate() {
        *bit = place;
    }
    let mask = |own: &Vec<&[u8]>| {
        let mut mask = vec![0; length];
        for bit in own.iter().filter_map(|word| texts_with.get(word)) {
            mask[bit / 64] |= 1 << (bit % 64);
        }
        mask
    };
    all.iter().map(mask).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_square_each_text_meets_each() {
        let texts = [&b"ship it it now"[..], b"ship it", b"wait", b""];
        let expected = [3, 2, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        assert_eq!(square(&texts), expected);
    }

    #[test]
    fn words_count_once_and_whatever_their_case() {
        assert_eq!(overlap_with(&words(b"ship it it"), b"IT Ship now"), (2, 2));
    }

    #[test]
    fn no_words_are_nought_of_one() {
        assert_eq!(overlap_with(&words(b""), b"ship"), (0, 1));
    }
}

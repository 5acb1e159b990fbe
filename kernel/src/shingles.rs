//! Shingles: a text as the set of hashes of its n-grams.
use std::borrow::Cow;

use rayon::prelude::*;

use crate::hashes::hash64;
use crate::tokens::spans;

pub const LONGEST: usize = 32;

/// Texts that one thread takes at a time.
const SHARE: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Word,
    Char,
}

/// A kind of n-gram, as `word2/1` or `char5/1` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grams {
    unit: Unit,
    length: usize,
}

impl Grams {
    #[must_use]
    pub fn named(version: &str) -> Option<Self> {
        let (unit, rest) = match version.split_at_checked(4)? {
            ("word", rest) => (Unit::Word, rest),
            ("char", rest) => (Unit::Char, rest),
            _ => return None,
        };
        let digits = rest.strip_suffix("/1")?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
        let length = digits.parse().ok()?;
        (plain && (1..=LONGEST).contains(&length)).then_some(Self { unit, length })
    }

    /// Hashes of the n-grams of `text`, sorted, each once.
    #[must_use]
    pub fn shingles(self, text: &[u8], line: &mut Line) -> Vec<u64> {
        let mut hashes = Vec::new();
        line.read(text);
        self.each(line, |hash| hashes.push(hash));
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    }

    /// Hands the hash of each n-gram to `take`, in order, with repeats.
    pub fn each(self, line: &mut Line, mut take: impl FnMut(u64)) {
        let units = match self.unit {
            Unit::Word => line.words.len(),
            Unit::Char => line.count_characters(),
        };
        if units == 0 {
            return;
        }
        if units < self.length {
            if self.unit == Unit::Word {
                // Empty words fill the text up, each after a space.
                line.bytes
                    .resize(line.bytes.len() + self.length - units, b' ');
            }
            take(hash64(&line.bytes));
            return;
        }
        match self.unit {
            Unit::Word => {
                for run in line.words.windows(self.length) {
                    take(hash64(&line.bytes[run[0].0..run[self.length - 1].1]));
                }
            }
            Unit::Char => {
                for run in line.characters.windows(self.length + 1) {
                    take(hash64(&line.bytes[run[0]..run[self.length]]));
                }
            }
        }
    }
}

/// The shingles of many texts, end to end, and where each text's begin.
#[must_use]
pub fn shingles_many(texts: &[Cow<[u8]>], grams: Grams) -> (Vec<u64>, Vec<u64>) {
    let shares: Vec<(Vec<u64>, Vec<usize>)> = texts
        .par_chunks(SHARE)
        .map(|texts| {
            let (mut line, mut flat, mut ends) = (Line::default(), Vec::new(), Vec::new());
            for text in texts {
                flat.extend(grams.shingles(text, &mut line));
                ends.push(flat.len());
            }
            (flat, ends)
        })
        .collect();
    let mut flat = Vec::with_capacity(shares.iter().map(|(share, _)| share.len()).sum());
    let mut offsets = Vec::with_capacity(texts.len() + 1);
    offsets.push(0);
    for (share, ends) in shares {
        offsets.extend(ends.iter().map(|end| (flat.len() + end) as u64));
        flat.extend(share);
    }
    (flat, offsets)
}

/// A text as its tokens joined by single spaces; kept from text to text for its room.
#[derive(Default)]
pub struct Line {
    bytes: Vec<u8>,
    /// Where each word starts and ends.
    words: Vec<(usize, usize)>,
    /// Where each character starts, and the end.
    characters: Vec<usize>,
}

impl Line {
    pub fn read(&mut self, text: &[u8]) {
        self.words.clear();
        self.words
            .extend(spans(text).map(|span| (span.start, span.end)));
        self.bytes.clear();
        if self.is_single_spaced(text) {
            self.bytes.extend_from_slice(text);
            return;
        }
        for word in &mut self.words {
            if !self.bytes.is_empty() {
                self.bytes.push(b' ');
            }
            let start = self.bytes.len();
            self.bytes.extend_from_slice(&text[word.0..word.1]);
            *word = (start, self.bytes.len());
        }
    }

    /// Whether the text is as it should be already, as normalised texts are.
    fn is_single_spaced(&self, text: &[u8]) -> bool {
        let mut expected = 0;
        let regular = self.words.iter().all(|(start, end)| {
            let fits = *start == expected && (*start == 0 || text[start - 1] == b' ');
            expected = end + 1;
            fits
        });
        regular && expected == text.len() + 1
    }

    pub fn words(&self) -> impl Iterator<Item = &[u8]> {
        self.words
            .iter()
            .map(|(start, end)| &self.bytes[*start..*end])
    }

    fn count_characters(&mut self) -> usize {
        let continues = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
        self.characters.clear();
        self.characters
            .extend((0..self.bytes.len()).filter(|at| !continues(self.bytes[*at])));
        self.characters.push(self.bytes.len());
        self.characters.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str, version: &str) -> Vec<u64> {
        let grams = Grams::named(version).expect("a known version");
        grams.shingles(text.as_bytes(), &mut Line::default())
    }

    #[test]
    fn versions_name_a_unit_and_a_length() {
        let word_bigrams = Grams {
            unit: Unit::Word,
            length: 2,
        };

        assert_eq!(Grams::named("word2/1"), Some(word_bigrams));
        for unknown in [
            "word0/1", "word02/1", "char33/1", "char5/2", "char+5/1", "wort2/1", "é",
        ] {
            assert_eq!(Grams::named(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_short_text_has_one_shingle_of_its_own() {
        assert_eq!(shingles("ship", "word2/1"), [hash64(b"ship ")]);
        assert_eq!(shingles("né", "char3/1"), [hash64("né".as_bytes())]);
        assert!(shingles(" \n", "char3/1").is_empty());
    }

    #[test]
    fn characters_are_counted_and_not_bytes() {
        let mut expected = [hash64("né".as_bytes()), hash64("ée".as_bytes())];
        expected.sort_unstable();

        assert_eq!(shingles("née", "char2/1"), expected);
    }
}

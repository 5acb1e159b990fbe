//! Tokens: what stands between white space.
use std::ops::Range;

/// Length in bytes of the white space that `text` begins with; 0 where it begins with none.
const fn white_space(text: &[u8]) -> usize {
    match text {
        [b'\t'..=b'\r' | 0x1c..=b' ', ..] => 1,
        [0xc2, 0x85 | 0xa0, ..] => 2,                       // U+0085, U+00A0
        [0xe1, 0x9a, 0x80, ..]                              // U+1680
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..] // U+2000 to U+200A, 2028, 2029, 202F
        | [0xe2, 0x81, 0x9f, ..]                            // U+205F
        | [0xe3, 0x80, 0x80, ..] => 3,                      // U+3000
        _ => 0,
    }
}

/// The first place from `at` on where white space may begin: at a byte up to the space, or at one
/// that is not ASCII. Reads eight bytes at a time, as most words end within them.
fn next_suspect(text: &[u8], mut at: usize) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    while let Some(eight) = text[at..].first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        // A byte below 0x21 borrows, which sets its highest bit; what that does to the bytes
        // after it does not matter, as only the first is asked for.
        let suspects = (eight | (eight.wrapping_sub(0x21 * EACH) & !eight)) & (0x80 * EACH);
        if suspects != 0 {
            return at + suspects.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let suspect = |byte: &u8| *byte <= b' ' || !byte.is_ascii();
    at + text[at..]
        .iter()
        .position(suspect)
        .unwrap_or(text.len() - at)
}

/// Where the tokens of a text lie, in order.
pub struct Spans<'a> {
    text: &'a [u8],
    at: usize,
}

#[must_use]
pub const fn spans(text: &[u8]) -> Spans<'_> {
    Spans { text, at: 0 }
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            match white_space(&self.text[self.at..]) {
                0 => break,
                space => self.at += space,
            }
        }
        let start = self.at;
        while self.at < self.text.len() {
            self.at = next_suspect(self.text, self.at);
            if white_space(&self.text[self.at..]) > 0 {
                break;
            }
            // No white space begins inside a character.
            self.at = (self.at + 1).min(self.text.len());
        }
        (start < self.at).then_some(start..self.at)
    }
}

/// The tokens of a text in order.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    spans(text).map(|span| &text[span])
}

/// The text without white space at its ends and with single spaces inside.
#[must_use]
pub fn single_spaced(text: &[u8]) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len());
    for token in tokens(text) {
        if !line.is_empty() {
            line.push(b' ');
        }
        line.extend_from_slice(token);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_white_space_parts_and_nothing_else_does() {
        let parting: Vec<u32> = (0..=0x0010_ffff)
            .filter_map(char::from_u32)
            .filter(|c| tokens(format!("a{c}b").as_bytes()).count() == 2)
            .map(u32::from)
            .collect();

        let mut expected: Vec<u32> = (9..=13).chain(0x1c..=0x20).collect();
        expected.extend([0x85, 0xa0, 0x1680]);
        expected.extend(0x2000..=0x200a);
        expected.extend([0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);
        assert_eq!(parting, expected);
    }

    #[test]
    fn single_spacing_keeps_a_lone_surrogate() {
        assert_eq!(single_spaced(b"\t\xed\xa0\x80  b\n"), b"\xed\xa0\x80 b");
    }
}

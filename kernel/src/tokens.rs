//! Tokens: what stands between white space.

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

/// The tokens of a text in order.
pub struct Tokens<'a> {
    rest: &'a [u8],
}

#[must_use]
pub const fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { rest: text }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let mut start = 0;
        loop {
            let space = white_space(&self.rest[start..]);
            if space == 0 {
                break;
            }
            start += space;
        }
        let mut end = start;
        // No white space begins with a byte that continues a character.
        while end < self.rest.len() && white_space(&self.rest[end..]) == 0 {
            end += 1;
        }
        let token = &self.rest[start..end];
        self.rest = &self.rest[end..];
        (!token.is_empty()).then_some(token)
    }
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

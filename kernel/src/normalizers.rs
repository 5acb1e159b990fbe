//! Versioned normalisers, by Unicode 14.0: what was assigned later parts a text into pieces.
use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::tokens::single_spaced;
use crate::untouched::UNTOUCHED;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalizer {
    ClaimLower,
    Claim,
    L0,
}

impl Normalizer {
    pub const VERSIONS: [(&'static str, Self); 3] = [
        ("claim-lower/1", Self::ClaimLower),
        ("claim/1", Self::Claim),
        ("l0/1", Self::L0),
    ];

    #[must_use]
    pub fn named(version: &str) -> Option<Self> {
        let known = Self::VERSIONS.iter().find(|(name, _)| *name == version)?;
        Some(known.1)
    }

    #[must_use]
    pub fn apply(self, text: &[u8]) -> Vec<u8> {
        match self {
            Self::ClaimLower => single_spaced(&nfkc(&lower(&nfkc(text)))),
            Self::Claim => single_spaced(&nfkc(text)),
            Self::L0 => {
                let mut line = single_spaced(&lower(text));
                while let [.., b' ' | b'.' | b'!' | b'?'] = line.as_slice() {
                    line.pop();
                }
                line
            }
        }
    }
}

#[must_use]
pub fn lower(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Owned(text.to_ascii_lowercase());
    }
    Cow::Owned(by_pieces(text, |piece, out| {
        out.extend_from_slice(piece.to_lowercase().as_bytes());
    }))
}

#[must_use]
pub fn nfkc(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(by_pieces(text, |piece, out| {
        let mut buffer = [0; 4];
        for c in piece.nfkc() {
            out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
        }
    }))
}

/// Changes the pieces between the characters that stay untouched.
fn by_pieces(text: &[u8], change: impl Fn(&str, &mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((at, apart)) = rest.char_indices().find(|(_, c)| is_untouched(*c)) {
            let end = at + apart.len_utf8();
            change(&rest[..at], &mut out);
            out.extend_from_slice(&rest.as_bytes()[at..end]);
            rest = &rest[end..];
        }
        change(rest, &mut out);
        out.extend_from_slice(chunk.invalid()); // a lone surrogate
    }
    out
}

fn is_untouched(c: char) -> bool {
    let code = u32::from(c);
    let following = UNTOUCHED.partition_point(|(first, _)| *first <= code);
    following > 0 && code <= UNTOUCHED[following - 1].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l0_strips_case_space_and_closing_marks() {
        let said = Normalizer::L0.apply("  Ship\u{a0}IT now. !".as_bytes());

        assert_eq!(said, b"ship it now");
    }

    #[test]
    fn a_character_assigned_later_is_untouched_and_parts_the_text() {
        // U+1C89, a capital of Unicode 16, has a small letter there.
        let text = "A\u{1c89}\u{301}".as_bytes();

        assert_eq!(
            Normalizer::ClaimLower.apply(text),
            "a\u{1c89}\u{301}".as_bytes()
        );
    }

    #[test]
    fn every_version_is_found_by_its_name() {
        for (name, normalizer) in Normalizer::VERSIONS {
            assert_eq!(Normalizer::named(name), Some(normalizer));
        }
        assert_eq!(Normalizer::named("l0/2"), None);
    }
}

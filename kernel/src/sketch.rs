//! Sketches: shingles, `MinHash` and `SimHash` of a text in one pass over it.
use std::borrow::Cow;

use rayon::prelude::*;

use crate::minhash::{upper, Lanes};
use crate::shingles::{Grams, Line};
use crate::simhash::fingerprint;

/// Lanes of a signature where none are asked for.
pub const LANES: usize = 128;

/// Texts that one thread takes at a time.
const SHARE: usize = 64;

/// The signatures, end to end, and the fingerprints of many texts.
#[must_use]
pub fn sketch_many(
    texts: &[Cow<[u8]>],
    grams: Grams,
    lanes: &Lanes,
    bits: u32,
) -> (Vec<u32>, Vec<u64>) {
    let mut signatures = vec![0; texts.len() * lanes.k()];
    let mut fingerprints = vec![0; texts.len()];
    texts
        .par_chunks(SHARE)
        .zip(signatures.par_chunks_mut(SHARE * lanes.k()))
        .zip(fingerprints.par_chunks_mut(SHARE))
        .for_each(|((texts, signatures), fingerprints)| {
            let mut sketcher = Sketcher::new(grams, lanes, bits);
            let places = signatures.chunks_exact_mut(lanes.k()).zip(fingerprints);
            for (text, (signature, fingerprint)) in texts.iter().zip(places) {
                *fingerprint = sketcher.sketch(text, signature);
            }
        });
    (signatures, fingerprints)
}

/// What is asked for, and the room that is kept from text to text.
struct Sketcher<'a> {
    grams: Grams,
    lanes: &'a Lanes,
    bits: u32,
    line: Line,
    uppers: Vec<u32>,
}

impl<'a> Sketcher<'a> {
    fn new(grams: Grams, lanes: &'a Lanes, bits: u32) -> Self {
        let (line, uppers) = (Line::default(), Vec::new());
        Self {
            grams,
            lanes,
            bits,
            line,
            uppers,
        }
    }

    /// Writes the signature of `text` and gives its fingerprint.
    fn sketch(&mut self, text: &[u8], signature: &mut [u32]) -> u64 {
        self.line.read(text);
        let fingerprint = fingerprint(self.line.words(), self.bits);
        self.uppers.clear();
        // A least value does not mind repeats, so the shingles need no sorting here.
        self.grams
            .each(&mut self.line, |hash| self.uppers.push(upper(hash)));
        self.lanes.sign(&self.uppers, signature);
        fingerprint
    }
}

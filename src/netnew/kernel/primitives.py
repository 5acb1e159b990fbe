"""Every primitive of text, shingles and sketches, under one roof."""

from netnew.kernel.implementation import Choice, crate, implementation, twin, use
from netnew.kernel.lsh import bucket_keys
from netnew.kernel.minhash import jaccard_estimate, matching_lanes, minhash, minhash_many
from netnew.kernel.normalizers import NORMALIZERS, lower, normalize, normalize_many
from netnew.kernel.overlap import text_overlap, text_overlap_many, text_overlap_square
from netnew.kernel.ragged import ragged
from netnew.kernel.ratio import Ratio
from netnew.kernel.shingles import shingles, shingles_many
from netnew.kernel.simhash import hamming, hamming_many, simhash, simhash_many
from netnew.kernel.sketch import sketch_many
from netnew.kernel.tokens import tokens

__all__ = [
    "NORMALIZERS",
    "Choice",
    "Ratio",
    "bucket_keys",
    "crate",
    "hamming",
    "hamming_many",
    "implementation",
    "jaccard_estimate",
    "lower",
    "matching_lanes",
    "minhash",
    "minhash_many",
    "normalize",
    "normalize_many",
    "ragged",
    "shingles",
    "shingles_many",
    "simhash",
    "simhash_many",
    "sketch_many",
    "text_overlap",
    "text_overlap_many",
    "text_overlap_square",
    "tokens",
    "twin",
    "use",
]

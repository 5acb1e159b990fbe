"""Names of units and numbers, with their exact factors."""

from __future__ import annotations

from fractions import Fraction

# Unit as written -> (base unit, how many base units it is). Only exact conversions.
_SECONDS = {
    "1/1000000": "µs us microsecond microseconds",
    "1/1000": "ms msec millisecond milliseconds",
    "1": "s sec secs second seconds",
    "60": "min mins minute minutes",
    "3600": "h hr hrs hour hours",
    "86400": "day days",
    "604800": "week weeks wk wks",
}
_BYTES = {
    "1": "b byte bytes",
    "1000": "kb kilobyte kilobytes",
    "1000000": "mb megabyte megabytes",
    "1000000000": "gb gigabyte gigabytes",
    "1000000000000": "tb terabyte terabytes",
    "1024": "kib",
    "1048576": "mib",
    "1073741824": "gib",
}
_METRES = {"1/1000": "mm", "1/100": "cm", "1": "metre metres meter meters", "1000": "km"}
_GRAMS = {"1/1000": "mg", "1": "g gram grams", "1000": "kg kilo kilos", "1000000": "tonne tonnes"}
_LITRES = {"1/1000": "ml", "1/10": "dl", "1": "l litre litres liter liters"}
# Alike without conversion: names of one and the same unit.
_NAMES = {
    "%": "% percent pct",
    "USD": "$ usd dollar dollars",
    "EUR": "€ eur euro euros",
    "GBP": "£ gbp pound pounds",
    "JPY": "¥ jpy yen",
    "month": "month months",
    "year": "year years yr yrs",
    "°C": "°c celsius",
    "°F": "°f fahrenheit",
    "x": "x times",
    "rps": "rps qps",
    "px": "px pixel pixels",
    "m": "m",
    "pt": "pt point points",
}


def _unit_table() -> dict[str, tuple[str, Fraction]]:
    table: dict[str, tuple[str, Fraction]] = {}
    scales = (("s", _SECONDS), ("B", _BYTES), ("metre", _METRES), ("g", _GRAMS), ("l", _LITRES))
    for base, scale in scales:
        for factor, names in scale.items():
            table.update({name: (base, Fraction(factor)) for name in names.split()})
    for base, names in _NAMES.items():
        table.update({name: (base, Fraction(1)) for name in names.split()})
    return table


UNITS = _unit_table()
TIMES = ("s", "month", "year")
MULTIPLIERS = {
    "k": 10**3,
    "thousand": 10**3,
    "million": 10**6,
    "mn": 10**6,
    "bn": 10**9,
    "billion": 10**9,
}
SPELLED = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
    "thousand": 1000,
}

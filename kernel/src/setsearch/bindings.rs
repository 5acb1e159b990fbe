//! The index as Python sees it: arrays in and out, the GIL released while searching.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::batch::{columns, pooled, Batch, Columns};
use super::ratio::LIMIT;
use super::{at_least, build, top_k, top_k_connected};
use super::{Damaged, Hit, Layout, Parts, Question, Ratio, Refused, Semantics};
use crate::int8::WIDEST;
use crate::simd::Level;

/// So few n-grams are indexed before another thread has woken; rayon sorts them here as well.
const FEW: usize = 1 << 10;

// The package's own errors, so that a caller cannot tell the twins apart.
pyo3::import_exception!(netnew.foundation.errors, DamagedError);
pyo3::import_exception!(netnew.foundation.errors, InputError);

fn damaged(problem: &str) -> PyErr {
    let problem = format!("the set index is damaged: {problem}");
    DamagedError::new_err((problem, "restore it or build it again"))
}

pub fn refused(problem: &str) -> PyErr {
    InputError::new_err((problem.to_owned(), "see the docstring for what is taken"))
}

/// A query's n-grams must ascend: everything behind takes it for granted.
pub fn check_sorted(grams: &[u64]) -> PyResult<()> {
    if grams.is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let problem = "a query's grams are not sorted and unique";
    Err(InputError::new_err((problem, "pass np.unique(grams)")))
}

/// Terms small enough that no product of them overflows, and nothing is divided by 0.
fn ratio((numerator, denominator): (u64, u64)) -> PyResult<Ratio> {
    if numerator >= LIMIT || !(1..LIMIT).contains(&denominator) {
        return Err(refused(
            "a ratio does not lie between 0 and 2^31 in both terms",
        ));
    }
    Ok(Ratio {
        numerator,
        denominator,
    })
}

type Scored = (u32, u32, u32);

impl From<Damaged> for PyErr {
    fn from(Damaged(problem): Damaged) -> Self {
        damaged(problem)
    }
}

impl From<Refused> for PyErr {
    fn from(Refused(problem): Refused) -> Self {
        refused(problem)
    }
}

/// The arrays of an index over these items, by name.
#[pyfunction]
pub fn build_set_index<'py>(
    py: Python<'py>,
    offsets: PyReadonlyArray1<'py, u64>,
    grams: PyReadonlyArray1<'py, u64>,
    id_rank: PyReadonlyArray1<'py, u32>,
) -> PyResult<Bound<'py, PyDict>> {
    let (offsets, grams, id_rank) = (offsets.as_slice()?, grams.as_slice()?, id_rank.as_slice()?);
    let build = || build(offsets, grams, id_rank);
    let arrays = if grams.len() < FEW {
        build()?
    } else {
        py.detach(|| pooled(0, build))??
    };
    let named = PyDict::new(py);
    named.set_item("header", arrays.header.into_pyarray(py))?;
    named.set_item("table_keys", arrays.table_keys.into_pyarray(py))?;
    named.set_item("table_ids", arrays.table_ids.into_pyarray(py))?;
    named.set_item("sizes", arrays.sizes.into_pyarray(py))?;
    named.set_item("size_items", arrays.size_items.into_pyarray(py))?;
    named.set_item("row_item", arrays.row_item.into_pyarray(py))?;
    named.set_item("row_rank", arrays.row_rank.into_pyarray(py))?;
    named.set_item("frequencies", arrays.frequencies.into_pyarray(py))?;
    named.set_item("frequency_grams", arrays.frequency_grams.into_pyarray(py))?;
    named.set_item("postings", arrays.postings.into_pyarray(py))?;
    named.set_item("bitmaps", arrays.bitmaps.into_pyarray(py))?;
    named.set_item("forward", arrays.forward.into_pyarray(py))?;
    Ok(named)
}

/// An opened index: it reads the given arrays where they lie.
#[pyclass(frozen, module = "netnew_kernel")]
pub struct SetSearch {
    // Declared before its owners, so dropped before them.
    layout: Layout<'static>,
    level: Level,
    _owners: Vec<Py<PyAny>>,
}

/// Opens arrays by name and keeps them alive.
struct Opening<'a, 'py> {
    arrays: &'a Bound<'py, PyDict>,
    owners: Vec<Py<PyAny>>,
}

impl<'py> Opening<'_, 'py> {
    fn slice<T: numpy::Element>(&mut self, name: &'static str) -> PyResult<&'static [T]> {
        let missing = || damaged(&format!("the array {name} is missing"));
        let array = self.arrays.get_item(name)?.ok_or_else(missing)?;
        let wrong = || damaged(&format!("the array {name} has another type"));
        let array: Bound<'py, PyArray1<T>> = array.extract().map_err(|_| wrong())?;
        let readonly = array.readonly();
        let slice = readonly
            .as_slice()
            .map_err(|_| damaged("an array is not contiguous"))?;
        // SAFETY: the array object goes to `owners`, which outlives the slice, and NumPy frees or
        // moves an array's memory only with its last owner. Python code is told not to write to
        // arrays that it gave away; elements are checked each time they are used.
        let slice = unsafe { std::slice::from_raw_parts(slice.as_ptr(), slice.len()) };
        drop(readonly);
        self.owners.push(array.into_any().unbind());
        Ok(slice)
    }
}

#[pymethods]
impl SetSearch {
    #[new]
    #[pyo3(signature = (arrays, simd = "auto"))]
    fn new(arrays: &Bound<'_, PyDict>, simd: &str) -> PyResult<Self> {
        let level = Level::named(simd)
            .ok_or_else(|| refused(&format!("this processor has no SIMD level {simd:?}")))?;
        let mut opening = Opening {
            arrays,
            owners: Vec::new(),
        };
        let parts = Parts {
            header: opening.slice("header")?,
            table_keys: opening.slice("table_keys")?,
            table_ids: opening.slice("table_ids")?,
            sizes: opening.slice("sizes")?,
            size_items: opening.slice("size_items")?,
            row_item: opening.slice("row_item")?,
            row_rank: opening.slice("row_rank")?,
            frequencies: opening.slice("frequencies")?,
            frequency_grams: opening.slice("frequency_grams")?,
            postings: opening.slice("postings")?,
            bitmaps: opening.slice("bitmaps")?,
            forward: opening.slice("forward")?,
        };
        Ok(Self {
            layout: Layout::open(parts)?,
            level,
            _owners: opening.owners,
        })
    }

    /// The SIMD level in use.
    #[getter]
    fn simd(&self) -> &'static str {
        self.level.name()
    }

    fn top_k(
        &self,
        py: Python<'_>,
        grams: PyReadonlyArray1<'_, u64>,
        k: usize,
        floor: (u64, u64),
        alive: Option<PyReadonlyArray1<'_, u8>>,
    ) -> PyResult<Vec<Scored>> {
        let question = self.question(grams.as_slice()?, alive.as_ref())?;
        let floor = ratio(floor)?;
        let hits = py.detach(|| top_k(&self.layout, question, k, floor, self.level))?;
        Ok(hits.into_iter().map(scored).collect())
    }

    fn at_least(
        &self,
        py: Python<'_>,
        grams: PyReadonlyArray1<'_, u64>,
        threshold: (u64, u64),
        alive: Option<PyReadonlyArray1<'_, u8>>,
    ) -> PyResult<Vec<Scored>> {
        let question = self.question(grams.as_slice()?, alive.as_ref())?;
        let threshold = ratio(threshold)?;
        let hits = py.detach(|| at_least(&self.layout, question, threshold))?;
        Ok(hits.into_iter().map(scored).collect())
    }

    fn top_k_connected(
        &self,
        py: Python<'_>,
        grams: PyReadonlyArray1<'_, u64>,
        semantics: (
            PyReadonlyArray1<'_, i8>,
            PyReadonlyArray2<'_, i8>,
            (u64, u64),
        ),
        id_rank: PyReadonlyArray1<'_, u32>,
        k: usize,
        alive: Option<PyReadonlyArray1<'_, u8>>,
    ) -> PyResult<Vec<(u32, u32, u32, i32)>> {
        let (query, vectors, alpha) = &semantics;
        let question = self.question(grams.as_slice()?, alive.as_ref())?;
        let (query, vectors, ranks) = (query.as_slice()?, vectors.as_slice()?, id_rank.as_slice()?);
        let items = self.layout.items();
        if query.len() > WIDEST || vectors.len() != items * query.len() || ranks.len() != items {
            return Err(refused(
                "vectors or id_rank do not fit the index and the query",
            ));
        }
        let alpha = ratio(*alpha)?;
        if alpha.numerator > alpha.denominator {
            return Err(refused("alpha is above 1"));
        }
        let semantics = Semantics {
            vectors,
            query,
            alpha,
        };
        let grams = question.grams;
        let found = py.detach(|| {
            top_k_connected(
                &self.layout,
                grams,
                semantics,
                ranks,
                question.alive,
                k,
                self.level,
            )
        })?;
        Ok(found
            .into_iter()
            .map(|one| (one.item, one.shared, one.union, one.dot))
            .collect())
    }

    #[allow(clippy::too_many_arguments)] // the fields of one call, as Python passes them
    fn top_k_batch<'py>(
        &self,
        py: Python<'py>,
        offsets: PyReadonlyArray1<'_, u64>,
        grams: PyReadonlyArray1<'_, u64>,
        k: usize,
        floors: PyReadonlyArray1<'_, u64>,
        alive: Option<PyReadonlyArray1<'_, u8>>,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let floors = floors.as_slice()?.chunks(2);
        let floors: Vec<Ratio> = floors
            .map(|terms| ratio((terms[0], *terms.get(1).unwrap_or(&0))))
            .collect::<PyResult<_>>()?;
        let batch = Batch::new(offsets.as_slice()?, grams.as_slice()?)?;
        if floors.len() != batch.len() {
            return Err(refused("floors has not one ratio a query"));
        }
        let question = self.question(&[], alive.as_ref())?;
        let answers = py.detach(|| {
            batch.answer(threads, |query, grams| {
                let question = Question { grams, ..question };
                top_k(&self.layout, question, k, floors[query], self.level)
            })
        })?;
        Ok(columns(py, &answers))
    }

    fn at_least_batch<'py>(
        &self,
        py: Python<'py>,
        offsets: PyReadonlyArray1<'_, u64>,
        grams: PyReadonlyArray1<'_, u64>,
        threshold: (u64, u64),
        alive: Option<PyReadonlyArray1<'_, u8>>,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let batch = Batch::new(offsets.as_slice()?, grams.as_slice()?)?;
        let question = self.question(&[], alive.as_ref())?;
        let threshold = ratio(threshold)?;
        let answers = py.detach(|| {
            batch.answer(threads, |_, grams| {
                at_least(&self.layout, Question { grams, ..question }, threshold)
            })
        })?;
        Ok(columns(py, &answers))
    }
}

impl SetSearch {
    fn question<'a>(
        &self,
        grams: &'a [u64],
        alive: Option<&'a PyReadonlyArray1<'_, u8>>,
    ) -> PyResult<Question<'a>> {
        check_sorted(grams)?;
        let alive = alive.map(|alive| alive.as_slice()).transpose()?;
        if alive.is_some_and(|alive| alive.len() != self.layout.items()) {
            return Err(refused("alive has not one flag an item"));
        }
        Ok(Question { grams, alive })
    }
}

fn scored(hit: Hit) -> Scored {
    (hit.item, hit.intersection, hit.union)
}

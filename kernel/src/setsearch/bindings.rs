//! The index as Python sees it: arrays in and out, the GIL released while searching.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use super::{at_least, build, top_k, top_k_connected};
use super::{Damaged, Hit, Layout, Parts, Question, Ratio, Refused, Semantics};
use crate::int8::WIDEST;
use crate::simd::Level;
use crate::threads::{in_pool, with_threads};

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

type Scored = (u32, u32, u32);
pub type Column<'py, T> = Bound<'py, PyArray1<T>>;
type Columns<'py> = (
    Column<'py, u64>,
    Column<'py, u32>,
    Column<'py, u32>,
    Column<'py, u32>,
);

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
    let arrays = py.detach(|| pooled(0, || build(offsets, grams, id_rank)))??;
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
        let floor = Ratio {
            numerator: floor.0,
            denominator: floor.1,
        };
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
        let threshold = Ratio {
            numerator: threshold.0,
            denominator: threshold.1,
        };
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
        let alpha = Ratio {
            numerator: alpha.0,
            denominator: alpha.1,
        };
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
        let floors = floors.as_slice()?;
        let batch = Batch::new(offsets.as_slice()?, grams.as_slice()?)?;
        if floors.len() != 2 * batch.len() {
            return Err(refused("floors has not one ratio a query"));
        }
        let question = self.question(&[], alive.as_ref())?;
        let answers = py.detach(|| {
            batch.answer(threads, |query, grams| {
                let floor = Ratio {
                    numerator: floors[2 * query],
                    denominator: floors[2 * query + 1],
                };
                top_k(
                    &self.layout,
                    Question { grams, ..question },
                    k,
                    floor,
                    self.level,
                )
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
        let threshold = Ratio {
            numerator: threshold.0,
            denominator: threshold.1,
        };
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
        if !grams.is_sorted_by(|a, b| a < b) {
            let problem = "a query's grams are not sorted and unique";
            return Err(InputError::new_err((problem, "pass np.unique(grams)")));
        }
        let alive = alive.map(|alive| alive.as_slice()).transpose()?;
        if alive.is_some_and(|alive| alive.len() != self.layout.items()) {
            return Err(refused("alive has not one flag an item"));
        }
        Ok(Question { grams, alive })
    }
}

/// Many questions, laid end to end.
struct Batch<'a> {
    sets: Vec<&'a [u64]>,
}

impl<'a> Batch<'a> {
    fn new(offsets: &[u64], grams: &'a [u64]) -> PyResult<Self> {
        let set = |pair: &[u64]| grams.get(pair[0] as usize..pair[1] as usize);
        let sets: Option<Vec<_>> = offsets.windows(2).map(set).collect();
        sets.map(|sets| Self { sets })
            .ok_or_else(|| refused("offsets do not ascend within grams"))
    }

    fn len(&self) -> usize {
        self.sets.len()
    }

    /// All answers in the order of the questions; `threads` 0 leaves their number to rayon.
    fn answer(
        &self,
        threads: usize,
        one: impl Fn(usize, &[u64]) -> Result<Vec<Hit>, Damaged> + Sync,
    ) -> PyResult<Vec<Vec<Hit>>> {
        if threads == 1 {
            let each = self.sets.iter().enumerate();
            let answers: Result<_, Damaged> =
                each.map(|(query, grams)| one(query, grams)).collect();
            return Ok(answers?);
        }
        let answers: Result<_, Damaged> = pooled(threads, || {
            self.sets
                .par_iter()
                .enumerate()
                .map(|(query, grams)| one(query, grams))
                .collect()
        })?;
        Ok(answers?)
    }
}

/// Run `work` on that many threads; 0 means the process's own pool.
pub fn pooled<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    Ok(match threads {
        0 => in_pool(work)?,
        _ => with_threads(threads, work)?,
    })
}

fn scored(hit: Hit) -> Scored {
    (hit.item, hit.intersection, hit.union)
}

/// Answers laid end to end: where each starts, then item, intersection and union of all hits.
fn columns<'py>(py: Python<'py>, answers: &[Vec<Hit>]) -> Columns<'py> {
    let mut offsets = vec![0_u64];
    let mut end = 0;
    for hits in answers {
        end += hits.len() as u64;
        offsets.push(end);
    }
    let column = |field: fn(&Hit) -> u32| -> Column<'py, u32> {
        answers
            .iter()
            .flatten()
            .map(field)
            .collect::<Vec<_>>()
            .into_pyarray(py)
    };
    (
        offsets.into_pyarray(py),
        column(|hit| hit.item),
        column(|hit| hit.intersection),
        column(|hit| hit.union),
    )
}

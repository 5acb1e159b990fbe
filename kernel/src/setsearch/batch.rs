//! Many questions at once: laid end to end in arrays, answered on many threads.
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::bindings::{check_sorted, refused};
use super::{Damaged, Hit};
use crate::threads::{in_pool, with_threads};

pub type Column<'py, T> = Bound<'py, PyArray1<T>>;
pub type Columns<'py> = (
    Column<'py, u64>,
    Column<'py, u32>,
    Column<'py, u32>,
    Column<'py, u32>,
);

/// Many questions, laid end to end.
pub struct Batch<'a> {
    sets: Vec<&'a [u64]>,
}

impl<'a> Batch<'a> {
    pub fn new(offsets: &[u64], grams: &'a [u64]) -> PyResult<Self> {
        let set = |pair: &[u64]| grams.get(pair[0] as usize..pair[1] as usize);
        let sets: Option<Vec<_>> = offsets.windows(2).map(set).collect();
        let sets = sets.ok_or_else(|| refused("offsets do not ascend within grams"))?;
        sets.iter().try_for_each(|grams| check_sorted(grams))?;
        Ok(Self { sets })
    }

    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// All answers in the order of the questions; `threads` 0 leaves their number to rayon.
    pub fn answer(
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

/// Answers laid end to end: where each starts, then item, intersection and union of all hits.
pub fn columns<'py>(py: Python<'py>, answers: &[Vec<Hit>]) -> Columns<'py> {
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

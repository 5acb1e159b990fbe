"""Makes the result files under tests/ratchet/real by running the real tools on toy tasks.

    python -m venv real && real/bin/pip install -r requirements/realfiles.in
    real/bin/python scripts/real_results.py

No model and no network: Inspect answers by a rule, lm-evaluation-harness by its dummy model.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = Path(__file__).resolve().parent.parent / "tests" / "ratchet" / "real"
BIN = Path(sys.executable).parent

INSPECT_TASK = """
from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import solver

@solver
def rule():
    async def solve(state, generate):
        n = int(state.input_text.split("+")[0])
        right = n % 4 or (state.epoch == 2 and n == 4)
        answer = str(n + 1) if right else "unsure"
        state.output = ModelOutput.from_content("mockllm/model", answer)
        return state
    return solve

@task
def sums():
    samples = [Sample(id=f"sum-{n}", input=f"{n}+1", target=str(n + 1)) for n in range(1, 9)]
    return Task(dataset=samples, solver=rule(), scorer=match(), epochs=Epochs(2, "mean"), version=3)
"""
LM_EVAL_TASK = """
task: toy_sums
dataset_path: json
dataset_kwargs: {data_files: {test: items.jsonl}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_choice: ["no", "yes"]
doc_to_target: "{{answer}}"
metric_list: [{metric: acc, aggregation: mean, higher_is_better: true}]
metadata: {version: 1.0}
"""


def main() -> None:
    REAL.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inspect(folder)
        lm_eval(folder)


def inspect(folder: Path) -> None:
    (folder / "task.py").write_text(INSPECT_TASK)
    for kind in ("json", "eval"):
        run(folder, "inspect", "eval", "task.py", "--model", "mockllm/model", "--log-format", kind,
            "--log-dir", kind, "--display", "none", "--no-log-realtime")  # fmt: skip
        (written,) = (folder / kind).glob(f"*.{kind}")
        shutil.copy(written, REAL / f"inspect.{kind}")


def lm_eval(folder: Path) -> None:
    (folder / "toy.yaml").write_text(LM_EVAL_TASK)
    items = [{"question": f"Is {n} even?", "answer": 1 - n % 2} for n in range(20)]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run(folder, "lm_eval", "--model", "dummy", "--tasks", "toy_sums", "--include_path", ".",
        "--log_samples", "--output_path", "out")  # fmt: skip
    (results,) = (folder / "out").rglob("results_*.json")
    (samples,) = (folder / "out").rglob("samples_*.jsonl")
    shutil.copy(results, REAL / results.name)
    shutil.copy(samples, REAL / samples.name)


def run(folder: Path, command: str, *arguments: str) -> None:
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    subprocess.run([BIN / command, *arguments], cwd=folder, env=os.environ | offline, check=True)


if __name__ == "__main__":
    main()

"""``python -m tests.study`` writes the schema of results again."""

from pathlib import Path

from probe.files.dataset import write_json
from probe.study.result import StudyResult

write_json(Path(__file__).parents[2] / "results" / "result.schema.json", StudyResult.model_json_schema())

"""`tallybox gcg check`: are the sums of recorded games right?"""

import json
from collections.abc import Sequence
from pathlib import Path

from appliance.errors import Missing
from appliance.games.scrabble.gcg import decode, parse
from appliance.games.scrabble.gcg_replay import Mismatch, Report, check
from appliance.pieces.tiles import ENGLISH


def check_files(files: Sequence[str]) -> int:
    """Print a line of JSON for each file; 1 if the sums of one are wrong. `Missing` for no such file.

    The line has `file`, `plays` (lines that lay tiles, those taken back later too), `mismatches` (by line
    number; a wrong total has `total` true), `final` (last total by nick, as computed) and `ok`. Where there
    is something to say it also has `problem` (then it is not ok), `notes` (it may be ok all the same) and
    `tiles` (the language, unless English).
    """
    for file in files:
        if not Path(file).is_file():
            raise Missing(f"there is no file {file}")
    reports = [check_file(file) for file in files]
    return int(not all(ok for ok in reports))


def check_file(file: str) -> bool:
    """Check one file, print its line, and say whether it is right."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        values: dict[str, object] = {"file": file, "plays": 0, "mismatches": [], "final": {}, "ok": False}
        print(json.dumps(values | {"problem": str(error)}), flush=True)
        return False
    report = check(parse(decode(data)))
    print(json.dumps({"file": file} | as_values(report)), flush=True)
    return report.ok


def as_values(report: Report) -> dict[str, object]:
    """The report as plain values, in the order in which they are printed."""
    values: dict[str, object] = {
        "plays": report.plays,
        "mismatches": [_mismatch(mismatch) for mismatch in report.mismatches],
        "final": report.final,
        "ok": report.ok,
    }
    if report.problems:
        values["problem"] = "; ".join(report.problems)
    if report.notes:
        values["notes"] = list(report.notes)
    if report.tile_set is not ENGLISH:
        values["tiles"] = report.tile_set.name
    return values


def _mismatch(mismatch: Mismatch) -> dict[str, object]:
    values: dict[str, object] = {
        "line": mismatch.line,
        "recorded": mismatch.recorded,
        "computed": mismatch.computed,
    }
    return values | ({"total": True} if mismatch.of_total else {})

"""Metadata of an exported dataset in Croissant 1.0 (MLCommons), the vocabulary that dataset search engines read."""

import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from probe.files.hub_columns import HubForm

_CROISSANT = "http://mlcommons.org/croissant/"
_DATA_TYPES = {"string": "sc:Text", "int64": "sc:Integer", "list<string>": "sc:Text"}
_TERMS = (
    "citeAs column containedIn equivalentProperty extract field fileProperty fileObject "
    "fileSet format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated "
    "replace samplingRate separator source subField transform"
)


def croissant(digests: Mapping[str, str], form: HubForm, *, licence: str | None, version: str) -> str:
    """Return the metadata of the Parquet files in ``digests``, which has the SHA-256 of each by its path.

    Each file is a record set of the same fields. ``licence`` is an SPDX expression; None: not stated.
    """
    metadata = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "name": form.name,
        "description": form.described,
        "conformsTo": f"{_CROISSANT}1.0",
        "license": _licence_address(licence),
        "version": version,
        **({"citeAs": form.citation} if form.citation else {}),
        "distribution": [_file(path, digest) for path, digest in digests.items()],
        "recordSet": [_record_set(path, form) for path in digests],
    }
    return json.dumps(metadata, indent=2, ensure_ascii=False) + "\n"


def _licence_address(licence: str | None) -> str:
    # SPDX has a page for each licence, but none for an expression of several.
    simple = licence is not None and " " not in licence
    return f"https://spdx.org/licenses/{licence}.html" if simple else licence or "not stated"


def _context() -> dict[str, Any]:
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "cr": _CROISSANT,
        "dct": "http://purl.org/dc/terms/",
        "rai": f"{_CROISSANT}RAI/",
        "sc": "https://schema.org/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "conformsTo": "dct:conformsTo",
        **{term: f"cr:{term}" for term in _TERMS.split()},
    }


def _file(path: str, digest: str) -> dict[str, str]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }


def _record_set(path: str, form: HubForm) -> dict[str, Any]:
    name = PurePosixPath(path).stem
    fields = [_field(name, path, column, form) for column in form.types]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


def _field(record_set: str, path: str, column: str, form: HubForm) -> dict[str, Any]:
    kind = form.types[column]
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column}",
        "name": column,
        "description": form.meanings[column],
        "dataType": _DATA_TYPES[kind],
        "source": {"fileObject": {"@id": path}, "extract": {"column": column}},
    }
    return {**field, "repeated": True} if kind.startswith("list") else field

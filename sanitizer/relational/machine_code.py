"""Tell whether a release makes its machine code first, which takes about a minute, once for each installation."""

import os
import sys
from pathlib import Path

from sanitizer.relational import classes
from sanitizer.relational.columns.columns_release import by_columns
from sanitizer.relational.definition.definition import Definition


def makes_machine_code(definition: Definition) -> bool:
    """Return whether a release has to make the machine code first: it may group person by person, and none is there
    yet beside the package. Loads nothing that makes it."""
    config = getattr(
        sys.modules.get("numba"), "config", None
    )  # another thread may be in the midst of its import
    spared = getattr(config, "DISABLE_JIT", False)
    if spared or (by_columns(definition) and definition.method.partitioner != "auto"):
        return False
    folder = Path(next(iter(classes.__path__)))
    kept = any((folder / "__pycache__").glob("growth_kernels.growth_kernel-*.nbi"))
    return not kept and os.access(folder, os.W_OK) and "NUMBA_CACHE_DIR" not in os.environ

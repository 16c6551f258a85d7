"""Write sanitizer/manifest.json, the check sums of the shipped data: after any of them was built anew.

python training/manifest.py
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from sanitizer.common.integrity import MANIFEST, digests

if __name__ == "__main__":
    found = digests()
    MANIFEST.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    print(f"{len(found)} files")

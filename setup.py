"""Put the pages and the examples into the package when it is built, so that `sanitizer help` finds them."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent


class BuildWithPages(build_py):
    """`build_py`, and docs/ and examples/ below `sanitizer/pages`."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # then the folders themselves are read
            return
        target = Path(self.build_lib) / "sanitizer" / "pages"
        for page in sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "tutorials").glob("*.md")]):
            place = target / "docs" / page.relative_to(ROOT / "docs")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page, place)
        shutil.copyfile(ROOT / "CHANGELOG.md", target / "CHANGELOG.md")
        shutil.copytree(ROOT / "examples", target / "examples", dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithPages})

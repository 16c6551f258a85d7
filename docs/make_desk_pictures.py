"""Take the pictures of the review desk, in headless Chromium, of a review of the example reports.

python docs/make_desk_pictures.py     # into docs/images: desk-first, desk, desk-dark, desk-narrow, desk-keys
"""

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import uvicorn  # noqa: E402
from PIL import Image  # noqa: E402

from sanitizer.review.desk_state import Desk  # noqa: E402
from sanitizer.review.pages import application  # noqa: E402
from sanitizer.review.run_folder import begin_run  # noqa: E402
from sanitizer.service.security import secured  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PICTURES = {  # its name: the page, width, height, scheme, keys pressed there
    "desk-first": ("", 1280, 900, "light", ()),
    "desk": ("documents/1", 1280, 800, "light", ("Space", "+", "y", "Escape")),
    "desk-dark": ("documents/1", 1280, 800, "dark", ("Space",)),
    "desk-narrow": ("documents/1", 390, 800, "light", ("Space",)),
    "desk-keys": ("documents/1", 1280, 800, "light", ("?",)),
}


def take(browser: Any, address: str, name: str) -> None:
    """Take one picture."""
    path, width, height, scheme, keys = PICTURES[name]
    size = {"width": width, "height": height}
    page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
    page.goto(f"{address}/{path}")
    if path:
        page.wait_for_selector("body[data-ready]")
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(1000)
    deadline = time.monotonic() + 60
    while path and not page.evaluate("view.checked && !busy && !looking") and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    page.wait_for_timeout(1000)
    page.screenshot(path=IMAGES / f"{name}.png")
    with Image.open(IMAGES / f"{name}.png") as picture:
        few = picture.convert("RGB").quantize(64)
    few.save(IMAGES / f"{name}.png", optimize=True)


def main() -> None:
    """Take all pictures."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place:
        run = begin_run(Path(place) / "run", {"source": str(ROOT / "examples" / "reports")}, {})
        desk = Desk.of(run, "anna")
        desk.check_apart()
        config = uvicorn.Config(secured(application(desk)), port=0, log_level="error", access_log=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/review"
        chromium = next(
            p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))
        )
        with sync_playwright() as playwright:  # begun last: a process forked behind it would hold its line
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            for name in PICTURES:
                take(browser, address, name)
            browser.close()
        server.should_exit = True
        thread.join(5)


if __name__ == "__main__":
    main()

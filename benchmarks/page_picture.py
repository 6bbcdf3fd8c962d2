"""Take a picture of a page in headless Chromium: `python benchmarks/page_picture.py atlas/index.html docs/page.png`."""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--select", help="id of the node to open, for example Method:adam")
    parser.add_argument("--view", choices=("all", "entities", "papers", "communities"))
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", default="1440x900")
    asked = parser.parse_args()
    held = {"v": asked.view, "n": asked.select}
    state = f"#{urlencode({key: value for key, value in held.items() if value})}"
    wide, high = map(int, asked.size.split("x"))
    with TemporaryDirectory() as profile:
        driver = start(profile)
        try:
            metrics = {"width": wide, "height": high, "deviceScaleFactor": 2, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            scheme = {"name": "prefers-color-scheme", "value": "dark" if asked.dark else "light"}
            still = {"name": "prefers-reduced-motion", "value": "reduce"}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
            driver.get(asked.page.resolve().as_uri() + state)
            ready = "return performance.getEntriesByName('ready').length > 0"
            WebDriverWait(driver, 60).until(lambda _: driver.execute_script(ready))
            driver.execute_async_script("setTimeout(arguments[0], 600)")
            driver.save_screenshot(str(asked.picture))
        finally:
            driver.quit()


def start(profile: str) -> Chrome:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    return Chrome(options=options, service=Service(shutil.which("chromedriver")))


if __name__ == "__main__":
    main()

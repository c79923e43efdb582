"""The build backend of `pip install .` (PEP 517): CMake builds and installs the package into a
wheel. Nothing but the standard library is needed."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
with open(os.path.join(SOURCE, "CMakeLists.txt"), encoding="utf-8") as project:
    VERSION = re.search(r"VERSION (\d+\.\d+\.\d+)", project.read()).group(1)
METADATA = f"""Metadata-Version: 2.1
Name: holdfast
Version: {VERSION}
Summary: Planning under uncertainty with macro-actions that are learnt as logic rules
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: frames
Requires-Dist: pandas; extra == 'frames'
"""


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def _built(folder):
    """Installs the package's component below `folder`. HOLDFAST_BUILD names a build to use."""
    build = os.environ.get("HOLDFAST_BUILD") or os.path.join(SOURCE, "build", "wheel")
    if not os.path.exists(os.path.join(build, "build.ninja")):
        subprocess.check_call(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", build,
                               "-DCMAKE_BUILD_TYPE=Release", "-DHOLDFAST_TESTS=OFF",
                               "-DHOLDFAST_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"])
    subprocess.check_call(["cmake", "--build", build, "--target", "holdfast_python"])
    subprocess.check_call(["cmake", "--install", build, "--component", "python", "--prefix", folder])
    for root, _, files in os.walk(folder):
        if "__init__.py" in files:
            return os.path.dirname(root)
    raise RuntimeError("the build installed no package")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"holdfast-{VERSION}-{_tag()}.whl"
    info = f"holdfast-{VERSION}.dist-info"
    record = []

    def add(wheel, path, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}")
        wheel.writestr(path, content)

    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(
            os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        place = _built(folder)
        for root, _, files in os.walk(place):
            for file in sorted(files):
                path = os.path.join(root, file)
                with open(path, "rb") as content:
                    add(wheel, os.path.relpath(path, place), content.read())
        add(wheel, f"{info}/METADATA", METADATA.encode())
        add(wheel, f"{info}/WHEEL", ("Wheel-Version: 1.0\nGenerator: holdfast\n"
                                     f"Root-Is-Purelib: false\nTag: {_tag()}\n").encode())
        wheel.writestr(f"{info}/RECORD", "\n".join(record + [f"{info}/RECORD,,"]) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("build a wheel: pip wheel --no-build-isolation .")

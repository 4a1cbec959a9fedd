"""Makes JAX run on tern: with this package beside JAX, `JAX_PLATFORMS=tern` chooses it.

JAX finds the package by its place in the namespace `jax_plugins` and calls `initialize()`. The plugin's library is looked for where
TERN_PJRT_LIBRARY says, then beside this file, then in the build tree that the package was taken from.
"""

import os
import pathlib

from . import host_calls, linear_algebra

__all__ = ["initialize", "library_path"]

PLATFORM = "tern"
# Above that of JAX's own CPU, so that tern is the default where nobody chooses.
PRIORITY = 500

# What JAX does by functions of LAPACK's, or otherwise than for platforms that it does not know, and tern does as on a CPU.
CPU_LOWERINGS = (
    "check",
    "cholesky",
    "debug_callback",
    "debug_print",
    "eigh",
    "geqrf",
    "householder_product",
    "lu",
    "svd",
)


def library_path() -> pathlib.Path:
    """The plugin's library.

    Raises:
      FileNotFoundError: there is none in any of the places.
    """
    chosen = os.environ.get("TERN_PJRT_LIBRARY")
    here = pathlib.Path(__file__).resolve().parent
    places = [pathlib.Path(chosen)] if chosen else [here / "lib", here.parents[2] / "build" / "lib"]
    for place in places:
        path = place if place.suffix == ".so" else place / "libtern_pjrt.so"
        if path.is_file():
            return path
    looked = ", ".join(str(place) for place in places)
    raise FileNotFoundError(f"there is no libtern_pjrt.so in {looked}; set TERN_PJRT_LIBRARY to its path")


def _register_lowerings() -> None:
    """Gives the platform the rules that JAX has for CPUs, and says that arguments may be donated."""
    from jax._src.interpreters import mlir

    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
    rules = mlir._platform_specific_lowerings
    for primitive, rule in list(rules["cpu"].items()):
        if primitive.name in CPU_LOWERINGS:
            rules[PLATFORM].setdefault(primitive, rule)


def initialize() -> None:
    """Registers the plugin. JAX calls this once, before it looks for devices."""
    from jax._src import xla_bridge

    options = {}
    if "TERN_PJRT_DEVICE" in os.environ:
        options["device"] = os.environ["TERN_PJRT_DEVICE"]
    library = str(library_path())
    xla_bridge.register_plugin(PLATFORM, priority=PRIORITY, library_path=library, options=options)
    host_calls.install(library)
    host_calls.patch_callbacks(PLATFORM)
    _register_lowerings()
    linear_algebra.register(PLATFORM)

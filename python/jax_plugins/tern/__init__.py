"""Makes JAX run on tern: with this package beside JAX, `JAX_PLATFORMS=tern` chooses it.

JAX finds the package by its place in the namespace `jax_plugins`, or by an entry point, and calls `initialize()`. The plugin's library
is where TERN_PJRT_LIBRARY says, else among those of the package `tern`.
"""

import os
import pathlib

import tern

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
    if not chosen:
        return tern.library_path("libtern_pjrt.so")
    path = pathlib.Path(chosen)
    path = path if path.suffix == ".so" else path / "libtern_pjrt.so"
    if not path.is_file():
        raise FileNotFoundError(f"there is no {path}; set TERN_PJRT_LIBRARY to the path of libtern_pjrt.so, or not at all")
    return path


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

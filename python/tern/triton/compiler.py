"""The compiler's half of the back end: from Triton's IR to a module of tern."""

import ctypes
import hashlib
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from triton._C.libtriton import ir, passes
from triton.backends.compiler import BaseBackend, GPUTarget

from .. import version
from .._native import CompileOptions
from .._program import _Compiler
from . import _native

TARGET = "tern"


@dataclass(frozen=True)
class Options:
    """What a launch says of how a kernel is compiled, and what Triton's front end asks."""

    num_warps: int = 4
    num_ctas: int = 1
    num_stages: int = 3
    warp_size: int = 32
    maxnreg: Optional[int] = None
    enable_fp_fusion: bool = True
    supported_fp8_dtypes: Tuple[str, ...] = ("fp8e4b15", "fp8e4nv", "fp8e5")
    deprecated_fp8_dot_operand_dtypes: Tuple[str, ...] = ()
    default_dot_input_precision: str = "ieee"
    allowed_dot_input_precisions: Tuple[str, ...] = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
    max_num_imprecise_acc_default: int = 0
    extern_libs: Tuple = ()
    debug: bool = False
    backend_name: str = TARGET
    sanitize_overflow: bool = True
    arch: str = "cpu"
    ir_override: Optional[str] = None
    instrumentation_mode: str = ""
    launch_cooperative_grid: bool = False
    launch_pdl: bool = False
    # What programs say to the compilers of GPUs, and processors have no use for.
    waves_per_eu: int = 0
    matrix_instr_nonkdim: int = 0
    kpack: int = 1

    def hash(self) -> str:
        return hashlib.sha256(repr(sorted(self.__dict__.items(), key=lambda item: item[0])).encode()).hexdigest()


def _make_ttir(module, metadata, options):
    """Triton's own passes for its IR: calls are inlined, and what tests look for in `asm["ttir"]` is what they know."""
    manager = ir.pass_manager(module.context)
    passes.common.add_inliner(manager)
    passes.ttir.add_rewrite_tensor_pointer(manager)
    passes.common.add_canonicalizer(manager)
    passes.ttir.add_combine(manager)
    passes.ttir.add_reorder_broadcast(manager)
    passes.common.add_cse(manager)
    passes.common.add_symbol_dce(manager)
    passes.ttir.add_loop_unroll(manager)
    manager.run(module, "make_ttir")
    return module


_free = ctypes.CDLL(None).free
_free.argtypes, _free.restype = (c_void_p,), None


def compile_kernels(text: str, options: Options) -> bytes:
    """The module file of the kernels of a text of IR. Raises tern.CompileError with what the compiler says."""
    compiler = _Compiler(text)
    data, size = c_void_p(), c_size_t()
    launch = _native.KernelOptions(options.num_warps, options.num_stages, options.num_ctas, options.maxnreg or 0, False)
    compiler.check(_native.compiler.tern_compiler_emit_kernels(compiler._handle, byref(CompileOptions(target=b"cpu")), byref(launch),
                                                               _native.ARTIFACT_MODULE, byref(data), byref(size)))
    module = ctypes.string_at(data, size.value)
    _free(data)
    return module


def _make_module(module, metadata, options):
    metadata["name"] = module.get_entry_func_name()
    # Processors have no such memory. Programs that ask how many of theirs fit divide by it, so it is not zero.
    metadata["shared"] = 1
    metadata["tmem_size"] = None
    return compile_kernels(str(module), options)


class TernBackend(BaseBackend):
    """Compiles for the CPU."""

    def __init__(self, target: GPUTarget) -> None:
        super().__init__(target)
        self.binary_ext = "tern"

    @staticmethod
    def supports_target(target: GPUTarget) -> bool:
        return target.backend == TARGET

    def hash(self) -> str:
        return f"tern-{version()}"

    def get_target_name(self, options) -> str:
        return "cpu"

    def parse_options(self, options: Dict[str, Any]) -> Options:
        known = {name: options[name] for name in Options.__dataclass_fields__ if options.get(name) is not None}
        return Options(**known)

    def pack_metadata(self, metadata):
        return (metadata.num_warps, metadata.num_ctas, metadata.shared)

    def get_codegen_implementation(self, options):
        from triton.language.extra import cuda
        return {"convert_custom_types": cuda.convert_custom_float8_sm80, "min_dot_size": lambda lhs, rhs: (1, 1, 1)}

    def get_module_map(self):
        from triton.language.extra.cuda import libdevice
        return {"triton.language.extra.libdevice": libdevice}

    def load_dialects(self, context) -> None:
        pass

    def add_stages(self, stages, options, language) -> None:
        stages["ttir"] = lambda module, metadata: _make_ttir(module, metadata, options)
        stages["tern"] = lambda module, metadata: _make_module(module, metadata, options)

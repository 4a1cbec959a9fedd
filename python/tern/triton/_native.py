"""Functions of tern/compile_kernels.h and tern/kernel.h."""

from ctypes import POINTER, Structure, c_bool, c_char_p, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

from .._native import CompileOptions, Status, _Library

RANK_MAX = 5
NUMBER, POINTER_TO, DESCRIPTOR = 0, 1, 2
ARTIFACT_MODULE = 5


class KernelOptions(Structure):
    C_NAME = "tern_kernel_options_t"
    _fields_ = [("num_warps", c_int64), ("num_stages", c_int64), ("num_ctas", c_int64), ("maxnreg", c_int64), ("adds_generic", c_bool)]


class KernelArgument(Structure):
    C_NAME = "tern_kernel_argument_t"
    _fields_ = [("kind", c_uint32), ("element_type", c_uint32), ("divisibility", c_uint32), ("rank", c_uint32),
                ("block", c_uint32 * RANK_MAX), ("swizzle", c_uint32)]


class KernelTensor(Structure):
    C_NAME = "tern_kernel_tensor_t"
    _fields_ = [("address", c_uint64), ("dims", c_int64 * RANK_MAX), ("strides", c_int64 * RANK_MAX), ("fills_with_nan", c_uint32)]


STRUCTS = (KernelOptions, KernelArgument, KernelTensor)
compiler = _Library("libtern.so.0", {
    "tern_compiler_emit_kernels": (Status, c_void_p, POINTER(CompileOptions), POINTER(KernelOptions), c_uint32, POINTER(c_void_p),
                                   POINTER(c_size_t)),
})
runtime = _Library("libternrt.so.0", {
    "tern_kernel_load": (Status, c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "tern_kernel_release": (None, c_void_p),
    "tern_kernel_argument_count": (c_size_t, c_void_p),
    "tern_kernel_argument_at": (POINTER(KernelArgument), c_void_p, c_size_t),
    "tern_kernel_launch": (Status, c_void_p, POINTER(c_uint32), POINTER(c_void_p), c_void_p),
})

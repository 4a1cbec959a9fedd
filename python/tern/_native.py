"""libtern and libternrt by ctypes: the structs and functions of include/tern/ that this package calls.

test/e2e/python/package.py compares the structs with the headers.
"""

import ctypes
import os
import pathlib
from ctypes import CFUNCTYPE, POINTER, Structure, Union, byref, c_bool, c_char_p, c_double, c_float, c_int
from ctypes import c_int32, c_int64, c_size_t, c_uint32, c_void_p

CODES = ("ok", "invalid argument", "invalid IR", "not found", "failed precondition", "out of range", "unsupported", "I/O error",
         "out of memory", "internal")
TENSOR_RANK_MAX = 64
VARIANT_BUFFER_VIEW = 5
DIM_DYNAMIC = -1
MAP_READ_WRITE = 3
DEVICE_PROPERTY_ARCHITECTURE = 5


def library_path(name: str) -> pathlib.Path:
    """The path of one of tern's libraries: that in TERN_LIBRARY_DIR, else in this package, else in the build tree around it.

    Raises:
      FileNotFoundError: there is none in any of the places.
    """
    chosen = os.environ.get("TERN_LIBRARY_DIR")
    here = pathlib.Path(__file__).resolve().parent
    places = [pathlib.Path(chosen)] if chosen else [here / "lib", here.parents[1] / "build" / "lib"]
    for place in places:
        if (place / name).is_file():
            return place / name
    looked = ", ".join(str(place) for place in places)
    raise FileNotFoundError(f"there is no {name} in {looked}; set TERN_LIBRARY_DIR to its folder")


class Status(Structure):
    C_NAME = "tern_status_t"
    _fields_ = [("code", c_int), ("message", c_char_p)]


class Diagnostic(Structure):
    C_NAME = "tern_compiler_diagnostic_t"
    _fields_ = [("severity", c_int), ("file", c_char_p), ("line", c_uint32), ("column", c_uint32), ("message", c_char_p),
                ("text", c_char_p)]


DIAGNOSTIC_FN = CFUNCTYPE(None, POINTER(Diagnostic), c_void_p)
TEXT_FN = CFUNCTYPE(None, c_char_p, c_void_p)
STAGE_FN = CFUNCTYPE(None, c_char_p, c_char_p, c_void_p)
RELEASE_FN = CFUNCTYPE(None, c_void_p, c_void_p)


class CompileOptions(Structure):
    C_NAME = "tern_compile_options_t"
    _fields_ = [("target", c_char_p), ("cuda_chip", c_char_p), ("target_env", c_char_p), ("triple", c_char_p), ("cpu", c_char_p),
                ("features", c_char_p), ("llvm_passes", c_char_p), ("tuning_file", c_char_p), ("stage", STAGE_FN),
                ("user", c_void_p), ("pipeline", STAGE_FN), ("pipeline_user", c_void_p), ("interpreter_order", c_char_p),
                ("cuda_cubin", c_int)]


class ProgramOptions(Structure):
    C_NAME = "tern_program_options_t"
    _fields_ = [("targets", c_char_p), ("devices", c_char_p), ("input_type", c_char_p), ("compile_from", c_char_p),
                ("compile_to", c_char_p), ("invocation_model", c_char_p), ("import_parameters", c_char_p),
                ("import_parameter_keys", c_char_p), ("import_parameter_size_max", c_int64), ("export_parameters", c_char_p),
                ("export_parameter_size_min", c_int64), ("splat_parameters", c_char_p), ("allow_nondeterminism", c_bool),
                ("switches", POINTER(c_char_p)), ("switch_count", c_size_t), ("pipeline_options", c_char_p),
                ("cache_dir", c_char_p), ("compile_budget", c_int64), ("explain", TEXT_FN), ("explain_user", c_void_p),
                ("explains_all", c_bool), ("cost", c_void_p), ("target", CompileOptions)]


class VariantValue(Union):
    _fields_ = [("i32", c_int32), ("i64", c_int64), ("f32", c_float), ("f64", c_double), ("object", c_void_p)]


class Variant(Structure):
    C_NAME = "tern_variant_t"
    FIELD_NAMES = {"value": "as"}
    _fields_ = [("kind", c_int), ("value", VariantValue)]


class ParameterInfo(Structure):
    C_NAME = "tern_parameter_info_t"
    _fields_ = [("kind", c_int), ("name", c_char_p), ("element_type", c_int), ("has_shape", c_bool), ("rank", c_uint32),
                ("dims", POINTER(c_int64))]


class FunctionInfo(Structure):
    C_NAME = "tern_function_info_t"
    _fields_ = [("name", c_char_p), ("declaration", c_char_p), ("is_async", c_bool), ("argument_count", c_uint32),
                ("arguments", POINTER(ParameterInfo)), ("result_count", c_uint32), ("results", POINTER(ParameterInfo))]


class BufferAllocator(Structure):
    C_NAME = "tern_buffer_allocator_t"
    _fields_ = [("allocate", c_void_p), ("user_data", c_void_p)]


class SessionParams(Structure):
    C_NAME = "tern_session_params_t"
    _fields_ = [("modules", POINTER(c_void_p)), ("module_count", c_size_t), ("devices", POINTER(c_void_p)),
                ("device_count", c_size_t), ("buffer_allocator", BufferAllocator), ("kept_memory_size", c_size_t),
                ("instruction_limit", ctypes.c_uint64), ("trace", c_void_p), ("trace_user_data", c_void_p),
                ("parameter_scopes", POINTER(c_void_p)), ("parameter_scope_count", c_size_t), ("cache_folder", c_char_p)]


class BufferRange(Structure):
    C_NAME = "tern_buffer_range_t"
    _fields_ = [("buffer", c_void_p), ("offset", c_size_t), ("size", c_size_t)]


STRUCTS = (Status, Diagnostic, CompileOptions, ProgramOptions, Variant, ParameterInfo, FunctionInfo, BufferAllocator,
           SessionParams, BufferRange)
_OUT = POINTER(c_void_p)
_COMPILER = {
    "tern_version": (c_char_p,),
    "tern_compiler_create": (Status, _OUT),
    "tern_compiler_destroy": (None, c_void_p),
    "tern_compiler_set_diagnostic_handler": (None, c_void_p, DIAGNOSTIC_FN, c_void_p),
    "tern_compiler_load_text": (Status, c_void_p, c_char_p, c_char_p, c_size_t),
    "tern_compiler_load_file": (Status, c_void_p, c_char_p),
    "tern_cuda_target_for": (c_char_p, c_int64),
    "tern_compiler_holds_program": (c_bool, c_void_p),
    "tern_compiler_make_program": (c_bool, c_void_p),
    "tern_compiler_compile_program": (Status, c_void_p, POINTER(ProgramOptions), _OUT, POINTER(c_size_t)),
}
_RUNTIME = {
    "tern_instance_create": (Status, c_void_p, _OUT),
    "tern_device_create": (Status, c_char_p, c_void_p, _OUT),
    "tern_device_query": (Status, c_void_p, c_int, POINTER(c_int64)),
    "tern_module_load": (Status, c_char_p, c_size_t, _OUT),
    "tern_module_release": (None, c_void_p),
    "tern_module_function_count": (c_size_t, c_void_p),
    "tern_module_function_at": (POINTER(FunctionInfo), c_void_p, c_size_t),
    "tern_session_create": (Status, c_void_p, POINTER(SessionParams), _OUT),
    "tern_session_release": (None, c_void_p),
    "tern_session_call": (Status, c_void_p, c_char_p, POINTER(Variant), c_size_t, POINTER(Variant), c_size_t),
    "tern_variant_reset": (None, POINTER(Variant)),
    "tern_buffer_view_wrap": (Status, c_void_p, c_int, c_uint32, POINTER(c_int64), c_void_p, c_size_t, RELEASE_FN, c_void_p, _OUT),
    "tern_buffer_view_allocate": (Status, c_void_p, c_int, c_uint32, POINTER(c_int64), c_void_p, c_size_t, _OUT),
    "tern_buffer_view_release": (None, c_void_p),
    "tern_buffer_view_element_type": (c_int, c_void_p),
    "tern_buffer_view_rank": (c_uint32, c_void_p),
    "tern_buffer_view_dims": (POINTER(c_int64), c_void_p),
    "tern_buffer_view_size": (c_size_t, c_void_p),
    "tern_buffer_view_range": (BufferRange, c_void_p),
    "tern_buffer_view_read": (Status, c_void_p, c_void_p, c_size_t),
    "tern_buffer_map": (Status, c_void_p, c_uint32, c_size_t, c_size_t, _OUT),
    "tern_element_type_name": (c_char_p, c_int),
}


class _Library:
    """A library that is opened when its first function is asked for."""

    def __init__(self, name, functions):
        self._name, self._functions = name, functions

    def __getattr__(self, name):
        if name not in self._functions:
            raise AttributeError(name)
        library = ctypes.CDLL(str(library_path(self._name)))
        for function, (result, *arguments) in self._functions.items():
            found = getattr(library, function)
            found.restype, found.argtypes = result, arguments
            self.__dict__[function] = found
        return self.__dict__[name]


compiler = _Library("libtern.so.0", _COMPILER)
runtime = _Library("libternrt.so.0", _RUNTIME)


class Error(Exception):
    """What the runtime or the compiler refuses. `code` says in a word or two why: "not found", "out of memory"."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


def check(status: Status) -> None:
    """Raises what a failed status says."""
    if status.code:
        raise Error(CODES[status.code], (status.message or b"").decode(errors="replace"))


def make(function, *arguments) -> c_void_p:
    """Calls a function that gives an object by its last argument."""
    out = c_void_p()
    check(function(*arguments, byref(out)))
    return out

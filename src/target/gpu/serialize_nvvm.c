// gpu.modules of the nvvm dialect: bitcode, PTX, machine code, fat binaries (upstream: Target/LLVM/NVVM/Target.cpp).

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "target/gpu/cuda_tools.h"
#include "target/gpu/llvm_object.h"
#include "target/gpu/serializers.h"
#include "target/programs.h"

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool has_flag(const tern_nvvm_target_t *target, tern_str_t name) {
  return target->flags && tern_dictionary_attr_lookup(target->flags, name) != NULL;
}

// Does the module refer to functions of NVIDIA's library of device functions?
static bool needs_device_library(const tern_op_t *module) {
  const tern_block_t *body = tern_op_body(module, 0);
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_LLVM(FUNC)) || !tern_region_is_empty(&op->regions[0])) continue;
    if (tern_str_starts_with(tern_string_attr_value(tern_op_attr(op, "sym_name")), TERN_STR("__nv_"))) return true;
  }
  return false;
}

// The path of that library in the toolkit, empty where there is none or the module does without. False after an error: the
// toolkit that was asked for does not exist.
static bool find_device_library(const tern_op_t *module, tern_str_t toolkit, tern_string_builder_t *out_path) {
  struct stat info;
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, toolkit);
  tern_string_builder_append_char(&text, '\0');
  bool is_right = toolkit.size == 0 || (stat(text.data, &info) == 0 && S_ISDIR(info.st_mode));
  if (!is_right) {
    tern_emit_error(module->loc, "CUDA path: %s does not exist or is not a directory.", text.data);
  } else if (needs_device_library(module)) {
    tern_string_builder_append_format(out_path, "%s/nvvm/libdevice/libdevice.10.bc", tern_cuda_toolkit(text.data));
    if (stat(out_path->data, &info) != 0) out_path->size = 0;
  }
  tern_string_builder_deinitialize(&text);
  return is_right;
}

// What is known of the object, as a dictionary; NULL if nothing.
static const tern_attr_t *make_properties(tern_context_t *context, const tern_gpu_serialization_t *how, int64_t level,
                                          int64_t isa_time, int64_t binary_time) {
  const tern_type_t *i32 = tern_i_type_get(context, 32), *i64 = tern_i_type_get(context, 64);
  tern_named_attr_t entries[4];
  size_t count = 0;
  if (binary_time >= 0) {
    entries[count++] = (tern_named_attr_t){"ISAToBinaryTimeInMs", tern_integer_attr_get(i64, binary_time)};
  }
  if (isa_time >= 0) {
    entries[count++] = (tern_named_attr_t){"LLVMIRToISATimeInMs", tern_integer_attr_get(i64, isa_time)};
  }
  if (how->format == TERN_GPU_OBJECT_ASSEMBLY) {
    entries[count++] = (tern_named_attr_t){"O", tern_integer_attr_get(i32, level)};
  }
  if (how->section.size) {
    entries[count++] = (tern_named_attr_t){"section", tern_string_attr_get(context, how->section)};
  }
  return count ? tern_dictionary_attr_get(context, entries, count) : NULL;
}

static bool emit(tern_op_t *module, const tern_nvvm_target_t *target, const tern_gpu_serialization_t *how,
                 tern_gpu_compiled_t *out) {
  tern_string_builder_t library = {0};
  if (!find_device_library(module, how->toolkit, &library)) return false;
  bool is_bitcode = how->format == TERN_GPU_OBJECT_OFFLOAD;
  const tern_gpu_llvm_target_t llvm = {.level = target->level,
                                       .triple = target->triple,
                                       .chip = target->chip,
                                       .features = target->features,
                                       .link = target->link,
                                       .library = library.size ? library.data : NULL,
                                       .flushes_subnormals = has_flag(target, TERN_STR("ftz"))};
  bool is_right =
      tern_gpu_llvm_emit(module, &llvm, how, is_bitcode ? TERN_LLVM_BITCODE : TERN_LLVM_ASSEMBLY, &out->bytes);
  tern_string_builder_deinitialize(&library);
  return is_right;
}

void tern_gpu_lower_for_nvvm(const tern_attr_t *target, tern_string_builder_t *out) {
  (void)target;
  tern_string_builder_append_cstr(
      out, "convert-nvgpu-to-nvvm," TERN_GPU_LOWER_CONTROL_FLOW
           "convert-nvvm-to-llvm,gpu.module(convert-gpu-to-nvvm,convert-vector-to-llvm,reconcile-unrealized-casts)");
}

bool tern_gpu_serialize_nvvm(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                             tern_gpu_compiled_t *out) {
  if (!tern_gpu_check_module(module)) return false;
  tern_nvvm_target_t target = tern_nvvm_target_of(attr);
  int64_t start = now(), isa_time = -1, binary_time = -1;
  if (!emit(module, &target, how, out)) return false;
  if (how->format != TERN_GPU_OBJECT_OFFLOAD) isa_time = now() - start;
  if (how->format >= TERN_GPU_OBJECT_BINARY) {
    tern_string_builder_t ptx = out->bytes;
    out->bytes = (tern_string_builder_t){0};
    start = now();
    bool is_right = tern_cuda_assemble(module, &target, how, tern_string_builder_view(&ptx), &out->bytes);
    tern_string_builder_deinitialize(&ptx);
    if (!is_right) return false;
    binary_time = now() - start;
  }
  out->properties = make_properties(tern_op_context(module), how, target.level, isa_time, binary_time);
  return true;
}

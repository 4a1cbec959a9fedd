// --spirv-attach-target: gpu.modules are to become SPIR-V for an environment (upstream: SPIRVAttachTarget.cpp).

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "transform/gpu/targets/attach_target.h"

// The case of `row` that a string option names. False after an error.
static bool read_case(const tern_op_t *op, const tern_pass_t *pass, const char *option, const tern_enum_row_t *row,
                      uint64_t *out_value) {
  tern_str_t text = tern_pass_string(pass, option);
  int64_t value;
  if (!tern_enum_case_value(row, text, &value)) {
    return tern_emit_error(op->loc, "option '%s': '%.*s' is no case of %s", option, (int)text.size, text.data,
                           row->name);
  }
  *out_value = (uint64_t)value;
  return true;
}

// Names that are not known are left out, as upstream does: a target may have what nobody here has heard of.
static uint32_t *read_cases(const tern_pass_t *pass, const char *option, const tern_enum_row_t *row,
                            size_t *out_count) {
  const tern_str_t *texts;
  size_t count = tern_pass_string_list(pass, option, &texts);
  TERN_VEC(uint32_t) values = {0};
  for (size_t i = 0; i < count; ++i) {
    int64_t value;
    if (tern_enum_case_value(row, texts[i], &value)) tern_vec_push(&values, (uint32_t)value);
  }
  *out_count = values.count;
  return values.values;
}

static const tern_attr_t *make_triple(tern_context_t *context, const tern_pass_t *pass, uint64_t version) {
  size_t capability_count, extension_count;
  uint32_t *capabilities = read_cases(pass, "caps", TERN_SPIRV_ENUM(CAPABILITY), &capability_count);
  uint32_t *extensions = read_cases(pass, "exts", TERN_SPIRV_ENUM(EXTENSION), &extension_count);
  const tern_attr_t *triple =
      tern_spirv_vce_get(context, (uint32_t)version, capabilities, capability_count, extensions, extension_count);
  free(extensions);
  free(capabilities);
  return triple;
}

static bool attach_target(tern_op_t *op, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(op);
  uint64_t version, params[6];
  if (!read_case(op, pass, "ver", TERN_SPIRV_ENUM(VERSION), &version) ||
      !read_case(op, pass, "client_api", TERN_SPIRV_ENUM(CLIENT_API), &params[1]) ||
      !read_case(op, pass, "vendor", TERN_SPIRV_ENUM(VENDOR), &params[2]) ||
      !read_case(op, pass, "device_type", TERN_SPIRV_ENUM(DEVICE_TYPE), &params[3])) {
    return false;
  }
  const char *entry;
  const tern_attr_t *limits = tern_spirv_attr_of_dictionary(context, TERN_SPIRV_ATTR_RESOURCE_LIMITS,
                                                            tern_dictionary_attr_get(context, NULL, 0), &entry);
  params[0] = (uint64_t)(uintptr_t)make_triple(context, pass, version);
  params[4] = tern_pass_is_given(pass, "device_id") ? (uint64_t)tern_pass_int(pass, "device_id") : UINT32_MAX;
  params[5] = (uint64_t)(uintptr_t)limits;
  tern_gpu_attach_target(op, pass, tern_dialect_attr_get(context, TERN_SPIRV_ATTR(TARGET_ENV), params, 6));
  return true;
}

static const tern_option_def_t options[] = {
    {"module", TERN_OPTION_STRING, NULL, "Regular expression that is found in the names of the modules meant", NULL},
    {"ver", TERN_OPTION_STRING, "v1.0", "Version of SPIR-V", NULL},
    {"caps", TERN_OPTION_STRING_LIST, NULL, "Capabilities that the target has", NULL},
    {"exts", TERN_OPTION_STRING_LIST, NULL, "Extensions that the target has", NULL},
    {"client_api", TERN_OPTION_STRING, "Unknown", "Who loads the binary: Vulkan, OpenCL, ...", NULL},
    {"vendor", TERN_OPTION_STRING, "Unknown", "Vendor of the device", NULL},
    {"device_type", TERN_OPTION_STRING, "Unknown", "Kind of the device", NULL},
    {"device_id", TERN_OPTION_INT, NULL, "Number of the device", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_spirv_dialect, NULL};

const tern_pass_def_t tern_spirv_attach_target_pass = {
    .flag = "spirv-attach-target",
    .name = "GpuSPIRVAttachTarget",
    .summary = "Give gpu.modules a target that takes SPIR-V",
    .description = "Appends #spirv.target_env to the targets of gpu.modules right inside the op.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = attach_target,
};

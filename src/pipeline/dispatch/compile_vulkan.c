// Compilation for Vulkan: kernels at the gpu level, of which the tables are read, then the spirv dialect and its binary.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/parser.h"
#include "convert/hal/abi.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/target_env.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/dispatch/kernel_tables.h"
#include "pipeline/stages/narrow_floats.h"
#include "pipeline/targets/vulkan_targets.h"
#include "target/module/module_writer.h"
#include "target/spirv/spirv_binary.h"

#define TARGET_ENV "spirv.target_env"

static tern_status_t invalid(void) { return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled"); }

// What the module is annotated with: the program's own target environment goes before that of the options.
static tern_status_t append_attributes(const tern_compilation_t *c, tern_string_builder_t *out) {
  if (tern_op_attr(c->module, TARGET_ENV)) return tern_ok();
  const char *text = tern_vulkan_target_env(c->options->target_env);
  if (!text) text = c->options->target_env;
  if (text[0] != '#') {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' names no Vulkan target, and is no #spirv.target_env attribute",
                            text);
  }
  if (!tern_attr_is_spirv(tern_parse_attr_text(c->context, tern_str_from_cstr(text)), TERN_SPIRV_ATTR_TARGET_ENV)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the target environment is no #spirv.target_env attribute");
  }
  tern_string_builder_append_format(out, TARGET_ENV " = %s", text);
  return tern_ok();
}

// --- code ---

static tern_op_t *find_spirv_module(const tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_SPIRV(MODULE))) return op;
  }
  return NULL;
}

static tern_status_t lower_to_gpu(const tern_compilation_t *c) {
  tern_string_builder_t attributes = {0};
  tern_status_t status = append_attributes(c, &attributes);
  tern_dispatch_values_t values = {.target_attributes = attributes.data};
  if (tern_status_is_ok(status)) status = tern_compilation_run(c, TERN_DISPATCH_TO_GPU, &values);
  tern_string_builder_deinitialize(&attributes);
  return status;
}

// Behind the gpu level, with the types that the target has no arithmetic for.
static tern_status_t lower_to_spirv(const tern_compilation_t *c) {
  tern_machine_t machine = tern_machine_of_vulkan(tern_spirv_target_env_of(c->module).env);
  const struct {
    bool is_native;
    const char *width;
  } integers[] = {{machine.has_i8, "8"}, {machine.has_i16, "16"}, {machine.has_i64, "64"}};
  char widths[32] = "";
  for (size_t i = 0; i < sizeof integers / sizeof integers[0]; ++i) {
    size_t used = strlen(widths);
    if (!integers[i].is_native)
      snprintf(widths + used, sizeof widths - used, "%s%s", used ? "," : "", integers[i].width);
  }
  tern_dispatch_values_t values = {
      .unsupported_floats = machine.has_f16 ? "bf16," TERN_NARROW_FLOATS : "bf16,f16," TERN_NARROW_FLOATS,
      .unsupported_ints = widths};
  return tern_compilation_run(c, TERN_DISPATCH_VULKAN_TO_SPIRV, &values);
}

static tern_status_t compile(tern_compilation_t *c, tern_kernels_t *kernels) {
  TERN_RETURN_IF_ERROR(lower_to_gpu(c));
  tern_compilation_show_ir(c, "gpu");
  if (!tern_kernel_tables_read(c, kernels)) return invalid();
  TERN_RETURN_IF_ERROR(lower_to_spirv(c));
  tern_compilation_show_ir(c, "spirv");
  tern_op_t *spirv = find_spirv_module(c->module);
  if (!spirv) return tern_op_error(c->module, "holds no spirv.module after the conversion"), invalid();
  tern_spirv_words_t words = {0};
  if (!tern_spirv_serialize(spirv, &TERN_SPIRV_SERIALIZE_DEFAULT, &words)) {
    tern_spirv_words_deinitialize(&words);
    return invalid();
  }
  kernels->format = "spirv";
  kernels->code = (char *)words.values;
  kernels->code_size = words.count * sizeof *words.values;
  return tern_ok();
}

static tern_status_t emit(tern_compilation_t *c, tern_kernels_t *kernels, tern_artifact_t artifact, char **out_data,
                          size_t *out_size) {
  if (artifact != TERN_ARTIFACT_SPIRV && artifact != TERN_ARTIFACT_MODULE) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "the target vulkan makes SPIR-V binaries (.spv) and modules (.tern) only");
  }
  TERN_RETURN_IF_ERROR(compile(c, kernels));
  if (artifact == TERN_ARTIFACT_SPIRV) {
    *out_data = kernels->code;
    *out_size = kernels->code_size;
    kernels->code = NULL;
    return tern_ok();
  }
  tern_module_executable_t executable = {.target = kernels->target,
                                         .format = kernels->format,
                                         .entry_points = kernels->info.entry_points,
                                         .entry_point_count = kernels->info.entry_point_count,
                                         .code = kernels->code,
                                         .code_size = kernels->code_size,
                                         .costs = kernels->info.costs};
  tern_string_builder_t text = {0};
  tern_module_write(&executable, 1, &text);
  *out_size = tern_string_builder_view(&text).size;
  *out_data = tern_string_builder_take(&text);
  return tern_ok();
}

const tern_compile_target_t tern_compile_target_vulkan = {
    .names = {"vulkan", "vulkan-spirv"},
    .compile = compile,
    .emit = emit,
};

// Kernels of Triton: lowered by ready-made passes for each target, translated by LLVM, and wrapped with what launches need to know.

#include "pipeline/kernel/compile_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "asm/printer.h"
#include "dialect/func/func.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass_manager.h"
#include "pipeline/dispatch/dispatch_info.h"
#include "pipeline/registry.h"
#include "target/llvm_loader.h"

static const tern_kernel_target_t targets[] = {
    {"cpu", tern_kernels_for_cpu}, {"cuda", tern_kernels_for_cuda}, {"hip", tern_kernels_for_hip}};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

static bool is_kernel(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

bool tern_compiler_holds_kernels(const tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler);
  tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    if (is_kernel(op)) return true;
  }
  return false;
}

// --- options ---

static bool is_power_of_two(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// Triton's own numbers in the places of zeros. `maxnreg` stays zero: nothing is said of it.
static tern_status_t read_launch(const tern_kernel_options_t *given, tern_kernel_options_t *out) {
  *out = given ? *given : (tern_kernel_options_t){0};
  const struct {
    const char *name, *range;
    int64_t *value, most, usual;
    bool wants_power;
  } numbers[] = {
      {"num-warps", "a power of two up to 32", &out->num_warps, 32, 4, true},
      {"num-stages", "a number from 1 on", &out->num_stages, INT32_MAX, 3, false},
      {"num-ctas", "a power of two up to 16", &out->num_ctas, 16, 1, true},
      {"maxnreg", "a number from 1 to 255", &out->maxnreg, 255, 0, false},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    int64_t value = *numbers[i].value;
    if (value == 0) *numbers[i].value = numbers[i].usual;
    bool is_right =
        value >= 0 && value <= numbers[i].most && (!numbers[i].wants_power || !value || is_power_of_two(value));
    if (is_right) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "%s is %lld, and has to be %s", numbers[i].name, (long long)value,
                            numbers[i].range);
  }
  return tern_ok();
}

// "hip:gfx942", "amdgcn-amd-amdhsa--gfx942": a target, and behind a colon or in a triple the processor.
static tern_status_t find_target(tern_str_t name, const tern_kernel_target_t **out_target, tern_str_t *out_processor) {
  static const char *const amd_names[] = {"hip", "rocm", "amdgcn"};
  *out_target = NULL;
  size_t end = 0;
  while (end < name.size && name.data[end] != ':' && name.data[end] != '-') ++end;
  tern_str_t own = tern_str_make(name.data, end);
  *out_processor = tern_str_drop(name, end);
  for (size_t i = 0; i < sizeof amd_names / sizeof amd_names[0]; ++i) {
    if (!tern_str_equal_cstr(own, amd_names[i])) continue;
    own = TERN_STR("hip");
    while (out_processor->size && !tern_str_starts_with(*out_processor, TERN_STR("gfx")))
      *out_processor = tern_str_drop(*out_processor, 1);
  }
  for (size_t i = 0; i < TARGET_COUNT; ++i) {
    bool takes_processor = strcmp(targets[i].name, "hip") == 0;
    if (tern_str_equal_cstr(takes_processor ? own : name, targets[i].name)) *out_target = &targets[i];
  }
  if (*out_target) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "kernels of Triton are compiled for cpu, cuda and hip, not for '%.*s'",
                          (int)name.size, name.data);
}

// --- lowering ---

static tern_status_t run_passes(const tern_kernel_compilation_t *c, const char *pipeline) {
  tern_pass_manager_t *manager =
      tern_pass_manager_create(tern_compiler_context(c->compiler), &tern_all_passes, "builtin.module");
  bool is_right = tern_pass_manager_parse(manager, tern_str_from_cstr(pipeline)) &&
                  tern_pass_manager_run(manager, c->module, &(tern_pass_options_t){.verify_each = true});
  tern_pass_manager_destroy(manager);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the kernels could not be compiled");
}

tern_status_t tern_kernel_lower(const tern_kernel_compilation_t *c, const tern_stage_t *stages,
                                const tern_stage_scope_t *scope, const char *name) {
  tern_string_builder_t text = {0};
  tern_stages_expand(stages, scope, &text);
  if (c->options->pipeline) c->options->pipeline(name, text.data, c->options->pipeline_user);
  tern_status_t status = run_passes(c, text.data);
  tern_string_builder_deinitialize(&text);
  if (!tern_status_is_ok(status) || !c->options->stage) return status;
  tern_print_op(c->module, &TERN_PRINT_DEFAULT, &text);
  c->options->stage(name, text.data ? text.data : "", c->options->user);
  tern_string_builder_deinitialize(&text);
  return status;
}

// --- what launches must know ---

static char *copy_name(tern_arena_t *arena, tern_str_t name) {
  char *text = tern_arena_alloc_zeroed(arena, name.size + 1);
  memcpy(text, name.data, name.size);
  return text;
}

tern_kernel_argument_t tern_kernel_describe_argument(const tern_type_t *type) {
  bool is_pointer = tern_type_is_tt(type, TERN_TT_TYPE_PTR);
  bool is_descriptor = tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC);
  const tern_type_t *inside = is_pointer || is_descriptor ? tern_tt_type_inside(type) : type;
  tern_kernel_argument_t argument = {.kind = is_pointer      ? TERN_KERNEL_ARGUMENT_POINTER
                                             : is_descriptor ? TERN_KERNEL_ARGUMENT_DESCRIPTOR
                                                             : TERN_KERNEL_ARGUMENT_NUMBER,
                                     .element_type = (uint32_t)tern_dispatch_element_type(tern_type_element(inside)),
                                     .divisibility = 1};
  if (is_descriptor) argument.rank = (uint32_t)tern_type_rank(inside);
  for (size_t d = 0; d < argument.rank; ++d) argument.block[d] = (uint32_t)tern_type_dim(inside, d);
  return argument;
}

// What code relies on, where Triton's front end has seen that the argument is so.
static uint32_t read_divisibility(const tern_op_t *function, size_t index) {
  const tern_attr_t *attrs = tern_func_arg_attrs(function, index);
  const tern_attr_t *known = attrs ? tern_dictionary_attr_lookup(attrs, TERN_STR("tt.divisibility")) : NULL;
  bool is_known = known && known->kind == TERN_ATTR_INTEGER && tern_integer_attr_value(known) > 0;
  return is_known ? (uint32_t)tern_integer_attr_value(known) : 1;
}

tern_kernel_list_t tern_kernel_list_read(const tern_kernel_compilation_t *c, bool relies_on_divisibility) {
  tern_kernel_list_t list = {0};
  size_t most = 1;
  tern_block_for_each_op(tern_op_body(c->module, 0), op) most += is_kernel(op);
  list.entries = tern_arena_alloc_zeroed(c->arena, most * sizeof *list.entries);
  list.signatures = tern_arena_alloc_zeroed(c->arena, most * sizeof *list.signatures);
  tern_block_for_each_op(tern_op_body(c->module, 0), op) {
    if (!is_kernel(op) || tern_symbol_visibility(op) != TERN_PUBLIC) continue;
    size_t count = tern_op_body(op, 0)->arg_count;
    tern_kernel_argument_t *arguments = tern_arena_alloc_zeroed(c->arena, (count + 1) * sizeof *arguments);
    for (size_t i = 0; i < count; ++i) {
      arguments[i] = tern_kernel_describe_argument(tern_op_body(op, 0)->args[i]->type);
      if (relies_on_divisibility) arguments[i].divisibility = read_divisibility(op, i);
    }
    list.entries[list.count].name = copy_name(c->arena, tern_symbol_name(op));
    list.signatures[list.count++] = (tern_kernel_signature_t){arguments, (uint32_t)count, 0, 1};
  }
  return list;
}

// --- artifacts ---

static tern_status_t compile_for(tern_kernel_compilation_t *c, const tern_kernel_target_t *target, bool is_last,
                                 tern_compiled_kernels_t *out) {
  tern_op_t *all = tern_compiler_module(c->compiler);
  tern_kernel_compilation_t own = *c;
  own.module = all;
  if (!is_last) {
    tern_map_t mapping = {0};
    own.module = tern_op_clone(all, &mapping);
    tern_map_deinitialize(&mapping);
  }
  tern_status_t status = target->compile(&own, out);
  out->executable.target = target->name;
  out->executable.code = out->code.data;
  out->executable.code_size = out->code.size;
  if (!is_last) tern_op_destroy(own.module);
  return status;
}

static tern_status_t compile_module(tern_kernel_compilation_t *c, tern_str_t names, char **out_data, size_t *out_size) {
  tern_compiled_kernels_t results[TARGET_COUNT] = {0};
  tern_module_executable_t executables[TARGET_COUNT];
  const tern_kernel_target_t *seen[TARGET_COUNT];
  size_t count = 0;
  tern_status_t status = tern_ok();
  while (names.size && tern_status_is_ok(status)) {
    const tern_kernel_target_t *target;
    tern_str_t name = tern_str_trim(tern_str_split(&names, ','));
    status = find_target(name, &target, &c->processor);
    for (size_t i = 0; i < count && target; ++i) {
      if (seen[i] == target)
        status = tern_status_make(TERN_INVALID_ARGUMENT, "the target %s is named twice", target->name);
    }
    if (!tern_status_is_ok(status)) break;
    seen[count] = target;
    status = compile_for(c, target, names.size == 0, &results[count]);
    executables[count] = results[count].executable;
    ++count;
  }
  tern_string_builder_t file = {0};
  if (tern_status_is_ok(status)) tern_module_write(executables, count, &file);
  for (size_t i = 0; i < count; ++i) tern_string_builder_deinitialize(&results[i].code);
  *out_size = file.size;
  *out_data = tern_string_builder_take(&file);
  return status;
}

// What one target has alone: text or machine code as it is.
static tern_status_t compile_alone(tern_kernel_compilation_t *c, tern_str_t name, char **out_data, size_t *out_size) {
  const tern_kernel_target_t *target;
  tern_compiled_kernels_t result = {0};
  TERN_RETURN_IF_ERROR(find_target(name, &target, &c->processor));
  if (c->artifact == TERN_ARTIFACT_CODE_OBJECT && strcmp(target->name, "hip") != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "linked code objects are for hip, not for %s", target->name);
  }
  tern_status_t status = compile_for(c, target, true, &result);
  *out_size = result.code.size;
  *out_data = tern_status_is_ok(status) ? tern_string_builder_take(&result.code) : NULL;
  tern_string_builder_deinitialize(&result.code);
  return status;
}

tern_status_t tern_compiler_emit_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                         const tern_kernel_options_t *launch, tern_artifact_t artifact, char **out_data,
                                         size_t *out_size) {
  static const tern_compile_options_t no_options;
  tern_kernel_options_t numbers;
  *out_data = NULL;
  *out_size = 0;
  if (!options) options = &no_options;
  TERN_RETURN_IF_ERROR(read_launch(launch, &numbers));
  if (!tern_compiler_module(compiler)) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
  tern_arena_t arena;
  tern_kernel_compilation_t c = {
      .compiler = compiler, .options = options, .launch = &numbers, .artifact = artifact, .arena = &arena};
  TERN_RETURN_IF_ERROR(tern_llvm_load(&c.backend));
  tern_arena_initialize(&arena);
  tern_str_t names = tern_str_from_cstr(options->target ? options->target : "cpu");
  tern_status_t status = artifact == TERN_ARTIFACT_MODULE ? compile_module(&c, names, out_data, out_size)
                                                          : compile_alone(&c, names, out_data, out_size);
  tern_arena_deinitialize(&arena);
  return status;
}

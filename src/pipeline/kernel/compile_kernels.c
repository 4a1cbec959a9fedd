// Kernels of Triton: lowered by ready-made passes for each target, translated by LLVM, and wrapped with what launches need to know.

#include "pipeline/kernel/compile_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "asm/printer.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/dispatch/dispatch_info.h"
#include "pipeline/kernel/kernel_variants.h"
#include "pipeline/registry.h"

static const tern_kernel_target_t targets[] = {{"cpu", false, 3, tern_kernels_for_cpu},
                                               {"cuda", true, 3, tern_kernels_for_cuda},
                                               {"hip", true, 2, tern_kernels_for_hip}};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

typedef TERN_VEC(tern_compiled_kernels_t) results_t;

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

// Triton's own numbers in the places of zeros. `maxnreg` stays zero: nothing is said of it; `num-stages` is a matter of the target.
static tern_status_t read_launch(const tern_kernel_options_t *given, tern_kernel_options_t *out) {
  *out = given ? *given : (tern_kernel_options_t){0};
  const struct {
    const char *name, *range;
    int64_t *value, most, usual;
    bool wants_power;
  } numbers[] = {
      {"num-warps", "a power of two up to 32", &out->num_warps, 32, 4, true},
      {"num-stages", "a number from 1 on", &out->num_stages, INT32_MAX, 0, false},
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
                  tern_pass_manager_run(manager, c->module, &(tern_pass_options_t){.verify_each = false}) &&
                  tern_verify(c->module);
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

static tern_kernel_list_t read_list(const tern_kernel_compilation_t *c, bool relies_on_divisibility) {
  tern_kernel_list_t list = {0};
  size_t most = 1;
  tern_block_for_each_op(tern_op_body(c->module, 0), op) most += tern_kernel_is_one(op);
  list.entries = tern_arena_alloc_zeroed(c->arena, most * sizeof *list.entries);
  list.signatures = tern_arena_alloc_zeroed(c->arena, most * sizeof *list.signatures);
  tern_block_for_each_op(tern_op_body(c->module, 0), op) {
    if (!tern_kernel_is_one(op)) continue;
    size_t count = tern_op_body(op, 0)->arg_count;
    tern_kernel_argument_t *arguments = tern_arena_alloc_zeroed(c->arena, (count + 1) * sizeof *arguments);
    for (size_t i = 0; i < count; ++i) {
      uint32_t divisibility = tern_kernel_divisibility(op, i);
      arguments[i] = tern_kernel_describe_argument(tern_op_body(op, 0)->args[i]->type);
      arguments[i].divisibility = relies_on_divisibility || divisibility == 0 ? divisibility : 1;
    }
    list.entries[list.count].name = copy_name(c->arena, tern_symbol_name(op));
    list.signatures[list.count++] = (tern_kernel_signature_t){arguments, (uint32_t)count, 0, 1};
  }
  return list;
}

// Are these the same kernels, for the same arguments?
static bool is_same_list(const tern_kernel_list_t *a, const tern_kernel_list_t *b) {
  bool is_same = a->count == b->count;
  for (size_t i = 0; i < a->count && is_same; ++i) {
    const tern_kernel_signature_t *left = &a->signatures[i], *right = &b->signatures[i];
    is_same = strcmp(a->entries[i].name, b->entries[i].name) == 0 && left->argument_count == right->argument_count &&
              memcmp(left->arguments, right->arguments, left->argument_count * sizeof *left->arguments) == 0;
  }
  return is_same;
}

// --- artifacts ---

// Compiles what c->list was read of.
static tern_status_t compile_for(const tern_kernel_compilation_t *c, const tern_kernel_target_t *target, bool is_last,
                                 tern_compiled_kernels_t *out) {
  tern_kernel_compilation_t own = *c;
  tern_kernel_options_t launch = *c->launch;
  if (launch.num_stages == 0) launch.num_stages = target->usual_stages;
  own.launch = &launch;
  if (!is_last) {
    tern_map_t mapping = {0};
    own.module = tern_op_clone(c->module, &mapping);
    tern_map_deinitialize(&mapping);
  }
  tern_status_t status = target->compile(&own, out);
  out->executable.target = target->name;
  out->executable.code = out->code.data;
  out->executable.code_size = out->code.size;
  if (!is_last) tern_op_destroy(own.module);
  return status;
}

// Compiles the variants for one target, but those for arguments that there is one for already.
static tern_status_t compile_variants(const tern_kernel_compilation_t *c, const tern_kernel_variants_t *variants,
                                      const tern_kernel_target_t *target, bool is_last, results_t *results) {
  size_t count = variants->list.count;
  tern_kernel_compilation_t *all = tern_arena_alloc_zeroed(c->arena, count * sizeof *all);
  bool *is_new = tern_arena_alloc_zeroed(c->arena, count * sizeof *is_new);
  // Compared before they are compiled, which adds to the lists.
  for (size_t i = 0; i < count; ++i) {
    all[i] = *c;
    all[i].compiler = variants->list.values[i].compiler;
    all[i].module = variants->list.values[i].module;
    all[i].list = read_list(&all[i], target->relies_on_divisibility);
    size_t first = 0;
    while (!is_same_list(&all[first].list, &all[i].list)) ++first;
    is_new[i] = first == i;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!is_new[i]) continue;
    tern_compiled_kernels_t result = {0};
    tern_status_t status = compile_for(&all[i], target, is_last, &result);
    tern_vec_push(results, result);
    TERN_RETURN_IF_ERROR(status);
  }
  return tern_ok();
}

static tern_status_t compile_targets(const tern_kernel_compilation_t *c, const tern_kernel_variants_t *variants,
                                     tern_str_t names, results_t *results) {
  bool is_seen[TARGET_COUNT] = {false};
  tern_kernel_compilation_t own = *c;
  while (names.size) {
    const tern_kernel_target_t *target;
    TERN_RETURN_IF_ERROR(find_target(tern_str_trim(tern_str_split(&names, ',')), &target, &own.processor));
    if (is_seen[target - targets])
      return tern_status_make(TERN_INVALID_ARGUMENT, "the target %s is named twice", target->name);
    is_seen[target - targets] = true;
    TERN_RETURN_IF_ERROR(compile_variants(&own, variants, target, names.size == 0, results));
  }
  return tern_ok();
}

static void write_module(const results_t *results, tern_arena_t *arena, tern_string_builder_t *out) {
  tern_module_executable_t *executables = tern_arena_alloc_zeroed(arena, (results->count + 1) * sizeof *executables);
  for (size_t i = 0; i < results->count; ++i) executables[i] = results->values[i].executable;
  tern_module_write(executables, results->count, out);
}

static tern_status_t compile_all(const tern_kernel_compilation_t *c, const tern_kernel_variants_t *variants,
                                 tern_string_builder_t *out) {
  results_t results = {0};
  const tern_kernel_target_t *target;
  tern_str_t names = tern_str_from_cstr(c->options->target ? c->options->target : "cpu");
  bool is_module = c->artifact == TERN_ARTIFACT_MODULE;
  tern_str_t processor;
  tern_status_t status = is_module ? tern_ok() : find_target(names, &target, &processor);
  if (!is_module && tern_status_is_ok(status) && variants->list.count > 1)
    status = tern_status_make(TERN_INVALID_ARGUMENT, "only a module (.tern) holds several variants of a kernel");
  if (c->artifact == TERN_ARTIFACT_CODE_OBJECT && tern_status_is_ok(status) && strcmp(target->name, "hip") != 0)
    status = tern_status_make(TERN_UNSUPPORTED, "linked code objects are for hip, not for %s", target->name);
  if (tern_status_is_ok(status)) status = compile_targets(c, variants, names, &results);
  if (tern_status_is_ok(status) && is_module) write_module(&results, c->arena, out);
  // What one target has alone: text or machine code as it is.
  if (tern_status_is_ok(status) && !is_module)
    tern_string_builder_append(out, tern_string_builder_view(&results.values[0].code));
  for (size_t i = 0; i < results.count; ++i) tern_string_builder_deinitialize(&results.values[i].code);
  tern_vec_deinitialize(&results);
  return status;
}

tern_status_t tern_compiler_emit_kernel_variants(tern_compiler_t *const *compilers, size_t compiler_count,
                                                 const tern_compile_options_t *options,
                                                 const tern_kernel_options_t *launch, tern_artifact_t artifact,
                                                 char **out_data, size_t *out_size) {
  static const tern_compile_options_t no_options;
  tern_kernel_options_t numbers;
  tern_kernel_variants_t variants = {0};
  *out_data = NULL;
  *out_size = 0;
  if (!options) options = &no_options;
  TERN_RETURN_IF_ERROR(read_launch(launch, &numbers));
  tern_status_t status = tern_kernel_variants_read(compilers, compiler_count, numbers.adds_generic, &variants);
  tern_string_builder_t file = {0};
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  const tern_kernel_compilation_t c = {.options = options, .launch = &numbers, .artifact = artifact, .arena = &arena};
  if (tern_status_is_ok(status)) status = compile_all(&c, &variants, &file);
  if (tern_status_is_ok(status)) {
    *out_size = file.size;
    *out_data = tern_string_builder_take(&file);
  }
  tern_string_builder_deinitialize(&file);
  tern_arena_deinitialize(&arena);
  tern_kernel_variants_deinitialize(&variants);
  return status;
}

tern_status_t tern_compiler_emit_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                         const tern_kernel_options_t *launch, tern_artifact_t artifact, char **out_data,
                                         size_t *out_size) {
  return tern_compiler_emit_kernel_variants(&compiler, 1, options, launch, artifact, out_data, out_size);
}

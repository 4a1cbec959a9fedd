// Translation of executables over the ready-made pipelines.

#include "pipeline/driver/translate_executable.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/file.h"
#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/compilation.h"
#include "pipeline/dispatch/executable_cache.h"
#include "pipeline/targets/cpu_targets.h"
#include "pipeline/targets/vulkan_targets.h"
#include "target/module/module_writer.h"
#include "target/object/exports.h"
#include "target/object/object_executable.h"
#include "target/ptx/ptx.h"

#define OPTIONS_NAME "tern.compile_options"
#define EMBEDS_CUBIN "cuda_embeds_cubin"  // a bool, or a unit that says yes
#define EXPLAINS "explains"

// Who wants to see the stages of executables, as an extension of the context: functions are no attributes.
static const char stage_key[] = "who sees the stages of executables";

// --- options ---

typedef struct field {
  const char *name;
  size_t offset;  // of a `const char *` in tern_compile_options_t
} field_t;

static const field_t fields[] = {
    {"cpu", offsetof(tern_compile_options_t, cpu)},
    {"cuda_chip", offsetof(tern_compile_options_t, cuda_chip)},
    {"cpu_features", offsetof(tern_compile_options_t, features)},
    {"llvm_passes", offsetof(tern_compile_options_t, llvm_passes)},
    {"spirv.target_env", offsetof(tern_compile_options_t, target_env)},
    {"target_triple", offsetof(tern_compile_options_t, triple)},
    {"tuning_file", offsetof(tern_compile_options_t, tuning_file)},
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static const char **field_of(const tern_compile_options_t *options, size_t index) {
  return (const char **)((char *)(uintptr_t)options + fields[index].offset);
}

void tern_translation_set_options(tern_op_t *module, const tern_compile_options_t *options, bool explains) {
  tern_context_t *context = tern_op_context(module);
  tern_named_attr_t entries[FIELD_COUNT + 2];
  size_t count = 0;
  if (explains) entries[count++] = (tern_named_attr_t){EXPLAINS, tern_unit_attr_get(context)};
  if (options && options->cuda_cubin != TERN_CUDA_CUBIN_DEFAULT) {
    const tern_attr_t *choice = tern_bool_attr_get(context, options->cuda_cubin == TERN_CUDA_CUBIN_ALWAYS);
    entries[count++] = (tern_named_attr_t){EMBEDS_CUBIN, choice};
  }
  for (size_t i = 0; i < FIELD_COUNT && options; ++i) {
    const char *value = *field_of(options, i);
    if (!value) continue;
    entries[count++] = (tern_named_attr_t){fields[i].name, tern_string_attr_get(context, tern_str_from_cstr(value))};
  }
  tern_context_set_extension(context, stage_key, options && options->stage ? (void *)(uintptr_t)options : NULL, NULL);
  // What an earlier run was told, and noted here, goes on unless it is told anew.
  const tern_attr_t *all = tern_op_attr(module, OPTIONS_NAME);
  if (!all && count) all = tern_dictionary_attr_get(context, entries, count);
  for (size_t i = 0; i < count; ++i) {
    all = tern_dictionary_attr_with(context, all, tern_str_from_cstr(entries[i].name), entries[i].attr);
  }
  tern_op_set_attr(module, OPTIONS_NAME, all);
}

// Texts live in the arena.
static void read_options(const tern_attr_t *dictionary, tern_arena_t *arena, tern_compile_options_t *options) {
  const tern_attr_t *embeds = tern_dictionary_attr_lookup(dictionary, TERN_STR(EMBEDS_CUBIN));
  if (embeds) {
    bool is_no = tern_attr_is_integer(embeds) && !tern_integer_attr_value(embeds);
    options->cuda_cubin = is_no ? TERN_CUDA_CUBIN_NEVER : TERN_CUDA_CUBIN_ALWAYS;
  }
  for (size_t i = 0; i < FIELD_COUNT && dictionary; ++i) {
    const tern_attr_t *entry = tern_dictionary_attr_lookup(dictionary, tern_str_from_cstr(fields[i].name));
    if (!entry) continue;
    tern_string_builder_t text = {0};
    if (entry->kind == TERN_ATTR_STRING) {
      tern_string_builder_append(&text, tern_string_attr_value(entry));
    } else {
      tern_string_builder_append_cstr(&text, tern_attr_text(entry));
    }
    tern_str_t view = tern_string_builder_view(&text);
    char *copy = tern_arena_alloc(arena, view.size + 1);
    memcpy(copy, view.data, view.size);
    copy[view.size] = 0;
    tern_string_builder_deinitialize(&text);
    if (view.size) *field_of(options, i) = copy;
  }
}

static tern_compile_options_t options_of(const tern_op_t *variant, tern_arena_t *arena, bool *out_explains) {
  tern_compile_options_t options = {0};
  const tern_op_t *root = variant;
  while (tern_op_parent(root)) root = tern_op_parent(root);
  const tern_attr_t *of_program = tern_op_attr(root, OPTIONS_NAME);
  *out_explains = of_program && tern_dictionary_attr_lookup(of_program, TERN_STR(EXPLAINS));
  const tern_compile_options_t *watcher = tern_context_extension(tern_op_context(variant), stage_key);
  if (watcher) options.stage = watcher->stage;
  if (watcher) options.user = watcher->user;
  read_options(of_program, arena, &options);
  read_options(tern_hal_executable_target_configuration(tern_op_attr(variant, "target")), arena, &options);
  return options;
}

// --- entry points ---

static tern_entry_point_t *find_entry_point(const tern_dispatch_info_t *info, tern_str_t name) {
  for (size_t i = 0; i < info->entry_point_count; ++i) {
    if (tern_str_equal_cstr(name, info->entry_points[i].name)) return &info->entry_points[i];
  }
  return NULL;
}

// Makes the list of entry points that of the exports.
static bool apply_exports(const tern_export_list_t *exports, tern_kernels_t *kernels) {
  tern_entry_point_t *entries = tern_arena_alloc_zeroed(&kernels->arena, (exports->count + 1) * sizeof *entries);
  tern_cost_info_t *costs = tern_arena_alloc_zeroed(&kernels->arena, (exports->count + 1) * sizeof *costs);
  for (size_t i = 0; i < exports->count; ++i) {
    const tern_op_t *export = exports->values[i];
    tern_str_t name = tern_symbol_name(export);
    const tern_entry_point_t *entry = find_entry_point(&kernels->info, name);
    if (!entry) return tern_op_error(export, "has no function @%.*s in the executable", (int)name.size, name.data);
    entries[i] = *entry;
    costs[i] = kernels->info.costs[entry - kernels->info.entry_points];
    const tern_attr_t *layout = tern_op_attr(export, "layout");
    size_t binding_count = tern_hal_pipeline_layout_binding_count(layout);
    // A function may leave its bindings and constants alone, and then it does not say what there are.
    if (entry->binding_count == 0) entries[i].bindings = tern_export_bindings_make(export, &kernels->arena);
    if (entry->binding_count != 0 && entry->binding_count != binding_count) {
      return tern_op_error(export, "has %zu bindings, but its function has %u", binding_count, entry->binding_count);
    }
    entries[i].binding_count = (uint32_t)binding_count;
    entries[i].push_constant_count = (uint32_t)tern_hal_pipeline_layout_constants(layout);
  }
  kernels->info.entry_points = entries;
  kernels->info.costs = costs;
  kernels->info.entry_point_count = exports->count;
  return true;
}

// --- targets ---

static const struct {
  const char *backend;
  const tern_compile_target_t *target;
  tern_artifact_t artifact;
  const char *name, *format;  // of the executable
} back_ends[] = {
    {"llvm-cpu", &tern_compile_target_cpu, TERN_ARTIFACT_OBJECT, "cpu", NULL},
    {"cpu", &tern_compile_target_cpu, TERN_ARTIFACT_OBJECT, "cpu", NULL},
    {"vulkan-spirv", &tern_compile_target_vulkan, TERN_ARTIFACT_SPIRV, "vulkan", "spirv"},
    {"vulkan", &tern_compile_target_vulkan, TERN_ARTIFACT_SPIRV, "vulkan", "spirv"},
    {"cuda", &tern_compile_target_cuda, TERN_ARTIFACT_ASSEMBLY, "cuda", "cuda-nvptx-fb"},
};
enum { BACK_END_COUNT = sizeof back_ends / sizeof back_ends[0] };

// A translation under way.
struct tern_translation {
  const tern_compile_target_t *target;
  tern_compile_options_t options;  // texts in the arena of `kernels`
  int64_t budget;                  // milliseconds; 0: none
  bool explains;                   // remarks say what was decided
  tern_kernels_t *kernels;         // owned
  const char *name, *format;       // of the executable
  void *job;                       // the target's; NULL once the code is there
  tern_cache_entry_t entry;        // where the result is kept
  tern_string_builder_t kept;      // the result, where it was kept before
  char *code;                      // owned
  size_t code_size;
};

// "executable.variant", in the arena.
static const char *name_stages(const tern_op_t *variant, tern_arena_t *arena) {
  tern_str_t executable = tern_symbol_name(tern_op_parent(variant)), name = tern_symbol_name(variant);
  size_t size = executable.size + 1 + name.size + 1;
  char *text = tern_arena_alloc(arena, size);
  snprintf(text, size, "%.*s.%.*s", (int)executable.size, executable.data, (int)name.size, name.data);
  return text;
}

static tern_status_t begin(tern_op_t *variant, tern_artifact_t artifact, tern_translation_t *t) {
  tern_compilation_t c = {.context = tern_op_context(variant),
                          .module = tern_hal_inner_module(variant),
                          .options = &t->options,
                          .is_program = true,
                          .explains = t->explains,
                          .stage_prefix = name_stages(variant, &t->kernels->arena),
                          .budget = t->budget};
  if (!c.module) {
    tern_op_error(variant, "holds no module");
    return tern_status_make(TERN_INVALID_IR, "an executable could not be translated");
  }
  TERN_RETURN_IF_ERROR(tern_compilation_bufferize(&c, t->kernels));
  tern_export_list_t exports = {0};
  tern_exports_collect(variant, &exports);
  bool is_right = apply_exports(&exports, t->kernels);
  tern_vec_deinitialize(&exports);
  if (!is_right) return tern_status_make(TERN_INVALID_IR, "an executable could not be translated");
  if (t->target->emit_begin) return t->target->emit_begin(&c, t->kernels, artifact, &t->job);
  return t->target->emit(&c, t->kernels, artifact, &t->code, &t->code_size);
}

static void destroy(tern_translation_t *t) {
  tern_kernels_destroy(t->kernels);
  tern_cache_entry_deinitialize(&t->entry);
  tern_string_builder_deinitialize(&t->kept);
  free(t->code);
  free(t);
}

// What decides about the code beside the variant itself.
static void describe_options(const tern_translation_t *t, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s %s %d %lld\n", t->name, t->format, t->options.cuda_cubin,
                                    (long long)t->budget);
  if (t->target == &tern_compile_target_cuda && t->options.cuda_cubin != TERN_CUDA_CUBIN_NEVER) {
    tern_ptx_describe_assembler(out);
  }
  for (size_t i = 0; i < FIELD_COUNT; ++i) {
    const char *value = *field_of(&t->options, i);
    tern_string_builder_append_format(out, "%s=%s\n", fields[i].name, value ? value : "");
  }
  // Nothing that is kept comes from a file that cannot be read.
  char *tuning = NULL;
  size_t size = 0;
  bool has_file = t->options.tuning_file && strcmp(t->options.tuning_file, "-") != 0;
  if (has_file && tern_status_is_ok(tern_file_read(t->options.tuning_file, &tuning, &size))) {
    tern_string_builder_append_format(out, "tuning of %zu bytes\n", size);
    tern_string_builder_append(out, tern_str_make(tuning, size));
  }
  free(tuning);
}

// Looks the result up. False if it has to be made.
static bool find_kept(tern_op_t *variant, tern_str_t folder, tern_translation_t *t) {
  tern_string_builder_t key = {0};
  // What is kept went through no stages.
  if (!folder.size || t->options.stage) return false;
  describe_options(t, &key);
  tern_print_op(variant, &TERN_PRINT_DEFAULT, &key);
  tern_cache_entry_initialize(&t->entry, folder, tern_string_builder_view(&key));
  tern_string_builder_deinitialize(&key);
  return tern_cache_entry_read(&t->entry, &t->kept);
}

tern_status_t tern_translation_begin(tern_op_t *variant, const tern_hal_translation_options_t *options,
                                     tern_translation_t **out_translation) {
  tern_str_t backend = tern_hal_executable_target_backend(tern_op_attr(variant, "target"));
  for (size_t i = 0; i < BACK_END_COUNT; ++i) {
    if (!tern_str_equal_cstr(backend, back_ends[i].backend)) continue;
    tern_translation_t *t = tern_malloc(sizeof *t);
    *t = (tern_translation_t){.target = back_ends[i].target,
                              .budget = options->budget,
                              .kernels = tern_kernels_create(),
                              .name = back_ends[i].name};
    t->options = options_of(variant, &t->kernels->arena, &t->explains);
    t->format = back_ends[i].format ? back_ends[i].format : tern_cpu_object_format(t->options.triple);
    bool is_kept = find_kept(variant, options->cache_dir, t);
    tern_status_t status = is_kept ? tern_ok() : begin(variant, back_ends[i].artifact, t);
    if (tern_status_is_ok(status)) return *out_translation = t, status;
    destroy(t);
    return status;
  }
  return tern_status_make(TERN_UNSUPPORTED, "there is no code generator for executables of '%.*s'", (int)backend.size,
                          backend.data);
}

static tern_status_t make_section(tern_translation_t *t, tern_string_builder_t *out) {
  if (t->job) TERN_RETURN_IF_ERROR(t->target->emit_finish(t->job, &t->code, &t->code_size));
  tern_module_executable_t executable = {.target = t->name,
                                         .format = t->format,
                                         .entry_points = t->kernels->info.entry_points,
                                         .entry_point_count = t->kernels->info.entry_point_count,
                                         .code = t->code,
                                         .code_size = t->code_size,
                                         .costs = t->kernels->info.costs};
  tern_module_write_executable(&executable, out);
  return tern_ok();
}

tern_status_t tern_translation_finish(tern_translation_t *t, tern_string_builder_t *out,
                                      tern_string_builder_t *out_note) {
  if (t->kept.size) {
    tern_string_builder_append(out, tern_string_builder_view(&t->kept));
    tern_string_builder_append_cstr(out_note, "taken from the cache");
    return destroy(t), tern_ok();
  }
  size_t start = out->size;
  tern_status_t status = make_section(t, out);
  tern_string_builder_append_cstr(out_note, t->kernels->note);
  if (t->kernels->note[0] && t->entry.path) tern_string_builder_append_cstr(out_note, "; ");
  if (tern_status_is_ok(status) && t->entry.path) {
    tern_status_t written = tern_cache_entry_write(&t->entry, tern_str_drop(tern_string_builder_view(out), start));
    // The program is compiled all the same.
    tern_string_builder_append_cstr(out_note, tern_status_is_ok(written) ? "put into the cache" : written.message);
  }
  destroy(t);
  return status;
}

// --- code that others wrote ---

// The target of object files, as the options say it. False after an error at the variant.
static bool find_object_target(tern_op_t *variant, const tern_compile_options_t *options, const char *format,
                               tern_spirv_target_t *spirv, tern_object_target_t *out_target) {
  const char *env = tern_vulkan_target_env(options->target_env);
  const tern_attr_t *attr =
      tern_parse_attr_text(tern_op_context(variant), tern_str_from_cstr(env ? env : options->target_env));
  if (!attr) return tern_op_error(variant, "is for a target environment that cannot be read");
  *spirv = tern_spirv_target_of_attr(attr);
  *out_target = (tern_object_target_t){.machine = strcmp(format, "embedded-elf-arm_64") == 0 ? EM_AARCH64 : EM_X86_64,
                                       .chips = options->cuda_chip ? options->cuda_chip : tern_machine_cuda_at(0)->name,
                                       .spirv = spirv};
  return true;
}

// The runtime asks a device for the format that the target names; another one would never be chosen.
static bool check_format(const tern_op_t *variant, const char *format) {
  const char *expected = strcmp(format, "spirv") == 0 ? "vulkan-spirv-fb" : format;
  tern_str_t given = tern_hal_executable_target_format(tern_op_attr(variant, "target"));
  return tern_str_equal_cstr(given, expected) ||
         tern_op_error(variant, "has code in the format \"%.*s\", but its devices take \"%s\"", (int)given.size,
                       given.data, expected);
}

bool tern_translation_adopt(tern_op_t *variant, tern_str_t path, tern_str_t code, tern_string_builder_t *out) {
  tern_str_t backend = tern_hal_executable_target_backend(tern_op_attr(variant, "target"));
  size_t row = 0;
  while (row < BACK_END_COUNT && !tern_str_equal_cstr(backend, back_ends[row].backend)) ++row;
  if (row == BACK_END_COUNT) return tern_hal_backend_of(variant) != NULL;
  tern_arena_t arena;
  bool explains;
  tern_object_target_t target;
  tern_spirv_target_t spirv;
  tern_arena_initialize(&arena);
  tern_compile_options_t options = options_of(variant, &arena, &explains);
  const char *format = back_ends[row].format ? back_ends[row].format : tern_cpu_object_format(options.triple);
  const tern_object_options_t how = {
      .target = back_ends[row].name, .format = format, .embeds_cubin = options.cuda_cubin == TERN_CUDA_CUBIN_ALWAYS};
  const tern_object_t object = {.path = path, .code = code, .target = &target};
  bool is_right = check_format(variant, format) && find_object_target(variant, &options, format, &spirv, &target) &&
                  tern_object_executable_write(variant, &object, &how, out);
  tern_arena_deinitialize(&arena);
  return is_right;
}

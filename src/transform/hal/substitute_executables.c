// --iree-hal-substitute-executables: executables from files take the place of those of the program.
//
// `substitutions` are pairs executable=file. A file with MLIR holds a hal.executable of that name, which replaces the
// program's; any other file is the code itself: the variants for a target that takes its form lose their modules and refer to it
// as their object file (docs/custom_kernels.md). With
// `search-path`, each executable that has a file of its name in the folder is replaced; names as
// iree-hal-dump-executable-sources gives them, with the module's name and a prefix before the executable's, count.
//
// Source: upstream's SubstituteExecutablesPass.

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "bytecode/bytecode.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

static bool is_mlir(tern_str_t path) {
  return tern_str_ends_with(path, TERN_STR(".mlir")) || tern_str_ends_with(path, TERN_STR(".mlirbc"));
}

static tern_op_t *find_executable(const tern_op_t *module, tern_str_t name) {
  tern_op_t *op = tern_symbol_lookup_in(module, name);
  return op && tern_op_is(op, TERN_HAL(EXECUTABLE)) ? op : NULL;
}

static bool replace_by_mlir(tern_op_t *executable, tern_str_t path, tern_str_t text) {
  tern_str_t name = tern_symbol_name(executable);
  tern_op_t *module = tern_read_module(tern_op_context(executable), path, text);
  if (!module) return tern_op_error(executable, "cannot be replaced by '%.*s'", (int)path.size, path.data);
  tern_op_t *replacement = find_executable(module, name);
  if (replacement) {
    tern_op_remove(replacement);
    tern_op_set_attr(replacement, "sym_visibility", tern_op_attr(executable, "sym_visibility"));
    tern_op_insert(replacement, executable->block, executable);
    tern_op_destroy(executable);
  } else {
    tern_op_error(executable, "is to be replaced by one in '%.*s', which has none of its name", (int)path.size,
                  path.data);
  }
  tern_op_destroy(module);
  return replacement != NULL;
}

// The code of those variants is in the file whose backend takes its form.
static bool replace_by_object(tern_op_t *executable, tern_str_t path, tern_str_t code) {
  tern_context_t *context = tern_op_context(executable);
  tern_op_list_t variants = {0};
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_string_attr_get(context, path), 0};
  const tern_attr_t *object = tern_dialect_attr_get(context, TERN_HAL_ATTR(EXECUTABLE_OBJECT), params, 2);
  size_t count = 0;
  tern_hal_collect_variants(executable, &variants);
  for (size_t i = 0; i < variants.count; ++i) {
    tern_str_t name = tern_hal_executable_target_backend(tern_op_attr(variants.values[i], "target"));
    const tern_hal_backend_t *backend = tern_hal_backend_find(name);
    if (!backend || !backend->takes(code)) continue;
    tern_op_t *inner = tern_hal_inner_module(variants.values[i]);
    if (inner) tern_op_destroy(inner);
    tern_op_set_attr(variants.values[i], TERN_HAL_BINARY_ATTR, NULL);
    tern_op_set_attr(variants.values[i], "objects", tern_array_attr_get(context, &object, 1));
    ++count;
  }
  tern_vec_deinitialize(&variants);
  if (count) return true;
  tern_op_error(executable, "is to be replaced by '%.*s', whose form none of its targets takes", (int)path.size,
                path.data);
  tern_emit_note(executable->loc,
                 "llvm-cpu takes a relocatable ELF object, vulkan-spirv SPIR-V, cuda PTX, a cubin or a fatbin; a file "
                 "with MLIR ends with .mlir or .mlirbc");
  return false;
}

static bool substitute(tern_op_t *executable, tern_str_t path) {
  tern_string_builder_t name = {0};
  char *data = NULL;
  size_t size = 0;
  tern_string_builder_append(&name, path);
  tern_status_t status = tern_file_read(name.data, &data, &size);
  tern_string_builder_deinitialize(&name);
  if (!tern_status_is_ok(status)) {
    return tern_op_error(executable, "cannot be replaced by '%.*s': %s", (int)path.size, path.data, status.message);
  }
  bool is_right = true;
  if (is_mlir(path)) {
    is_right = replace_by_mlir(executable, path, tern_str_make(data, size));
  } else {
    is_right = replace_by_object(executable, path, tern_str_make(data, size));
  }
  free(data);
  return is_right;
}

static bool substitute_pairs(tern_op_t *module, tern_pass_t *pass) {
  const tern_str_t *pairs;
  size_t count = tern_pass_string_list(pass, "substitutions", &pairs);
  for (size_t i = 0; i < count; ++i) {
    tern_str_t path = pairs[i], name = tern_str_split(&path, '=');
    if (!path.size) {
      return tern_op_error(module, "is to be changed by '%.*s', expected a pair executable=file", (int)pairs[i].size,
                           pairs[i].data);
    }
    if (name.size && name.data[0] == '@') name = tern_str_drop(name, 1);
    tern_op_t *executable = find_executable(module, name);
    if (!executable) {
      return tern_op_error(module, "has no executable '@%.*s' to be replaced", (int)name.size, name.data);
    }
    if (!substitute(executable, path)) return false;
  }
  return true;
}

// Is `file` (its name in the folder) meant for an executable?
static bool is_for(tern_str_t file, tern_str_t module_name, tern_str_t executable) {
  size_t dot = file.size;
  while (dot > 0 && file.data[dot - 1] != '.') --dot;
  tern_str_t stem = tern_str_make(file.data, dot ? dot - 1 : file.size);
  if (tern_str_equal(stem, executable)) return true;
  tern_string_builder_t dumped = {0};
  tern_string_builder_append(&dumped, module_name.size ? module_name : TERN_STR("module"));
  tern_string_builder_append_format(&dumped, "_%.*s", (int)executable.size, executable.data);
  bool result = tern_str_equal(stem, tern_string_builder_view(&dumped));
  if (!result && stem.size > dumped.size && stem.data[stem.size - dumped.size - 1] == '_') {
    result = tern_str_ends_with(stem, tern_string_builder_view(&dumped));
  }
  tern_string_builder_deinitialize(&dumped);
  return result;
}

// The file for an executable: of several the one with the shortest name, which has the least in front. NULL: none.
static const char *find_file(struct dirent *const *entries, int count, const tern_op_t *executable) {
  const char *best = NULL;
  tern_str_t module_name = tern_symbol_name(tern_op_parent(executable));
  for (int i = 0; i < count; ++i) {
    const char *name = entries[i]->d_name;
    if (name[0] == '.' || !is_for(tern_str_from_cstr(name), module_name, tern_symbol_name(executable))) continue;
    if (!best || strlen(name) < strlen(best)) best = name;
  }
  return best;
}

static bool substitute_from(tern_op_t *module, tern_str_t folder) {
  tern_string_builder_t path = {0};
  tern_op_list_t executables = {0};
  struct dirent **entries = NULL;
  tern_string_builder_append(&path, folder);
  int count = scandir(path.data, &entries, NULL, alphasort);
  if (count < 0) {
    tern_string_builder_deinitialize(&path);
    return tern_op_error(module, "is to be changed by files in '%.*s', which is no folder", (int)folder.size,
                         folder.data);
  }
  bool is_right = true;
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  for (size_t i = 0; is_right && i < executables.count; ++i) {
    const char *name = find_file(entries, count, executables.values[i]);
    if (!name) continue;
    path.size = 0;
    tern_string_builder_append_format(&path, "%.*s/%s", (int)folder.size, folder.data, name);
    is_right = substitute(executables.values[i], tern_string_builder_view(&path));
  }
  for (int i = 0; i < count; ++i) free(entries[i]);
  free(entries);
  tern_vec_deinitialize(&executables);
  tern_string_builder_deinitialize(&path);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t folder = tern_pass_string(pass, "search-path");
  return (!folder.size || substitute_from(module, folder)) && substitute_pairs(module, pass);
}

static const tern_option_def_t options[] = {
    {"substitutions", TERN_OPTION_STRING_LIST, NULL, "Pairs executable=file", NULL},
    {"search-path", TERN_OPTION_STRING, NULL, "Folder with files that are called as executables are", NULL}};
static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_substitute_executables_pass = {
    .flag = "iree-hal-substitute-executables",
    .anchor = "builtin.module",
    .summary = "Put executables from files in the place of the program's",
    .options = options,
    .option_count = 2,
    .dialects = dialects,
    .run = run,
};

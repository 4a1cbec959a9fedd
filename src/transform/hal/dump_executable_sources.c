// --iree-hal-dump-executable-sources{path=folder}: each executable to a file of its own, which can be compiled alone.
//
// The file of @main_dispatch_0 in an unnamed module is folder/module_main_dispatch_0.mlir, with a prefix
// folder/PREFIX_module_main_dispatch_0.mlir. The path "-" is standard output.
//
// Source: upstream's DumpExecutableSourcesPass, which also makes the ops' locations point into the files.

#include "asm/printer.h"
#include "dialect/builtin/builtin.h"
#include "ir/op_list.h"
#include "transform/hal/executables.h"

static bool dump(tern_op_t *executable, tern_str_t folder, tern_str_t prefix) {
  tern_context_t *context = tern_op_context(executable);
  tern_builder_t builder = {.context = context, .loc = executable->loc};
  tern_op_t *module = tern_build(&builder, TERN_BUILTIN(MODULE), .regions = 1);
  tern_op_t *copy = tern_op_clone(executable, NULL);
  tern_op_insert(copy, tern_region_add_block(&module->regions[0]), NULL);
  // Nothing in the file refers to it.
  tern_op_set_attr(copy, "sym_visibility", tern_string_attr_get(context, TERN_STR("public")));
  tern_string_builder_t text = {0}, path = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  tern_op_destroy(module);
  tern_hal_file_path(folder, prefix, executable, NULL, ".mlir", &path);
  bool is_right =
      tern_hal_write_file(executable, folder, tern_string_builder_view(&path), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&path);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t folder = tern_pass_string(pass, "path");
  tern_op_list_t executables = {0};
  bool is_right = true;
  if (!folder.size) return true;
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  for (size_t i = 0; i < executables.count; ++i) {
    is_right &= dump(executables.values[i], folder, tern_pass_string(pass, "prefix"));
  }
  tern_vec_deinitialize(&executables);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"path", TERN_OPTION_STRING, NULL, "Folder to write to; - is standard output", NULL},
    {"prefix", TERN_OPTION_STRING, NULL, "What the names of the files begin with", NULL}};

const tern_pass_def_t tern_hal_dump_executable_sources_pass = {
    .flag = "iree-hal-dump-executable-sources",
    .anchor = "builtin.module",
    .summary = "Write each executable to a file",
    .options = options,
    .option_count = 2,
    .run = run,
};

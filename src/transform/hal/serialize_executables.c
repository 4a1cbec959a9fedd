// --iree-hal-serialize-all-executables: translated variants become binaries.
//
//   hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) attributes {hal.executable.binary_data = ...}
//   hal.executable.binary public @v <format = "embedded-elf-x86_64", data = dense<...> : vector<Nxi8>>
//
// With dump-binaries-path the bytes of each are written to a file as well.
//
// Source: upstream's SerializeAllExecutablesPass.

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/promise.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

static bool dump(const tern_op_t *variant, const tern_attr_t *data, tern_str_t folder) {
  tern_string_builder_t path = {0};
  tern_hal_file_path(folder, (tern_str_t){0}, tern_op_parent(variant), variant, ".bin", &path);
  size_t size = tern_dense_elements_attr_count(data);
  tern_str_t bytes = tern_str_make(tern_dense_elements_attr_data(data), size);
  bool is_right = tern_hal_write_file(variant, folder, tern_string_builder_view(&path), bytes);
  tern_string_builder_deinitialize(&path);
  return is_right;
}

static bool serialize(tern_op_t *variant, tern_str_t binaries_to) {
  tern_context_t *context = tern_op_context(variant);
  const tern_attr_t *data = tern_op_attr(variant, TERN_HAL_BINARY_ATTR);
  if (!data) {
    tern_op_error(variant, "was not translated");
    tern_emit_note(variant->loc, "iree-hal-translate-all-executables translates it");
    return false;
  }
  // Bytes that are still under way stay so unless somebody wants to see them here.
  if (binaries_to.size && !(data = tern_promise_attr_value(data))) return false;
  bool is_promise = tern_attr_is_promise(data);
  if (!is_promise &&
      (data->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_type_is_i(tern_type_element(tern_attr_type(data)), 8))) {
    return tern_op_error(variant, "expects its code as elements of i8");
  }
  if (binaries_to.size && !tern_dense_elements_attr_is_splat(data) && !dump(variant, data, binaries_to)) return false;
  tern_builder_t builder = tern_builder_before(variant);
  tern_str_t format = tern_hal_executable_target_format(tern_op_attr(variant, "target"));
  tern_op_t *binary =
      tern_build(&builder, TERN_HAL(EXECUTABLE_BINARY),
                 .attrs = TERN_ATTRS({"sym_name", tern_op_attr(variant, "sym_name")},
                                     {"format", tern_string_attr_get(context, format)}, {"data", data}));
  if (tern_op_attr(variant, "sym_visibility")) {
    tern_op_set_attr(binary, "sym_visibility", tern_op_attr(variant, "sym_visibility"));
  }
  tern_op_destroy(variant);
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_list_t variants = {0};
  tern_hal_collect_variants(op, &variants);
  bool is_right = true;
  for (size_t i = 0; i < variants.count; ++i) {
    is_right &= serialize(variants.values[i], tern_pass_string(pass, "dump-binaries-path"));
  }
  tern_vec_deinitialize(&variants);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};
static const tern_option_def_t options[] = {
    {"debug-level", TERN_OPTION_INT, "2", "How much is kept for debuggers, from 0 to 3", NULL},
    {"dump-binaries-path", TERN_OPTION_STRING, NULL, "Folder to write the binaries to", NULL}};

const tern_pass_def_t tern_hal_serialize_executables_pass = {
    .flag = "iree-hal-serialize-all-executables",
    .alias = "iree-hal-serialize-executables",
    .summary = "Turn translated executables into binaries",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

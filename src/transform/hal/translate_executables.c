// --iree-hal-translate-all-executables: variants are compiled to the bytes that the runtime loads.
//
//   hal.executable.variant public @v target(<...>) {
//     hal.executable.export public @f ...
//     builtin.module { func.func @f() ... }
//
//   hal.executable.variant public @v target(<...>) attributes {hal.executable.binary_data = dense<"0x..."> : vector<Nxi8>} {
//     hal.executable.export public @f ...
//
// The bytes become a hal.executable.binary when the executable is serialized; until then the exports are here for those
// who ask for their numbers and layouts. A variant without a module has its code in object files; one that has bytes is
// left alone.
//
// Source: upstream's TranslateAllExecutablesPass.

#include <time.h>

#include "asm/printer.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

// What is translated, as it is handed to the backend: linked, and configured.
static bool dump(tern_op_t *variant, tern_str_t folder) {
  tern_string_builder_t path = {0}, text = {0};
  tern_hal_file_path(folder, (tern_str_t){0}, tern_op_parent(variant), variant, ".mlir", &path);
  tern_print_op(variant, &TERN_PRINT_DEFAULT, &text);
  bool is_right =
      tern_hal_write_file(variant, folder, tern_string_builder_view(&path), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&path);
  tern_string_builder_deinitialize(&text);
  return is_right;
}

static int64_t now_in_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool translate(tern_op_t *variant, tern_str_t intermediates_to, bool measures) {
  tern_context_t *context = tern_op_context(variant);
  tern_op_t *inner = tern_hal_inner_module(variant);
  if (!inner || tern_op_attr(variant, TERN_HAL_BINARY_ATTR)) return true;
  if (intermediates_to.size && !dump(variant, intermediates_to)) return false;
  const tern_hal_backend_t *backend = tern_hal_backend_of(variant);
  tern_string_builder_t data = {0};
  int64_t start = now_in_microseconds();
  bool is_right = backend && backend->translate(variant, &data);
  if (is_right && measures) {
    const tern_attr_t *time = tern_integer_attr_get(tern_i_type_get(context, 64), now_in_microseconds() - start);
    tern_op_set_attr(variant, TERN_HAL_TRANSLATION_TIME_ATTR, time);
  }
  if (is_right) {
    const int64_t size = (int64_t)data.size;
    const tern_type_t *type = tern_vector_type_get(tern_i_type_get(context, 8), &size, 1, 0);
    tern_op_set_attr(variant, TERN_HAL_BINARY_ATTR, tern_dense_elements_attr_get(type, data.data, false));
    inner = tern_hal_inner_module(variant);
    if (inner) tern_op_destroy(inner);
  }
  tern_string_builder_deinitialize(&data);
  return is_right;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t intermediates_to = tern_pass_string(pass, "dump-intermediates-path");
  bool measures = tern_pass_bool(pass, "measure-time");
  tern_hal_op_list_t variants = {0};
  tern_hal_collect_variants(op, &variants);
  bool is_right = true;
  for (size_t i = 0; i < variants.count; ++i) {
    is_right &= translate(variants.values[i], intermediates_to, measures);
  }
  tern_vec_deinitialize(&variants);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"dump-intermediates-path", TERN_OPTION_STRING, NULL, "Folder to write what is made on the way to", NULL},
    {"measure-time", TERN_OPTION_BOOL, "false", "Note at each variant how many microseconds it took", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_translate_executables_pass = {
    .flag = "iree-hal-translate-all-executables",
    .alias = "iree-hal-translate-executables",
    .summary = "Compile executables to the bytes that the runtime loads",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

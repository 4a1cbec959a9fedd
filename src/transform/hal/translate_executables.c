// --iree-hal-translate-all-executables: variants are compiled to the bytes that the runtime loads.
//
//   hal.executable.variant public @v target(<...>) {
//     hal.executable.export public @f ...
//     builtin.module { func.func @f() ... }
//
//   hal.executable.variant public @v target(<...>) attributes {hal.executable.binary_data = dense<"0x..."> : vector<Nxi8>} {
//     hal.executable.export public @f ...
//
// With defer-code-generation the attribute is a promise (ir/promise.h), kept when the module file is written.
//
// The bytes become a hal.executable.binary when the executable is serialized; until then the exports are here for those
// who ask for their numbers and layouts. A variant without a module has its code in an object file, which somebody else wrote:
// it is checked against the exports, and becomes such bytes, too. One that has bytes is left alone.
//
// Source: upstream's TranslateAllExecutablesPass.

#include <stdlib.h>
#include <time.h>

#include "asm/printer.h"
#include "base/file.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/promise.h"
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

// A translation whose code is under way.
typedef struct pending {
  const tern_hal_backend_t *backend;
  void *translation;
  const tern_attr_t *loc;
} pending_t;

static const tern_attr_t *bytes_of(tern_context_t *context, const tern_string_builder_t *data) {
  const int64_t size = (int64_t)data->size;
  const tern_type_t *type = tern_vector_type_get(tern_i_type_get(context, 8), &size, 1, 0);
  return tern_dense_elements_attr_get(type, data->data, false);
}

// The bytes as an attribute; NULL after an error.
static const tern_attr_t *finish(tern_context_t *context, const pending_t *pending, tern_string_builder_t *out_note) {
  tern_string_builder_t data = {0};
  const tern_attr_t *bytes = NULL;
  if (pending->backend->finish(pending->translation, pending->loc, &data, out_note)) {
    bytes = bytes_of(context, &data);
  }
  tern_string_builder_deinitialize(&data);
  return bytes;
}

static const tern_attr_t *keep(tern_context_t *context, void *user) {
  tern_string_builder_t note = {0};
  const tern_attr_t *bytes = finish(context, user, &note);
  tern_string_builder_deinitialize(&note);
  free(user);
  return bytes;
}

static void drop(void *user) {
  const pending_t *pending = user;
  tern_string_builder_t data = {0}, note = {0};
  pending->backend->finish(pending->translation, NULL, &data, &note);
  tern_string_builder_deinitialize(&data);
  tern_string_builder_deinitialize(&note);
  free(user);
}

static const tern_attr_t *promise(tern_context_t *context, const pending_t *pending) {
  pending_t *copy = tern_malloc(sizeof *copy);
  *copy = *pending;
  return tern_promise_attr_create(context, &(tern_promise_t){.keep = keep, .drop = drop, .user = copy});
}

// --- object files ---

// Reads the file `path`, or else the first of this name in the folders of object-search-path.
static tern_status_t read_object(const tern_pass_t *pass, tern_str_t path, char **out_data, size_t *out_size) {
  const tern_str_t *folders;
  size_t count = tern_pass_string_list(pass, "object-search-path", &folders);
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, path);
  tern_status_t status = tern_file_read(text.data ? text.data : "", out_data, out_size), other = status;
  for (size_t i = 0; i < count && !tern_status_is_ok(other) && !tern_str_starts_with(path, TERN_STR("/")); ++i) {
    text.size = 0;
    tern_string_builder_append_format(&text, "%.*s/%.*s", (int)folders[i].size, folders[i].data, (int)path.size,
                                      path.data);
    other = tern_file_read(text.data, out_data, out_size);
  }
  tern_string_builder_deinitialize(&text);
  return tern_status_is_ok(other) ? other : status;
}

// The bytes that an attribute holds.
static void append_data(const tern_attr_t *data, tern_string_builder_t *out) {
  const char *bytes = tern_dense_elements_attr_data(data);
  bool is_splat = tern_dense_elements_attr_is_splat(data);
  for (size_t i = 0; i < tern_dense_elements_attr_count(data); ++i) {
    tern_string_builder_append_char(out, bytes[is_splat ? 0 : i]);
  }
}

// The code of the one object of a variant without a module. False after an error.
static bool load_object(const tern_op_t *variant, const tern_pass_t *pass, tern_str_t *out_path,
                        tern_string_builder_t *out_code) {
  const tern_attr_t *objects = tern_op_attr(variant, "objects");
  if (!objects || tern_array_attr_count(objects) != 1) {
    tern_op_error(variant, "has no module, and expects one object file instead but got %zu",
                  objects ? tern_array_attr_count(objects) : 0);
    tern_emit_note(variant->loc, "link several into one with `ld -r`, or another program that does it for their form");
    return false;
  }
  const tern_attr_t *object = tern_array_attr_at(objects, 0),
                    *data = object->params[1] ? tern_hal_attr_at(object, 1) : NULL;
  *out_path = tern_string_attr_value(tern_hal_attr_at(object, 0));
  if (data) {
    bool is_bytes =
        data->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_i(tern_type_element(tern_attr_type(data)), 8);
    if (!is_bytes) return tern_op_error(variant, "expects the data of its object as elements of i8");
    append_data(data, out_code);
    return true;
  }
  char *code = NULL;
  size_t size = 0;
  tern_status_t status = read_object(pass, *out_path, &code, &size);
  if (!tern_status_is_ok(status)) {
    return tern_op_error(variant, "has an object file that cannot be read: %s", status.message);
  }
  tern_string_builder_append(out_code, tern_str_make(code, size));
  free(code);
  return true;
}

static bool adopt(tern_op_t *variant, const tern_pass_t *pass) {
  const tern_hal_backend_t *backend = tern_hal_backend_of(variant);
  tern_string_builder_t code = {0}, data = {0};
  tern_str_t path;
  bool is_right = backend && load_object(variant, pass, &path, &code) &&
                  backend->adopt(variant, path, tern_string_builder_view(&code), &data);
  if (is_right) tern_op_set_attr(variant, TERN_HAL_BINARY_ATTR, bytes_of(tern_op_context(variant), &data));
  tern_string_builder_deinitialize(&code);
  tern_string_builder_deinitialize(&data);
  return is_right;
}

static bool translate(tern_op_t *variant, const tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(variant);
  tern_str_t intermediates_to = tern_pass_string(pass, "dump-intermediates-path");
  tern_op_t *inner = tern_hal_inner_module(variant);
  if (tern_op_attr(variant, TERN_HAL_BINARY_ATTR)) return true;
  if (!inner) return adopt(variant, pass);
  if (tern_op_attr(variant, "objects")) {
    tern_op_error(variant, "has object files beside a module, and they are not linked to generated code");
    tern_emit_note(variant->loc, "an object file takes the place of a whole dispatch; docs/custom_kernels.md says how");
    return false;
  }
  if (intermediates_to.size && !dump(variant, intermediates_to)) return false;
  int64_t start = now_in_microseconds();
  pending_t pending = {.backend = tern_hal_backend_of(variant), .loc = variant->loc};
  const tern_hal_translation_options_t options = {.cache_dir = tern_pass_string(pass, "cache-dir"),
                                                  .budget = tern_pass_int(pass, "compile-budget")};
  if (!pending.backend || !(pending.translation = pending.backend->begin(variant, &options))) return false;
  tern_string_builder_t note = {0};
  const tern_attr_t *bytes =
      tern_pass_bool(pass, "defer-code-generation") ? promise(context, &pending) : finish(context, &pending, &note);
  if (bytes && tern_pass_bool(pass, "measure-time")) {
    const tern_attr_t *time = tern_integer_attr_get(tern_i_type_get(context, 64), now_in_microseconds() - start);
    tern_op_set_attr(variant, TERN_HAL_TRANSLATION_TIME_ATTR, time);
    const tern_attr_t *text = tern_string_attr_get(context, tern_string_builder_view(&note));
    if (note.size) tern_op_set_attr(variant, TERN_HAL_TRANSLATION_NOTE_ATTR, text);
  }
  tern_string_builder_deinitialize(&note);
  if (!bytes) return false;
  tern_op_set_attr(variant, TERN_HAL_BINARY_ATTR, bytes);
  inner = tern_hal_inner_module(variant);
  if (inner) tern_op_destroy(inner);
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_list_t variants = {0};
  tern_hal_collect_variants(op, &variants);
  bool is_right = true;
  for (size_t i = 0; i < variants.count; ++i) is_right &= translate(variants.values[i], pass);
  tern_vec_deinitialize(&variants);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"dump-intermediates-path", TERN_OPTION_STRING, NULL, "Folder to write what is made on the way to", NULL},
    {"defer-code-generation", TERN_OPTION_BOOL, "false",
     "Generate machine code while the passes that follow run; the IR cannot be printed until it is there", NULL},
    {"cache-dir", TERN_OPTION_STRING, NULL, "Folder to keep what is translated in, for the next time", NULL},
    {"compile-budget", TERN_OPTION_INT, "0",
     "Milliseconds that code generation of an executable may take, by estimate; 0: as long as it takes", NULL},
    {"object-search-path", TERN_OPTION_STRING_LIST, NULL, "Folders to look for object files in, if they are not here",
     NULL},
    {"measure-time", TERN_OPTION_BOOL, "false",
     "Note at each variant how many microseconds it took, and what is to be said of it", NULL},
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

// --iree-io-import-parameters: parameters of archives become constants of the module.
//
//   util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4xf32>
//       ->
//   util.global private @w = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
//
// Source: upstream's pass of the same name. Imported is what `keys` names, and what is no larger than `maximum-size`; the
// rest stays where it is.

#include "base/file.h"
#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/io_parameters/archive.h"

// An archive that is open.
typedef struct source {
  tern_archive_path_t path;
  void *data;
  size_t size;
  tern_arena_t arena;
  tern_archive_entries_t entries;
} source_t;

static bool open_source(tern_str_t text, const tern_attr_t *loc, source_t *out_source) {
  *out_source = (source_t){.path = tern_archive_path_parse(text)};
  tern_arena_initialize(&out_source->arena);
  const char *path = out_source->path.path;
  tern_status_t status = tern_file_map(path, false, &out_source->data, &out_source->size, NULL);
  if (tern_status_is_ok(status)) {
    tern_str_t bytes = tern_str_make(out_source->data, out_source->size);
    status = tern_irpa_has_magic(bytes) ? tern_irpa_read(path, bytes, &out_source->arena, &out_source->entries)
                                        : tern_safetensors_read(path, bytes, &out_source->arena, &out_source->entries);
  }
  return tern_status_is_ok(status) || tern_emit_error(loc, "the archive of parameters: %s", status.message);
}

static void close_source(source_t *source) {
  if (source->data) tern_file_unmap(source->data, source->size);
  free(source->entries.values);
  tern_arena_deinitialize(&source->arena);
  free(source->path.path);
}

// The scope and key of a parameter, of either dialect.
static bool read_parameter(const tern_attr_t *value, tern_str_t *out_scope, tern_str_t *out_key) {
  if (!tern_attr_is_flow_parameter(value) && !tern_attr_is_stream_parameter(value)) return false;
  *out_scope = tern_stream_parameter_attr_scope(value);
  *out_key = tern_stream_parameter_attr_key(value);
  return true;
}

static const tern_archive_entry_t *find_entry(const source_t *sources, size_t count, tern_str_t scope, tern_str_t key) {
  for (size_t i = 0; i < count; ++i) {
    if (!tern_str_equal(sources[i].path.scope, scope)) continue;
    for (size_t j = 0; j < sources[i].entries.count; ++j) {
      if (tern_str_equal(sources[i].entries.values[j].key, key)) return &sources[i].entries.values[j];
    }
  }
  return NULL;
}

// Elements whose bytes in a file are those of an attribute.
static bool is_type_plain(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  bool is_number = tern_type_is_int_or_index(element) || tern_type_is_float(element);
  return is_number && tern_type_bit_width(element) == 8 * tern_dense_element_size(element);
}

static bool is_asked_for(const tern_pass_t *pass, tern_str_t key, int64_t size) {
  const tern_str_t *keys;
  size_t count = tern_pass_string_list(pass, "keys", &keys);
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal(keys[i], key)) return true;
  }
  return size <= tern_pass_int(pass, "maximum-size");
}

static const tern_attr_t *make_value(const tern_archive_entry_t *entry, const tern_type_t *type, tern_arena_t *arena) {
  size_t element = tern_dense_element_size(tern_type_element(type));
  if (!entry->pattern_size) return tern_dense_elements_attr_get(type, entry->data, false);
  unsigned char *bytes = tern_arena_alloc(arena, entry->size + 1);
  for (size_t i = 0; i < entry->size; ++i) bytes[i] = entry->data[i % entry->pattern_size];
  return tern_dense_elements_attr_get(type, bytes, entry->pattern_size <= element);
}

// Integers have no sign in the program. What has no name in the archive is bytes there.
static bool is_type_right(const char *stored, const char *wanted) {
  if (!wanted) return strcmp(stored, "U8") == 0;
  bool is_integer = strchr("IU", stored[0]) && strchr("IU", wanted[0]);
  return strcmp(stored, wanted) == 0 || (is_integer && strcmp(stored + 1, wanted + 1) == 0);
}

// Is it the array that the type means, as far as the archive says what it is?
static bool is_array_right(const tern_archive_entry_t *entry, const tern_type_t *type) {
  if (!entry->type_name) return true;
  const char *wanted = tern_safetensors_type_name(tern_type_text(tern_type_element(type)));
  if (!is_type_right(entry->type_name, wanted)) return false;
  if (!wanted && entry->rank == 1) return true;
  bool is_right = entry->rank == tern_type_rank(type);
  for (size_t i = 0; i < entry->rank && is_right; ++i) is_right = entry->dims[i] == tern_type_dim(type, i);
  return is_right;
}

static bool refuse_array(const tern_op_t *global, const tern_archive_entry_t *entry, const tern_type_t *type) {
  tern_string_builder_t shape = {0};
  for (uint32_t i = 0; i < entry->rank; ++i) {
    tern_string_builder_append_format(&shape, "%s%lld", i ? ", " : "", (long long)entry->dims[i]);
  }
  tern_op_error(global, "is a parameter of %s [%s] in the archive, but its type is %s", entry->type_name,
                shape.size ? shape.data : "", tern_type_text(type));
  tern_string_builder_deinitialize(&shape);
  return false;
}

static bool import(tern_op_t *global, const source_t *sources, size_t count, tern_pass_t *pass) {
  tern_str_t scope, key;
  if (!read_parameter(tern_op_attr(global, "initial_value"), &scope, &key)) return true;
  const tern_archive_entry_t *entry = find_entry(sources, count, scope, key);
  const tern_type_t *type = tern_util_global_type(global);
  int64_t size = tern_parameter_size(type);
  if (!entry || size < 0 || !is_asked_for(pass, key, size)) return true;
  if (!is_type_plain(type)) {
    tern_emit_warning(global->loc, "parameter '%.*s' is not imported: its type %s is packed", (int)key.size, key.data,
                      tern_type_text(type));
    return true;
  }
  if ((uint64_t)size != entry->size) {
    return tern_op_error(global, "is a parameter of %zu bytes in the archive, but its type %s asks for %lld",
                         entry->size, tern_type_text(type), (long long)size);
  }
  if (!is_array_right(entry, type)) return refuse_array(global, entry, type);
  tern_op_set_attr(global, "initial_value", make_value(entry, type, tern_pass_scratch(pass)));
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  const tern_str_t *paths;
  size_t count = tern_pass_string_list(pass, "paths", &paths), opened = 0;
  source_t *sources = tern_arena_alloc_array(tern_pass_scratch(pass), count + 1, sizeof(*sources));
  bool is_right = true;
  while (is_right && opened < count) {
    is_right = open_source(paths[opened], module->loc, &sources[opened]);
    ++opened;
  }
  if (is_right && count) {
    tern_block_for_each_op(tern_op_body(module, 0), op) {
      if (tern_op_is(op, TERN_UTIL(GLOBAL))) is_right &= import(op, sources, count, pass);
    }
  }
  for (size_t i = 0; i < opened; ++i) close_source(&sources[i]);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"paths", TERN_OPTION_STRING_LIST, NULL, "Archives to import from, each `[scope=]path`", NULL},
    {"keys", TERN_OPTION_STRING_LIST, NULL, "Keys of parameters to import, whatever their size", NULL},
    {"maximum-size", TERN_OPTION_INT, "0", "Import all parameters of at most this many bytes", NULL},
};

const tern_pass_def_t tern_import_parameters_pass = {
    .flag = "iree-io-import-parameters",
    .name = "ImportParametersPass",
    .anchor = "builtin.module",
    .summary = "Make constants of parameters in archives",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_util_dialect, NULL},
    .run = run,
};

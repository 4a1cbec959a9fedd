// --iree-io-generate-splat-parameter-archive: writes an archive that has zeros for each parameter of the module, so that the
// program can be run without the real one.
//
// Source: upstream's pass of the same name. The scopes of parameters are not kept: an archive has none.

#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/io_parameters/archive.h"

static bool is_known(const tern_archive_entries_t *entries, tern_str_t key) {
  for (size_t i = 0; i < entries->count; ++i) {
    if (tern_str_equal(entries->values[i].key, key)) return true;
  }
  return false;
}

static tern_archive_entry_t make_entry(const tern_type_t *type, tern_str_t key, tern_arena_t *arena) {
  static const unsigned char zero = 0;
  tern_archive_entry_t entry = {.key = key,
                                .data = &zero,
                                .size = (size_t)tern_parameter_size(type),
                                .pattern_size = 1,
                                .type_name = tern_safetensors_type_name(tern_type_text(tern_type_element(type))),
                                .rank = (uint32_t)tern_type_rank(type)};
  int64_t *dims = tern_arena_alloc_array(arena, entry.rank + 1, sizeof(*dims));
  for (uint32_t i = 0; i < entry.rank; ++i) dims[i] = tern_type_dim(type, i);
  entry.dims = dims;
  return entry;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t text = tern_pass_string(pass, "path");
  if (text.size == 0) return true;
  tern_archive_entries_t entries = {0};
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL))) continue;
    const tern_attr_t *value = tern_op_attr(op, "initial_value");
    if (!tern_attr_is_flow_parameter(value) && !tern_attr_is_stream_parameter(value)) continue;
    tern_str_t key = tern_stream_parameter_attr_key(value);
    int64_t size = tern_parameter_size(tern_stream_parameter_attr_type(value));
    if (size < 0) {
      is_right = tern_op_error(op, "is a parameter whose size is not known");
    } else if (!is_known(&entries, key)) {
      tern_vec_push(&entries, make_entry(tern_stream_parameter_attr_type(value), key, tern_pass_scratch(pass)));
    }
  }
  tern_archive_path_t path = tern_archive_path_parse(text);
  is_right = is_right && tern_archive_write(path.path, &entries, module->loc);
  free(path.path);
  tern_vec_deinitialize(&entries);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"path", TERN_OPTION_STRING, NULL, "File to write; its ending .safetensors or .irpa is the format", NULL},
};

const tern_pass_def_t tern_generate_splat_parameter_archive_pass = {
    .flag = "iree-io-generate-splat-parameter-archive",
    .name = "GenerateSplatParameterArchivePass",
    .anchor = "builtin.module",
    .summary = "Write an archive of zeros for the parameters of a module",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};

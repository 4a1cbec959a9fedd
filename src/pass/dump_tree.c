// IR dumps as a tree of files (upstream: FileTreeIRPrinterConfig).

#include "pass/dump_tree.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/file.h"
#include "ir/symbol.h"

void tern_dump_tree_deinitialize(tern_dump_tree_t *tree) { tern_map_deinitialize(&tree->counters); }

static size_t count_of(const tern_dump_tree_t *tree, const tern_op_t *op) {
  return (size_t)(uintptr_t)tern_map_get(&tree->counters, op);
}

// A part of a path: what separates parts of names or of paths becomes an underscore.
static void append_part(tern_string_builder_t *path, tern_str_t text) {
  for (size_t i = 0; i < text.size; ++i) {
    tern_string_builder_append_char(path, strchr("./\\", text.data[i]) ? '_' : text.data[i]);
  }
}

static tern_status_t make_folder(const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return tern_ok();
  return tern_status_make(TERN_IO_ERROR, "cannot create the folder '%s': %s", path, strerror(errno));
}

// The folder of `op` within those of the ops around it, and the numbers in front of the file's name.
static tern_status_t enter(const tern_dump_tree_t *tree, tern_op_t *op, tern_string_builder_t *path,
                           tern_string_builder_t *numbers) {
  tern_op_t *parent = tern_op_parent(op);
  if (parent) TERN_RETURN_IF_ERROR(enter(tree, parent, path, numbers));
  tern_string_builder_append_char(path, '/');
  append_part(path, tern_op_name(op));
  tern_str_t symbol = tern_symbol_name(op);
  tern_string_builder_append_char(path, '_');
  append_part(path, symbol.size ? symbol : TERN_STR("no-symbol-name"));
  // Of an op around it is the number of its latest dump.
  size_t count = count_of(tree, op);
  tern_string_builder_append_format(numbers, "%zu_", count ? count - 1 : 0);
  return make_folder(path->data);
}

tern_status_t tern_dump_tree_write(tern_dump_tree_t *tree, tern_op_t *op, const char *flag, tern_str_t text) {
  TERN_RETURN_IF_ERROR(make_folder(tree->path));
  tern_map_set(&tree->counters, op, (void *)(uintptr_t)(count_of(tree, op) + 1));
  tern_string_builder_t path = {0}, numbers = {0};
  tern_string_builder_append_cstr(&path, tree->path);
  tern_status_t status = enter(tree, op, &path, &numbers);
  if (tern_status_is_ok(status)) {
    tern_string_builder_append_format(&path, "/%s%s.mlir", numbers.data, flag);
    status = tern_file_write(path.data, text);
  }
  tern_string_builder_deinitialize(&path);
  tern_string_builder_deinitialize(&numbers);
  return status;
}

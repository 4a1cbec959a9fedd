#include "transform/hal/executables.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

void tern_hal_collect_ops(const tern_op_t *parent, const tern_op_row_t *row, tern_op_list_t *out_ops) {
  tern_block_t *body = tern_op_body(parent, 0);
  if (!body) return;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, row)) tern_vec_push(out_ops, op);
  }
}

void tern_hal_collect_variants(const tern_op_t *module, tern_op_list_t *out_variants) {
  tern_op_list_t executables = {0};
  if (tern_op_is(module, TERN_HAL(EXECUTABLE))) {
    tern_vec_push(&executables, (tern_op_t *)(uintptr_t)module);
  } else {
    tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  }
  for (size_t i = 0; i < executables.count; ++i) {
    tern_block_for_each_op(tern_op_body(executables.values[i], 0), op) {
      if (tern_hal_is_variant(op)) tern_vec_push(out_variants, op);
    }
  }
  tern_vec_deinitialize(&executables);
}

// --- files ---

static void append_name(tern_string_builder_t *out, tern_str_t name) {
  for (size_t i = 0; i < name.size; ++i) {
    char c = name.data[i];
    tern_string_builder_append_char(out, isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.' ? c : '_');
  }
}

void tern_hal_file_path(tern_str_t path, tern_str_t prefix, const tern_op_t *executable, const tern_op_t *variant,
                        const char *extension, tern_string_builder_t *out_path) {
  const tern_op_t *module = tern_op_parent(executable);
  tern_str_t module_name = module ? tern_symbol_name(module) : (tern_str_t){0};
  if (tern_str_equal_cstr(path, "-")) {
    tern_string_builder_append_char(out_path, '-');
    return;
  }
  tern_string_builder_append(out_path, path);
  if (path.size && path.data[path.size - 1] != '/') tern_string_builder_append_char(out_path, '/');
  if (prefix.size) {
    append_name(out_path, prefix);
    tern_string_builder_append_char(out_path, '_');
  }
  append_name(out_path, module_name.size ? module_name : TERN_STR("module"));
  tern_string_builder_append_char(out_path, '_');
  append_name(out_path, tern_symbol_name(executable));
  if (variant) {
    tern_string_builder_append_char(out_path, '_');
    append_name(out_path, tern_symbol_name(variant));
  }
  tern_string_builder_append_cstr(out_path, extension);
}

// Makes a folder and those it is in. What is wrong shows when the file is written.
static void make_folder(tern_str_t folder) {
  tern_string_builder_t part = {0};
  for (size_t i = 0; i < folder.size; ++i) {
    if (folder.data[i] == '/' && part.size) (void)mkdir(part.data, 0777);
    tern_string_builder_append_char(&part, folder.data[i]);
  }
  if (part.size) (void)mkdir(part.data, 0777);
  tern_string_builder_deinitialize(&part);
}

bool tern_hal_write_file(const tern_op_t *op, tern_str_t folder, tern_str_t path, tern_str_t contents) {
  if (tern_str_equal_cstr(path, "-")) return fwrite(contents.data, 1, contents.size, stdout) == contents.size;
  make_folder(folder);
  tern_string_builder_t name = {0};
  tern_string_builder_append(&name, path);
  tern_status_t status = tern_file_write(name.data, contents);
  tern_string_builder_deinitialize(&name);
  return tern_status_is_ok(status) || tern_op_error(op, "cannot be written to a file: %s", status.message);
}

// --- references ---

typedef struct rewriter {
  const tern_attr_t *(*rewrite)(const tern_attr_t *ref, void *user);
  void *user;
} rewriter_t;

static const tern_attr_t *rewrite_attr(const rewriter_t *rewriter, const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_SYMBOL_REF && tern_symbol_ref_attr_count(attr) == 3) {
    return rewriter->rewrite(attr, rewriter->user);
  }
  if (attr->kind != TERN_ATTR_ARRAY || !tern_array_attr_count(attr)) return attr;
  tern_hal_attr_list_t list = {0};
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    tern_vec_push(&list, rewrite_attr(rewriter, tern_array_attr_at(attr, i)));
  }
  attr = tern_array_attr_get(attr->context, list.values, list.count);
  tern_vec_deinitialize(&list);
  return attr;
}

static tern_walk_result_t rewrite_op(tern_op_t *op, void *user) {
  const rewriter_t *rewriter = user;
  if (tern_op_is(op, TERN_HAL(EXECUTABLE))) return TERN_WALK_SKIP;
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) op->slots[i] = rewrite_attr(rewriter, op->slots[i]);
  }
  return TERN_WALK_ADVANCE;
}

void tern_hal_rewrite_entry_points(tern_op_t *module, const tern_attr_t *(*rewrite)(const tern_attr_t *ref, void *user),
                                   void *user) {
  rewriter_t rewriter = {rewrite, user};
  tern_op_walk_pre(module, rewrite_op, &rewriter);
}

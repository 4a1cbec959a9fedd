// Files with named sequences, and those that a context keeps for all scripts.

#include "transform/script/library.h"

#include <stdlib.h>

#include "base/file.h"
#include "bytecode/bytecode.h"
#include "dialect/builtin/builtin.h"
#include "dialect/transform/transform.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"

// Its address is the key of the context's extension.
static const char library_key;

tern_op_t *tern_script_read_module(tern_context_t *context, const tern_attr_t *loc, tern_str_t path) {
  const char *name = tern_ident_get(context, path)->data;
  char *data = NULL;
  size_t size = 0;
  tern_status_t status = tern_file_read(name, &data, &size);
  if (!tern_status_is_ok(status)) {
    tern_emit_error(loc, "cannot read the transform script: %s", status.message);
    return NULL;
  }
  tern_op_t *module = tern_read_module(context, path, tern_str_make(data, size));
  free(data);
  if (!module) {
    tern_emit_error(loc, "failed to parse the transform script '%s'", name);
    return NULL;
  }
  if (tern_verify(module)) return module;
  tern_emit_error(loc, "failed to verify the transform script '%s'", name);
  tern_op_destroy(module);
  return NULL;
}

tern_op_t *tern_script_library(tern_context_t *context) { return tern_context_extension(context, &library_key); }

bool tern_script_library_add(tern_op_t *module) {
  tern_context_t *context = tern_op_context(module);
  tern_op_t *library = tern_script_library(context);
  if (!library) {
    tern_context_set_extension(context, &library_key, module, NULL);
    return true;
  }
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    tern_str_t name = tern_symbol_name(op);
    tern_op_t *known = name.size ? tern_symbol_lookup_in(library, name) : NULL;
    if (known && tern_op_is(known, TERN_TRANSFORM(NAMED_SEQUENCE)) && tern_op_body(known, 0)) {
      if (!tern_op_body(op, 0)) continue;
      tern_emit_error(op->loc, "doubly defined symbol @%.*s", (int)name.size, name.data);
      tern_emit_note(known->loc, "previously defined here");
      return false;
    }
    if (known) tern_op_destroy(known);
    tern_op_remove(op);
    tern_op_insert(op, tern_op_body(library, 0), NULL);
  }
  tern_op_destroy(module);
  return true;
}

typedef struct search {
  tern_str_t name;
  tern_op_t *found;
} search_t;

static tern_walk_result_t look_at(tern_op_t *op, void *user) {
  search_t *search = user;
  if (!tern_op_is(op, TERN_TRANSFORM(NAMED_SEQUENCE)) || !tern_str_equal(tern_symbol_name(op), search->name)) {
    return TERN_WALK_ADVANCE;
  }
  search->found = op;
  return TERN_WALK_INTERRUPT;
}

tern_op_t *tern_script_find_entry(tern_op_t *op, tern_op_t *library, tern_str_t name) {
  search_t search = {.name = name};
  // Right inside of the op before deeper in it.
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if (look_at(inner, &search) == TERN_WALK_INTERRUPT) return search.found;
      }
    }
  }
  tern_op_walk_pre(op, look_at, &search);
  if (!search.found && library) tern_op_walk_pre(library, look_at, &search);
  return search.found;
}

// Symbols and symbol tables: names, visibilities, places, doubled names.

#include <string.h>

#include "ir/context.h"
#include "ir/symbol_private.h"
#include "ir/verify/verify_private.h"

static bool is_visibility(tern_str_t text) {
  return tern_str_equal(text, TERN_STR("public")) || tern_str_equal(text, TERN_STR("private")) ||
         tern_str_equal(text, TERN_STR("nested"));
}

bool tern_verify_symbol(const tern_op_t *op) {
  int slot = tern_op_def_slot(op->def, TERN_STR("sym_name"));
  // A row whose name is optional (builtin.module) has symbols only where it is given.
  if (slot >= 0 && !op->slots[slot] && op->def->attrs[slot].is_optional) return true;
  bool is_right = true;
  if (!tern_symbol_ident(op)) is_right = tern_op_error(op, "requires string attribute 'sym_name'");
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (visibility && !tern_attr_is_string(visibility)) {
    is_right = tern_op_error(op, "requires visibility attribute 'sym_visibility' to be a string attribute, but got %s",
                             tern_attr_text(visibility));
  } else if (visibility && !is_visibility(tern_string_attr_value(visibility))) {
    is_right = tern_op_error(op, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s",
                             tern_attr_text(visibility));
  }
  if (op->result_count) is_right = tern_op_error(op, "symbols must not have results");
  return is_right;
}

bool tern_verify_symbol_place(const tern_op_t *op) {
  int slot = tern_op_def_slot(op->def, TERN_STR("sym_name"));
  if (slot >= 0 && !op->slots[slot] && op->def->attrs[slot].is_optional) return true;
  const tern_op_t *parent = tern_op_parent(op);
  return !parent || !parent->def->row || tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE) ||
         tern_op_error(op, "symbol's parent must have the SymbolTable trait");
}

bool tern_verify_symbol_table(const tern_op_t *op) {
  if (op->region_count != 1) {
    return tern_op_error(op, "Operations with a 'SymbolTable' must have exactly one region");
  }
  const tern_block_t *block = op->regions[0].first_block;
  if (!block || block->next) return tern_op_error(op, "Operations with a 'SymbolTable' must have exactly one block");
  tern_map_t symbols = {0};
  bool is_right = true;
  tern_block_for_each_op(block, inner) {
    const tern_ident_t *name = tern_symbol_ident(inner);
    if (!name) continue;
    const tern_op_t *previous = tern_map_get(&symbols, name);
    if (!previous) {
      tern_map_set(&symbols, name, inner);
      continue;
    }
    is_right = tern_emit_error(inner->loc, "redefinition of symbol named '%s'", name->data);
    tern_emit_note(previous->loc, "see existing symbol definition here");
  }
  tern_map_deinitialize(&symbols);
  return is_right;
}

// The verifier's walk (upstream: Verifier.cpp).
//
// Everything that tables and traits say is checked on one walk through the IR, with dominance and isolation of each
// operand as it is passed. Hand-written hooks may reach across ops (a return looks at its function), so they run after
// the walk, and only where it found nothing wrong: ops are gathered in scopes, one for each isolated op, and a scope
// with errors runs no hooks, but for those of the ops before the first wrong one in its block, which are heard in its
// stead, as upstream goes from op to op. That a block lacks its end, or ends in an op of other parents, is said after the
// hooks of the ops around, too: these judge how their blocks end. Symbol uses come last, with look-ups cached.
//
// What the walk finds wrong in an isolated op ends the walk in there: what comes later may rely on it. Isolated ops side
// by side are walked whatever became of the others, and a failing hook keeps no hook of an op at its side from running;
// a block or op that is judged by what is in it is not if that is wrong.
//
// Recursive in nesting depth only.

#include "ir/verify/verifier.h"

#include <stdlib.h>

#include "base/vec.h"
#include "ir/context.h"
#include "ir/dominance.h"
#include "ir/op_private.h"
#include "ir/symbol_private.h"
#include "ir/verify/verify_private.h"

// What an isolated op holds, down to isolated ops inside of it.
typedef struct scope {
  bool is_wrong;      // the walk found errors, or a hook that was run before the walk's end did
  bool has_failed;    // a hook found errors
  size_t first_hook;  // the first one that is heard before the end of a block in here is judged
} scope_t;

typedef enum hook_kind {
  HOOK_DONE,
  HOOK_VERIFY,
  HOOK_VERIFY_REGIONS,
  HOOK_SYMBOL_USES,
  HOOK_ATTR_SYMBOL_USES,
} hook_kind_t;

// A hook to run after the walk.
typedef struct hook {
  const tern_op_t *op;
  uint32_t scope;
  hook_kind_t kind;
  // Of HOOK_VERIFY: index after the hooks of ops inside; of HOOK_VERIFY_REGIONS: index of the first of them.
  size_t other_end;
} hook_t;

typedef struct verifier {
  tern_context_t *context;
  tern_dominance_t *dominance;
  TERN_VEC(scope_t) scopes;
  TERN_VEC(hook_t) hooks;
  TERN_VEC(const tern_op_t *) failed;  // ops whose hooks found errors
  size_t failed_hook;                  // index after the last one that found errors
  uint32_t scope;                      // current
  bool has_errors;
} verifier_t;

static void mark_wrong(verifier_t *verifier) {
  verifier->scopes.values[verifier->scope].is_wrong = true;
  verifier->has_errors = true;
}

// --- dominance and isolation ---

static bool is_inside_region(const tern_block_t *block, const tern_region_t *region) {
  return block->parent && tern_region_is_within(block->parent, region);
}

static void note_definition(const tern_value_t *value, const tern_op_t *user) {
  const tern_block_t *block = tern_value_block(value);
  const tern_region_t *here = user->block->parent, *there = block->parent;
  const char *where = "neither in a parent nor in a child region";
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && block == user->block) {
    where = "in the same block";
  } else if (here == there) {
    where = "in the same region";
  } else if (here && there && tern_region_is_within(here, there)) {
    where = "in a parent region";
  } else if (here && there && tern_region_is_within(there, here)) {
    where = "in a child region";
  }
  if (op) {
    tern_emit_note(op->loc, "operand defined here (op %s%s)", where[0] == 'n' ? "is " : "", where);
    return;
  }
  size_t index = 0;
  for (const tern_block_t *other = there ? there->first_block : NULL; other && other != block; other = other->next) {
    ++index;
  }
  const tern_op_t *parent = tern_block_parent_op(block);
  tern_emit_note(parent ? parent->loc : tern_value_loc(value), "operand defined as a block argument (block #%zu %s)",
                 index, where);
}

static bool report_dominance(verifier_t *verifier, const tern_op_t *op, size_t index) {
  mark_wrong(verifier);
  tern_op_error_unnamed(op, "operand #%zu does not dominate this use", index);
  note_definition(op->operands[index].value, op);
  return false;
}

// Everything but a definition in the same block.
static bool check_far_operand(verifier_t *verifier, const tern_op_t *op, size_t index) {
  const tern_value_t *value = op->operands[index].value;
  const tern_block_t *block = tern_value_block(value);
  if (!block) {
    mark_wrong(verifier);
    return tern_emit_error(op->loc, "operand #%zu is defined by an op that is in no block", index);
  }
  // Climb to where the definition is; an isolated op must not be left on the way.
  for (const tern_op_t *around = op; around->block != block && around->block->parent != block->parent;) {
    const tern_region_t *region = around->block->parent;
    const tern_op_t *parent = region ? region->parent : NULL;
    if (!parent) break;
    if (tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE) && !is_inside_region(block, region)) {
      mark_wrong(verifier);
      tern_op_error(op, "using value defined outside the region");
      tern_emit_note(parent->loc, "required by region isolation constraints");
      return false;
    }
    if (!parent->block) break;
    around = parent;
  }
  return tern_dominance_value_dominates(verifier->dominance, value, op) ||
         !tern_dominance_is_reachable(verifier->dominance, op->block) || report_dominance(verifier, op, index);
}

static bool check_operands_are_there(verifier_t *verifier, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (op->operands[i].value) continue;
    mark_wrong(verifier);
    tern_op_error(op, "null operand found");
    return false;
  }
  return true;
}

// `op` is in a block whose ops are numbered.
static bool check_dominance(verifier_t *verifier, const tern_op_t *op) {
  const tern_block_t *block = op->block;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = op->operands[i].value;
    if (value->is_block_argument) {
      if (value->owner == block) continue;
    } else {
      const tern_op_t *definition = value->owner;
      if (definition->block == block && definition->order < op->order) continue;
    }
    if (!check_far_operand(verifier, op, i)) return false;
  }
  return true;
}

// --- one op ---

static bool check_registration(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  if (def->row || (def->dialect && def->dialect->allows_unknown_ops)) return true;
  if (def->dialect) {
    return tern_emit_error(op->loc,
                           "unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations",
                           def->name->data, def->dialect->name[0] ? def->dialect->name : "builtin");
  }
  if (tern_context_allows_unregistered(tern_op_context(op))) return true;
  tern_op_error(op, "created with unregistered dialect");
  tern_emit_note(op->loc, "if this is intended, use --allow-unregistered-dialect");
  return false;
}

// The dialect that checks `dialect.name`, or NULL.
static const tern_dialect_t *dialect_of_attr(const tern_op_t *op, tern_str_t name) {
  size_t dot = tern_str_find_char(name, '.');
  if (dot == name.size) return NULL;
  return tern_context_find_dialect(tern_op_context(op), tern_str_make(name.data, dot));
}

// Of arguments or results.
static bool check_signature_attrs(const tern_op_t *op, bool is_result) {
  const tern_attr_t *attrs = tern_op_attr(op, is_result ? "res_attrs" : "arg_attrs");
  for (size_t i = 0; attrs && attrs->kind == TERN_ATTR_ARRAY && i < tern_array_attr_count(attrs); ++i) {
    const tern_attr_t *dictionary = tern_array_attr_at(attrs, i);
    if (dictionary->kind != TERN_ATTR_DICTIONARY) continue;
    for (size_t j = 0; j < tern_dictionary_attr_count(dictionary); ++j) {
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, j));
      const tern_dialect_t *dialect = dialect_of_attr(op, name);
      bool (*verify)(const tern_op_t *, size_t, tern_str_t, const tern_attr_t *) = NULL;
      if (dialect) verify = is_result ? dialect->verify_result_attr : dialect->verify_arg_attr;
      if (verify && !verify(op, i, name, tern_dictionary_attr_at(dictionary, j))) return false;
    }
  }
  return true;
}

// Discardable attributes `dialect.name` are that dialect's to check.
static bool check_discardable_attrs(const tern_op_t *op) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    const tern_dialect_t *dialect = dialect_of_attr(op, name);
    if (!dialect || !dialect->verify_op_attr) continue;
    if (!dialect->verify_op_attr(op, name, tern_dictionary_attr_at(op->attrs, i))) return false;
  }
  return true;
}

static bool check_op_itself(const tern_op_t *op) {
  if (op->attrs && !check_discardable_attrs(op)) return false;
  if (tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) &&
      !(check_signature_attrs(op, false) && check_signature_attrs(op, true)))
    return false;
  return !op->def->row || (tern_verify_op_against_row(op) && tern_verify_op_traits(op));
}

// The row of an attribute that checks the symbols it names itself, or NULL.
static const tern_attr_row_t *symbol_user_row(const tern_attr_t *attr) {
  const tern_attr_row_t *row = attr->kind == TERN_ATTR_DIALECT ? attr->row : NULL;
  return row && row->verify_symbol_uses ? row : NULL;
}

static bool has_symbol_user_attr(const tern_op_t *op) {
  for (size_t i = 0; op->attrs && i < tern_dictionary_attr_count(op->attrs); ++i) {
    if (symbol_user_row(tern_dictionary_attr_at(op->attrs, i))) return true;
  }
  return false;
}

static void push_hook(verifier_t *verifier, const tern_op_t *op, hook_kind_t kind, size_t other_end) {
  tern_vec_push(&verifier->hooks, (hook_t){op, verifier->scope, kind, other_end});
}

// --- blocks and regions ---

// A lone block may do without a terminator if its op says so, or is not known.
static bool may_lack_terminator(const tern_block_t *block) {
  const tern_region_t *region = block->parent;
  if (region->first_block != region->last_block) return false;
  return !region->parent->def->row || tern_op_has_trait(region->parent, TERN_TRAIT_NO_TERMINATOR);
}

static bool check_empty_block(const tern_block_t *block) {
  const tern_op_t *parent = block->parent->parent;
  // The trait of single blocks has its own words for this.
  if (may_lack_terminator(block) || tern_op_has_trait(parent, TERN_TRAIT_SINGLE_BLOCK)) return true;
  return tern_emit_error(parent->loc, "empty block: expect at least a terminator");
}

// How a block ends, after its ops were found right.
static bool check_block_end(const tern_block_t *block) {
  const tern_op_t *last = block->last_op;
  for (size_t i = 0; i < last->successor_count; ++i) {
    const tern_block_t *successor = last->successors[i].block;
    // Registered terminators have said so by their trait.
    if (last->def->row || (successor && successor->parent == block->parent)) continue;
    return tern_op_error(last, "branching to block of a different region");
  }
  if (may_lack_terminator(block) || tern_block_terminator(block)) return true;
  return tern_emit_error(last->loc, "block with no terminator, has %s", tern_op_text(last));
}

static bool check_region(const tern_op_t *op, size_t index) {
  const tern_block_t *entry = op->regions[index].first_block;
  if (entry->next && op->def->row && tern_op_has_trait(op, TERN_TRAIT_GRAPH_REGION)) {
    return tern_op_error(op, "expects graph region #%zu to have 0 or 1 blocks", index);
  }
  return !entry->first_use || tern_emit_error(op->loc, "entry block of region may not have predecessors");
}

static bool verify_op(verifier_t *verifier, tern_op_t *op, bool is_in_block);

static void run_hooks_from(verifier_t *verifier, size_t first, bool stops_at_error);

// Before a block is said to lack its end, or an op to be in the wrong place, what the ops before say is heard. True if one
// of them is wrong.
static bool is_earlier_op_wrong(verifier_t *verifier, size_t first_hook) {
  if (verifier->scopes.values[verifier->scope].is_wrong) return true;
  bool had_errors = verifier->has_errors;
  verifier->has_errors = false;
  run_hooks_from(verifier, first_hook, true);
  bool is_wrong = verifier->has_errors;
  verifier->has_errors |= had_errors;
  if (is_wrong) mark_wrong(verifier);
  return is_wrong;
}

// check_op_itself, of which nothing is heard where the ops before `op` have something to say.
static bool check_after_earlier_ops(verifier_t *verifier, const tern_op_t *op, size_t first_hook) {
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(verifier->context), heard = *diagnostics;
  diagnostics->handler = NULL;
  bool is_right = check_op_itself(op);
  *diagnostics = heard;
  if (is_right) return true;
  if (!is_earlier_op_wrong(verifier, first_hook)) check_op_itself(op);
  mark_wrong(verifier);
  return false;
}

static bool verify_op_of_block(verifier_t *verifier, tern_op_t *op, size_t first_hook) {
  if (!check_operands_are_there(verifier, op)) return false;
  // That an op is in the wrong place is said after what the ops before it say, and of an end what those around say.
  size_t around = op->next ? first_hook : verifier->scopes.values[verifier->scope].first_hook;
  if (op->def->parent_count && !tern_op_has_right_parent(op) && is_earlier_op_wrong(verifier, around)) return false;
  if (!check_after_earlier_ops(verifier, op, first_hook)) return false;
  bool is_right = verify_op(verifier, op, true);
  if (!op->successor_count || !op->next) return is_right;
  mark_wrong(verifier);
  return tern_emit_error(op->loc, "operation with block successors must terminate its parent block");
}

static bool verify_block(verifier_t *verifier, tern_block_t *block) {
  if (!block->is_order_valid) tern_block_number_ops(block);
  bool is_right = true;
  size_t first_hook = verifier->hooks.count;
  tern_block_for_each_op(block, op) {
    is_right &= verify_op_of_block(verifier, op, first_hook);
    if (!is_right && !tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) break;
  }
  if (!is_right) return false;
  bool lacks_end = !may_lack_terminator(block) && !tern_block_terminator(block);
  first_hook = verifier->scopes.values[verifier->scope].first_hook;
  if (lacks_end && is_earlier_op_wrong(verifier, first_hook)) return false;
  is_right = block->first_op ? check_block_end(block) : check_empty_block(block);
  if (!is_right) mark_wrong(verifier);
  return is_right;
}

static bool verify_contents(verifier_t *verifier, tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    if (!op->regions[i].first_block) continue;
    if (!check_region(op, i)) {
      mark_wrong(verifier);
      return false;
    }
    tern_region_for_each_block(&op->regions[i], block) {
      if (!verify_block(verifier, block)) return false;
    }
  }
  return true;
}

static bool verify_regions(verifier_t *verifier, tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) return verify_contents(verifier, op);
  // A function's own hook, the last one, is among those that are heard early.
  bool is_function = tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && op->def->row->verify;
  uint32_t outer = verifier->scope;
  tern_vec_push(&verifier->scopes, (scope_t){.first_hook = verifier->hooks.count - is_function});
  verifier->scope = (uint32_t)verifier->scopes.count - 1;
  bool is_right = verify_contents(verifier, op);
  verifier->scope = outer;
  return is_right;
}

// What is said of an op after itself was found right.
static bool verify_rest(verifier_t *verifier, tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  size_t hook = verifier->hooks.count;
  bool has_hook = row && row->verify, is_right = true;
  if (has_hook) push_hook(verifier, op, HOOK_VERIFY, hook + 1);
  if (op->region_count) is_right = verify_regions(verifier, op);
  if (is_right && (row ? op->region_count && !tern_verify_op_region_traits(op) : !check_registration(op))) {
    mark_wrong(verifier);
    is_right = false;
  }
  if (is_right && row && row->verify_regions) push_hook(verifier, op, HOOK_VERIFY_REGIONS, hook);
  if (has_hook) verifier->hooks.values[hook].other_end = verifier->hooks.count;
  if (row && row->verify_symbol_uses) push_hook(verifier, op, HOOK_SYMBOL_USES, 0);
  if (has_symbol_user_attr(op)) push_hook(verifier, op, HOOK_ATTR_SYMBOL_USES, 0);
  return is_right;
}

// `op`'s operands are there; where it is in a block, the block's ops are numbered, and it was found right itself.
static bool verify_op(verifier_t *verifier, tern_op_t *op, bool is_in_block) {
  if (!is_in_block && !check_op_itself(op)) {
    mark_wrong(verifier);
    return false;
  }
  return (!is_in_block || check_dominance(verifier, op)) && verify_rest(verifier, op);
}

// --- hooks ---

static bool may_run(const verifier_t *verifier, const hook_t *hook) {
  return !verifier->scopes.values[hook->scope].is_wrong;
}

// A return is not judged by the results of an op that was wrong: their types may be what was wrong.
static bool returns_failed_op(const verifier_t *verifier, const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_RETURN_LIKE)) return false;
  for (size_t i = 0; i < verifier->failed.count; ++i)
    for (size_t k = 0; k < op->operand_count; ++k)
      if (tern_value_defining_op(op->operands[k].value) == verifier->failed.values[i]) return true;
  return false;
}

static bool is_hook_satisfied(hook_kind_t kind, const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  return kind == HOOK_VERIFY ? row->verify(op) && tern_verify_op_late(op) : row->verify_regions(op);
}

static void run_hooks_from(verifier_t *verifier, size_t first, bool stops_at_error) {
  for (size_t i = first; i < verifier->hooks.count;) {
    hook_t *hook = &verifier->hooks.values[i++];
    hook_kind_t kind = hook->kind;
    if (kind == HOOK_DONE || kind >= HOOK_SYMBOL_USES || !may_run(verifier, hook)) continue;
    if (returns_failed_op(verifier, hook->op)) continue;
    // An op is not judged by what is inside while that is wrong.
    if (kind == HOOK_VERIFY_REGIONS && verifier->failed_hook > hook->other_end) continue;
    hook->kind = HOOK_DONE;
    if (is_hook_satisfied(kind, hook->op)) continue;
    verifier->has_errors = true;
    verifier->scopes.values[hook->scope].has_failed = true;
    tern_vec_push(&verifier->failed, hook->op);
    verifier->failed_hook = i;
    if (stops_at_error) return;
    // What is inside may rely on what has just failed.
    if (kind == HOOK_VERIFY) i = hook->other_end;
  }
}

static bool are_attr_symbol_uses_right(const tern_op_t *op) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    const tern_attr_t *attr = tern_dictionary_attr_at(op->attrs, i);
    const tern_attr_row_t *row = symbol_user_row(attr);
    if (row && !row->verify_symbol_uses(attr, op)) return false;
  }
  return true;
}

static void run_symbol_hooks(verifier_t *verifier) {
  tern_symbol_tables_t cache = {0};
  tern_symbol_cache_begin(&cache, verifier->context);
  for (size_t i = 0; i < verifier->hooks.count; ++i) {
    const hook_t *hook = &verifier->hooks.values[i];
    if (hook->kind < HOOK_SYMBOL_USES || !may_run(verifier, hook)) continue;
    if (verifier->scopes.values[hook->scope].has_failed) continue;
    bool is_right = hook->kind == HOOK_SYMBOL_USES ? hook->op->def->row->verify_symbol_uses(hook->op)
                                                   : are_attr_symbol_uses_right(hook->op);
    if (!is_right) verifier->has_errors = true;
  }
  tern_symbol_cache_end(&cache, verifier->context);
}

bool tern_verify(tern_op_t *op) {
  verifier_t verifier = {.context = tern_op_context(op), .dominance = tern_dominance_create()};
  tern_vec_push(&verifier.scopes, (scope_t){0});
  if (check_operands_are_there(&verifier, op)) verify_op(&verifier, op, false);
  run_hooks_from(&verifier, 0, false);
  // They read the ops that symbols name, wherever these are, and rely on all of them being right.
  if (!verifier.has_errors) run_symbol_hooks(&verifier);
  tern_vec_deinitialize(&verifier.hooks);
  tern_vec_deinitialize(&verifier.failed);
  tern_vec_deinitialize(&verifier.scopes);
  tern_dominance_destroy(verifier.dominance);
  return !verifier.has_errors;
}

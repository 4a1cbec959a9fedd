// --iree-stablehlo-strip-shardings: what programs say about meshes of devices (dialect sdy) is dropped. A program is
// compiled for one device, and a tensor that is spread over one device is the tensor. Groups of devices that are named by
// axes of a mesh become numbers before the mesh goes.

#include "analysis/mesh_groups.h"
#include "base/vec.h"
#include "dialect/sdy/sdy.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_ours(tern_str_t name) { return tern_str_starts_with(name, TERN_STR("sdy.")); }

static const tern_attr_t *without_shardings(tern_context_t *context, const tern_attr_t *dictionary) {
  const tern_attr_t *kept = dictionary;
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, i));
    if (is_ours(name)) kept = tern_dictionary_attr_with(context, kept, name, NULL);
  }
  return kept;
}

// Those of arguments or results: an array of dictionaries.
static void strip_list(tern_op_t *op, const char *name) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *list = tern_op_attr(op, name);
  if (!list || list->kind != TERN_ATTR_ARRAY) return;
  TERN_VEC(const tern_attr_t *) entries = {0};
  bool is_empty = true;
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *entry = tern_array_attr_at(list, i);
    if (entry->kind == TERN_ATTR_DICTIONARY) {
      entry = without_shardings(context, entry);
      if (!entry) entry = tern_dictionary_attr_get(context, NULL, 0);
    }
    is_empty &= entry->kind == TERN_ATTR_DICTIONARY && tern_dictionary_attr_count(entry) == 0;
    tern_vec_push(&entries, entry);
  }
  tern_op_set_attr(op, name, is_empty ? NULL : tern_array_attr_get(context, entries.values, entries.count));
  tern_vec_deinitialize(&entries);
}

static tern_walk_result_t strip(tern_op_t *op, void *user) {
  tern_op_list_t *ops = user;
  for (size_t i = 0; op->attrs && i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    if (!is_ours(name)) continue;
    op->attrs = without_shardings(tern_op_context(op), op->attrs);
    break;
  }
  if (op->def->row && (op->def->row->traits & TERN_TRAIT_FUNCTION_LIKE)) {
    strip_list(op, "arg_attrs");
    strip_list(op, "res_attrs");
  }
  if (op->def->dialect == &tern_sdy_dialect) tern_vec_push(ops, op);
  return TERN_WALK_ADVANCE;
}

// The code for one device of one: its arguments are the operands as a whole.
static bool inline_computation(tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *end = tern_block_terminator(body);
  bool is_whole = end && tern_op_is(end, TERN_SDY(RETURN));
  for (size_t i = 0; is_whole && i < op->operand_count; ++i) {
    is_whole = tern_op_operand(op, i)->type == body->args[i]->type;
  }
  for (size_t i = 0; is_whole && i < op->result_count; ++i) {
    is_whole = tern_op_operand(end, i)->type == op->results[i].type;
  }
  if (!is_whole)
    return tern_op_error(op, "computes on parts of tensors: programs for several devices are not compiled");
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_replace_all_uses(body->args[i], tern_op_operand(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(end, i));
  }
  while (body->first_op && body->first_op != end) tern_op_move_before(body->first_op, op);
  tern_op_destroy(op);
  return true;
}

static bool drop(tern_op_t *op) {
  if (tern_op_is(op, TERN_SDY(RETURN))) return true;  // goes with its parent
  if (tern_op_is(op, TERN_SDY(MANUAL_COMPUTATION))) return inline_computation(op);
  if (op->result_count) tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
  return true;
}

static tern_walk_result_t flatten_groups(tern_op_t *op, void *user) {
  *(bool *)user &= tern_hlo_flatten_groups(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  bool is_ok = true;
  tern_op_walk_pre(root, flatten_groups, &is_ok);
  tern_op_walk_pre(root, strip, &ops);
  // What is inside goes first: a computation takes its terminator with it.
  for (size_t i = ops.count; is_ok && i-- > 0;) is_ok = drop(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return is_ok;
}

const tern_pass_def_t tern_strip_shardings_pass = {
    .name = "StripShardings",
    .flag = "iree-stablehlo-strip-shardings",
    .summary = "Drop what programs say about meshes of devices",
    .run = run,
};

// Ops of a script that find payload, and rewrites of one structured op.

#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "transform/dispatch_creation/interchange.h"
#include "transform/linalg/generalize.h"
#include "transform/script/applies.h"
#include "transform/script/tile.h"

// --- match ---

typedef struct matcher {
  const tern_attr_t *names, *interface, *attrs, *result_type, *operand_types;
  tern_payload_t *found;
  const tern_op_t *mismatch;  // has another number of operands than the filter
} matcher_t;

static bool has_name(const tern_op_t *op, const tern_attr_t *names) {
  for (size_t i = 0; i < tern_array_attr_count(names); ++i) {
    if (tern_str_equal(tern_op_name(op), tern_string_attr_value(tern_array_attr_at(names, i)))) return true;
  }
  return false;
}

static bool has_interface(const tern_op_t *op, int64_t interface) {
  switch (interface) {
    case TERN_TRANSFORM_LINALG_OP: return tern_is_linalg(op);
    case TERN_TRANSFORM_TILING_INTERFACE: return tern_can_tile(op);
    default: return tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE);
  }
}

static bool has_attrs(const tern_op_t *op, const tern_attr_t *attrs) {
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); ++i) {
    const tern_attr_t *found = tern_op_attr_str(op, tern_ident_str(tern_dictionary_attr_name(attrs, i)));
    if (found != tern_dictionary_attr_at(attrs, i)) return false;
  }
  return true;
}

static bool has_operand_types(matcher_t *matcher, const tern_op_t *op) {
  size_t count = tern_array_attr_count(matcher->operand_types);
  if (count != 1 && count != op->operand_count) {
    if (!matcher->mismatch) matcher->mismatch = op;
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_attr_t *type = tern_array_attr_at(matcher->operand_types, count == 1 ? 0 : i);
    if (tern_op_operand(op, i)->type != tern_type_attr_value(type)) return false;
  }
  return true;
}

static tern_walk_result_t match_op(tern_op_t *op, void *user) {
  matcher_t *matcher = user;
  if (matcher->names && !has_name(op, matcher->names)) return TERN_WALK_ADVANCE;
  if (matcher->interface && !has_interface(op, tern_enum_attr_value(matcher->interface))) return TERN_WALK_ADVANCE;
  if (matcher->attrs && !has_attrs(op, matcher->attrs)) return TERN_WALK_ADVANCE;
  if (matcher->result_type) {
    const tern_type_t *type = tern_type_attr_value(matcher->result_type);
    if (op->result_count != 1 || op->results[0].type != type) return TERN_WALK_ADVANCE;
  }
  if (matcher->operand_types && !has_operand_types(matcher, op)) return TERN_WALK_ADVANCE;
  tern_vec_push(matcher->found, op);
  return TERN_WALK_ADVANCE;
}

tern_script_result_t tern_script_structured_match(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *roots = tern_script_payload(script, tern_op_operand(op, 0));
  tern_payload_t found = {0};
  matcher_t matcher = {tern_op_attr(op, "ops"),
                       tern_op_attr(op, "interface"),
                       tern_op_attr(op, "op_attrs"),
                       tern_op_attr(op, "filter_result_type"),
                       tern_op_attr(op, "filter_operand_types"),
                       &found,
                       NULL};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  if (roots->count > 1) result = tern_script_fail(op->loc, "requires exactly one target handle");
  if (roots->count == 1 && !result) tern_op_walk_post(tern_payload_op(roots, 0), match_op, &matcher);
  if (matcher.mismatch) {
    result = tern_script_fail(op->loc, "numbers of input types does not match number of operands");
    tern_emit_note(matcher.mismatch->loc, "this op has %u operands", matcher.mismatch->operand_count);
  }
  if (!result) tern_script_map(script, tern_op_result(op, 0), &found);
  tern_vec_deinitialize(&found);
  return result;
}

// --- rewrites ---

static tern_script_result_t generalize(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                       tern_payload_t *results) {
  if (!tern_is_linalg(target)) return tern_script_wrong_kind(script, op, target);
  tern_op_t *generic = tern_op_is(target, TERN_LINALG(GENERIC)) ? target : tern_linalg_generalize(target);
  tern_vec_push(&results[0], generic);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_generalize(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, generalize);
}

static tern_script_result_t interchange(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                        tern_payload_t *results) {
  const tern_attr_t *list = tern_op_attr(op, "iterator_interchange");
  size_t count = tern_int_list_attr_count(list), order[TERN_LINALG_MAX_LOOPS];
  if (!tern_op_is(target, TERN_LINALG(GENERIC))) return tern_script_wrong_kind(script, op, target);
  if (count && count != tern_linalg_loop_count(target)) {
    tern_script_silence(script, op->loc,
                        "\"iterator_interchange\" has length (%zu) different from the number of loops in the "
                        "target operation (%zu)",
                        count, tern_linalg_loop_count(target));
    tern_script_note(script, target->loc, "target op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  for (size_t i = 0; i < count; ++i) order[i] = (size_t)tern_int_list_attr_at(list, i);
  if (count) tern_linalg_interchange(target, order);
  tern_vec_push(&results[0], target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_interchange(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, interchange);
}

static tern_script_result_t copy_to_memref(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                           tern_payload_t *results) {
  if (!tern_op_is(target, TERN_LINALG(COPY)) || !tern_linalg_has_buffer_semantics(target)) {
    tern_script_silence(script, op->loc, "not a copy on buffers");
    tern_script_note(script, target->loc, "target op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  tern_value_t *source = tern_op_operand(target, 0), *dest = tern_op_operand(target, 1);
  if (source->type->kind != TERN_TYPE_MEMREF || tern_type_element(source->type) != tern_type_element(dest->type)) {
    return tern_script_silence(script, op->loc,
                               "cannot transform a linalg.copy between buffers of different element types");
  }
  tern_builder_t b = tern_builder_before(target);
  tern_vec_push(&results[0], tern_build(&b, TERN_MEMREF(COPY), .operands = TERN_VALUES(source, dest)));
  tern_op_destroy(target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_linalg_copy_to_memref(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, copy_to_memref);
}

static tern_script_result_t replace(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  if (target->operand_count || target->result_count) {
    tern_script_fail(op->loc, "expected target without operands and results");
    tern_emit_note(target->loc, "target op");
    return TERN_SCRIPT_DEFINITE;
  }
  (void)script;
  tern_op_t *copy = tern_op_clone(tern_op_body(op, 0)->first_op, NULL);
  tern_op_insert(copy, target->block, target);
  tern_op_destroy(target);
  tern_vec_push(&results[0], copy);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_structured_replace(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, replace);
}

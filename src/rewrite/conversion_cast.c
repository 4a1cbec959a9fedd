// Casts between old and converted types while a conversion is under way, and what becomes of them.

#include <stdlib.h>

#include "base/arena.h"
#include "rewrite/conversion_private.h"

void cast_set_deinitialize(cast_set_t *casts) {
  tern_map_deinitialize(&casts->kinds);
  tern_map_deinitialize(&casts->to_target);
  tern_map_deinitialize(&casts->to_source);
  tern_map_deinitialize(&casts->originals);
}

bool cast_set_contains(const cast_set_t *casts, const tern_op_t *op) { return tern_map_contains(&casts->kinds, op); }

// Results of an op that goes away may not be found as keys or values again: their memory is used anew.
void cast_set_forget(cast_set_t *casts, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) tern_map_remove(&casts->to_target, tern_op_result(op, i));
  if (!tern_map_remove(&casts->kinds, op)) return;
  tern_map_remove(&casts->originals, op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *input = tern_op_operand(op, i);
    if (input && op->result_count && tern_map_get(&casts->to_target, input) == tern_op_result(op, 0)) {
      tern_map_remove(&casts->to_target, input);
    }
  }
}

bool is_unrealized_cast(const tern_op_t *op) {
  return op && tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast");
}

tern_op_t *make_cast(cast_set_t *casts, const tern_builder_t *builder, tern_values_t inputs, tern_types_t types,
                     cast_kind_t kind) {
  tern_op_state_t state = {
      .def = tern_op_def_get(builder->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = builder->loc ? builder->loc : tern_unknown_loc_get(builder->context),
      .operands = inputs,
      .result_types = types,
  };
  tern_op_t *op = tern_op_create(builder->context, &state);
  tern_op_insert(op, builder->block, builder->before);
  tern_map_set(&casts->kinds, op, (void *)(uintptr_t)kind);
  return op;
}

tern_value_t *cast_to_target(cast_set_t *casts, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  tern_op_t *definition = tern_value_defining_op(value);
  if (is_unrealized_cast(definition) && definition->operand_count == 1 && definition->result_count == 1 &&
      tern_op_operand(definition, 0)->type == type) {
    return tern_op_operand(definition, 0);
  }
  tern_value_t *known = tern_map_get(&casts->to_target, value);
  if (known && known->type == type) return known;
  tern_builder_t builder;
  if (definition) {
    builder = tern_builder_after(definition);
  } else {
    builder = tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
  }
  tern_op_t *cast = make_cast(casts, &builder, TERN_VALUES(value), TERN_TYPES(type), CAST_TO_TARGET);
  tern_map_set(&casts->to_target, value, tern_op_result(cast, 0));
  return tern_op_result(cast, 0);
}

// --- settling ---

static bool has_types(const tern_op_t *cast, const tern_op_t *inner) {
  if (cast->result_count != inner->operand_count) return false;
  for (size_t i = 0; i < cast->result_count; ++i) {
    if (tern_op_result(cast, i)->type != tern_op_operand(inner, i)->type) return false;
  }
  return true;
}

// The cast whose results, all and in order, are the inputs of `cast`; NULL if there is none.
static tern_op_t *find_inner_cast(const tern_op_t *cast) {
  if (cast->operand_count == 0) return NULL;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(cast, 0));
  if (!is_unrealized_cast(inner) || inner->result_count != cast->operand_count) return NULL;
  for (size_t i = 0; i < cast->operand_count; ++i) {
    if (tern_op_operand(cast, i) != tern_op_result(inner, i)) return NULL;
  }
  return inner;
}

static void replace_by_operands(tern_rewriter_t *rewriter, tern_op_t *cast, const tern_op_t *source) {
  for (size_t i = 0; i < cast->result_count; ++i) {
    tern_rewriter_replace_uses(rewriter, tern_op_result(cast, i), tern_op_operand(source, i));
  }
}

// A chain of casts that comes back to where it started is no cast at all.
static void fold_chain(tern_rewriter_t *rewriter, tern_op_t *cast) {
  for (tern_op_t *inner = cast; inner; inner = find_inner_cast(inner)) {
    if (!has_types(cast, inner)) continue;
    replace_by_operands(rewriter, cast, inner);
    return;
  }
}

static bool erase_if_dead(cast_set_t *casts, tern_rewriter_t *rewriter, tern_op_t *cast) {
  if (!tern_op_has_no_uses(cast)) return false;
  cast_set_forget(casts, cast);
  tern_rewriter_erase(rewriter, cast);
  return true;
}

static tern_materialize_fn_t find_materializer(const tern_type_converter_t *converter, cast_kind_t kind) {
  if (!converter) return NULL;
  return kind == CAST_TO_SOURCE ? converter->materialize_source : converter->materialize_target;
}

static void materialize(cast_set_t *casts, tern_rewriter_t *rewriter, tern_op_t *cast, cast_kind_t kind,
                        const tern_type_converter_t *converter) {
  tern_materialize_fn_t hook = find_materializer(converter, kind);
  const tern_type_t *original = tern_map_get(&casts->originals, cast);
  bool has_original = original && kind == CAST_TO_TARGET && converter && converter->materialize_converted;
  if ((!hook && !has_original) || cast->result_count != 1) return;
  tern_value_t **inputs = tern_malloc((cast->operand_count + 1) * sizeof(tern_value_t *));
  for (size_t i = 0; i < cast->operand_count; ++i) inputs[i] = tern_op_operand(cast, i);
  tern_builder_set_before(&rewriter->builder, cast);
  const tern_type_t *type = tern_op_result(cast, 0)->type;
  tern_values_t values = {inputs, cast->operand_count};
  tern_value_t *value = NULL;
  if (has_original) {
    value = converter->materialize_converted(&rewriter->builder, type, original, values, converter->user);
  }
  if (!value && hook) value = hook(&rewriter->builder, type, values, converter->user);
  free(inputs);
  if (!value || value == tern_op_result(cast, 0)) return;
  tern_rewriter_replace_uses(rewriter, tern_op_result(cast, 0), value);
  erase_if_dead(casts, rewriter, cast);
}

// The casts that are left, in the order they were made.
static size_t list_casts(const cast_set_t *casts, tern_op_t ***out_ops) {
  tern_op_t **ops = tern_malloc((casts->kinds.live_count + 1) * sizeof(tern_op_t *));
  size_t count = 0;
  for (size_t i = 0; i < casts->kinds.entry_count; ++i) {
    if (casts->kinds.entries[i].key) ops[count++] = (tern_op_t *)casts->kinds.entries[i].key;
  }
  *out_ops = ops;
  return count;
}

void settle_casts(cast_set_t *casts, tern_rewriter_t *rewriter, const tern_type_converter_t *converter) {
  tern_op_t **ops;
  size_t count = list_casts(casts, &ops);
  for (size_t i = 0; i < count; ++i) fold_chain(rewriter, ops[i]);
  free(ops);

  // A dead cast may keep another one alive.
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    count = list_casts(casts, &ops);
    for (size_t i = count; i-- > 0;) is_changed |= erase_if_dead(casts, rewriter, ops[i]);
    free(ops);
  }

  count = list_casts(casts, &ops);
  for (size_t i = 0; i < count; ++i) {
    cast_kind_t kind = (cast_kind_t)(uintptr_t)tern_map_get(&casts->kinds, ops[i]);
    materialize(casts, rewriter, ops[i], kind, converter);
  }
  free(ops);
}

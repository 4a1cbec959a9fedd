// Op becomes op: types, attributes and regions go with it.

#include "convert/vhlo/vhlo_conversion.h"

#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"

static int convert_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_vhlo_conversion_t *state = user;
  const tern_type_t *converted;
  if (state->to_vhlo) {
    converted = tern_vhlo_type_of(type, state->keeps_others);
  } else {
    // What is not VHLO's is done already.
    converted = tern_vhlo_is_type(type) ? tern_vhlo_type_to_builtin(type, state->keeps_others) : type;
  }
  if (!converted) return -1;
  out_types[(*out_count)++] = converted;
  return 1;
}

static bool convert_types(tern_op_t *op, const tern_type_converter_t *converter, const tern_type_t **out_types) {
  tern_vhlo_conversion_t *state = converter->user;
  for (size_t i = 0; i < op->result_count; ++i) {
    out_types[i] = tern_convert_type(converter, op->results[i].type);
    if (!out_types[i]) return state->type = op->results[i].type, false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!tern_convert_type(converter, type)) return state->type = type, false;
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        const tern_type_t *type = block->args[i]->type;
        if (!tern_convert_type(converter, type)) return state->type = type, false;
      }
    }
  }
  return true;
}

static bool has_all_attrs(const tern_op_def_t *def, const tern_named_attr_list_t *attrs,
                          tern_vhlo_conversion_t *state) {
  for (size_t i = 0; i < def->attr_count; ++i) {
    bool is_there = def->attrs[i].is_optional || def->attrs[i].has_default;
    for (size_t j = 0; !is_there && j < attrs->count; ++j) {
      is_there = strcmp(attrs->values[j].name, def->attrs[i].name->data) == 0;
    }
    if (!is_there) return state->culprit = def->attrs[i].name->data, false;
  }
  return true;
}

bool tern_vhlo_convert_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                          const tern_op_row_t *target, const tern_named_attr_list_t *attrs) {
  tern_vhlo_conversion_t *state = conversion->user;
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_op_def_t *def = tern_op_def_of(b->context, target);
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  bool is_right = has_all_attrs(def, attrs, state) && convert_types(op, conversion->converter, types);
  if (is_right) {
    tern_op_t *converted = tern_op_create(b->context, &(tern_op_state_t){
                                                          .def = def,
                                                          .loc = op->loc,
                                                          .operands = operands,
                                                          .result_types = {types, op->result_count},
                                                          .attrs = {attrs->values, attrs->count},
                                                          .region_count = op->region_count,
                                                      });
    tern_builder_insert(b, converted);
    tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof(*results));
    for (size_t i = 0; i < op->result_count; ++i) results[i] = tern_op_result(converted, i);
    for (size_t i = 0; i < op->region_count; ++i) {
      tern_region_take_blocks(&converted->regions[i], &op->regions[i]);
      is_right = is_right && tern_conversion_convert_region_types(conversion, &converted->regions[i]);
    }
    tern_conversion_replace(conversion, op, (tern_values_t){results, op->result_count});
    free(results);
  }
  free(types);
  return is_right;
}

static void explain(const tern_vhlo_conversion_t *state) {
  const char *form = state->to_vhlo ? "VHLO" : "StableHLO";
  if (state->type) {
    tern_emit_note(state->loc, "the type '%s' has no form in %s", tern_type_text(state->type), form);
  } else if (state->culprit && state->attr) {
    tern_emit_note(state->loc, "the attribute '%s' has no form in %s: %s", state->culprit, form,
                   tern_attr_text(state->attr));
  } else if (state->culprit) {
    tern_emit_note(state->loc, "the attribute '%s' is missing", state->culprit);
  } else if (state->loc) {
    tern_emit_note(state->loc, "the op has no form in %s", form);
  }
}

// --- types first, so that what is wrong is said at the op that has it ---

typedef struct type_check {
  tern_vhlo_conversion_t *state;
  const tern_type_converter_t *converter;
  const tern_conversion_target_t *target;
} type_check_t;

static bool is_converted(const tern_op_t *op, const tern_conversion_target_t *target) {
  for (size_t i = 0; op->def->dialect && i < target->entry_count; ++i) {
    const tern_legality_entry_t *entry = &target->entries[i];
    if (strcmp(op->def->dialect->name, entry->dialect) == 0) return entry->legality == TERN_ILLEGAL;
  }
  return false;
}

static tern_walk_result_t check_types(tern_op_t *op, void *user) {
  const type_check_t *check = user;
  if (!is_converted(op, check->target)) return TERN_WALK_ADVANCE;
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  bool is_right = convert_types(op, check->converter, types);
  free(types);
  if (is_right) return TERN_WALK_ADVANCE;
  tern_emit_error(op->loc, "failed to legalize operation '%s' that was explicitly marked illegal", op->def->name->data);
  check->state->loc = op->loc;
  return TERN_WALK_INTERRUPT;
}

bool tern_vhlo_convert(tern_op_t *root, tern_vhlo_conversion_t *state, const tern_legality_entry_t *legality,
                       size_t legality_count, const tern_conversion_pattern_t *pattern) {
  const tern_type_rule_fn_t rules[] = {convert_type};
  const tern_type_converter_t converter = {.rules = rules, .rule_count = 1, .user = state};
  const tern_conversion_target_t target = {.entries = legality, .entry_count = legality_count, .keeps_foldable = true};
  type_check_t check = {state, &converter, &target};
  bool is_right = tern_op_walk_pre(root, check_types, &check) == TERN_WALK_ADVANCE;
  if (is_right && tern_apply_partial_conversion(root, &target, pattern, 1, &converter, state)) return true;
  explain(state);
  return false;
}

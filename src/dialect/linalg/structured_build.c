// Making structured ops: generic ones, named ones with their bodies, and copies with other operands.

#include <stdlib.h>

#include "dialect/linalg/body.h"
#include "dialect/linalg/build.h"
#include "dialect/linalg/description.h"

const tern_type_t *tern_linalg_element_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
}

const char *tern_linalg_body_program(const tern_linalg_description_t *description, const tern_attr_t *kind) {
  if (description->form == TERN_LINALG_FORM_ELEMENTWISE)
    return kind ? tern_linalg_elementwise_program(tern_enum_attr_value(kind)) : NULL;
  return description->body;
}

// Inputs, then outputs, on the heap.
static tern_value_t **join_operands(tern_values_t inputs, tern_values_t outputs) {
  tern_value_t **operands = tern_realloc_array(NULL, inputs.count + outputs.count + 1, sizeof(*operands));
  for (size_t i = 0; i < inputs.count; i++) operands[i] = inputs.values[i];
  for (size_t i = 0; i < outputs.count; i++) operands[inputs.count + i] = outputs.values[i];
  return operands;
}

// The entry block with one argument for each operand (but the last `skipped` ones).
static tern_block_t *add_body(tern_op_t *op) {
  tern_block_t *body = tern_region_add_block(&op->regions[0]);
  const tern_attr_t *loc = tern_unknown_loc_get(tern_op_context(op));
  for (size_t i = 0; i < op->operand_count; i++)
    tern_block_add_arg(body, tern_linalg_element_of(tern_op_operand(op, i)->type), loc);
  return body;
}

tern_op_t *tern_linalg_build_generic(tern_builder_t *builder, tern_types_t types, tern_values_t inputs,
                                     tern_values_t outputs, const tern_affine_map_t *const *maps,
                                     const tern_iterator_t *iterators, size_t loop_count,
                                     tern_linalg_body_fn_t fill_body, void *user) {
  tern_context_t *context = builder->context;
  size_t count = inputs.count + outputs.count;
  tern_value_t **operands = join_operands(inputs, outputs);
  size_t room = (count > loop_count ? count : loop_count) + 1;
  const tern_attr_t **attrs = tern_realloc_array(NULL, room, sizeof(*attrs));
  for (size_t i = 0; i < count; i++) attrs[i] = tern_affine_map_attr_get(maps[i]);
  const tern_attr_t *maps_attr = tern_array_attr_get(context, attrs, count);
  for (size_t i = 0; i < loop_count; i++)
    attrs[i] = tern_enum_attr_get(context, TERN_LINALG_ENUM(ITERATOR_TYPE), iterators[i]);
  const tern_attr_t *iterators_attr = tern_array_attr_get(context, attrs, loop_count);
  const int32_t segments[] = {(int32_t)inputs.count, (int32_t)outputs.count};
  tern_op_t *op = tern_build(builder, TERN_LINALG(GENERIC), .operands = {operands, count}, .types = types,
                             .attrs = TERN_ATTRS({"indexing_maps", maps_attr}, {"iterator_types", iterators_attr}),
                             .regions = 1, .segments = segments);
  free(operands);
  free(attrs);
  tern_block_t *body = add_body(op);
  tern_builder_t inside = tern_builder_at_end(body, builder->loc);
  inside.listener = builder->listener;
  if (fill_body) fill_body(&inside, body, user);
  return op;
}

tern_op_t *tern_linalg_build_named(tern_builder_t *builder, const tern_op_row_t *row, tern_types_t types,
                                   tern_values_t inputs, tern_values_t outputs, tern_named_attrs_t attrs) {
  const tern_linalg_description_t *description = row->extra;
  tern_context_t *context = builder->context;
  tern_value_t **operands = join_operands(inputs, outputs);
  const int32_t segments[] = {(int32_t)inputs.count, (int32_t)outputs.count};
  bool has_segments = (row->traits & TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS) != 0;
  tern_op_t *op = tern_build(builder, row, .operands = {operands, inputs.count + outputs.count}, .types = types,
                             .attrs = attrs, .regions = 1, .segments = has_segments ? segments : NULL);
  free(operands);
  if (description->form == TERN_LINALG_FORM_NAMED_MAPS && !tern_op_attr(op, "indexing_maps"))
    tern_op_set_attr(op, "indexing_maps", tern_linalg_default_maps(context, description));
  if (description->form == TERN_LINALG_FORM_ELEMENTWISE && !tern_op_attr(op, "indexing_maps"))
    tern_op_set_attr(op, "indexing_maps",
                     tern_linalg_identity_maps(context, tern_linalg_loop_count(op), op->operand_count));
  bool has_kind = description->form == TERN_LINALG_FORM_ELEMENTWISE;
  const char *program = tern_linalg_body_program(description, has_kind ? tern_op_attr(op, "kind") : NULL);
  tern_block_t *body = add_body(op);
  if (!program) return op;  // map and reduce: the caller fills the body
  const tern_attr_t *cast = tern_op_attr(op, "cast");
  bool is_unsigned = cast && tern_enum_attr_value(cast) == TERN_LINALG_CAST_UNSIGNED;
  tern_builder_t inside = tern_builder_at_end(body, builder->loc);
  inside.listener = builder->listener;
  const char *message;
  const tern_type_t *about[2];
  if (!tern_linalg_fill_body(&inside, body, program, is_unsigned, &message, about)) tern_op_error(op, "%s", message);
  return op;
}

tern_op_t *tern_linalg_clone_with(tern_builder_t *builder, const tern_op_t *op, tern_types_t types,
                                  tern_values_t inputs, tern_values_t outputs) {
  tern_context_t *context = builder->context;
  tern_value_t **operands = join_operands(inputs, outputs);
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {operands, inputs.count + outputs.count},
                           .result_types = types,
                           .dictionary = tern_op_attr_dictionary(op),
                           .region_count = op->region_count};
  tern_op_t *copy = tern_op_create(context, &state);
  free(operands);
  if (tern_op_has_trait(op, TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS)) {
    const int32_t segments[] = {(int32_t)inputs.count, (int32_t)outputs.count};
    tern_op_set_segment_sizes(copy, segments, 2);
  }
  tern_map_t mapping = {0};
  for (size_t i = 0; i < op->region_count; i++) tern_region_clone_into(&op->regions[i], &copy->regions[i], &mapping);
  tern_map_deinitialize(&mapping);
  tern_builder_insert(builder, copy);
  return copy;
}

tern_value_t *tern_linalg_build_index(tern_builder_t *b, size_t loop) {
  const tern_attr_t *dim = tern_integer_attr_get(tern_i_type_get(b->context, 64), (int64_t)loop);
  return tern_build_value(b, TERN_LINALG(INDEX), .types = TERN_TYPES(tern_index_type_get(b->context)),
                          .attrs = TERN_ATTRS({"dim", dim}));
}

void tern_linalg_fill_copy(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(body->args[0]));
}

void tern_linalg_clone_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_block_t *source = tern_linalg_body(user);
  tern_map_t values = {0};
  for (size_t i = 0; i < source->arg_count; ++i) tern_map_set(&values, source->args[i], body->args[i]);
  tern_block_for_each_op(source, op) tern_builder_clone(b, op, &values);
  tern_map_deinitialize(&values);
}

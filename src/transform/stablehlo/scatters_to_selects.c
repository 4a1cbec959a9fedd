// --stablehlo-scatters-to-selects: one update in each row of a constant is a choice between the constant and the update.
//
//   %0 = scatter(%zeros, %labels, %updates) {          %i = iota dim = 1 : tensor<4096x50257xi32>
//     inserted_window_dims = [1],                       %c = compare EQ, %i, broadcast_in_dim(%labels)
//     input_batching_dims = [0], ... } add        ->    %0 = select %c, broadcast_in_dim(add(%zero, %updates)), %zeros
//
// This is ours. Gradients of look-ups along an axis (jnp.take_along_axis, as in a cross-entropy) are such scatters. A tensor has to be
// written whole for the constant; as a choice element by element it is computed where it is used, and never written. An index outside of the
// row is equal to no number of its elements, as scatters leave such updates out.
//
// The scatter has one input, which is one number; all of its dimensions but the one of the index are batches, in order; each has one update;
// and the body is one op of its two arguments, or gives the update. Others stay.

#include <string.h>

#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/stablehlo/patterns.h"

enum { MAX_RANK = 16 };

typedef struct match {
  tern_value_t *input, *indices, *updates;
  size_t rank, dim;             // of the index
  int64_t rows[MAX_RANK];       // sizes of the batches
  int64_t batches[MAX_RANK];    // where they are in the input
  const tern_attr_t *constant;  // what all elements of the input are
  const tern_op_t *combiner;    // NULL: updates take the place of what is there
} match_t;

static bool is_increasing(tern_hlo_dims_t dims) {
  for (size_t i = 1; i < dims.count; ++i) {
    if (dims.values[i] <= dims.values[i - 1]) return false;
  }
  return true;
}

static double count_elements(const tern_type_t *type) {
  double count = 1;
  for (size_t d = 0; d < tern_type_rank(type); ++d) count *= (double)tern_type_dim(type, d);
  return count;
}

// The number that the input is everywhere.
static const tern_attr_t *uniform_value(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_hlo_is(op, TERN_HLO_BROADCAST_IN_DIM)) value = tern_op_operand(op, 0);
  const tern_attr_t *constant = tern_hlo_constant_of(value);
  return tern_attr_is_splat(constant) ? tern_dense_elements_attr_at(constant, 0) : NULL;
}

static bool match_body(const tern_op_t *op, match_t *m) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *first = body->first_op, *last = body->last_op;
  if (body->arg_count != 2 || last->operand_count != 1) return false;
  if (first == last) return tern_op_operand(last, 0) == body->args[1];
  m->combiner = first;
  return first->next == last && first->operand_count == 2 && first->result_count == 1 && !first->region_count &&
         tern_op_has_trait(first, TERN_TRAIT_ELEMENTWISE) && tern_op_operand(first, 0) == body->args[0] &&
         tern_op_operand(first, 1) == body->args[1] && tern_op_operand(last, 0) == &first->results[0] &&
         first->results[0].type == body->args[0]->type;
}

static bool match_dims(const tern_op_t *op, match_t *m) {
  static const char name[] = "scatter";
  const tern_attr_t *attr = tern_op_attr(op, "scatter_dimension_numbers");
  tern_hlo_dims_t window, inserted, map, batches, indices_batches = {0}, vector;
  bool is_read = attr && tern_hlo_attr_field(attr, name, "update_window_dims", &window) &&
                 tern_hlo_attr_field(attr, name, "inserted_window_dims", &inserted) &&
                 tern_hlo_attr_field(attr, name, "scatter_dims_to_operand_dims", &map) &&
                 tern_hlo_attr_field(attr, name, "input_batching_dims", &batches) &&
                 tern_hlo_attr_field(attr, name, "scatter_indices_batching_dims", &indices_batches) &&
                 tern_hlo_attr_field(attr, name, "index_vector_dim", &vector);
  if (!is_read || window.count || inserted.count != 1 || map.count != 1 || inserted.values[0] != map.values[0])
    return false;
  if (batches.count + 1 != m->rank || !is_increasing(batches) || !is_increasing(indices_batches)) return false;
  m->dim = (size_t)inserted.values[0];
  double rows = 1;
  for (size_t i = 0; i < batches.count; ++i) {
    m->batches[i] = batches.values[i];
    m->rows[i] = tern_type_dim(m->input->type, (size_t)batches.values[i]);
    rows *= (double)m->rows[i];
  }
  // One index, and so one update, for each row.
  return count_elements(m->indices->type) == rows && count_elements(m->updates->type) == rows;
}

// Can the type of the indices count the elements of a row?
static bool can_count(const tern_type_t *index, int64_t size) {
  uint32_t width = tern_integer_type_width(index);
  return width >= 32 || size <= INT64_C(1) << (width - 1);
}

static bool match_scatter(tern_op_t *op, match_t *m) {
  if (op->operand_count != 3) return false;
  *m = (match_t){.input = tern_op_operand(op, 0), .indices = tern_op_operand(op, 1), .updates = tern_op_operand(op, 2)};
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(type)) return false;
  }
  m->rank = tern_type_rank(m->input->type);
  m->constant = uniform_value(m->input);
  if (!m->constant || m->rank == 0 || m->rank > MAX_RANK || m->input->type != op->results[0].type) return false;
  return match_dims(op, m) && match_body(op, m) &&
         can_count(tern_type_element(m->indices->type), tern_type_dim(m->input->type, m->dim));
}

static tern_value_t *build_rows(tern_builder_t *b, const match_t *m, tern_value_t *value) {
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), m->rows, m->rank - 1, NULL);
  return value->type == type
             ? value
             : tern_build_value(b, TERN_STABLEHLO(RESHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static const tern_type_t *shape_of_input(const match_t *m, const tern_type_t *element) {
  int64_t dims[MAX_RANK];
  for (size_t d = 0; d < m->rank; ++d) dims[d] = tern_type_dim(m->input->type, d);
  return tern_tensor_type_get(element, dims, m->rank, NULL);
}

// A number for each row, for all of its elements.
static tern_value_t *build_broadcast(tern_builder_t *b, const match_t *m, tern_value_t *rows) {
  return tern_build_value(b, TERN_STABLEHLO(BROADCAST_IN_DIM), .operands = TERN_VALUES(rows),
                          .types = TERN_TYPES(shape_of_input(m, tern_type_element(rows->type))),
                          .attrs = TERN_ATTRS({"broadcast_dimensions",
                                               tern_dense_i64_array_attr_get(b->context, m->batches, m->rank - 1)}));
}

// `EQ`, the first of the directions.
static const tern_attr_t *equal_attr(tern_context_t *context) {
  for (size_t i = 0; i < tern_stablehlo_dialect.enum_count; ++i) {
    const tern_enum_row_t *row = &tern_stablehlo_dialect.enums[i];
    if (strcmp(row->name, "stablehlo.comparison_direction") == 0) return tern_enum_attr_get(context, row, 0);
  }
  return NULL;
}

static void rewrite_scatter(tern_op_t *op, const match_t *m) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *indices = build_rows(&b, m, m->indices), *updates = build_rows(&b, m, m->updates);
  if (m->combiner) {
    const tern_attr_t *splat = tern_dense_elements_attr_get_splat(updates->type, m->constant);
    tern_value_t *old = tern_build_value(&b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(updates->type),
                                         .attrs = TERN_ATTRS({"value", splat}));
    updates = tern_build_value(&b, m->combiner->def->row, .operands = TERN_VALUES(old, updates),
                               .types = TERN_TYPES(updates->type), .dictionary = tern_op_attr_dictionary(m->combiner));
  }
  const tern_type_t *index = tern_type_element(indices->type), *flag = tern_i_type_get(b.context, 1);
  tern_value_t *numbers = tern_build_value(
      &b, TERN_STABLEHLO(IOTA), .types = TERN_TYPES(shape_of_input(m, index)),
      .attrs = TERN_ATTRS({"iota_dimension", tern_integer_attr_get(tern_i_type_get(b.context, 64), (int64_t)m->dim)}));
  tern_value_t *is_here =
      tern_build_value(&b, TERN_STABLEHLO(COMPARE), .operands = TERN_VALUES(numbers, build_broadcast(&b, m, indices)),
                       .types = TERN_TYPES(shape_of_input(m, flag)),
                       .attrs = TERN_ATTRS({"comparison_direction", equal_attr(b.context)}));
  tern_value_t *result = tern_build_value(&b, TERN_STABLEHLO(SELECT),
                                          .operands = TERN_VALUES(is_here, build_broadcast(&b, m, updates), m->input),
                                          .types = TERN_TYPES(m->input->type));
  tern_value_replace_all_uses(&op->results[0], result);
  tern_op_destroy(op);
}

static bool is_scatter(const tern_op_t *op) { return tern_hlo_is(op, TERN_HLO_SCATTER); }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t scatters = tern_op_collect(root, TERN_PREORDER, is_scatter);
  for (size_t i = 0; i < scatters.count; ++i) {
    match_t m;
    if (!match_scatter(scatters.values[i], &m)) continue;
    rewrite_scatter(scatters.values[i], &m);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&scatters);
  return true;
}

const tern_pass_def_t tern_stablehlo_scatters_to_selects_pass = {
    .name = "StablehloScattersToSelects",
    .flag = "stablehlo-scatters-to-selects",
    .summary = "Make one update in each row of a constant a choice",
    .statistics = (const char *const[]){"num-selects - scatters that went", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_stablehlo_dialect, NULL},
    .run = run,
};

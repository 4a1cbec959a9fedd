// What the kernel of a chain over rows reads: each place once, from where it is staged if it is; beyond the end of a row nothing.

#include "convert/gpu/rows/emit.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/vector/vector.h"

tern_value_t *tern_row_build_splat(tern_row_emitter_t *e, tern_value_t *scalar) {
  if (tern_row_lanes(e) == 1 || scalar->type->kind == TERN_TYPE_VECTOR) return scalar;
  const tern_type_t *type = tern_row_vector_type(e, scalar->type);
  const tern_attr_t *constant = tern_value_constant(scalar);
  if (constant) return tern_build_constant(e->b, tern_dense_elements_attr_get_splat(type, constant));
  return tern_build_value(e->b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(scalar), .types = TERN_TYPES(type));
}

void tern_row_set_ivs(const tern_row_state_t *row, const tern_row_op_t *member, tern_value_t *const *columns,
                      tern_value_t **out_ivs) {
  for (size_t loop = 0; loop < tern_linalg_loop_count(member->op); ++loop) {
    int label = member->labels[loop];
    if (tern_row_is_column(label)) {
      out_ivs[loop] = columns ? columns[label - TERN_ROW_COLUMN] : NULL;
    } else {
      out_ivs[loop] = row->ivs[label];
    }
  }
}

static tern_value_t *build_read(tern_row_emitter_t *e, const tern_row_state_t *row, const tern_row_load_t *load,
                                tern_value_t *const *columns) {
  const tern_row_op_t *member = &e->plan->ops.values[load->op];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS], *operands[1 + TERN_LINALG_MAX_LOOPS];
  tern_row_set_ivs(row, member, columns, ivs);
  if (!load->has_lane || tern_row_lanes(e) == 1) return tern_gpu_build_load(e->b, member->op, load->operand, ivs);
  size_t count = tern_gpu_build_access(e->b, member->op, load->operand, ivs, operands);
  const tern_type_t *type = tern_row_vector_type(e, tern_type_element(operands[0]->type));
  return tern_build_value(e->b, TERN_VECTOR(LOAD), .operands = {operands, count}, .types = TERN_TYPES(type));
}

tern_value_t *tern_row_read_columns(tern_row_emitter_t *e, tern_row_state_t *row, size_t load, size_t slot) {
  const tern_row_load_t *access = &e->plan->loads.values[load];
  // What is the same for all rows is read once.
  if (!access->has_row) row = &e->rows[0];
  tern_value_t **place = &row->loaded[load * TERN_ROW_MAX_CHUNKS + slot], *guard = e->slots.guards[slot];
  if (*place) return *place;
  if (tern_row_is_staged(e, access)) return *place = tern_row_stage_read(e, load, row - e->rows, slot);
  if (!guard) return *place = build_read(e, row, access, e->slots.dimensions[slot]);
  const tern_type_t *element =
      tern_type_element(tern_op_operand(e->plan->ops.values[access->op].op, access->operand)->type);
  tern_value_t *nothing = tern_build_number(e->b, element, 0);
  if (access->has_lane) nothing = tern_row_build_splat(e, nothing);
  tern_op_t *if_op = tern_gpu_build_if(e->b, guard, TERN_TYPES(nothing->type));
  tern_value_t *value = build_read(e, row, access, e->slots.dimensions[slot]);
  tern_gpu_build_else(e->b, if_op, TERN_VALUES(value));
  tern_gpu_build_if_end(e->b, if_op, TERN_VALUES(nothing));
  return *place = tern_op_result(if_op, 0);
}

void tern_row_read_ahead(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, size_t slot) {
  const tern_row_op_t *member = &e->plan->ops.values[op];
  for (size_t p = 0; p < member->op->operand_count; ++p) {
    const tern_row_source_t *source = &member->sources[p];
    if (source->load >= 0 && e->plan->loads.values[source->load].has_column) {
      tern_row_read_columns(e, row, (size_t)source->load, slot);
    }
    if (source->producer < 0) continue;
    bool makes_columns = tern_row_op_makes_columns(&e->plan->ops.values[source->producer]);
    if (makes_columns &&
        !row->columns[tern_row_result_index((size_t)source->producer, 0) * TERN_ROW_MAX_CHUNKS + slot]) {
      tern_row_read_ahead(e, row, (size_t)source->producer, slot);
    }
  }
}

void tern_row_read_scalars(tern_row_emitter_t *e, tern_row_state_t *row) {
  for (size_t i = 0; i < e->plan->loads.count; ++i) {
    const tern_row_load_t *load = &e->plan->loads.values[i];
    if (!load->has_column) row->scalars[i] = build_read(e, row, load, NULL);
  }
}

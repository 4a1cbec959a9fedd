// Rows that are too long for registers, in workgroup memory: each invocation copies its own columns there without waiting
// for any of them, and reads them again in every phase. Nobody reads what another has copied, so that no barrier is
// needed, and workgroups that wait for memory have all of their rows under way.
//
// A row lies as it is gone through: chunk by chunk, in each the lanes of one invocation after the other.

#include "convert/gpu/rows/emit.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

enum { ACCESS_BYTES = 16 };

int64_t tern_row_staged_length(const tern_row_emitter_t *e) {
  int64_t each = e->config->invocations * tern_row_lanes(e), all = each * e->config->cluster;
  return (e->plan->shape.length + all - 1) / all * each;
}

static const tern_type_t *element_of(const tern_row_emitter_t *e, const tern_row_load_t *load) {
  return tern_type_element(tern_op_operand(e->plan->ops.values[load->op].op, load->operand)->type);
}

void tern_row_build_stages(tern_row_emitter_t *e) {
  const tern_type_t *i64 = tern_i_type_get(e->b->context, 64);
  int64_t count = e->config->rows_at_once * tern_row_staged_length(e);
  for (size_t i = 0; i < e->plan->loads.count; ++i) {
    const tern_row_load_t *load = &e->plan->loads.values[i];
    if (!tern_row_is_staged(e, load)) continue;
    const tern_type_t *type =
        tern_memref_type_get(element_of(e, load), &count, 1, NULL, tern_integer_attr_get(i64, TERN_NVVM_SHARED));
    e->stages[i] = tern_build_value(e->b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(type),
                                    .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(i64, ACCESS_BYTES)}),
                                    .segments = (int32_t[]){0, 0});
  }
}

static tern_value_t *build_place(tern_row_emitter_t *e, int64_t row, size_t slot) {
  return tern_build_index_add(e->b, e->slots.staged[slot], tern_build_index(e->b, row * tern_row_staged_length(e)));
}

void tern_row_stage_copy(tern_row_emitter_t *e, size_t load, int64_t row, size_t slot, tern_values_t source) {
  tern_value_t *operands[3 + TERN_LINALG_MAX_LOOPS] = {e->stages[load], build_place(e, row, slot)};
  for (size_t i = 0; i < source.count; ++i) operands[2 + i] = source.values[i];
  tern_build(
      e->b, TERN_NVGPU(DEVICE_ASYNC_COPY), .operands = {operands, 2 + source.count},
      .segments = (int32_t[]){1, 1, 1, (int32_t)source.count - 1, 0},
      .attrs = TERN_ATTRS({"dstElements", tern_integer_attr_get(tern_index_type_get(e->b->context), tern_row_lanes(e))},
                          {"bypassL1", tern_unit_attr_get(e->b->context)}));
}

void tern_row_stage_wait(tern_row_emitter_t *e) {
  tern_build(e->b, TERN_NVVM(CP_ASYNC_COMMIT_GROUP), .regions = 0);
  tern_build(e->b, TERN_NVVM(CP_ASYNC_WAIT_GROUP),
             .attrs = TERN_ATTRS({"n", tern_integer_attr_get(tern_i_type_get(e->b->context, 32), 0)}));
}

tern_value_t *tern_row_stage_read(tern_row_emitter_t *e, size_t load, int64_t row, size_t slot) {
  const tern_type_t *type = tern_row_vector_type(e, element_of(e, &e->plan->loads.values[load]));
  return tern_build_value(e->b, TERN_VECTOR(LOAD), .types = TERN_TYPES(type),
                          .operands = TERN_VALUES(e->stages[load], build_place(e, row, slot)));
}

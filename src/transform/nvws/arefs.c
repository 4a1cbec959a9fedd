// See arefs.h (upstream: Utilities.cpp of NVWS, Utility.cpp of TritonGPU).

#include "transform/nvws/arefs.h"

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"

enum { MAX_RANK = 16, LOOP_CONTROLS = 3 };

// --- buffers ---

static bool is_scales(const tern_memdesc_t *memory) {
  return tern_attr_is_ttng(memory->encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
}

int64_t tern_nvws_depth(const tern_type_t *ring) {
  tern_memdesc_t memory = tern_memdesc_read(ring);
  return is_scales(&memory) ? 1 : memory.dims[0];
}

const tern_type_t *tern_nvws_buffer_of_ring(const tern_type_t *ring) {
  tern_memdesc_t memory = tern_memdesc_read(ring);
  if (!is_scales(&memory)) {
    ++memory.dims;
    --memory.rank;
  }
  memory.is_mutable = true;
  return tern_memdesc_get(&memory);
}

const tern_type_t *tern_nvws_ring_of(const tern_type_t *buffer, int64_t depth) {
  tern_memdesc_t memory = tern_memdesc_read(buffer);
  int64_t dims[MAX_RANK + 1] = {depth};
  size_t added = is_scales(&memory) ? 0 : 1;
  for (size_t d = 0; d < memory.rank && d < MAX_RANK; ++d) dims[d + added] = memory.dims[d];
  memory.dims = memory.alloc_dims = dims;
  memory.rank += added;
  memory.alloc_rank = memory.rank;
  memory.is_mutable = true;
  return tern_memdesc_get(&memory);
}

// --- ops of arefs ---

static bool is_enter(const tern_op_t *op) {
  return tern_op_is(op, TERN_NVWS(AREF_PUT_ENTER)) || tern_op_is(op, TERN_NVWS(AREF_GET_ENTER));
}

bool tern_nvws_has_stage(const tern_op_t *op) {
  return is_enter(op) || tern_op_is(op, TERN_NVWS(AREF_PUT_EXIT)) || tern_op_is(op, TERN_NVWS(AREF_GET_EXIT)) ||
         tern_op_is(op, TERN_NVWS(AREF_BUFFER));
}

void tern_nvws_set_stage(tern_op_t *op, tern_value_t *stage) {
  size_t place = is_enter(op) ? 1 : 2;
  if (tern_op_operand_named(op, "stage")) {
    tern_op_set_operand(op, place, stage);
    return;
  }
  tern_op_insert_operands(op, place, TERN_VALUES(stage));
  bool has_phase = is_enter(op) && op->operand_count > 2;
  if (is_enter(op)) tern_op_set_segment_sizes(op, (int32_t[]){1, 1, has_phase}, 3);
}

void tern_nvws_set_stage_and_phase(tern_op_t *op, tern_value_t *stage, tern_value_t *phase) {
  tern_value_t *values[] = {tern_nvws_aref_of(op), stage, phase};
  tern_op_set_operands(op, (tern_values_t){values, 3});
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 1}, 3);
}

// --- loops and branches ---

typedef TERN_VEC(const tern_type_t *) types_t;

static types_t result_types(const tern_op_t *op, tern_types_t more) {
  types_t types = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  for (size_t i = 0; i < more.count; ++i) tern_vec_push(&types, more.values[i]);
  return types;
}

// Gives the new op what the old one has, which goes.
static void take_over(tern_op_t *from, tern_op_t *to) {
  for (size_t r = 0; r < from->region_count; ++r) tern_region_take_blocks(&to->regions[r], &from->regions[r]);
  for (size_t i = 0; i < from->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(from, i), tern_op_result(to, i));
  tern_op_destroy(from);
}

tern_op_t *tern_nvws_grow_loop(tern_op_t *loop, tern_values_t inits) {
  tern_builder_t b = tern_builder_before(loop);
  TERN_VEC(tern_value_t *) operands = {0};
  types_t more = {0};
  for (size_t i = 0; i < inits.count; ++i) tern_vec_push(&more, inits.values[i]->type);
  types_t types = result_types(loop, (tern_types_t){more.values, more.count});
  for (size_t i = 0; i < loop->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(loop, i));
  for (size_t i = 0; i < inits.count; ++i) tern_vec_push(&operands, inits.values[i]);
  tern_op_t *made =
      tern_build(&b, TERN_SCF(FOR), .operands = {operands.values, operands.count}, .types = {types.values, types.count},
                 .dictionary = tern_op_attr_dictionary(loop), .regions = 1);
  take_over(loop, made);
  for (size_t i = 0; i < inits.count; ++i)
    tern_block_add_arg(tern_op_body(made, 0), inits.values[i]->type, tern_value_loc(inits.values[i]));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&more);
  return made;
}

tern_op_t *tern_nvws_grow_if(tern_op_t *op, tern_types_t more) {
  tern_builder_t b = tern_builder_before(op);
  types_t types = result_types(op, more);
  tern_op_t *made =
      tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                 .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op), .regions = 2);
  take_over(op, made);
  if (tern_region_is_empty(&made->regions[1])) {
    tern_builder_set_end(&b, tern_region_add_block(&made->regions[1]));
    tern_build(&b, TERN_SCF(YIELD), .types = {0});
  }
  tern_vec_deinitialize(&types);
  return made;
}

void tern_nvws_grow_yield(tern_op_t *yield, tern_values_t values) {
  tern_op_insert_operands(yield, yield->operand_count, values);
}

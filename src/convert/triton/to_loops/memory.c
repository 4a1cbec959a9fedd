// Loads and stores of pointers: wide where addresses of lanes lie side by side, which is known from their steps or found when the
// kernel runs, else lane by lane. What a mask leaves out is not touched.

#include "convert/triton/to_loops/loops.h"

#include <string.h>

#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"

// --- branches ---

static value_t build_if(writer_t *w, value_t condition, const tern_type_t *type, tern_op_t **out_op) {
  *out_op =
      tern_build(&w->b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {&type, type ? 1 : 0}, .regions = 2);
  return type ? tern_op_result(*out_op, 0) : NULL;
}

tern_op_t *tern_tt_if_begin(writer_t *w, value_t condition) {
  tern_op_t *op;
  build_if(w, condition, NULL, &op);
  tern_builder_add_block(&w->b, &op->regions[0], (tern_types_t){0});
  return op;
}

void tern_tt_if_end(writer_t *w, tern_op_t *branch) {
  tern_build(&w->b, TERN_SCF(YIELD), .regions = 0);
  tern_builder_set_after(&w->b, branch);
}

// The builder goes on in the branch for false.
static void go_on_with_else(writer_t *w, tern_op_t *branch, value_t value) {
  tern_build(&w->b, TERN_SCF(YIELD), .operands = {&value, value ? 1 : 0});
  tern_builder_add_block(&w->b, &branch->regions[1], (tern_types_t){0});
}

static void end_else(writer_t *w, tern_op_t *branch, value_t value) {
  tern_build(&w->b, TERN_SCF(YIELD), .operands = {&value, value ? 1 : 0});
  tern_builder_set_after(&w->b, branch);
}

// --- addresses ---

static value_t pointer_at(writer_t *w, value_t address) {
  return tern_tt_op(w, TERN_LLVM(INTTOPTR), tern_llvm_ptr_type(w->b.context, 0), TERN_VALUES(address));
}

static value_t pointers_at(writer_t *w, value_t addresses, size_t lane_bits) {
  const tern_type_t *type = tern_tt_lanes_of(tern_llvm_ptr_type(w->b.context, 0), lane_bits);
  return tern_tt_op(w, TERN_LLVM(INTTOPTR), type, TERN_VALUES(addresses));
}

static bool is_contiguous(const element_t *address, size_t lane_bits, int64_t size) {
  for (size_t i = 0; i < lane_bits; ++i) {
    if (address->steps[i] != size << i) return false;
  }
  return address->base != NULL;
}

static value_t first_lane(writer_t *w, value_t vector) {
  return tern_build_value(&w->b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(vector, tern_tt_int(w, 64, 0)));
}

// Are addresses side by side, from that of the first lane on?
static value_t check_contiguous(writer_t *w, value_t addresses, size_t lane_bits, int64_t size, value_t *out_first) {
  *out_first = first_lane(w, addresses);
  element_t expected = {.base = *out_first};
  for (size_t i = 0; i < lane_bits; ++i) expected.steps[i] = size << i;
  value_t is_equal = tern_arith_cmpi(&w->b, TERN_CMPI_EQ, addresses, tern_tt_vector(w, &expected, lane_bits));
  return tern_build_value(&w->b, TERN_LLVM(INTR_VECTOR_REDUCE_AND), .operands = TERN_VALUES(is_equal),
                          .types = TERN_TYPES(tern_i_type_get(w->b.context, 1)));
}

static value_t all_lanes(writer_t *w, size_t lane_bits) {
  return tern_arith_constant_int(&w->b, tern_tt_lanes_of(tern_i_type_get(w->b.context, 1), lane_bits), 1);
}

static const tern_attr_t *alignment_of(writer_t *w, uint32_t width, int64_t size) {
  return tern_integer_attr_get(tern_i_type_get(w->b.context, width), size);
}

// --- loads ---

static value_t zero_of(writer_t *w, const tern_type_t *type) {
  return tern_arith_constant(&w->b, tern_arith_zero_attr(type));
}

static value_t load_plain(writer_t *w, value_t address, const tern_type_t *type, int64_t size) {
  return tern_build_value(&w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(pointer_at(w, address)),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"alignment", alignment_of(w, 64, size)}));
}

static value_t load_one(writer_t *w, value_t address, value_t mask, value_t other, const tern_type_t *type,
                        int64_t size) {
  tern_op_t *branch;
  if (!mask) return load_plain(w, address, type, size);
  value_t result = build_if(w, mask, type, &branch);
  tern_builder_add_block(&w->b, &branch->regions[0], (tern_types_t){0});
  go_on_with_else(w, branch, load_plain(w, address, type, size));
  end_else(w, branch, other ? other : zero_of(w, type));
  return result;
}

static value_t load_wide(writer_t *w, value_t address, value_t mask, value_t other, const tern_type_t *type,
                         int64_t size) {
  if (!mask) return load_plain(w, address, type, size);
  return tern_build_value(&w->b, TERN_LLVM(INTR_MASKED_LOAD), .types = TERN_TYPES(type),
                          .operands = TERN_VALUES(pointer_at(w, address), mask, other ? other : zero_of(w, type)),
                          .attrs = TERN_ATTRS({"alignment", alignment_of(w, 32, size)}));
}

static value_t gather(writer_t *w, value_t addresses, value_t mask, value_t other, const tern_type_t *type,
                      int64_t size, size_t lane_bits) {
  value_t pointers = pointers_at(w, addresses, lane_bits);
  return tern_build_value(
      &w->b, TERN_LLVM(INTR_MASKED_GATHER), .types = TERN_TYPES(type),
      .operands = TERN_VALUES(pointers, mask ? mask : all_lanes(w, lane_bits), other ? other : zero_of(w, type)),
      .attrs = TERN_ATTRS({"alignment", alignment_of(w, 32, size)}));
}

// Booleans are bytes in memory.
static value_t to_memory(writer_t *w, value_t value) {
  if (!value || !tern_type_is_i(tern_type_element(value->type), 1)) return value;
  return tern_tt_resize(w, value, 8, false);
}

static value_t to_register(writer_t *w, value_t value, const tern_type_t *element) {
  if (!tern_type_is_i(tern_tt_register_type(element), 1)) return value;
  return tern_arith_cmpi(&w->b, TERN_CMPI_NE, value, tern_arith_constant_int(&w->b, value->type, 0));
}

static value_t load_lanes(writer_t *w, const element_t *address, value_t mask, value_t other, const tern_type_t *type,
                          int64_t size, size_t lane_bits) {
  if (is_contiguous(address, lane_bits, size)) return load_wide(w, address->base, mask, other, type, size);
  value_t addresses = tern_tt_vector(w, address, lane_bits), first;
  if (address->base) return gather(w, addresses, mask, other, type, size, lane_bits);
  tern_op_t *branch;
  value_t condition = check_contiguous(w, addresses, lane_bits, size, &first);
  value_t result = build_if(w, condition, type, &branch);
  tern_builder_add_block(&w->b, &branch->regions[0], (tern_types_t){0});
  go_on_with_else(w, branch, load_wide(w, first, mask, other, type, size));
  end_else(w, branch, gather(w, addresses, mask, other, type, size, lane_bits));
  return result;
}

element_t tern_tt_load_at(writer_t *w, const element_t *address, const element_t *mask, const element_t *other,
                          const tern_type_t *element, size_t lane_bits) {
  int64_t size = tern_tt_memory_size(element);
  bool is_one =
      tern_tt_is_uniform(address) && (!mask || tern_tt_is_uniform(mask)) && (!other || tern_tt_is_uniform(other));
  if (is_one) lane_bits = 0;
  const tern_type_t *type = tern_tt_lanes_of(tern_tt_memory_type(element), lane_bits);
  value_t mask_value = mask ? tern_tt_vector(w, mask, lane_bits) : NULL;
  value_t other_value = other ? to_memory(w, tern_tt_vector(w, other, lane_bits)) : NULL;
  value_t loaded = lane_bits == 0 ? load_one(w, address->base, mask_value, other_value, type, size)
                                  : load_lanes(w, address, mask_value, other_value, type, size, lane_bits);
  return tern_tt_wrap(to_register(w, loaded, element));
}

// --- stores ---

static void store_plain(writer_t *w, value_t address, value_t value, int64_t size) {
  tern_build(&w->b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer_at(w, address)),
             .attrs = TERN_ATTRS({"alignment", alignment_of(w, 64, size)}));
}

static void store_one(writer_t *w, value_t address, value_t mask, value_t value, int64_t size) {
  tern_op_t *branch = mask ? tern_tt_if_begin(w, mask) : NULL;
  store_plain(w, address, value, size);
  if (branch) tern_tt_if_end(w, branch);
}

static void store_wide(writer_t *w, value_t address, value_t mask, value_t value, int64_t size) {
  if (!mask) {
    store_plain(w, address, value, size);
    return;
  }
  tern_build(&w->b, TERN_LLVM(INTR_MASKED_STORE), .operands = TERN_VALUES(value, pointer_at(w, address), mask),
             .attrs = TERN_ATTRS({"alignment", alignment_of(w, 32, size)}));
}

static void scatter(writer_t *w, value_t addresses, value_t mask, value_t value, int64_t size, size_t lane_bits) {
  value_t pointers = pointers_at(w, addresses, lane_bits);
  tern_build(&w->b, TERN_LLVM(INTR_MASKED_SCATTER),
             .operands = TERN_VALUES(value, pointers, mask ? mask : all_lanes(w, lane_bits)),
             .attrs = TERN_ATTRS({"alignment", alignment_of(w, 32, size)}));
}

void tern_tt_store_at(writer_t *w, const element_t *address, const element_t *mask, const element_t *value,
                      const tern_type_t *element, size_t lane_bits) {
  int64_t size = tern_tt_memory_size(element);
  value_t mask_value = mask ? tern_tt_vector(w, mask, lane_bits) : NULL, first;
  value_t stored = to_memory(w, tern_tt_vector(w, value, lane_bits));
  if (lane_bits == 0) {
    store_one(w, address->base, mask_value, stored, size);
  } else if (is_contiguous(address, lane_bits, size)) {
    store_wide(w, address->base, mask_value, stored, size);
  } else if (address->base) {
    scatter(w, tern_tt_vector(w, address, lane_bits), mask_value, stored, size, lane_bits);
  } else {
    tern_op_t *branch;
    value_t addresses = tern_tt_vector(w, address, lane_bits);
    build_if(w, check_contiguous(w, addresses, lane_bits, size, &first), NULL, &branch);
    tern_builder_add_block(&w->b, &branch->regions[0], (tern_types_t){0});
    store_wide(w, first, mask_value, stored, size);
    go_on_with_else(w, branch, NULL);
    scatter(w, addresses, mask_value, stored, size, lane_bits);
    end_else(w, branch, NULL);
  }
}

// --- the ops ---

bool tern_tt_is_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static bool is_block(const tern_value_t *pointer) {
  return tern_type_is_tt(pointer->type, TERN_TT_TYPE_PTR) && tern_tt_is_block_pointer(pointer->type);
}

static element_t load_block(writer_t *w, tern_op_t *op, const place_t *place) {
  const tern_type_t *element = tern_type_element(tern_op_result(op, 0)->type), *type = tern_tt_register_type(element);
  const tern_attr_t *padding = tern_op_attr(op, "padding");
  bool is_nan = padding && tern_enum_attr_value(padding) == TERN_TT_PAD_NAN && tern_type_is_float(type);
  element_t address, mask;
  bool is_masked = tern_tt_block_access(w, op, place, &address, &mask);
  element_t other = element_of(is_nan ? tern_arith_constant_float(&w->b, type, __builtin_nan("")) : zero_of(w, type));
  return tern_tt_load_at(w, &address, is_masked ? &mask : NULL, &other, element, place->lane_bits);
}

static element_t emit_load(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  if (is_block(tern_op_operand(op, 0))) return load_block(w, op, place);
  tern_value_t *mask_value = tern_op_operand_named(op, "mask"), *other_value = tern_op_operand_named(op, "other");
  element_t address = tern_tt_emit(w, tern_op_operand(op, 0), place), mask, other;
  if (mask_value) mask = tern_tt_emit(w, mask_value, place);
  if (other_value) other = tern_tt_emit(w, other_value, place);
  return tern_tt_load_at(w, &address, mask_value ? &mask : NULL, other_value ? &other : NULL,
                         tern_type_element(tern_op_result(op, result)->type), place->lane_bits);
}

// All elements are read before one is written, wherever they may lie: what holds loads that are not done is computed first.
// One loop iteration does that by itself.
static void settle(writer_t *w, tern_value_t *value) {
  if (!value || value->type->kind != TERN_TYPE_TENSOR || !tern_tt_holds_load(w, value)) return;
  if (tern_type_element_count(value->type) <= 1 << LANE_BITS_MAX) return;
  tern_tt_set_buffer(w, value, tern_tt_buffer(w, value));
}

static void write_store(writer_t *w, tern_op_t *op) {
  tern_value_t *pointer = tern_op_operand(op, 0), *value = tern_op_operand(op, 1);
  tern_value_t *mask_value = tern_op_operand_named(op, "mask");
  bool is_tensor = value->type->kind == TERN_TYPE_TENSOR;
  const int64_t *dims = is_tensor ? tern_type_dims(value->type) : NULL;
  size_t rank = is_tensor ? tern_type_rank(value->type) : 0;
  settle(w, pointer);
  settle(w, value);
  settle(w, mask_value);
  nest_t nest = tern_tt_nest_begin(w, dims, rank, tern_tt_lane_bits(dims, rank));
  element_t address, stored = tern_tt_emit(w, value, &nest.place), mask;
  bool is_masked = mask_value != NULL;
  if (is_block(pointer)) {
    is_masked = tern_tt_block_access(w, op, &nest.place, &address, &mask);
  } else {
    address = tern_tt_emit(w, pointer, &nest.place);
    if (is_masked) mask = tern_tt_emit(w, mask_value, &nest.place);
  }
  tern_tt_store_at(w, &address, is_masked ? &mask : NULL, &stored, tern_type_element(value->type),
                   nest.place.lane_bits);
  tern_tt_nest_end(w, &nest);
}

const element_row_t tern_tt_memory_rows[] = {{TERN_TT(LOAD), emit_load}, {0}};
const statement_row_t tern_tt_memory_statements[] = {{TERN_TT(STORE), write_store}, {0}};

// Totals of the long sums of products in CUDA kernels.
//
//   %s = scf.for %k = 0 to 8192 step 16 iter_args(%a = 0)      store 0, %memory
//     %b = %a and 16 products more                             scf.for %p = 0 to 8192 step 512
//     yield %b                                            =>     %q = scf.for %k = %p to %p + 512 step 16 iter_args(%a = -0.0) ...
//                                                                store %q + load %memory, %memory
//                                                              %s = load %memory
//
// Totals are carried by the loop over pieces while an invocation has registers for as many again as it has accumulators. Large tiles have
// not: their totals lie in memory of the invocation's own, where they are touched once in 512 steps. These accesses are volatile, or LLVM
// would make registers of that memory again, and the assembler would spill what it likes. Large tiles of f64 keep one chain: tensor cores
// are so fast that memory costs them a tenth (4096 x 4096 x 4096 on an H200), and cuBLAS's sums are the same, bit by bit.

#include "analysis/split_sums.h"
#include "convert/gpu/kernel.h"
#include "dialect/llvm/llvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"

enum {
  REGISTER_BYTES = 4 * 255,  // that an invocation can have
  OTHER_BYTES = 4 * 60,      // of addresses, counters and what is fetched
  CHAIN = 256,               // additions in a piece whose totals are in registers,
  CHAIN_OF_MEMORY = 512,     // and in memory
  MOST_LEVELS = 4,
  MOST_TOGETHER = 4,  // totals that are read before the first is written
  ALIGNMENT = 16,
};

static int64_t count_bytes(const tern_op_t *loop, size_t first, size_t count) {
  int64_t bytes = 0;
  for (size_t i = first; i < first + count; ++i) {
    const tern_type_t *type = tern_op_result(loop, i)->type;
    int64_t lanes = type->kind == TERN_TYPE_VECTOR ? tern_type_element_count(type) : 1;
    bytes += lanes * (int64_t)tern_type_bit_width(tern_type_element(type)) / 8;
  }
  return bytes;
}

static tern_value_t *build_load(tern_builder_t *b, tern_value_t *address, const tern_type_t *type) {
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), ALIGNMENT);
  return tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"volatile_", tern_unit_attr_get(b->context)}, {"alignment", alignment}));
}

static void build_store(tern_builder_t *b, tern_value_t *value, tern_value_t *address) {
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), ALIGNMENT);
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, address),
             .attrs = TERN_ATTRS({"volatile_", tern_unit_attr_get(b->context)}, {"alignment", alignment}));
}

static tern_value_t *build_memory(tern_op_t *loop, const tern_type_t *type, size_t count) {
  tern_block_t *block = loop->block;
  while (!tern_op_has_trait(tern_block_parent_op(block), TERN_TRAIT_ISOLATED_FROM_ABOVE))
    block = tern_block_parent_op(block)->block;
  tern_builder_t b = tern_builder_before(block->first_op);
  const tern_type_t *i64 = tern_i_type_get(b.context, 64);
  tern_value_t *size = tern_llvm_build_int(&b, i64, (int64_t)count);
  return tern_build_value(
      &b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(size), .types = TERN_TYPES(tern_llvm_ptr_type(b.context, 0)),
      .attrs =
          TERN_ATTRS({"elem_type", tern_type_attr_get(type)}, {"alignment", tern_integer_attr_get(i64, ALIGNMENT)}));
}

// What the loop around pieces carries of sums goes to memory: it stays what it was at the start, and is not read.
static void keep_in_memory(tern_op_t *loop, size_t first, size_t count, tern_value_t **out_totals) {
  const tern_type_t *type = tern_op_result(loop, first)->type;
  tern_value_t *memory = build_memory(loop, type, count);
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_builder_t before = tern_builder_before(loop), inside = before, behind = before, after = before;
  tern_builder_set_after(&after, loop);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *carried = tern_scf_for_carried(loop, first + i), *total = tern_op_operand(yield, first + i);
    // The loads of some stand before all of their stores: what is volatile keeps its order.
    size_t place = i % MOST_TOGETHER,
           last = i - place + MOST_TOGETHER - 1 < count ? i - place + MOST_TOGETHER - 1 : count - 1;
    if (place == 0) {
      tern_builder_set_before(&inside, tern_value_defining_op(total));
      tern_builder_set_after(&behind, tern_value_defining_op(tern_op_operand(yield, first + last)));
    }
    tern_value_t *address = tern_llvm_build_gep(&before, type, memory, NULL, &(int32_t){(int32_t)i}, 1);
    build_store(&before, tern_op_operand(loop, 3 + first + i), address);
    tern_value_replace_all_uses(carried, build_load(&inside, address, type));
    build_store(&behind, total, address);
    tern_op_set_operand(yield, first + i, carried);
    out_totals[i] = build_load(&after, address, type);
    tern_value_replace_all_uses(tern_op_result(loop, first + i), out_totals[i]);
  }
}

void tern_gpu_split_product(tern_op_t *loop, size_t first, size_t count, int64_t depth, tern_value_t **out_results) {
  // Each level of pieces has totals of its own. Where nobody knows how deep the product is, there is one.
  int64_t trips, room = REGISTER_BYTES - OTHER_BYTES - tern_carried_float_bytes(loop);
  size_t fitting = room > 0 ? (size_t)(room / count_bytes(loop, first, count)) : 0;
  bool has_registers = fitting > 0, is_known = tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop),
                                                                   tern_scf_for_step(loop), false, &trips);
  bool is_f32 = tern_type_element(tern_op_result(loop, first)->type)->kind == TERN_TYPE_F32;
  size_t level_count = has_registers ? fitting : is_f32 ? MOST_LEVELS : 0;
  if (level_count > MOST_LEVELS) level_count = MOST_LEVELS;
  if (level_count > 1 && !is_known) level_count = 1;
  int64_t most = has_registers ? CHAIN : CHAIN_OF_MEMORY;
  tern_op_t *levels[MOST_LEVELS];
  size_t level = 0;
  for (; level < level_count; ++level) {
    levels[level] = tern_split_known_sums(loop, first, count, level == 0 ? depth : 1, most);
    if (levels[level] == loop) break;
    loop = levels[level];
  }
  for (size_t i = 0; i < loop->result_count; ++i) out_results[i] = tern_op_result(loop, i);
  for (size_t i = 0; i < level && !has_registers; ++i) keep_in_memory(levels[i], first, count, out_results + first);
}

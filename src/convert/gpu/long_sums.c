// Totals of the long sums of products in CUDA kernels.
//
//   %s = scf.for %k = 0 to 8192 step 16 iter_args(%a = 0)      store 0, %memory
//     %b = %a and 16 products more                             scf.for %p = 0 to 8192 step 512
//     yield %b                                            =>     %q = scf.for %k = %p to %p + 512 step 16 iter_args(%a = -0.0) ...
//                                                                store %q + load %memory, %memory
//                                                              %s = load %memory
//
// Totals are carried by the loop over pieces while an invocation has registers for as many again as it has sums. Large tiles have not:
// their totals lie in memory of the invocation's own, where they are touched once in 512 steps. These accesses are volatile, or LLVM
// would make registers of that memory again, and the assembler would spill what it likes.

#include "analysis/split_sums.h"
#include "convert/gpu/kernel.h"
#include "convert/hlo_scalar_build.h"
#include "dialect/llvm/llvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/build.h"

enum {
  REGISTER_BYTES = 4 * 255,  // that an invocation can have
  OTHER_BYTES = 4 * 60,      // of addresses, counters and what is fetched
  CHAIN = 256,               // additions in a piece whose totals are in registers,
  CHAIN_OF_MEMORY = 512,     // and in memory
  MOST_LEVELS = 4,
  MOST_TOGETHER = 4,  // totals that are read before the first is written
  MOST_ALIGNMENT = 16,
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

// Memory of the invocation's own for `count` values. It holds rows: fragments of matrices have several.
typedef struct memory {
  tern_value_t *base;
  const tern_type_t *row;
  int64_t rows;  // of a value
  const tern_attr_t *alignment;
} memory_t;

static memory_t build_memory(tern_op_t *loop, const tern_type_t *type, size_t count) {
  tern_block_t *block = loop->block;
  while (!tern_op_has_trait(tern_block_parent_op(block), TERN_TRAIT_ISOLATED_FROM_ABOVE)) {
    block = tern_block_parent_op(block)->block;
  }
  tern_builder_t b = tern_builder_before(block->first_op);
  const tern_type_t *i64 = tern_i_type_get(b.context, 64), *element = tern_type_element(type);
  int64_t columns = tern_type_dims(type)[tern_type_rank(type) - 1];
  int64_t bytes = columns * (int64_t)tern_type_bit_width(element) / 8;
  memory_t memory = {.row = tern_vector_type_get(element, &columns, 1, 0),
                     .rows = tern_type_element_count(type) / columns};
  memory.alignment = tern_integer_attr_get(i64, bytes < MOST_ALIGNMENT ? bytes : MOST_ALIGNMENT);
  tern_value_t *size = tern_llvm_build_int(&b, i64, (int64_t)count * memory.rows);
  memory.base = tern_build_value(
      &b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(size), .types = TERN_TYPES(tern_llvm_ptr_type(b.context, 0)),
      .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(memory.row)}, {"alignment", memory.alignment}));
  return memory;
}

static tern_value_t *build_address(tern_builder_t *b, const memory_t *memory, size_t index, int64_t row) {
  int32_t place = (int32_t)((int64_t)index * memory->rows + row);
  return tern_llvm_build_gep(b, memory->row, memory->base, NULL, &place, 1);
}

static tern_value_t *build_load(tern_builder_t *b, const memory_t *memory, size_t index, const tern_type_t *type) {
  tern_value_t *value = tern_type_rank(type) == 1 ? NULL : tern_build_number(b, type, 0);
  for (int64_t i = 0; i < memory->rows; ++i) {
    tern_value_t *row = tern_build_value(
        b, TERN_LLVM(LOAD), .operands = TERN_VALUES(build_address(b, memory, index, i)),
        .types = TERN_TYPES(memory->row),
        .attrs = TERN_ATTRS({"volatile_", tern_unit_attr_get(b->context)}, {"alignment", memory->alignment}));
    value = value ? tern_vector_make_insert_at(b, row, value, i) : row;
  }
  return value;
}

static void build_store(tern_builder_t *b, tern_value_t *value, const memory_t *memory, size_t index) {
  for (int64_t i = 0; i < memory->rows; ++i) {
    tern_value_t *row = tern_type_rank(value->type) == 1 ? value : tern_vector_make_extract_at(b, value, i);
    tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(row, build_address(b, memory, index, i)),
               .attrs = TERN_ATTRS({"volatile_", tern_unit_attr_get(b->context)}, {"alignment", memory->alignment}));
  }
}

// What the loop around pieces carries of sums goes to memory: it stays what it was at the start, and is not read.
static void keep_in_memory(tern_op_t *loop, size_t first, size_t count, tern_value_t **out_totals) {
  const tern_type_t *type = tern_op_result(loop, first)->type;
  memory_t memory = build_memory(loop, type, count);
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
    build_store(&before, tern_op_operand(loop, 3 + first + i), &memory, i);
    tern_value_replace_all_uses(carried, build_load(&inside, &memory, i, type));
    build_store(&behind, total, &memory, i);
    tern_op_set_operand(yield, first + i, carried);
    out_totals[i] = build_load(&after, &memory, i, type);
    tern_value_replace_all_uses(tern_op_result(loop, first + i), out_totals[i]);
  }
}

void tern_gpu_split_product(tern_op_t *loop, size_t first, size_t count, int64_t depth, tern_value_t **out_results) {
  int64_t bytes = count_bytes(loop, first, count);
  bool has_registers = bytes + tern_carried_float_bytes(loop) + OTHER_BYTES <= REGISTER_BYTES;
  int64_t most = has_registers ? CHAIN : CHAIN_OF_MEMORY;
  tern_op_t *levels[MOST_LEVELS];
  size_t level = 0;
  for (; level < MOST_LEVELS; ++level) {
    levels[level] = tern_split_known_sums(loop, first, count, level == 0 ? depth : 1, most);
    if (levels[level] == loop) break;
    loop = levels[level];
  }
  for (size_t i = 0; i < loop->result_count; ++i) out_results[i] = tern_op_result(loop, i);
  for (size_t i = 0; i < level && !has_registers; ++i) keep_in_memory(levels[i], first, count, out_results + first);
}

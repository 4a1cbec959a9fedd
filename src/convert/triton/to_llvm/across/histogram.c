// tt.histogram: how often each number occurs (upstream: HistogramOpToLLVM).
//
// Bins lie in shared memory. Threads set them to zero, add their elements atomically, each element once, and read what they need,
// with barriers in between. Numbers that have no bin, and elements whose mask is false, add zero. Blocks of a cluster that have
// different elements count for themselves, and add up what all have counted.

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

typedef struct histogram {
  tern_conversion_t *conversion;
  tern_op_t *op;
  tern_builder_t *b;
  const tern_type_t *bin;
  tern_value_t *base;
  int64_t bins;
} histogram_t;

static void clear(const histogram_t *h) {
  const tern_triton_target_t *target = tern_triton_target_of(h->conversion);
  tern_triton_ids_t ids = tern_triton_ids(h->conversion, h->op);
  int64_t threads = tern_triton_num_warps(h->op) * tern_triton_lowering_of(h->conversion)->warp_size;
  tern_value_t *is_needed = NULL;
  if (h->bins < threads) is_needed = tern_emit_icmp(h->b, TERN_EMIT_SLT, ids.thread, tern_emit_i32(h->b, h->bins));
  for (int64_t first = 0; first < h->bins; first += threads) {
    tern_value_t *number = tern_emit_add(h->b, ids.thread, tern_emit_i32(h->b, first));
    tern_value_t *pointer = tern_emit_gep(h->b, h->bin, h->base, number);
    target->store_shared(h->conversion, pointer, NULL, tern_emit_zero(h->b, h->bin), is_needed);
  }
}

static void add(const histogram_t *h, tern_value_t *value, tern_value_t *condition) {
  const tern_type_t *type = value->type;
  uint32_t width = tern_integer_type_width(type), own = tern_integer_type_width(h->bin);
  tern_value_t *bins = tern_emit_int(h->b, width, h->bins);
  bool has_all = width < 63 && INT64_C(1) << width <= h->bins;
  if (!has_all) condition = tern_emit_both(h->b, condition, tern_emit_icmp(h->b, TERN_EMIT_ULT, value, bins));
  tern_value_t *number = tern_emit_resize(h->b, value, 32);
  number = tern_emit_and(h->b, number, tern_emit_i32(h->b, h->bins - 1));
  tern_value_t *pointer = tern_emit_gep(h->b, h->bin, h->base, number), *one = tern_emit_int(h->b, own, 1);
  if (condition) one = tern_emit_select(h->b, condition, one, tern_emit_int(h->b, own, 0));
  tern_context_t *context = h->b->context;
  int64_t kind = 0;
  tern_enum_case_value(TERN_LLVM_ENUM(ATOMIC_BIN_OP), TERN_STR("add"), &kind);
  tern_build(h->b, TERN_LLVM(ATOMICRMW), .operands = TERN_VALUES(pointer, one), .types = TERN_TYPES(h->bin),
             .attrs = TERN_ATTRS({"bin_op", tern_enum_attr_get(context, TERN_LLVM_ENUM(ATOMIC_BIN_OP), kind)},
                                 {"ordering", tern_enum_attr_get(context, TERN_LLVM_ENUM(ATOMIC_ORDERING),
                                                                 TERN_LLVM_ORDERING_MONOTONIC)}));
}

// The number of a bin, in the memory of all blocks that have counted for the result.
static tern_value_t *read(const histogram_t *h, tern_value_t *bin, uint64_t blocks) {
  const tern_triton_target_t *target = tern_triton_target_of(h->conversion);
  tern_value_t *pointer = tern_emit_gep(h->b, h->bin, h->base, bin), *sum = NULL;
  if (!blocks) return target->load_shared(h->conversion, pointer, NULL, h->bin, NULL);
  for (uint64_t number = 0; number < UINT64_C(1) << __builtin_popcountll(blocks); ++number) {
    tern_value_t *block = tern_triton_block_among(h->conversion, h->op, blocks, number);
    tern_value_t *count = target->load_shared(h->conversion, pointer, block, h->bin, NULL);
    sum = sum ? tern_emit_add(h->b, sum, count) : count;
  }
  return sum;
}

static bool lower_histogram(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  histogram_t h = {.conversion = conversion, .op = op, .b = tern_triton_builder(conversion)};
  h.bin = tern_type_element(type);
  if (tern_integer_type_width(h.bin) != 32 && tern_integer_type_width(h.bin) != 64) {
    tern_op_error(op, "counts in '%s', which cannot be added to atomically", tern_type_text(h.bin));
    tern_emit_note(op->loc, "count in i32 or i64");
    return false;
  }
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  tern_layout_t source = tern_ttg_type_layout(tern_op_operand(op, 0)->type), result = tern_ttg_type_layout(type);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[0]), masks = {0};
  if (operands.count > 1) masks = tern_triton_unpack(conversion, operands.values[1]);
  h.bins = tern_type_dim(type, 0);
  h.base = tern_triton_shared_address(conversion, op);
  uint64_t repeated;
  tern_value_t *once = tern_triton_once_in_block(conversion, op, &source, &repeated);
  uint64_t blocks = tern_triton_blocks_apart(conversion, &source);
  if (blocks && !tern_triton_check_cluster_meets(conversion, op)) return false;
  clear(&h);
  target->barrier(conversion, op);
  for (size_t r = 0; r < values.count; ++r) {
    if (r & repeated) continue;
    add(&h, values.values[r], masks.count ? tern_emit_both(h.b, once, masks.values[r]) : once);
  }
  tern_triton_meet(conversion, op, blocks != 0);
  tern_values_t places = tern_triton_indices(conversion, op, &result);
  tern_value_t **counts = tern_triton_room(conversion, places.count);
  for (size_t r = 0; r < places.count; ++r) counts[r] = read(&h, places.values[r], blocks);
  if (blocks) target->cluster_barrier(h.b);
  return tern_triton_replace(conversion, op, (tern_values_t){counts, places.count});
}

const tern_conversion_pattern_t tern_triton_histogram_patterns[] = {
    {"histogram", TERN_TT(HISTOGRAM), TERN_TRITON_BENEFIT, lower_histogram},
    {0},
};

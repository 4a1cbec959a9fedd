// --triton-rewrite-tensor-pointer: block pointers become tensors of pointers.
//
//   %p = tt.make_tensor_ptr %base, [%n], [%s], [%o]     %o64 = arith.extsi %o
//   %q = tt.advance %p, [%i]                            %q64 = arith.addi %o64, (arith.extsi %i)
//   %x = tt.load %q {boundaryCheck = array<i32: 0>}     %r = %q64 + (0, 1, 2 ...)
//                                                       %x = tt.load (%base + %r * %s), 0 <= %r < %n
//
// Source: upstream's pass of the same name. Loops and conditionals hand on the offsets alone, where all block pointers that may
// come there are of one array; upstream takes that for granted, here the other parts are handed on where they differ.

#include "analysis/incoming_values.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/tt/block_access.h"
#include "transform/tt/split_values.h"

// The parts of a block pointer: base, sizes, strides, offsets.

static size_t rank_of(const tern_type_t *type) { return tern_type_rank(tern_tt_type_inside(type)); }

static size_t part_count(const tern_type_t *type) { return 1 + 3 * rank_of(type); }

static const tern_type_t *part_type(const tern_type_t *type, size_t part) {
  if (part > 0) return tern_i_type_get(type->context, 64);
  return tern_tt_pointer_get(tern_type_element(tern_tt_type_inside(type)), tern_tt_pointer_space(type));
}

// --- which parts are always the same ---

// The ops that make the block pointers that `value` may be; false: not all are known.
static bool find_makers(tern_value_t *value, tern_op_list_t *out_makers) {
  tern_value_vec_t values = {0};
  tern_map_t seen = {0};
  bool is_known = true;
  tern_vec_push(&values, value);
  for (size_t next = 0; next < values.count && is_known; ++next) {
    value = values.values[next];
    if (!tern_map_set(&seen, value, value)) continue;
    tern_op_t *op = tern_value_defining_op(value);
    if (op && tern_op_is(op, TERN_TT(MAKE_TENSOR_PTR))) {
      tern_vec_push(out_makers, op);
    } else if (op && tern_op_is(op, TERN_TT(ADVANCE))) {
      tern_vec_push(&values, tern_op_operand(op, 0));
    } else {
      is_known = tern_incoming_values(value, NULL, &values);
    }
  }
  tern_vec_deinitialize(&values);
  tern_map_deinitialize(&seen);
  return is_known;
}

// Operands of tt.make_tensor_ptr are the parts, in their order. One must be there before what hands it on.
static tern_tt_fixed_part_t find_fixed(const tern_value_t *value, size_t part) {
  tern_tt_fixed_part_t fixed = {.operand = part};
  if (part > 2 * rank_of(value->type)) return fixed;
  const tern_op_t *around = value->is_block_argument ? tern_block_parent_op(value->owner) : value->owner;
  tern_op_list_t makers = {0};
  bool is_fixed = find_makers((tern_value_t *)value, &makers) && makers.count > 0;
  for (size_t i = 0; i < makers.count && is_fixed; ++i) {
    tern_value_t *operand = tern_op_operand(makers.values[i], part);
    is_fixed = operand == tern_op_operand(makers.values[0], part) && tern_value_is_defined_outside(operand, around);
  }
  if (is_fixed) fixed.op = makers.values[0];
  tern_vec_deinitialize(&makers);
  return fixed;
}

// --- ops ---

static tern_value_t *widen(tern_builder_t *b, tern_value_t *value) {
  return tern_build_value(b, TERN_ARITH(EXTSI), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 64)));
}

static bool split_make(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *parts[1 + 3 * TERN_TT_BLOCK_MAX_RANK];
  size_t rank = rank_of(op->results[0].type);
  for (size_t i = 0; i <= 2 * rank; ++i) parts[i] = tern_op_operand(op, i);
  for (size_t i = 2 * rank + 1; i <= 3 * rank; ++i) parts[i] = widen(&b, tern_op_operand(op, i));
  tern_tt_set_parts(splitter, &op->results[0], (tern_values_t){parts, 1 + 3 * rank});
  return true;
}

static bool split_advance(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *parts[1 + 3 * TERN_TT_BLOCK_MAX_RANK];
  size_t rank = rank_of(op->results[0].type);
  tern_values_t old = tern_tt_parts(splitter, tern_op_operand(op, 0));
  for (size_t i = 0; i <= 2 * rank; ++i) parts[i] = old.values[i];
  for (size_t i = 0; i < rank; ++i) {
    tern_value_t *distance = widen(&b, tern_op_operand(op, 1 + i));
    parts[2 * rank + 1 + i] =
        tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(old.values[2 * rank + 1 + i], distance));
  }
  tern_tt_set_parts(splitter, &op->results[0], (tern_values_t){parts, 1 + 3 * rank});
  return true;
}

// What lies outside of the array is read as; NULL: anything.
static tern_value_t *padding_of(tern_builder_t *b, const tern_op_t *load) {
  const tern_attr_t *padding = tern_op_attr(load, "padding");
  if (!padding) return NULL;
  const tern_type_t *type = load->results[0].type, *element = tern_type_element(type);
  bool is_nan = tern_enum_attr_value(padding) == TERN_TT_PAD_NAN;
  tern_value_t *number =
      tern_arith_constant(b, is_nan ? tern_float_attr_get(element, __builtin_nan("")) : tern_arith_zero_attr(element));
  return tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(number), .types = TERN_TYPES(type));
}

static void build_load(tern_builder_t *b, tern_op_t *op, tern_value_t *pointers, tern_value_t *mask) {
  tern_value_t *other = mask ? padding_of(b, op) : NULL, *operands[] = {pointers, mask, other};
  tern_op_t *load =
      tern_build(b, TERN_TT(LOAD), .operands = {operands, (size_t)(1 + (mask != NULL) + (other != NULL))},
                 .types = TERN_TYPES(op->results[0].type),
                 .attrs = TERN_ATTRS({"cache", tern_op_attr(op, "cache")}, {"evict", tern_op_attr(op, "evict")},
                                     {"isVolatile", tern_op_attr(op, "isVolatile")}),
                 .segments = (const int32_t[]){1, mask != NULL, other != NULL});
  tern_value_replace_all_uses(&op->results[0], &load->results[0]);
}

static bool split_access(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_values_t parts = tern_tt_parts(splitter, tern_op_operand(op, 0));
  size_t rank = rank_of(type);
  tern_tt_block_t block = {.base = parts.values[0],
                           .rank = rank,
                           .dims = tern_type_dims(tern_tt_type_inside(type)),
                           .sizes = &parts.values[1],
                           .strides = &parts.values[1 + rank],
                           .offsets = &parts.values[1 + 2 * rank]};
  tern_value_t *pointers = tern_tt_block_pointers(&b, &block), *mask = NULL;
  const tern_attr_t *checked = tern_op_attr(op, "boundaryCheck");
  for (size_t i = 0; i < tern_int_list_attr_count(checked); ++i) {
    mask = tern_tt_block_mask(&b, &block, (size_t)tern_int_list_attr_at(checked, i), mask);
  }
  if (tern_op_is(op, TERN_TT(LOAD))) {
    build_load(&b, op, pointers, mask);
    return true;
  }
  tern_value_t *operands[] = {pointers, tern_op_operand(op, 1), mask};
  tern_build(&b, TERN_TT(STORE), .operands = {operands, mask ? 3 : 2},
             .attrs = TERN_ATTRS({"cache", tern_op_attr(op, "cache")}, {"evict", tern_op_attr(op, "evict")}));
  return true;
}

// The op that stands for `op` where all values are known already, outside of as many ops as may be.
static tern_op_t *outside_of_loops(tern_op_t *op, tern_values_t values) {
  for (tern_op_t *around = tern_op_parent(op); around && !tern_op_is(around, TERN_TT(FUNC));
       around = tern_op_parent(around)) {
    for (size_t i = 0; i < values.count; ++i) {
      if (!tern_value_is_defined_outside(values.values[i], around)) return op;
    }
    op = around;
  }
  return op;
}

// A text of 2023 copied blocks with the tensor map of the array that a block pointer leads to; what it stands for is a cast to the
// descriptor and the offsets. The descriptor is made outside of the loops that its array is the same in.
static bool split_cast(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_values_t parts = tern_tt_parts(splitter, tern_op_operand(op, 0));
  size_t rank = rank_of(tern_op_operand(op, 0)->type);
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
  for (size_t d = 0; d < rank; ++d) {
    tern_value_t *offset = tern_build_value(
        &b, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(parts.values[1 + 2 * rank + d]), .types = TERN_TYPES(i32));
    tern_value_replace_all_uses(&op->results[1 + d], offset);
  }
  b = tern_builder_before(outside_of_loops(op, (tern_values_t){parts.values, 1 + 2 * rank}));
  tern_value_t *operands[1 + 2 * TERN_TT_BLOCK_MAX_RANK] = {parts.values[0]};
  for (size_t d = 0; d < rank; ++d) {
    operands[1 + d] = tern_build_value(&b, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(parts.values[1 + d]),
                                       .types = TERN_TYPES(i32));
    operands[1 + rank + d] = parts.values[1 + rank + d];
  }
  tern_value_t *descriptor = tern_build_value(&b, TERN_TT(MAKE_TENSOR_DESCRIPTOR), .operands = {operands, 1 + 2 * rank},
                                              .types = TERN_TYPES(op->results[0].type));
  tern_value_replace_all_uses(&op->results[0], descriptor);
  return true;
}

// --- what cannot be rewritten ---

// Of all block pointers that it may be, the array has its fastest dimension last, as descriptors have it.
static bool check_cast(const tern_op_t *op) {
  tern_value_t *pointer = op->operand_count == 1 ? tern_op_operand(op, 0) : NULL;
  size_t rank = pointer && tern_tt_is_block_pointer(pointer->type) ? rank_of(pointer->type) : 0;
  const tern_type_t *result = rank && op->result_count == 1 + rank ? op->results[0].type : NULL;
  if (!result || !tern_type_is_tt(result, TERN_TT_TYPE_TENSORDESC) || rank > TERN_TT_BLOCK_MAX_RANK)
    return tern_op_error(op, "makes of a block pointer what is no descriptor with an offset for each dimension");
  tern_op_list_t makers = {0};
  bool is_known = find_makers(pointer, &makers) && makers.count > 0, is_row_major = true;
  for (size_t i = 0; i < makers.count; ++i) {
    const tern_attr_t *order = tern_op_attr(makers.values[i], "order");
    for (size_t d = 0; d < rank; ++d)
      is_row_major = is_row_major && tern_dense_array_attr_int(order, d) == (int64_t)(rank - 1 - d);
  }
  tern_vec_deinitialize(&makers);
  if (!is_known)
    return tern_op_error(op, "needs a descriptor of a block pointer, but its tt.make_tensor_ptr is not seen from here");
  return is_row_major || tern_op_error(op, "needs a descriptor of an array whose last dimension is not the fastest");
}

static bool check_rank(const tern_op_t *op) {
  if (rank_of(op->results[0].type) <= TERN_TT_BLOCK_MAX_RANK) return true;
  return tern_op_error(op, "makes a block of %zu dimensions, of which there may be %d", rank_of(op->results[0].type),
                       TERN_TT_BLOCK_MAX_RANK);
}

// A block pointer says by itself what is inside.
static bool check_access(const tern_op_t *op) {
  bool is_store = tern_op_is(op, TERN_TT(STORE));
  const tern_type_t *block = tern_tt_type_inside(tern_op_operand(op, 0)->type);
  if (op->operand_count > (is_store ? 2 : 1)) {
    tern_op_error(op, "has a mask beside a block pointer");
    tern_emit_note(op->loc, "say with boundaryCheck which dimensions are checked");
    return false;
  }
  const tern_attr_t *checked = tern_op_attr(op, "boundaryCheck");
  for (size_t i = 0; i < tern_int_list_attr_count(checked); ++i) {
    int64_t dim = tern_int_list_attr_at(checked, i);
    if (dim < 0 || dim >= (int64_t)tern_type_rank(block))
      return tern_op_error(op, "checks the boundary of dimension %lld of a block of %zu dimensions", (long long)dim,
                           tern_type_rank(block));
  }
  const tern_attr_t *padding = tern_op_attr(op, "padding");
  bool is_nan = padding && tern_enum_attr_value(padding) == TERN_TT_PAD_NAN;
  if (is_nan && !tern_type_is_float(tern_type_element(block)))
    return tern_op_error(op, "pads '%s' with NaN", tern_type_text(tern_type_element(block)));
  return true;
}

// --- the pass ---

static const tern_tt_split_row_t rows[] = {
    {TERN_TT(MAKE_TENSOR_PTR), split_make, check_rank},
    {TERN_TT(ADVANCE), split_advance, NULL},
    {TERN_TT(LOAD), split_access, check_access},
    {TERN_TT(STORE), split_access, check_access},
    {TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), split_cast, check_cast},
};

static const tern_tt_split_t split = {
    .noun = "a block pointer",
    .is_split = tern_tt_is_block_pointer,
    .part_count = part_count,
    .part_type = part_type,
    .find_fixed = find_fixed,
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return tern_tt_split_values(module, &split);
}

const tern_pass_def_t tern_triton_rewrite_tensor_pointer_pass = {
    .flag = "triton-rewrite-tensor-pointer",
    .name = "TritonRewriteTensorPointer",
    .anchor = "builtin.module",
    .summary = "Rewrite block pointers as tensors of pointers",
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_arith_dialect, NULL},
    .run = run,
};

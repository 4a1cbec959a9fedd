// See tensor_memory_products.h.

#include "transform/ttg/matmul/tensor_memory_products.h"

#include "analysis/triton/encoding_flow.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/tmem_access.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/matmul/shared_operand.h"

enum {
  GROUP_WARPS = 4,
  ROWS = 128,
  HALF_ROWS = 64,
  MOST_COLUMNS = 256,
  LEAST_COLUMNS = 16,
  LEAST_SHARED_COLUMNS = 32,
  WORD_BITS = 32
};

typedef struct product {
  tern_op_t *dot;
  tern_builder_t *b;
  bool prefers_rows_of_products;
  const tern_attr_t *encoding;  // of the sums
  int64_t part[2], splits[2];   // what a block has of them, and into how many parts blocks cut them
  bool is_shared_by_two;
} product_t;

static bool is_scaled(const tern_op_t *dot) { return tern_op_is(dot, TERN_TT(DOT_SCALED)); }

static void read_parts(product_t *p) {
  const tern_type_t *type = p->dot->results[0].type;
  tern_ttg_part_shape(p->encoding, tern_type_dims(type), p->part);
  for (size_t d = 0; d < 2; ++d) p->splits[d] = tern_type_dim(type, d) / p->part[d];
}

bool tern_ttg_fits_tensor_memory_scaled(const tern_op_t *dot) {
  const tern_type_t *type = dot->results[0].type;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t part[TERN_TTG_MAX_RANK], warps = tern_ttg_lookup_num_warps(dot);
  if (!encoding || tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) || tern_type_rank(type) != 2 ||
      !tern_op_operand_named(dot, "a_scale") || !tern_op_operand_named(dot, "b_scale") ||
      (warps != GROUP_WARPS && warps != 2 * GROUP_WARPS))
    return false;
  tern_ttg_part_shape(encoding, tern_type_dims(type), part);
  return part[0] >= ROWS && part[1] >= LEAST_COLUMNS;
}

// --- two blocks for a product ---

static bool is_load(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
                tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)));
}

static tern_value_t *skip_conversions(tern_value_t *value) {
  for (tern_op_t *op; (op = tern_value_defined_by(value, TERN_TTG(CONVERT_LAYOUT)));) value = tern_op_operand(op, 0);
  return value;
}

static bool may_share(const product_t *p) {
  if (is_scaled(p->dot) || p->splits[0] != 2 || p->splits[1] != 1 || p->part[0] < HALF_ROWS ||
      p->part[1] < LEAST_SHARED_COLUMNS)
    return false;
  return is_load(tern_value_defining_op(skip_conversions(tern_op_operand(p->dot, 1))));
}

// `encoding` with columns cut in two by the blocks of a cluster; NULL: it says nothing of blocks.
static const tern_attr_t *cut_columns(const tern_attr_t *encoding) {
  static const int64_t columns[] = {0, 1};
  tern_ttg_value_t value = {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_list(encoding->context, columns, 2)};
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SLICE)) {
    const tern_attr_t *parent = cut_columns(tern_ttg_parent(encoding));
    if (!parent) return NULL;
    value = (tern_ttg_value_t){TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)parent};
  } else if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || tern_ttg_rank(encoding) != 2) {
    return NULL;
  }
  return tern_ttg_encoding_with(encoding, &value, 1);
}

static const tern_type_t *with_encoding(const tern_type_t *type, const tern_attr_t *encoding) {
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), encoding);
}

// Loads half of the second operand's columns in each block; false: it cannot be dealt so.
static bool halve_load(tern_value_t *value) {
  const tern_type_t *type = value->type;
  tern_op_t *load = tern_value_defining_op(value);
  const tern_attr_t *encoding = cut_columns(tern_tensor_type_encoding(type));
  if (!encoding) return false;
  tern_builder_t b = tern_builder_before(load);
  for (size_t i = 0; i < load->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(load, i);
    if (tern_ttg_is_tensor(operand)) tern_op_set_operand(load, i, tern_ttg_build_convert(&b, operand, encoding));
  }
  value->type = with_encoding(type, encoding);
  b = tern_builder_after(load);
  tern_value_t *whole = tern_ttg_build_convert(&b, value, tern_tensor_type_encoding(type));
  for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (use->owner != tern_value_defining_op(whole)) tern_operand_set(use, whole);
  }
  return true;
}

// --- operands ---

static bool is_flag(const tern_op_t *op, const char *name) {
  const tern_attr_t *flag = tern_op_attr(op, name);
  return flag && tern_integer_attr_value(flag);
}

static tern_value_t *share(const product_t *p, size_t index) {
  tern_value_t *value = tern_op_operand_named(p->dot, index ? "b" : "a");
  if (!is_scaled(p->dot)) {
    // The instruction turns numbers of 32 bits only in a layout that shared memory is not given here.
    bool is_wide = tern_type_bit_width(tern_type_element(tern_op_operand(p->dot, 0)->type)) == WORD_BITS;
    return tern_ttg_share_operand(value, &(tern_ttg_shared_operand_t){.index = index, .has_any_order = !is_wide});
  }
  int64_t formats[] = {tern_enum_attr_value(tern_op_attr(p->dot, "a_elem_type")),
                       tern_enum_attr_value(tern_op_attr(p->dot, "b_elem_type"))};
  bool is_packed = formats[index] == TERN_TT_E2M1, is_mixed = formats[0] != formats[1];
  bool is_along_depth = is_flag(p->dot, index ? "rhs_k_pack" : "lhs_k_pack");
  // Numbers of 4 bits beside those of 8 take 8 bits each; where two of different rows are packed that is so as well.
  return tern_ttg_share_operand(value,
                                &(tern_ttg_shared_operand_t){.index = index,
                                                             .has_any_order = !is_packed,
                                                             .is_turned = !is_along_depth,
                                                             .is_padded = (is_packed && is_mixed) || !is_along_depth,
                                                             .warned = p->dot});
}

static const tern_type_t *memory_type(const tern_type_t *tensor, const tern_attr_t *encoding, bool is_mutable) {
  tern_context_t *context = tensor->context;
  return tern_memdesc_get(&(tern_memdesc_t){
      .element = tern_type_element(tensor),
      .encoding = encoding,
      .memory_space = tern_dialect_attr_get(context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY], NULL, 0),
      .is_mutable = is_mutable,
      .rank = tern_type_rank(tensor),
      .dims = tern_type_dims(tensor),
      .alloc_rank = tern_type_rank(tensor),
      .alloc_dims = tern_type_dims(tensor)});
}

// How a tensor is dealt to threads to be moved to tensor memory; NULL: it cannot be.
static const tern_attr_t *moved_encoding(const product_t *p, const tern_type_t *tensor, const tern_type_t *memory) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(tensor), *found = NULL;
  if (p->prefers_rows_of_products) found = tern_tmem_layout(p->dot, encoding, memory, TERN_TMEM_ROWS_OF_PRODUCTS);
  return found ? found : tern_tmem_layout(p->dot, encoding, memory, TERN_TMEM_ROW_A_LANE);
}

static const tern_type_t *sums_type(const product_t *p) {
  const tern_type_t *type = p->dot->results[0].type;
  tern_tensor_memory_t memory = {.block_m = p->part[0] >= ROWS ? ROWS : HALF_ROWS,
                                 .block_n = p->part[1] >= MOST_COLUMNS ? MOST_COLUMNS : p->part[1],
                                 .column_stride = WORD_BITS / (int64_t)tern_type_bit_width(tern_type_element(type)),
                                 .split_m = p->splits[0],
                                 .split_n = p->splits[1],
                                 .is_two_ctas = p->is_shared_by_two};
  return memory_type(type, tern_tensor_memory_get(type->context, &memory), true);
}

// --- scales ---

// What the scales are loaded by, behind changes of shape and layout; NULL: they come from elsewhere. `out_is_direct`: there are none.
static tern_value_t *loaded_scales(tern_value_t *value, bool *out_is_direct) {
  *out_is_direct = true;
  for (tern_op_t *op; (op = tern_value_defining_op(value)); value = tern_op_operand(op, 0)) {
    if (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD))) return value;
    if (!tern_op_is(op, TERN_TT(RESHAPE)) && !tern_op_is(op, TERN_TT(TRANS)) &&
        !tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)))
      return NULL;
    *out_is_direct = false;
  }
  return NULL;
}

// Takes scales that are loaded through shared memory.
static tern_value_t *pass_through_memory(tern_value_t *scale) {
  bool is_direct;
  tern_value_t *loaded = loaded_scales(scale, &is_direct);
  if (!loaded) return scale;
  tern_value_t *memory = tern_ttg_share_scale(loaded);
  tern_op_t *alloc = tern_value_defining_op(memory);
  tern_builder_t b = tern_builder_after(alloc);
  tern_value_t *again =
      tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(memory), .types = TERN_TYPES(loaded->type));
  for (tern_operand_t *use = loaded->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (use->owner != alloc) tern_operand_set(use, again);
  }
  return is_direct ? again : scale;
}

static const tern_type_t *scales_type(const product_t *p, const char *name) {
  const tern_type_t *type = tern_op_operand_named(p->dot, name)->type;
  tern_tensor_memory_t memory = {.split_m = p->splits[0], .split_n = p->splits[1]};
  return memory_type(type, tern_tensor_memory_get(type->context, &memory), false);
}

static tern_value_t *put_scales(const product_t *p, const char *name) {
  tern_value_t *scale = tern_op_operand_named(p->dot, name);
  const tern_type_t *memory = scales_type(p, name);
  const tern_attr_t *encoding = moved_encoding(p, scale->type, memory);
  scale = tern_ttg_build_convert(p->b, pass_through_memory(scale), encoding);
  return tern_build_value(p->b, TERN_TTNG(TMEM_ALLOC), .operands = TERN_VALUES(scale), .types = TERN_TYPES(memory));
}

// --- products ---

static tern_value_t *build_mma(const product_t *p, tern_value_t *x, tern_value_t *y, tern_op_t *sums) {
  static const int32_t plain[] = {1, 1, 1, 1, 1, 1, 0, 0}, scaled[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
  tern_value_t *memory = &sums->results[0], *token = &sums->results[1];
  tern_value_t *scales[2] = {NULL, NULL};
  for (size_t i = 0; i < 2 && is_scaled(p->dot); ++i) scales[i] = put_scales(p, i ? "b_scale" : "a_scale");
  tern_value_t *yes = tern_build_value(p->b, TERN_ARITH(CONSTANT),
                                       .attrs = TERN_ATTRS({"value", tern_bool_attr_get(p->b->context, true)}));
  if (scales[0]) {
    return tern_build_value(p->b, TERN_TTNG(TC_GEN5_MMA_SCALED),
                            .operands = TERN_VALUES(x, y, memory, token, scales[0], scales[1], yes, yes),
                            .types = TERN_TYPES(token->type), .segments = scaled,
                            .attrs = TERN_ATTRS({"a_type", tern_op_attr(p->dot, "a_elem_type")},
                                                {"b_type", tern_op_attr(p->dot, "b_elem_type")}));
  }
  tern_value_t *mma =
      tern_build_value(p->b, TERN_TTNG(TC_GEN5_MMA), .operands = TERN_VALUES(x, y, memory, token, yes, yes),
                       .types = TERN_TYPES(token->type), .segments = plain);
  if (p->is_shared_by_two) tern_op_set_attr(tern_value_defining_op(mma), "two_ctas", tern_unit_attr_get(p->b->context));
  return mma;
}

// The encodings that the product's tensors are moved with; false: one of them has none.
static bool can_move(const product_t *p, const tern_type_t *sums) {
  if (!moved_encoding(p, p->dot->results[0].type, sums)) return false;
  for (size_t i = 0; i < 2 && is_scaled(p->dot); ++i) {
    const char *name = i ? "b_scale" : "a_scale";
    if (!moved_encoding(p, tern_op_operand_named(p->dot, name)->type, scales_type(p, name))) return false;
  }
  return true;
}

bool tern_ttg_multiply_in_tensor_memory(tern_op_t *dot, tern_rewriter_t *rewriter, bool prefers_rows_of_products) {
  product_t p = {.dot = dot, .b = &rewriter->builder, .prefers_rows_of_products = prefers_rows_of_products};
  const tern_type_t *type = dot->results[0].type;
  p.encoding = tern_tensor_type_encoding(type);
  read_parts(&p);
  p.is_shared_by_two = may_share(&p);
  const tern_type_t *memory = sums_type(&p);
  if (!can_move(&p, memory)) return false;
  if (p.is_shared_by_two && !halve_load(skip_conversions(tern_op_operand(dot, 1)))) return false;
  const tern_attr_t *moved = moved_encoding(&p, type, memory);
  const tern_type_t *token = tern_dialect_type_get(type->context, &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
  tern_value_t *x = share(&p, 0), *y = share(&p, 1);
  p.b->loc = dot->loc;
  tern_value_t *c = tern_ttg_build_convert(p.b, tern_op_operand_named(dot, "c"), moved);
  tern_op_t *sums =
      tern_build(p.b, TERN_TTNG(TMEM_ALLOC), .operands = TERN_VALUES(c), .types = TERN_TYPES(memory, token));
  tern_value_t *done = build_mma(&p, x, y, sums);
  tern_value_t *result = tern_build_value(p.b, TERN_TTNG(TMEM_LOAD), .operands = TERN_VALUES(&sums->results[0], done),
                                          .types = TERN_TYPES(with_encoding(type, moved), token));
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(tern_ttg_build_convert(p.b, result, p.encoding)));
  return true;
}

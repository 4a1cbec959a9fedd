// tt: canonical forms (upstream: the patterns of Ops.cpp).

#include "dialect/common/fold_elements.h"
#include "dialect/tt/hooks.h"
#include "dialect/ttg/blocked.h"
#include "rewrite/rewriter.h"

static tern_value_t *source(const tern_op_t *op) { return tern_op_operand(op, 0); }

// Is the operand of the group a constant, the same for all elements?
static bool find_mask(const tern_op_t *op, size_t group, bool *out_value) {
  size_t start, count;
  tern_op_operand_group(op, group, &start, &count);
  const tern_attr_t *mask = count ? tern_value_constant(tern_op_operand(op, start)) : NULL;
  if (!mask || !(tern_attr_is_int_value(mask, 0) || tern_attr_is_all_ones(mask))) return false;
  *out_value = tern_attr_is_all_ones(mask);
  return true;
}

bool tern_tt_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool mask;
  if (!find_mask(op, 1, &mask)) return false;
  if (mask) {
    tern_op_t *made = tern_build(
        &rewriter->builder, TERN_TT(LOAD), .operands = TERN_VALUES(source(op)),
        .types = TERN_TYPES(op->results[0].type),
        .attrs = TERN_ATTRS({"boundaryCheck", tern_op_attr(op, "boundaryCheck")},
                            {"padding", tern_op_attr(op, "padding")}, {"cache", tern_op_attr(op, "cache")},
                            {"evict", tern_op_attr(op, "evict")}, {"isVolatile", tern_op_attr(op, "isVolatile")}),
        .segments = (const int32_t[]){1, 0, 0});
    tern_rewriter_replace(rewriter, op, TERN_VALUES(&made->results[0]));
    return true;
  }
  // Without another value the result is anything: nothing is known that would be better.
  size_t start, count;
  tern_op_operand_group(op, 2, &start, &count);
  if (!count) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, start)));
  return true;
}

bool tern_tt_canonicalize_store(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool mask;
  if (!find_mask(op, 2, &mask)) return false;
  if (!mask) {
    tern_rewriter_erase(rewriter, op);
    return true;
  }
  tern_op_erase_operands(op, 2, 1);
  tern_rewriter_modified(rewriter, op);
  return true;
}

static bool replace(tern_op_t *op, tern_rewriter_t *rewriter, const tern_op_row_t *row, tern_value_t *operand) {
  tern_value_t *made = tern_build_value(&rewriter->builder, row, .operands = TERN_VALUES(operand),
                                        .types = TERN_TYPES(op->results[0].type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

// expand_dims(splat) is a splat; expand_dims(broadcast) is a broadcast of expand_dims.
bool tern_tt_canonicalize_expand_dims(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *inner = tern_value_defining_op(source(op));
  if (!inner) return false;
  if (tern_op_is(inner, TERN_TT(SPLAT))) return replace(op, rewriter, TERN_TT(SPLAT), source(inner));
  if (!tern_op_is(inner, TERN_TT(BROADCAST))) return false;
  const tern_type_t *type = source(inner)->type;
  size_t rank = tern_type_rank(type), axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  const char *error = NULL;
  if (encoding) encoding = tern_ttg_infer_expand_dims(encoding, axis, &error);
  int64_t dims[32];
  if (error) return false;
  if (rank + 1 > sizeof(dims) / sizeof(dims[0])) return false;
  for (size_t d = 0, from = 0; d <= rank; ++d) dims[d] = d == axis ? 1 : tern_type_dim(type, from++);
  tern_value_t *expanded =
      tern_build_value(&rewriter->builder, TERN_TT(EXPAND_DIMS), .operands = TERN_VALUES(source(inner)),
                       .types = TERN_TYPES(tern_tensor_type_get(tern_type_element(type), dims, rank + 1, encoding)),
                       .attrs = TERN_ATTRS({"axis", tern_op_attr(op, "axis")}));
  return replace(op, rewriter, TERN_TT(BROADCAST), expanded);
}

// --- conversions that an op can do without ---

static const tern_op_t *convert_of(const tern_op_t *op) {
  return tern_value_defined_by(source(op), TERN_TTG(CONVERT_LAYOUT));
}

static bool take_source(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_set_operand(op, 0, source(convert_of(op)));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static const tern_attr_t *encoding_of(const tern_type_t *type) { return tern_tensor_type_encoding(type); }

// Does the conversion leave everything in its place?
static bool is_trivial(const tern_op_t *convert) {
  const tern_type_t *from = source(convert)->type, *to = convert->results[0].type;
  return tern_ttg_same_layout(tern_type_dims(from), encoding_of(from), encoding_of(to));
}

static bool keeps_reshaped(const tern_op_t *op) {
  const tern_op_t *convert = convert_of(op);
  if (!convert) return false;
  return is_trivial(convert) ||
         (tern_op_attr(op, "allow_reorder") && tern_ttg_is_cheap_view(source(convert)->type, op->results[0].type));
}

// Dimensions that stay in their order are not transposed, only converted.
static bool keeps_order(const tern_op_t *op) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  size_t rank = tern_int_list_attr_count(order), d = 0;
  while (d < rank && tern_int_list_attr_at(order, d) == (int64_t)d) ++d;
  return d == rank && encoding_of(op->results[0].type);
}

bool tern_tt_canonicalize_trans(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *convert = convert_of(op);
  if (keeps_order(op)) {
    tern_rewriter_replace_with(
        rewriter, op, TERN_TTG(CONVERT_LAYOUT),
        &(tern_build_args_t){.operands = TERN_VALUES(source(op)), .types = TERN_TYPES(op->results[0].type)});
    return true;
  }
  return convert && is_trivial(convert) && take_source(op, rewriter);
}

// Where the source lies does not matter, unless somebody chose it.
bool tern_tt_canonicalize_gather(tern_op_t *op, tern_rewriter_t *rewriter) {
  return !tern_op_attr(op, "efficient_layout") && convert_of(op) && take_source(op, rewriter);
}

bool tern_tt_canonicalize_split(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *convert = convert_of(op);
  if (!convert) return false;
  const tern_type_t *type = source(convert)->type;
  const char *error = NULL;
  const tern_attr_t *encoding = tern_ttg_infer_split(encoding_of(type), tern_type_dims(type), &error);
  return !error && encoding == encoding_of(op->results[0].type) && take_source(op, rewriter);
}

// A mask goes where the numbers are.
bool tern_tt_canonicalize_histogram(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *convert = convert_of(op);
  if (!convert) return false;
  if (op->operand_count > 1) {
    tern_value_t *mask = tern_op_operand(op, 1);
    const tern_type_t *type = tern_type_with_element(source(convert)->type, tern_type_element(mask->type));
    tern_op_set_operand(op, 1,
                        tern_build_value(&rewriter->builder, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(mask),
                                         .types = TERN_TYPES(type)));
  }
  return take_source(op, rewriter);
}

// reshape(reshape) is one, which may reorder if either may; reshape(splat) is a splat.
bool tern_tt_canonicalize_reshape(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (keeps_reshaped(op)) return take_source(op, rewriter);
  const tern_op_t *inner = tern_value_defining_op(source(op));
  if (!inner || tern_op_attr(op, "efficient_layout")) return false;
  if (tern_op_is(inner, TERN_TT(SPLAT))) return replace(op, rewriter, TERN_TT(SPLAT), source(inner));
  if (!tern_op_is(inner, TERN_TT(RESHAPE))) return false;
  if (tern_op_attr(inner, "allow_reorder")) tern_op_set_attr(op, "allow_reorder", tern_op_attr(inner, "allow_reorder"));
  tern_op_set_operand(op, 0, source(inner));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// broadcast(splat) is a splat; broadcast(broadcast) is one.
bool tern_tt_canonicalize_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *inner = tern_value_defining_op(source(op));
  if (!inner) return false;
  if (tern_op_is(inner, TERN_TT(SPLAT))) return replace(op, rewriter, TERN_TT(SPLAT), source(inner));
  return tern_op_is(inner, TERN_TT(BROADCAST)) && replace(op, rewriter, TERN_TT(BROADCAST), source(inner));
}

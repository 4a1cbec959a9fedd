// The iree_tensor_ext dialect: its type, verifiers, canonical forms and the table. Semantics are those of IREE's TensorExt.

#include "dialect/iree_tensor_ext/iree_tensor_ext.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/common/shaped_syntax.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "rewrite/rewriter.h"

// --- the type ---

static const char *const access_words[] = {"readonly", "writeonly", "readwrite"};

const tern_type_t *tern_dispatch_tensor_type_get(tern_tensor_access_t access, const tern_type_t *bound) {
  uint64_t params[] = {access, (uint64_t)(uintptr_t)bound};
  return tern_dialect_type_get(bound->context, &tern_dispatch_tensor_type_row, params, 2);
}

const tern_type_t *tern_dispatch_tensor_type_as_tensor(const tern_type_t *type) {
  const tern_type_t *bound = tern_dispatch_tensor_type_bound(type);
  return bound->kind == TERN_TYPE_TENSOR ? bound : tern_tensor_type_get(bound, NULL, 0, NULL);
}

static const tern_type_t *parse_dispatch_tensor(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_str_t word;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &word)) return NULL;
  size_t access = 0;
  while (access < 3 && !tern_str_equal_cstr(word, access_words[access])) ++access;
  if (access == 3) {
    tern_parser_error_at(parser, pos, "expected readonly, writeonly or readwrite but got '%.*s'", (int)word.size,
                         word.data);
    return NULL;
  }
  if (!tern_parse_token(parser, ":")) return NULL;
  pos = tern_parser_pos(parser);
  const tern_type_t *bound = tern_parse_type(parser);
  if (!bound || !tern_parse_token(parser, ">")) return NULL;
  if (bound->kind != TERN_TYPE_TENSOR && !tern_type_is_int_or_index(bound) && !tern_type_is_float(bound) &&
      bound->kind != TERN_TYPE_COMPLEX) {
    tern_parser_error_at(parser, pos, "expected a ranked tensor or a scalar but got %s", tern_type_text(bound));
    return NULL;
  }
  return tern_dispatch_tensor_type_get((tern_tensor_access_t)access, bound);
}

static void print_dispatch_tensor(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%s:", access_words[tern_dispatch_tensor_type_access(type)]);
  tern_printer_type(printer, tern_dispatch_tensor_type_bound(type));
  tern_printer_char(printer, '>');
}

static const tern_type_t *element_of_dispatch_tensor(const tern_type_t *type) {
  return tern_type_element(tern_dispatch_tensor_type_bound(type));
}

const tern_type_row_t tern_dispatch_tensor_type_row = {
    .name = "iree_tensor_ext.dispatch.tensor",
    .summary = "a tensor that a dispatch reads or writes",
    .parse = parse_dispatch_tensor,
    .print = print_dispatch_tensor,
    .element = element_of_dispatch_tensor,
};

// --- syntax of the workgroup counts: `op(%a, %b)`; operands without parentheses are an older spelling ---

static bool parse_workgroup_count(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *index = tern_index_type_get(context);
  tern_operand_list_t operands = {0};
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  bool has_parentheses = tern_parser_at_token(parser, "(");
  if (!tern_parse_operand_list(parser, has_parentheses ? "()" : NULL, &operands)) return false;
  if (!tern_op_resolve_operands(parser, op, &operands, index)) return false;
  for (size_t i = 0; i < 3; ++i) tern_op_add_result_type(parser, op, index);
  return true;
}

static void print_workgroup_count(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_char(printer, ')');
}

// --- verification ---

static bool verify_dims(const tern_op_t *op, const char *group, const tern_type_t *type) {
  size_t start, count, expected = tern_shaped_size_count(type);
  tern_op_operands_named(op, group, &start, &count);
  return count == expected || tern_op_error(op, "expects %zu dynamic dimension sizes for %s but got %zu", expected,
                                            tern_type_text(type), count);
}

static bool verify_bitcast(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!verify_dims(op, "source_dims", from) || !verify_dims(op, "result_dims", to)) return false;
  if (!tern_type_has_static_shape(from) || !tern_type_has_static_shape(to)) return true;
  const tern_type_t *a = tern_type_element(from), *b = tern_type_element(to);
  int64_t bits_a = (int64_t)tern_type_bit_width(a) * tern_type_element_count(from);
  int64_t bits_b = (int64_t)tern_type_bit_width(b) * tern_type_element_count(to);
  return bits_a == bits_b || !bits_a || !bits_b ||
         tern_op_error(op, "expects types of the same number of bits but got %s and %s", tern_type_text(from),
                       tern_type_text(to));
}

// Does `part` stand for the sizes of the slice, some sizes of 1 left out?
static bool matches_sizes(const tern_op_t *op, const tern_type_t *part, const tern_type_t *whole) {
  const tern_attr_t *sizes = tern_op_attr(op, "static_sizes");
  size_t rank = tern_type_rank(part), at = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); ++i) {
    int64_t size = tern_int_list_attr_at(sizes, i);
    if (at < rank && tern_type_dim(part, at) == size) {
      ++at;
    } else if (size != 1) {
      return tern_op_error(op, "has sizes that do not give %s", tern_type_text(part));
    }
  }
  if (tern_type_element(part) != tern_type_element(whole)) {
    return tern_op_error(op, "expects elements of %s but got %s", tern_type_text(tern_type_element(whole)),
                         tern_type_text(tern_type_element(part)));
  }
  return at == rank || tern_op_error(op, "has sizes that do not give %s", tern_type_text(part));
}

static bool verify_load(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *whole = tern_dispatch_tensor_type_as_tensor(source);
  if (tern_dispatch_tensor_type_access(source) == TERN_TENSOR_WRITE_ONLY) {
    return tern_op_error(op, "loads from %s", tern_type_text(source));
  }
  return verify_dims(op, "source_dims", source) && tern_slice_verify(op, tern_type_rank(whole)) &&
         matches_sizes(op, op->results[0].type, whole);
}

static bool verify_store(const tern_op_t *op) {
  const tern_type_t *target = tern_op_operand(op, 1)->type, *whole = tern_dispatch_tensor_type_as_tensor(target);
  if (tern_dispatch_tensor_type_access(target) == TERN_TENSOR_READ_ONLY) {
    return tern_op_error(op, "stores to %s", tern_type_text(target));
  }
  return verify_dims(op, "target_dims", target) && tern_slice_verify(op, tern_type_rank(whole)) &&
         matches_sizes(op, tern_op_operand(op, 0)->type, whole);
}

// --- builders ---

typedef TERN_VEC(tern_value_t *) value_list_t;

static void push_dynamic(value_list_t *values, const tern_mixed_index_t *entries, size_t count, int32_t *out_size) {
  size_t before = values->count;
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].value == TERN_DYNAMIC) tern_vec_push(values, entries[i].dynamic);
  }
  *out_size = (int32_t)(values->count - before);
}

static tern_op_t *build_access(tern_builder_t *builder, const tern_op_row_t *row, const tern_type_t *type,
                               tern_values_t leading, tern_values_t dims, const tern_slice_t *slice) {
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  int32_t segments[6];
  size_t next = 0;
  value_list_t operands = {0};
  for (size_t i = 0; i < leading.count; ++i) {
    tern_vec_push(&operands, leading.values[i]);
    segments[next++] = 1;
  }
  for (size_t i = 0; i < dims.count; ++i) tern_vec_push(&operands, dims.values[i]);
  segments[next++] = (int32_t)dims.count;
  push_dynamic(&operands, slice->offsets, slice->count, &segments[next]);
  push_dynamic(&operands, slice->sizes, slice->count, &segments[next + 1]);
  push_dynamic(&operands, slice->strides, slice->count, &segments[next + 2]);
  tern_slice_statics(slice, offsets, sizes, strides);
  tern_context_t *context = builder->context;
  tern_op_t *op = tern_build(
      builder, row, .operands = {operands.values, operands.count}, .types = {&type, type ? 1 : 0}, .segments = segments,
      .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(context, offsets, slice->count)},
                          {"static_sizes", tern_dense_i64_array_attr_get(context, sizes, slice->count)},
                          {"static_strides", tern_dense_i64_array_attr_get(context, strides, slice->count)}));
  tern_vec_deinitialize(&operands);
  return op;
}

tern_value_t *tern_dispatch_tensor_load_build(tern_builder_t *builder, const tern_type_t *type, tern_value_t *source,
                                              tern_values_t dims, const tern_slice_t *slice) {
  if (!type) {
    int64_t sizes[TERN_INDEX_LIST_MAX];
    const tern_type_t *whole = tern_dispatch_tensor_type_as_tensor(source->type);
    tern_slice_statics(slice, NULL, sizes, NULL);
    type = tern_type_with_shape(whole, sizes, slice->count);
  }
  return tern_op_result(
      build_access(builder, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD), type, TERN_VALUES(source), dims, slice), 0);
}

tern_op_t *tern_dispatch_tensor_store_build(tern_builder_t *builder, tern_value_t *value, tern_value_t *target,
                                            tern_values_t dims, const tern_slice_t *slice) {
  return build_access(builder, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_STORE), NULL, TERN_VALUES(value, target), dims,
                      slice);
}

static void whole_slice(const tern_type_t *type, tern_values_t dims, tern_slice_t *out_slice) {
  size_t next = 0;
  out_slice->count = tern_type_rank(type);
  for (size_t i = 0; i < out_slice->count; ++i) {
    bool is_dynamic = tern_type_dim(type, i) == TERN_DYNAMIC;
    out_slice->offsets[i] = tern_mixed_static(0);
    out_slice->strides[i] = tern_mixed_static(1);
    out_slice->sizes[i] =
        is_dynamic ? tern_mixed_dynamic(dims.values[next++]) : tern_mixed_static(tern_type_dim(type, i));
  }
}

tern_value_t *tern_dispatch_tensor_load_whole(tern_builder_t *builder, tern_value_t *source, tern_values_t dims) {
  const tern_type_t *type = tern_dispatch_tensor_type_as_tensor(source->type);
  tern_slice_t slice;
  whole_slice(type, dims, &slice);
  return tern_dispatch_tensor_load_build(builder, type, source, dims, &slice);
}

tern_op_t *tern_dispatch_tensor_store_whole(tern_builder_t *builder, tern_value_t *value, tern_value_t *target,
                                            tern_values_t dims) {
  tern_slice_t slice;
  whole_slice(tern_dispatch_tensor_type_as_tensor(target->type), dims, &slice);
  return tern_dispatch_tensor_store_build(builder, value, target, dims, &slice);
}

bool tern_dispatch_tensor_access_is_whole(const tern_op_t *op) {
  bool is_load = tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD));
  const tern_type_t *type = tern_dispatch_tensor_type_as_tensor(tern_op_operand(op, is_load ? 0 : 1)->type);
  tern_slice_t slice;
  size_t start, count, next = 0;
  tern_op_operands_named(op, is_load ? "source_dims" : "target_dims", &start, &count);
  if (!tern_slice_read(op, &slice)) return false;
  for (size_t i = 0; i < slice.count; ++i) {
    int64_t offset, stride, dim = tern_type_dim(type, i);
    if (!tern_mixed_constant(slice.offsets[i], &offset) || offset != 0) return false;
    if (!tern_mixed_constant(slice.strides[i], &stride) || stride != 1) return false;
    tern_mixed_index_t whole = tern_mixed_static(dim);
    if (dim == TERN_DYNAMIC) {
      if (next >= count) return false;
      whole = tern_mixed_dynamic(tern_op_operand(op, start + next++));
    }
    if (!tern_mixed_equal(slice.sizes[i], whole)) return false;
  }
  return true;
}

// --- canonical forms ---

static tern_fold_status_t fold_bitcast(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  (void)operands;
  if (tern_op_operand(op, 0)->type != op->results[0].type) return TERN_FOLD_FAILED;
  // Equal types with dynamic sizes are equal shapes if the sizes are the same values.
  size_t start, count, result_start, result_count;
  tern_op_operands_named(op, "source_dims", &start, &count);
  tern_op_operands_named(op, "result_dims", &result_start, &result_count);
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i) != tern_op_operand(op, result_start + i)) return TERN_FOLD_FAILED;
  }
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

static tern_values_t dims_of(const tern_op_t *op, const char *group, value_list_t *storage) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(storage, tern_op_operand(op, start + i));
  return (tern_values_t){storage->values, storage->count};
}

// Constant offsets and strides become static. Sizes stay as they are where the type of the result would change.
static bool fold_slice(const tern_op_t *op, tern_slice_t *out_slice) {
  if (!tern_slice_read(op, out_slice)) return false;
  tern_slice_t before = *out_slice;
  bool is_changed = false;
  if (!tern_slice_fold_constants(out_slice)) return false;
  for (size_t i = 0; i < before.count; ++i) {
    out_slice->sizes[i] = before.sizes[i];
    is_changed |= before.offsets[i].value != out_slice->offsets[i].value;
    is_changed |= before.strides[i].value != out_slice->strides[i].value;
  }
  return is_changed;
}

static bool canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t slice;
  if (!fold_slice(op, &slice)) return false;
  value_list_t dims = {0};
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *value = tern_dispatch_tensor_load_build(&rewriter->builder, op->results[0].type, tern_op_operand(op, 0),
                                                        dims_of(op, "source_dims", &dims), &slice);
  tern_vec_deinitialize(&dims);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static bool canonicalize_store(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t slice;
  if (!fold_slice(op, &slice)) return false;
  value_list_t dims = {0};
  tern_builder_set_before(&rewriter->builder, op);
  tern_dispatch_tensor_store_build(&rewriter->builder, tern_op_operand(op, 0), tern_op_operand(op, 1),
                                   dims_of(op, "target_dims", &dims), &slice);
  tern_vec_deinitialize(&dims);
  tern_rewriter_erase(rewriter, op);
  return true;
}

// An ordinal of an ordinal of the same number is one.
static bool canonicalize_ordinal(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def || tern_op_attr(inner, "ordinal") != tern_op_attr(op, "ordinal")) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(inner, 0)));
  return true;
}

// --- the table ---

const tern_op_row_t tern_iree_tensor_ext_ops[] = {
#define OP(ID, NAME, ...) [TERN_IREE_TENSOR_EXT_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/iree_tensor_ext/iree_tensor_ext_ops.def"
#undef OP
};

const tern_dialect_t tern_iree_tensor_ext_dialect = {
    .name = "iree_tensor_ext",
    .summary = "Tensors as a dispatch sees them, and how its grid follows from its workload",
    .ops = tern_iree_tensor_ext_ops,
    .op_count = TERN_IREE_TENSOR_EXT_OP_COUNT,
    .types = &tern_dispatch_tensor_type_row,
    .type_count = 1,
};

// llvm: folds.

#include "dialect/common/fold_elements.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/context.h"

// --- constants ---

tern_fold_status_t tern_llvm_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  (void)operands;
  return tern_fold_to_attr(out_results, tern_op_attr(op, "value"));
}

// The zero of a number or of a vector of numbers; NULL if LLVM's zero is no attribute of builtin's.
static const tern_attr_t *zero_number(const tern_type_t *type) {
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  bool is_number = tern_type_is_integer(element) || tern_type_is_float(element);
  return is_number ? tern_attr_zero(type) : NULL;
}

// zero, undef and poison are the attributes of their names; the zero of a number is that number.
tern_fold_status_t tern_llvm_fold_marker(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  const char *name = tern_op_is(op, TERN_LLVM(MLIR_ZERO))    ? "llvm.zero"
                     : tern_op_is(op, TERN_LLVM(MLIR_UNDEF)) ? "llvm.undef"
                                                             : "llvm.poison";
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *number = tern_op_is(op, TERN_LLVM(MLIR_ZERO)) ? zero_number(op->results[0].type) : NULL;
  if (number) return tern_fold_to_attr(out_results, number);
  const tern_attr_row_t *row = tern_context_find_attr(context, tern_str_from_cstr(name));
  if (!row) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_dialect_attr_get(context, row, NULL, 0));
}

tern_fold_status_t tern_llvm_fold_addressof(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  (void)operands;
  return tern_fold_to_attr(out_results, tern_op_attr(op, "global_name"));
}

tern_fold_status_t tern_llvm_fold_dso_local_equivalent(tern_op_t *op, const tern_attr_t *const *operands,
                                                       tern_fold_result_t *out_results) {
  (void)operands;
  tern_context_t *context = tern_op_context(op);
  const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("llvm.dso_local_equivalent"));
  uint64_t symbol = (uint64_t)(uintptr_t)tern_op_attr(op, "function_name");
  return tern_fold_to_attr(out_results, tern_dialect_attr_get(context, row, &symbol, 1));
}

tern_fold_status_t tern_llvm_fold_blockaddress(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out_results) {
  (void)operands;
  return tern_fold_to_attr(out_results, tern_op_attr(op, "block_addr"));
}

// --- casts ---

// A cast to the type there was; of two casts, one to the type before both is that value, and another begins there.
tern_fold_status_t tern_llvm_fold_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *in = tern_op_operand(op, 0);
  if (in->type == op->results[0].type) return tern_fold_to_value(out_results, in);
  const tern_op_t *source = tern_value_defining_op(in);
  if (!source || source->def != op->def) return TERN_FOLD_FAILED;
  tern_value_t *first = tern_op_operand(source, 0);
  if (first->type == op->results[0].type) return tern_fold_to_value(out_results, first);
  tern_op_set_operand(op, 0, first);
  return TERN_FOLD_IN_PLACE;
}

// The number of an integer constant of up to 64 bits, zero-extended.
static bool read_bits(const tern_attr_t *attr, uint64_t *out_bits) {
  if (!tern_attr_is_integer(attr)) return false;
  uint32_t width = tern_type_bit_width(tern_attr_type(attr));
  if (width == 0 || width > 64) return false;
  uint64_t bits = (uint64_t)tern_integer_attr_value(attr);
  *out_bits = width == 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
  return true;
}

tern_fold_status_t tern_llvm_fold_zext(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  uint64_t bits;
  const tern_type_t *type = op->results[0].type;
  if (!tern_type_is_integer(type) || tern_type_bit_width(type) > 64 || !read_bits(operands[0], &bits))
    return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_integer_attr_get(type, (int64_t)bits));
}

// --- integer arithmetic ---

// Two constants that share no bits to set: the constant of both.
tern_fold_status_t tern_llvm_fold_or(tern_op_t *op, const tern_attr_t *const *operands,
                                     tern_fold_result_t *out_results) {
  uint64_t lhs, rhs;
  if (!read_bits(operands[0], &lhs) || !read_bits(operands[1], &rhs)) return TERN_FOLD_FAILED;
  if (tern_op_attr(op, "isDisjoint") && (lhs & rhs) != 0) return TERN_FOLD_FAILED;  // poison
  return tern_fold_to_attr(out_results, tern_integer_attr_get(op->results[0].type, (int64_t)(lhs | rhs)));
}

tern_fold_status_t tern_llvm_fold_shl(tern_op_t *op, const tern_attr_t *const *operands,
                                      tern_fold_result_t *out_results) {
  uint64_t lhs, rhs;
  if (!read_bits(operands[0], &lhs) || !read_bits(operands[1], &rhs)) return TERN_FOLD_FAILED;
  if (rhs >= tern_type_bit_width(op->results[0].type)) return TERN_FOLD_FAILED;    // poison
  if (tern_llvm_enum_value(op, "overflowFlags", 0) != 0) return TERN_FOLD_FAILED;  // may be poison
  return tern_fold_to_attr(out_results, tern_integer_attr_get(op->results[0].type, (int64_t)(lhs << rhs)));
}

static const tern_attr_t *make_bool(const tern_type_t *type, bool value) {
  const tern_attr_t *attr = tern_bool_attr_get(type->context, value);
  return tern_type_is_shaped(type) ? tern_dense_elements_attr_get_splat(type, attr) : attr;
}

static bool is_defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row);
}

// A value is equal to itself, and the address of an alloca is not null.
tern_fold_status_t tern_llvm_fold_icmp(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  (void)operands;
  int64_t predicate = tern_llvm_enum_value(op, "predicate", 0);
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  if (predicate > 1) return TERN_FOLD_FAILED;
  if (lhs == rhs) return tern_fold_to_attr(out_results, make_bool(op->results[0].type, predicate == 0));
  if (is_defined_by(lhs, TERN_LLVM(ALLOCA)) && is_defined_by(rhs, TERN_LLVM(MLIR_ZERO)))
    return tern_fold_to_attr(out_results, make_bool(op->results[0].type, predicate == 1));
  if (is_defined_by(lhs, TERN_LLVM(MLIR_ZERO)) && is_defined_by(rhs, TERN_LLVM(ALLOCA)))
    return tern_fold_to_attr(out_results, make_bool(op->results[0].type, predicate == 1));
  return TERN_FOLD_FAILED;
}

// --- memory ---

// No offset at all is the base; dynamic indices that are constants become constant indices.
tern_fold_status_t tern_llvm_fold_gep(tern_op_t *op, const tern_attr_t *const *operands,
                                      tern_fold_result_t *out_results) {
  const tern_attr_t *constants = tern_op_attr(op, "rawConstantIndices");
  size_t count = tern_dense_array_attr_count(constants), next = 1;
  tern_value_t *base = tern_op_operand(op, 0);
  if (count == 1 && base->type == op->results[0].type) {
    int64_t index = tern_dense_array_attr_int(constants, 0);
    uint64_t bits;
    if (index == 0) return tern_fold_to_value(out_results, base);
    if (index == TERN_LLVM_GEP_DYNAMIC && read_bits(operands[1], &bits) && bits == 0)
      return tern_fold_to_value(out_results, base);
  }
  TERN_VEC(int32_t) indices = {0};
  TERN_VEC(tern_value_t *) dynamic = {0};
  tern_vec_push(&dynamic, base);
  bool is_changed = false;
  for (size_t i = 0; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(constants, i);
    if (index == TERN_LLVM_GEP_DYNAMIC) {
      const tern_attr_t *value = operands[next];
      bool is_small = tern_attr_is_integer(value) && tern_type_bit_width(tern_attr_type(value)) <= 64 &&
                      tern_integer_attr_value(value) > INT32_MIN && tern_integer_attr_value(value) <= INT32_MAX;
      if (is_small)
        index = tern_integer_attr_value(value);
      else
        tern_vec_push(&dynamic, tern_op_operand(op, next));
      is_changed |= is_small;
      next++;
    }
    tern_vec_push(&indices, (int32_t)index);
  }
  if (is_changed) {
    tern_op_set_operands(op, (tern_values_t){dynamic.values, dynamic.count});
    tern_op_set_attr(op, "rawConstantIndices",
                     tern_dense_i32_array_attr_get(tern_op_context(op), indices.values, indices.count));
  }
  tern_vec_deinitialize(&indices);
  tern_vec_deinitialize(&dynamic);
  return is_changed ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// --- aggregates ---

static size_t common_prefix(const tern_attr_t *a, size_t a_start, const tern_attr_t *b) {
  size_t a_count = tern_dense_array_attr_count(a) - a_start, b_count = tern_dense_array_attr_count(b), i = 0;
  while (i < a_count && i < b_count && tern_dense_array_attr_int(a, a_start + i) == tern_dense_array_attr_int(b, i))
    i++;
  return i;
}

// The constant at a position inside of a constant, or NULL.
static const tern_attr_t *element_at(const tern_attr_t *value, int64_t index) {
  if (tern_attr_is_llvm(value, "llvm.zero") || tern_attr_is_llvm(value, "llvm.undef") ||
      tern_attr_is_llvm(value, "llvm.poison"))
    return value;
  if (value->kind == TERN_ATTR_ARRAY && (uint64_t)index < tern_array_attr_count(value))
    return tern_array_attr_at(value, (size_t)index);
  bool is_list =
      tern_attr_type(value) && tern_type_is_shaped(tern_attr_type(value)) && tern_type_rank(tern_attr_type(value)) == 1;
  if (!is_list || index < 0 || index >= tern_type_element_count(tern_attr_type(value))) return NULL;
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS) return tern_dense_elements_attr_at(value, (size_t)index);
  if (value->kind == TERN_ATTR_SPARSE_ELEMENTS) return tern_sparse_elements_attr_at(value, (size_t)index);
  return NULL;
}

// Looks through insertvalue at other positions; finds the value that was inserted at this one. Aggregates that were
// inserted are searched too, for the value itself: that a part of one is left to be extracted is no gain.
tern_fold_status_t tern_llvm_fold_extractvalue(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out_results) {
  const tern_attr_t *position = tern_op_attr(op, "position");
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  if (source && tern_op_is(source, TERN_LLVM(EXTRACTVALUE))) {
    const tern_attr_t *outer = tern_op_attr(source, "position");
    TERN_VEC(int64_t) joined = {0};
    for (size_t i = 0; i < tern_dense_array_attr_count(outer); i++)
      tern_vec_push(&joined, tern_dense_array_attr_int(outer, i));
    for (size_t i = 0; i < tern_dense_array_attr_count(position); i++)
      tern_vec_push(&joined, tern_dense_array_attr_int(position, i));
    const tern_attr_t *attr = tern_dense_i64_array_attr_get(tern_op_context(op), joined.values, joined.count);
    tern_vec_deinitialize(&joined);
    tern_op_set_attr(op, "position", attr);
    tern_op_set_operand(op, 0, tern_op_operand(source, 0));
    return TERN_FOLD_IN_PLACE;
  }
  const tern_attr_t *constant = operands[0];
  for (size_t i = 0; constant && i < tern_dense_array_attr_count(position); i++)
    constant = element_at(constant, tern_dense_array_attr_int(position, i));
  if (constant) return tern_fold_to_attr(out_results, constant);

  tern_value_t *container = tern_op_operand(op, 0), *unaffected = container;
  bool is_inside = false;  // of an aggregate that was inserted
  size_t start = 0;        // of the part of the position that is still to be looked for
  for (source = tern_value_defining_op(container); source && tern_op_is(source, TERN_LLVM(INSERTVALUE));
       source = tern_value_defining_op(container)) {
    const tern_attr_t *inserted = tern_op_attr(source, "position");
    size_t depth = tern_dense_array_attr_count(position) - start, insert_depth = tern_dense_array_attr_count(inserted);
    size_t same = common_prefix(position, start, inserted);
    if (same == depth && same == insert_depth) return tern_fold_to_value(out_results, tern_op_operand(source, 1));
    if (same == insert_depth) {
      container = tern_op_operand(source, 1);
      start += same;
      is_inside = true;
      continue;
    }
    if (same == depth) break;  // a part of what is extracted was inserted
    container = tern_op_operand(source, 0);
    if (!is_inside) unaffected = container;
  }
  constant = tern_value_constant(container);
  for (size_t i = start; constant && i < tern_dense_array_attr_count(position); i++)
    constant = element_at(constant, tern_dense_array_attr_int(position, i));
  if (constant) return tern_fold_to_attr(out_results, constant);
  if (unaffected == tern_op_operand(op, 0)) return TERN_FOLD_FAILED;
  tern_op_set_operand(op, 0, unaffected);
  return TERN_FOLD_IN_PLACE;
}

// One element of a vector of one element.
tern_fold_status_t tern_llvm_fold_shufflevector(tern_op_t *op, const tern_attr_t *const *operands,
                                                tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *vector = tern_op_operand(op, 0);
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  if (vector->type->kind != TERN_TYPE_VECTOR || tern_type_dim(vector->type, 0) != 1) return TERN_FOLD_FAILED;
  if (tern_dense_array_attr_count(mask) != 1 || tern_dense_array_attr_int(mask, 0) != 0) return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, vector);
}

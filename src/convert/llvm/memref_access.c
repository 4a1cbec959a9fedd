// Accesses to the elements of memrefs to the llvm dialect.

#include <stdlib.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "convert/llvm/memref_private.h"

// Indices are within bounds and offsets are not negative.
#define WITHIN_BOUNDS (TERN_LLVM_GEP_INBOUNDS | TERN_LLVM_GEP_NUW)

bool has_plain_layout(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  return tern_llvm_lower_type(lowering, memref) && !tern_memref_type_layout(memref);
}

// The address of the element that an op accesses: operand `start` is the memref, the indices follow.
static tern_value_t *element_ptr(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, size_t start,
                                 int64_t no_wrap) {
  const tern_type_t *memref = tern_op_operand(op, start)->type;
  tern_values_t indices = {operands.values + start + 1, tern_type_rank(memref)};
  return tern_llvm_element_ptr(tern_llvm_lowering_of(conversion), builder_of(conversion), memref,
                               operands.values[start], indices, no_wrap);
}

static bool is_strided(const tern_type_t *memref) {
  int64_t strides[64], offset;
  return tern_type_rank(memref) <= 64 && tern_memref_type_strides(memref, strides, &offset);
}

// Alignment and the hint that the data is not used again.
static size_t access_attrs(const tern_op_t *op, tern_builder_t *b, tern_named_attr_t *out_attrs) {
  size_t count = 0;
  const tern_attr_t *alignment = tern_op_attr(op, "alignment"), *nontemporal = tern_op_attr(op, "nontemporal");
  if (alignment && tern_integer_attr_value(alignment) != 0) {
    const tern_attr_t *attr =
        tern_integer_attr_get(tern_i_type_get(b->context, 64), tern_integer_attr_value(alignment));
    out_attrs[count++] = (tern_named_attr_t){"alignment", attr};
  }
  if (tern_attr_is_integer(nontemporal) && tern_integer_attr_value(nontemporal)) {
    out_attrs[count++] = (tern_named_attr_t){"nontemporal", tern_unit_attr_get(b->context)};
  }
  return count;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || !is_strided(tern_op_operand(op, 0)->type)) return false;
  tern_value_t *pointer = element_ptr(conversion, op, operands, 0, WITHIN_BOUNDS);
  tern_named_attr_t attrs[2];
  size_t count = access_attrs(op, b, attrs);
  return tern_conversion_replace_value(conversion, op,
                                       tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(pointer),
                                                        .types = TERN_TYPES(type), .attrs = {attrs, count}));
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  if (!is_strided(tern_op_operand(op, 1)->type)) return false;
  tern_value_t *pointer = element_ptr(conversion, op, operands, 1, WITHIN_BOUNDS);
  tern_named_attr_t attrs[2];
  size_t count = access_attrs(op, b, attrs);
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(operands.values[0], pointer), .attrs = {attrs, count});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_prefetch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  if (!is_strided(tern_op_operand(op, 0)->type)) return false;
  tern_value_t *pointer = element_ptr(conversion, op, operands, 0, 0);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  const tern_attr_t *is_write = tern_op_attr(op, "isWrite"), *is_data = tern_op_attr(op, "isDataCache");
  tern_build(b, TERN_LLVM(INTR_PREFETCH), .operands = TERN_VALUES(pointer),
             .attrs = TERN_ATTRS({"rw", tern_integer_attr_get(i32, tern_integer_attr_value(is_write))},
                                 {"hint", tern_op_attr(op, "localityHint")},
                                 {"cache", tern_integer_attr_get(i32, tern_integer_attr_value(is_data))}));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- atomic updates ---

// By the numbers of arith.atomic_rmw_kind; the names of llvm.atomicrmw's operations.
static const struct atomic_kind {
  const char *kind, *operation;
} atomic_kinds[] = {
    {"addf", "fadd"}, {"addi", "add"},  {"assign", "xchg"},       {"maximumf", "fmaximum"}, {"maxnumf", "fmax"},
    {"maxs", "max"},  {"maxu", "umax"}, {"minimumf", "fminimum"}, {"minnumf", "fmin"},      {"mins", "min"},
    {"minu", "umin"}, {"ori", "_or"},   {"xori", "_xor"},         {"andi", "_and"},
};

static bool find_operation(const tern_op_t *op, int64_t *out_operation) {
  const tern_enum_row_t *kinds = tern_context_find_enum(tern_op_context(op), TERN_STR("arith.atomic_rmw_kind"));
  const char *kind = tern_enum_case_name(kinds, tern_enum_attr_value(tern_op_attr(op, "kind")));
  for (size_t i = 0; kind && i < sizeof atomic_kinds / sizeof atomic_kinds[0]; ++i) {
    if (strcmp(atomic_kinds[i].kind, kind) != 0) continue;
    return tern_enum_case_value(TERN_LLVM_ENUM(ATOMIC_BIN_OP), tern_str_from_cstr(atomic_kinds[i].operation),
                                out_operation);
  }
  return false;
}

tern_value_t *tern_llvm_build_atomic_rmw(tern_builder_t *b, const tern_op_t *op, tern_value_t *pointer,
                                         tern_value_t *value) {
  int64_t operation;
  if (!find_operation(op, &operation)) return NULL;
  bool is_relaxed = tern_op_attr(op, TERN_MEMREF_RELAXED_ATTR);
  int64_t order = is_relaxed ? TERN_LLVM_ORDERING_MONOTONIC : TERN_LLVM_ORDERING_ACQ_REL;
  tern_named_attr_t attrs[] = {{"bin_op", enum_attr(b, TERN_LLVM_ENUM(ATOMIC_BIN_OP), operation)},
                               {"ordering", enum_attr(b, TERN_LLVM_ENUM(ATOMIC_ORDERING), order)},
                               {"syncscope", tern_string_attr_get(b->context, TERN_STR("device"))}};
  return tern_build_value(b, TERN_LLVM(ATOMICRMW), .operands = TERN_VALUES(pointer, value),
                          .types = TERN_TYPES(value->type), .attrs = {attrs, is_relaxed ? 3 : 2});
}

static bool lower_atomic_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  // What is not converted leaves nothing behind.
  int64_t operation;
  if (!find_operation(op, &operation) || !is_strided(tern_op_operand(op, 1)->type)) return false;
  tern_value_t *pointer = element_ptr(conversion, op, operands, 1, 0);
  tern_value_t *result = tern_llvm_build_atomic_rmw(builder_of(conversion), op, pointer, operands.values[0]);
  return result && tern_conversion_replace_value(conversion, op, result);
}

static tern_value_t *compare_exchange(tern_builder_t *b, tern_value_t *pointer, tern_value_t *expected,
                                      tern_value_t *wanted) {
  const tern_type_t *type =
      tern_llvm_struct_type(b->context, TERN_TYPES(wanted->type, tern_i_type_get(b->context, 1)), false);
  const tern_enum_row_t *row = TERN_LLVM_ENUM(ATOMIC_ORDERING);
  return tern_build_value(b, TERN_LLVM(CMPXCHG), .operands = TERN_VALUES(pointer, expected, wanted),
                          .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"success_ordering", enum_attr(b, row, TERN_LLVM_ORDERING_ACQ_REL)},
                                              {"failure_ordering", enum_attr(b, row, TERN_LLVM_ORDERING_MONOTONIC)}));
}

// What the body computes of `current`.
static tern_value_t *clone_body(tern_builder_t *b, const tern_op_t *op, tern_value_t *current) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_map_t mapping = {0};
  tern_map_set(&mapping, body->args[0], current);
  tern_op_t *yield = body->last_op;
  tern_block_for_each_op(body, inner) {
    if (inner != yield) tern_builder_clone(b, inner, &mapping);
  }
  tern_value_t *result = tern_map_get(&mapping, tern_op_operand(yield, 0));
  tern_map_deinitialize(&mapping);
  return result;
}

// Whether the region of `op` computes what it yields, which is what becomes the body of the loop.
static bool yields_own_value(const tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  const tern_value_t *result = tern_op_operand(body->last_op, 0);
  const tern_op_t *source = tern_value_defining_op(result);
  return source ? source->block == body : result == body->args[0];
}

// Tries again until nothing came between: a loop of compare and exchange.
static bool lower_generic_atomic_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || !is_strided(memref)) return false;
  if (!yields_own_value(op)) return tern_emit_error(op->loc, "result not defined in region");
  tern_block_for_each_op(tern_op_body(op, 0), inner) {
    // What cannot be converted may not be copied into the loop.
    if (inner->next && !tern_conversion_can_legalize(conversion, inner)) return false;
  }
  tern_block_t *before = op->block, *loop = tern_conversion_split_block(conversion, op);
  tern_value_t *current = tern_block_add_arg(loop, type, op->loc);
  tern_block_t *after = tern_conversion_split_block(conversion, op);

  tern_builder_set_end(b, before);
  tern_value_t *pointer = element_ptr(conversion, op, operands, 0, 0);
  tern_value_t *initial = load(b, type, pointer);
  tern_build(b, TERN_LLVM(BR), .operands = TERN_VALUES(initial), .successors = &loop, .successor_count = 1);

  tern_builder_set_start(b, loop);
  tern_value_t *wanted = clone_body(b, op, current);
  tern_value_t *pair = compare_exchange(b, pointer, current, wanted);
  tern_value_t *seen = tern_llvm_make_extract(b, pair, (int64_t[]){0}, 1);
  tern_value_t *is_done = tern_llvm_make_extract(b, pair, (int64_t[]){1}, 1);
  tern_build(b, TERN_LLVM(COND_BR), .operands = TERN_VALUES(is_done, seen), .segments = (int32_t[]){1, 0, 1},
             .successors = (tern_block_t *[]){after, loop}, .successor_count = 2);
  return tern_conversion_replace_value(conversion, op, seen);
}

// --- assumptions ---

static bool lower_assume_alignment(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  if (!is_strided(memref)) return false;
  tern_value_t *pointer = tern_llvm_element_ptr(lowering, b, memref, operands.values[0], (tern_values_t){0}, 0);
  tern_value_t *yes = tern_llvm_build_constant(b, tern_i_type_get(b->context, 1), tern_bool_attr_get(b->context, true));
  int64_t alignment = tern_integer_attr_value(tern_op_attr(op, "alignment"));
  tern_value_t *bytes = tern_llvm_make_index(lowering, b, alignment);
  const tern_attr_t *tag = tern_string_attr_get(b->context, TERN_STR("align"));
  tern_build(b, TERN_LLVM(INTR_ASSUME), .operands = TERN_VALUES(yes, pointer, bytes),
             .attrs = TERN_ATTRS({"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, (int32_t[]){2}, 1)},
                                 {"op_bundle_tags", tern_array_attr_get(b->context, &tag, 1)}));
  return tern_conversion_replace_value(conversion, op, operands.values[0]);
}

// Each two of the buffers are apart.
static bool lower_distinct_objects(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t **pointers = tern_realloc_array(NULL, operands.count + 1, sizeof(*pointers));
  for (size_t i = 0; operands.count > 1 && i < operands.count; ++i)
    pointers[i] = tern_llvm_make_extract(b, operands.values[i], (int64_t[]){1}, 1);
  tern_value_t *yes = NULL;
  if (operands.count > 1)
    yes = tern_llvm_build_constant(b, tern_i_type_get(b->context, 1), tern_bool_attr_get(b->context, true));
  const tern_attr_t *tag = tern_string_attr_get(b->context, TERN_STR("separate_storage"));
  for (size_t i = 0; i < operands.count; ++i) {
    for (size_t j = i + 1; j < operands.count; ++j)
      tern_build(b, TERN_LLVM(INTR_ASSUME), .operands = TERN_VALUES(yes, pointers[i], pointers[j]),
                 .attrs = TERN_ATTRS({"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, (int32_t[]){2}, 1)},
                                     {"op_bundle_tags", tern_array_attr_get(b->context, &tag, 1)}));
  }
  free(pointers);
  tern_conversion_replace(conversion, op, operands);
  return true;
}

const tern_conversion_pattern_t tern_llvm_memref_access_patterns[] = {
    {"atomic-rmw", TERN_MEMREF(ATOMIC_RMW), 1, lower_atomic_rmw},
    {"assume-alignment", TERN_MEMREF(ASSUME_ALIGNMENT), 1, lower_assume_alignment},
    {"distinct-objects", TERN_MEMREF(DISTINCT_OBJECTS), 1, lower_distinct_objects},
    {"generic-atomic-rmw", TERN_MEMREF(GENERIC_ATOMIC_RMW), 1, lower_generic_atomic_rmw},
    {"load", TERN_MEMREF(LOAD), 1, lower_load},
    {"prefetch", TERN_MEMREF(PREFETCH), 1, lower_prefetch},
    {"store", TERN_MEMREF(STORE), 1, lower_store},
    {0},
};

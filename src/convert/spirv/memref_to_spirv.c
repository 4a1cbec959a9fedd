// Memory accesses to the spirv dialect (upstream: MemRefToSPIRV), and vector.load and vector.store, which upstream has
// with vector. Elements narrower than what the target stores are taken from and put into i32 words, by atomics where
// they are written, since other invocations write the rest of the word.

#include "dialect/memref/memref.h"

#include <inttypes.h>
#include <stdio.h>

#include "convert/spirv/to_spirv.h"
#include "dialect/spirv/types.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static const tern_type_t *index_type(const tern_conversion_t *conversion) {
  return tern_spirv_index_type(conversion->rewriter.builder.context, conversion->converter->user);
}

// --- addresses ---

tern_value_t *tern_spirv_pointer_of(tern_value_t *memref) {
  while (memref && !tern_type_is_spirv_pointer(memref->type)) {
    const tern_op_t *op = tern_value_defining_op(memref);
    bool is_cast =
        op && op->operand_count == 1 && tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast");
    memref = is_cast ? tern_op_operand(op, 0) : NULL;
  }
  return memref;
}

// The type of the elements of the array that a pointer leads to; NULL if it leads to none.
static const tern_type_t *array_element(const tern_type_t *pointer) {
  const tern_type_t *type = tern_spirv_pointer_pointee(pointer);
  if (tern_type_is_spirv_struct(type)) {
    if (tern_spirv_struct_member_count(type) != 1) return NULL;
    type = tern_spirv_struct_member(type, 0);
  }
  bool is_array = tern_type_is_spirv_array(type) || tern_type_is_spirv_runtime_array(type);
  return is_array ? tern_spirv_element_type(type) : NULL;
}

static tern_value_t *build_access(const emitter_t *e, tern_value_t *pointer, tern_value_t *const *indices, size_t count,
                                  const tern_type_t *element) {
  tern_value_t *operands[4] = {pointer};
  size_t used = 1;
  if (tern_type_is_spirv_struct(tern_spirv_pointer_pointee(pointer->type))) {
    operands[used++] = tern_spirv_emit_int(e, tern_i_type_get(e->b->context, 32), 0);
  }
  for (size_t i = 0; i < count; ++i) operands[used++] = indices[i];
  uint32_t storage_class = tern_spirv_pointer_storage_class(pointer->type);
  return tern_build_value(e->b, TERN_SPIRV(ACCESSCHAIN), .operands = {operands, used},
                          .types = TERN_TYPES(tern_spirv_pointer_type_get(element, storage_class)));
}

// offset + sum of index * stride. NULL if the memref's strides are not known.
static tern_value_t *linearize(const emitter_t *e, const tern_type_t *memref, tern_values_t indices) {
  int64_t strides[64], offset;
  const tern_type_t *type = index_type(e->conversion);
  size_t rank = tern_type_rank(memref);
  if (rank > 64 || rank != indices.count || !tern_memref_type_strides(memref, strides, &offset)) return NULL;
  if (offset == TERN_DYNAMIC) return NULL;
  tern_value_t *sum = offset ? tern_spirv_emit_int(e, type, offset) : NULL;
  for (size_t i = 0; i < rank; ++i) {
    if (strides[i] == TERN_DYNAMIC) return NULL;
    tern_value_t *term = indices.values[i];
    if (strides[i] != 1) term = emit2(e, TERN_SPIRV(IMUL), term, tern_spirv_emit_int(e, type, strides[i]));
    sum = sum ? emit2(e, TERN_SPIRV(IADD), sum, term) : term;
  }
  return sum ? sum : tern_spirv_emit_int(e, type, 0);
}

static tern_value_t *find_pointer(tern_conversion_t *conversion, tern_value_t *memref) {
  tern_value_t *pointer = tern_spirv_pointer_of(memref);
  if (pointer) return pointer;
  pointer = tern_conversion_remapped(conversion, memref);
  return pointer && tern_type_is_spirv_pointer(pointer->type) ? pointer : NULL;
}

// The same in the order that upstream writes it in, where the sum is added to each product.
static tern_value_t *linearize_as_upstream(const emitter_t *e, const tern_type_t *memref, tern_values_t indices) {
  int64_t strides[64], offset;
  const tern_type_t *type = index_type(e->conversion);
  size_t rank = tern_type_rank(memref);
  if (rank > 64 || rank != indices.count || !tern_memref_type_strides(memref, strides, &offset)) return NULL;
  for (size_t i = 0; i < rank; ++i) {
    if (strides[i] == TERN_DYNAMIC) return NULL;
  }
  if (offset == TERN_DYNAMIC) return NULL;
  tern_value_t *sum = offset || rank == 0 ? tern_spirv_emit_int(e, type, offset) : NULL;
  for (size_t i = 0; i < rank; ++i) {
    tern_value_t *term = indices.values[i];
    if (strides[i] != 1) term = emit2(e, TERN_SPIRV(IMUL), term, tern_spirv_emit_int(e, type, strides[i]));
    sum = sum ? emit2(e, TERN_SPIRV(IADD), term, sum) : term;
  }
  return sum;
}

// In a struct around an array, in an array, or behind a pointer to the first element.
static tern_value_t *element_pointer_as_upstream(const emitter_t *e, tern_value_t *pointer, const tern_type_t *memref,
                                                 tern_values_t indices) {
  const tern_type_t *pointee = tern_spirv_pointer_pointee(pointer->type), *element = array_element(pointer->type);
  tern_value_t *operands[3] = {pointer};
  size_t count = 1;
  if (tern_type_is_spirv_struct(pointee)) operands[count++] = tern_spirv_emit_int(e, index_type(e->conversion), 0);
  operands[count] = linearize_as_upstream(e, memref, indices);
  if (!operands[count++]) return NULL;
  const tern_type_t *type =
      tern_spirv_pointer_type_get(element ? element : pointee, tern_spirv_pointer_storage_class(pointer->type));
  return tern_build_value(e->b, element ? TERN_SPIRV(ACCESSCHAIN) : TERN_SPIRV(PTRACCESSCHAIN),
                          .operands = {operands, count}, .types = TERN_TYPES(type));
}

// Are the elements of the array vectors of the memref's elements?
static bool is_array_of_vectors(const tern_type_t *memref, const tern_type_t *element) {
  return element->kind == TERN_TYPE_VECTOR && tern_type_element(memref)->kind != TERN_TYPE_VECTOR &&
         tern_type_rank(memref) == 2;
}

tern_value_t *tern_spirv_element_pointer(tern_conversion_t *conversion, tern_op_t *op, size_t memref_index,
                                         tern_values_t indices, bool is_vector) {
  tern_value_t *memref = tern_op_operand(op, memref_index), *pointer = find_pointer(conversion, memref);
  const tern_type_t *element = pointer ? array_element(pointer->type) : NULL;
  emitter_t e = emitter_for(conversion, op);
  if (pointer && !is_vector && tern_spirv_conversion_of(conversion)->follows_upstream) {
    return element_pointer_as_upstream(&e, pointer, memref->type, indices);
  }
  if (!element) return NULL;
  if (is_array_of_vectors(memref->type, element)) {
    const tern_type_t *target = is_vector ? element : tern_type_element(element);
    return build_access(&e, pointer, indices.values, is_vector ? 1 : 2, target);
  }
  tern_value_t *linear = is_vector ? NULL : linearize(&e, memref->type, indices);
  return linear ? build_access(&e, pointer, &linear, 1, element) : NULL;
}

// --- elements in words ---

typedef struct word {
  tern_value_t *pointer, *shift;  // the word, and where the element starts in it
  const tern_type_t *i32;
  int64_t mask;
} word_t;

static bool find_word(const emitter_t *e, tern_op_t *op, size_t memref_index, tern_values_t indices, int64_t per_word,
                      word_t *out_word) {
  tern_value_t *memref = tern_op_operand(op, memref_index), *pointer = find_pointer(e->conversion, memref);
  tern_value_t *linear = linearize(e, memref->type, indices);
  if (!pointer || !linear) return false;
  const tern_type_t *type = linear->type, *i32 = tern_i_type_get(type->context, 32);
  int64_t log = per_word == 4 ? 2 : 1;
  tern_value_t *index = emit2(e, TERN_SPIRV(SHIFTRIGHTLOGICAL), linear, tern_spirv_emit_int(e, type, log));
  tern_value_t *lane = emit2(e, TERN_SPIRV(BITWISEAND), linear, tern_spirv_emit_int(e, type, per_word - 1));
  lane = tern_spirv_emit_resize(e, lane, i32, false);
  *out_word = (word_t){
      .pointer = build_access(e, pointer, &index, 1, i32),
      .shift = emit2(e, TERN_SPIRV(SHIFTLEFTLOGICAL), lane, tern_spirv_emit_int(e, i32, 5 - log)),
      .i32 = i32,
      .mask = per_word == 4 ? 0xff : 0xffff,
  };
  return true;
}

static bool is_short_float(const tern_type_t *type) {
  return tern_type_is_float(type) && tern_type_bit_width(type) == 16;
}

// The element of `type` that the low bits of a word are; the other bits are 0.
static tern_value_t *from_word(const emitter_t *e, tern_value_t *bits, const tern_type_t *type) {
  if (tern_type_is_i(type, 1)) {
    return emit2(e, TERN_SPIRV(INOTEQUAL), bits, tern_spirv_emit_int(e, bits->type, 0));
  }
  if (!is_short_float(type)) return tern_spirv_emit_resize(e, bits, type, false);
  tern_value_t *number = tern_spirv_emit_resize(e, bits, tern_i_type_get(type->context, 16), false);
  return emit_cast(e, TERN_SPIRV(BITCAST), number, type);
}

static tern_value_t *to_word(const emitter_t *e, tern_value_t *value, const tern_type_t *i32) {
  if (is_short_float(value->type)) {
    value = emit_cast(e, TERN_SPIRV(BITCAST), value, tern_i_type_get(i32->context, 16));
  }
  return tern_spirv_emit_resize(e, value, i32, false);
}

static tern_value_t *build_atomic(const emitter_t *e, const tern_op_row_t *row, tern_value_t *pointer,
                                  tern_value_t *value) {
  bool is_shared = tern_spirv_pointer_storage_class(pointer->type) == TERN_SPIRV_STORAGECLASS_WORKGROUP;
  tern_context_t *context = e->b->context;
  int64_t scope = is_shared ? TERN_SPIRV_SCOPE_WORKGROUP : TERN_SPIRV_SCOPE_DEVICE;
  return tern_build_value(
      e->b, row, .operands = TERN_VALUES(pointer, value), .types = TERN_TYPES(value->type),
      .attrs = TERN_ATTRS({"memory_scope", tern_enum_attr_get(context, TERN_SPIRV_ENUM(SCOPE), scope)},
                          {"semantics", tern_enum_attr_get(context, TERN_SPIRV_ENUM(MEMORY_SEMANTICS), 0)}));
}

// Several elements in a word: 1 if not.
static int64_t elements_per_word(tern_conversion_t *conversion, tern_value_t *memref) {
  tern_value_t *pointer = find_pointer(conversion, memref);
  const tern_type_t *stored = pointer ? array_element(pointer->type) : NULL;
  if (!stored || stored->kind == TERN_TYPE_VECTOR) return 1;
  return tern_spirv_elements_per_word(tern_type_element(memref->type), stored,
                                      tern_spirv_pointer_storage_class(pointer->type));
}

static bool is_in_i16(const tern_conversion_t *conversion, const tern_type_t *type) {
  const tern_spirv_conversion_t *context = conversion->converter->user;
  return !is_short_float(type) || tern_spirv_target_has_capability(&context->target, TERN_SPIRV_CAPABILITY_INT16);
}

// --- loads and stores ---

static tern_value_t *build_load(const emitter_t *e, tern_value_t *pointer) {
  return tern_build_value(e->b, TERN_SPIRV(LOAD), .operands = TERN_VALUES(pointer),
                          .types = TERN_TYPES(tern_spirv_pointer_pointee(pointer->type)));
}

// Integers without arithmetic of their width are i32 in registers, and may be of their width in memory.
static bool is_resizable(const tern_type_t *original, const tern_type_t *from, const tern_type_t *to) {
  return from != to && tern_spirv_is_narrow_integer(original) && tern_type_is_integer(tern_type_element(from)) &&
         tern_type_is_integer(tern_type_element(to)) && lanes_of(from) == lanes_of(to);
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  tern_values_t indices = {operands.values + 1, operands.count - 1};
  int64_t per_word = elements_per_word(conversion, tern_op_operand(op, 0));
  if (!e.type) return false;
  if (per_word > 1) {
    word_t word;
    if (!is_in_i16(conversion, e.type) || !find_word(&e, op, 0, indices, per_word, &word)) return false;
    tern_value_t *bits = emit2(&e, TERN_SPIRV(SHIFTRIGHTLOGICAL), build_load(&e, word.pointer), word.shift);
    bits = emit2(&e, TERN_SPIRV(BITWISEAND), bits, tern_spirv_emit_int(&e, word.i32, word.mask));
    return tern_conversion_replace_value(conversion, op, from_word(&e, bits, e.type));
  }
  tern_value_t *pointer = tern_spirv_element_pointer(conversion, op, 0, indices, false);
  if (!pointer) return false;
  tern_value_t *value = build_load(&e, pointer);
  if (value->type != e.type && tern_type_is_i(e.type, 1)) {
    // By way of i32: bytes may be loaded where there is no arithmetic on them.
    value = from_word(&e, tern_spirv_emit_resize(&e, value, tern_i_type_get(e.b->context, 32), false), e.type);
  } else if (is_resizable(tern_op_result(op, 0)->type, value->type, e.type)) {
    value = tern_spirv_emit_resize(&e, value, e.type, false);
  }
  return value->type == e.type && tern_conversion_replace_value(conversion, op, value);
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  tern_values_t indices = {operands.values + 2, operands.count - 2};
  int64_t per_word = elements_per_word(conversion, tern_op_operand(op, 1));
  tern_value_t *value = operands.values[0];
  if (per_word > 1) {
    word_t word;
    if (!is_in_i16(conversion, value->type) || !find_word(&e, op, 1, indices, per_word, &word)) return false;
    tern_value_t *mask =
        emit2(&e, TERN_SPIRV(SHIFTLEFTLOGICAL), tern_spirv_emit_int(&e, word.i32, word.mask), word.shift);
    tern_value_t *bits = to_word(&e, value, word.i32);
    if (bits == value) bits = emit2(&e, TERN_SPIRV(BITWISEAND), bits, tern_spirv_emit_int(&e, word.i32, word.mask));
    bits = emit2(&e, TERN_SPIRV(SHIFTLEFTLOGICAL), bits, word.shift);
    build_atomic(&e, TERN_SPIRV(ATOMICAND), word.pointer, emit1(&e, TERN_SPIRV(NOT), mask));
    build_atomic(&e, TERN_SPIRV(ATOMICOR), word.pointer, bits);
    tern_conversion_erase(conversion, op);
    return true;
  }
  tern_value_t *pointer = tern_spirv_element_pointer(conversion, op, 1, indices, false);
  if (!pointer) return false;
  const tern_type_t *stored = tern_spirv_pointer_pointee(pointer->type);
  if (value->type != stored && tern_type_is_i(value->type, 1)) {
    value = tern_spirv_emit_resize(&e, value, tern_i_type_get(e.b->context, 32), false);
    value = tern_spirv_emit_resize(&e, value, stored, false);
  } else if (is_resizable(tern_op_operand(op, 0)->type, value->type, stored)) {
    value = tern_spirv_emit_resize(&e, value, stored, false);
  }
  if (value->type != stored) return false;
  tern_build(e.b, TERN_SPIRV(STORE), .operands = TERN_VALUES(pointer, value));
  tern_conversion_erase(conversion, op);
  return true;
}

// Vectors: one access to an array of vectors.
static bool convert_vector_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  tern_values_t indices = {operands.values + 1, operands.count - 1};
  tern_value_t *pointer = e.type ? tern_spirv_element_pointer(conversion, op, 0, indices, is_vector(e.type)) : NULL;
  if (!pointer) return false;
  tern_value_t *value = build_load(&e, pointer);
  if (is_resizable(tern_op_result(op, 0)->type, value->type, e.type)) {
    value = tern_spirv_emit_resize(&e, value, e.type, false);
  }
  return value->type == e.type && tern_conversion_replace_value(conversion, op, value);
}

static bool convert_vector_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_values_t indices = {operands.values + 2, operands.count - 2};
  tern_value_t *value = operands.values[0];
  tern_value_t *pointer = tern_spirv_element_pointer(conversion, op, 1, indices, is_vector(value->type));
  if (!pointer) return false;
  const tern_type_t *stored = tern_spirv_pointer_pointee(pointer->type);
  if (is_resizable(tern_op_operand(op, 0)->type, value->type, stored)) {
    emitter_t e = emitter_for(conversion, op);
    value = tern_spirv_emit_resize(&e, value, stored, false);
  }
  if (value->type != stored) return false;
  tern_build(&conversion->rewriter.builder, TERN_SPIRV(STORE), .operands = TERN_VALUES(pointer, value));
  tern_conversion_erase(conversion, op);
  return true;
}

// By arith.atomic_rmw_kind; NULL: SPIR-V has none.
static const tern_op_row_t *atomic_row(int64_t kind) {
  static const struct {
    int64_t kind;
    const tern_op_row_t *row;
  } rows[] = {
      {0, TERN_SPIRV(EXT_ATOMICFADD)}, {1, TERN_SPIRV(ATOMICIADD)},  {2, TERN_SPIRV(ATOMICAND)},
      {3, TERN_SPIRV(ATOMICEXCHANGE)}, {6, TERN_SPIRV(ATOMICSMAX)},  {7, TERN_SPIRV(ATOMICUMAX)},
      {10, TERN_SPIRV(ATOMICSMIN)},    {11, TERN_SPIRV(ATOMICUMIN)}, {14, TERN_SPIRV(ATOMICOR)},
      {15, TERN_SPIRV(ATOMICXOR)},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].kind == kind) return rows[i].row;
  }
  return NULL;
}

static bool convert_atomic(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  tern_values_t indices = {operands.values + 2, operands.count - 2};
  tern_value_t *value = operands.values[0];
  const tern_op_row_t *row = atomic_row(tern_enum_attr_value(tern_op_attr(op, "kind")));
  if (!row) return tern_op_error(op, "is an atomic operation that SPIR-V does not have");
  uint32_t width = tern_type_bit_width(value->type);
  if (width < 32 || elements_per_word(conversion, tern_op_operand(op, 1)) > 1) {
    return tern_op_error(op, "is an atomic operation on %" PRIu32 " bits; SPIR-V has those of 32 and 64", width);
  }
  tern_value_t *pointer = tern_spirv_element_pointer(conversion, op, 1, indices, false);
  if (!pointer || tern_spirv_pointer_pointee(pointer->type) != value->type) return false;
  return tern_conversion_replace_value(conversion, op, build_atomic(&e, row, pointer, value));
}

// --- allocations, where they were not made variables before ---

static bool convert_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_spirv_conversion_t *context = conversion->converter->user;
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_result(op, 0)->type, *pointer = tern_convert_type(conversion->converter, type);
  uint32_t storage_class;
  if (!pointer || !tern_type_has_static_shape(type) || !tern_spirv_storage_class_of(context, type, &storage_class)) {
    return false;
  }
  if (tern_op_is(op, TERN_MEMREF(ALLOCA))) {
    if (storage_class != TERN_SPIRV_STORAGECLASS_FUNCTION) return false;
    const tern_attr_t *where = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(STORAGE_CLASS), storage_class);
    return tern_conversion_replace_value(conversion, op,
                                         tern_build_value(b, TERN_SPIRV(VARIABLE), .types = TERN_TYPES(pointer),
                                                          .attrs = TERN_ATTRS({"storage_class", where})));
  }
  if (storage_class != TERN_SPIRV_STORAGECLASS_WORKGROUP) return false;
  char name[64];
  tern_op_t *table = tern_symbol_table_around(op);
  for (size_t i = 0;; ++i) {
    snprintf(name, sizeof name, "__workgroup_mem__%zu", i);
    if (!table || !tern_symbol_lookup_in(table, tern_str_from_cstr(name))) break;
  }
  tern_op_t *variable = tern_spirv_find_or_make_variable(op, name, pointer, (tern_named_attrs_t){0});
  return variable && tern_conversion_replace_value(conversion, op, tern_spirv_address_of(b, variable));
}

static bool convert_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_spirv_conversion_t *context = conversion->converter->user;
  uint32_t storage_class;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (type->kind != TERN_TYPE_MEMREF || !tern_spirv_storage_class_of(context, type, &storage_class) ||
      storage_class != TERN_SPIRV_STORAGECLASS_WORKGROUP) {
    return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// Casts that change nothing of the memory.
static bool convert_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_convert_type(conversion->converter, tern_op_result(op, 0)->type);
  return type == operands.values[0]->type && tern_conversion_replace_value(conversion, op, operands.values[0]);
}

const tern_conversion_pattern_t tern_memref_to_spirv_patterns[] = {
    {"alloc", TERN_MEMREF(ALLOC), 1, convert_alloc},
    {"alloca", TERN_MEMREF(ALLOCA), 1, convert_alloc},
    {"assume-alignment", TERN_MEMREF(ASSUME_ALIGNMENT), 1, convert_cast},
    {"atomic-rmw", TERN_MEMREF(ATOMIC_RMW), 1, convert_atomic},
    {"cast", TERN_MEMREF(CAST), 1, convert_cast},
    {"dealloc", TERN_MEMREF(DEALLOC), 1, convert_dealloc},
    {"load", TERN_MEMREF(LOAD), 1, convert_load},
    {"store", TERN_MEMREF(STORE), 1, convert_store},
    {"vector-load", TERN_VECTOR(LOAD), 1, convert_vector_load},
    {"vector-store", TERN_VECTOR(STORE), 1, convert_vector_store},
    {0},
};

// Constants of attributes as LLVM constants, bit for bit.

#include "target/llvm/translate.h"

typedef TERN_VEC(LLVMValueRef) value_list_t;

// The bits of a number as an LLVM integer, or as a float of `type`.
static LLVMValueRef from_words(tern_llvm_translation_t *t, LLVMTypeRef type, const uint64_t *words, size_t word_count,
                               unsigned width) {
  LLVMTypeRef integer = LLVMIntTypeInContext(t->llvm, width);
  LLVMValueRef bits = LLVMConstIntOfArbitraryPrecision(integer, (unsigned)word_count, words);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? bits : LLVMConstBitCast(bits, type);
}

// An integer or float attribute. An integer for a float type of its width, and the other way round, is its bits.
static LLVMValueRef from_number(tern_llvm_translation_t *t, const tern_attr_t *attr, LLVMTypeRef type) {
  unsigned width = tern_type_bit_width(tern_attr_type(attr));
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
    // Sign-extended words of an index or a wider integer are cut by LLVM where needed.
    unsigned target = LLVMGetIntTypeWidth(type);
    if (target == width || attr->kind == TERN_ATTR_INTEGER) {
      LLVMTypeRef integer = LLVMIntTypeInContext(t->llvm, target);
      if (attr->param_count == 2) return LLVMConstInt(integer, attr->params[1], true);
      return LLVMConstIntOfArbitraryPrecision(integer, attr->param_count - 1, &attr->params[1]);
    }
  }
  return from_words(t, type, &attr->params[1], attr->param_count - 1, width);
}

static bool is_number(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT;
}

// `count` copies of a constant as a vector, scalable or not.
static LLVMValueRef make_splat(tern_llvm_translation_t *t, LLVMValueRef element, LLVMTypeRef type) {
  unsigned count = LLVMGetVectorSize(type);
  if (LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(t->llvm);
    LLVMValueRef poison = LLVMGetPoison(type), zero = LLVMConstInt(i32, 0, false);
    LLVMValueRef first = LLVMBuildInsertElement(t->builder, poison, element, zero, "");
    return LLVMBuildShuffleVector(t->builder, first, poison, LLVMConstNull(LLVMScalableVectorType(i32, count)), "");
  }
  value_list_t list = {0};
  for (unsigned i = 0; i < count; i++) tern_vec_push(&list, element);
  LLVMValueRef result = LLVMConstVector(list.values, count);
  tern_vec_deinitialize(&list);
  return result;
}

static bool is_splat(const tern_attr_t *attr) { return tern_attr_is_splat(attr); }

static const tern_attr_t *element_at(const tern_attr_t *attr, size_t index) {
  return attr->kind == TERN_ATTR_DENSE_ELEMENTS ? tern_dense_elements_attr_at(attr, index)
                                                : tern_sparse_elements_attr_at(attr, index);
}

static bool is_complex(const tern_attr_t *attr, LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) type = LLVMGetElementType(type);
  return attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 2 &&
         LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2;
}

static LLVMValueRef from_complex(tern_llvm_translation_t *t, const tern_attr_t *attr, LLVMTypeRef type) {
  LLVMValueRef parts[2];
  for (unsigned i = 0; i < 2; i++)
    parts[i] = from_number(t, tern_array_attr_at(attr, i), LLVMStructGetTypeAtIndex(type, i));
  return LLVMConstStructInContext(t->llvm, parts, 2, LLVMIsPackedStruct(type));
}

// Elements from `*inout_next` on, as a value of `type`: nested arrays and vectors in row-major order.
static LLVMValueRef from_elements(tern_llvm_translation_t *t, const tern_attr_t *attr, LLVMTypeRef type,
                                  size_t *inout_next) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_vector = kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
  if (kind != LLVMArrayTypeKind && !is_vector) {
    size_t index = is_splat(attr) ? 0 : *inout_next;
    ++*inout_next;
    const tern_attr_t *value = element_at(attr, index);
    return kind == LLVMStructTypeKind ? from_complex(t, value, type) : from_number(t, value, type);
  }
  LLVMTypeRef element = LLVMGetElementType(type);
  if (is_vector && is_splat(attr)) {
    LLVMValueRef value = from_elements(t, attr, element, inout_next);
    return make_splat(t, value, type);
  }
  uint64_t count = is_vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
  value_list_t list = {0};
  for (uint64_t i = 0; i < count; i++) tern_vec_push(&list, from_elements(t, attr, element, inout_next));
  LLVMValueRef result = is_vector ? LLVMConstVector(list.values, (unsigned)list.count)
                                  : LLVMConstArray2(element, list.values, list.count);
  tern_vec_deinitialize(&list);
  return result;
}

// A long flat array of plain numbers is taken as it lies in memory.
static LLVMValueRef from_flat_data(const tern_attr_t *attr, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMArrayTypeKind || tern_dense_elements_attr_is_splat(attr)) return NULL;
  LLVMTypeRef element = LLVMGetElementType(type);
  const tern_type_t *source = tern_type_element(tern_attr_type(attr));
  unsigned width = tern_type_bit_width(source);
  bool is_plain = false;
  switch (LLVMGetTypeKind(element)) {
    case LLVMIntegerTypeKind:
      is_plain = LLVMGetIntTypeWidth(element) == width && tern_type_is_integer(source) &&
                 (width == 8 || width == 16 || width == 32 || width == 64);
      break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: is_plain = width == 16; break;
    case LLVMFloatTypeKind: is_plain = width == 32; break;
    case LLVMDoubleTypeKind: is_plain = width == 64; break;
    default: break;
  }
  if (!is_plain) return NULL;
  return LLVMConstDataArray(element, tern_dense_elements_attr_data(attr),
                            tern_dense_elements_attr_count(attr) * (width / 8));
}

static bool is_zero_splat(const tern_attr_t *attr) {
  if (!tern_dense_elements_attr_is_splat(attr)) return false;
  const tern_attr_t *element = tern_dense_elements_attr_at(attr, 0);
  if (!is_number(element)) return false;
  for (size_t i = 1; i < element->param_count; i++)
    if (element->params[i] != 0) return false;
  return true;
}

// [a, b] as a struct or array.
static LLVMValueRef from_array(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *attr,
                               LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  size_t count = tern_array_attr_count(attr);
  bool is_struct = kind == LLVMStructTypeKind;
  if (is_struct ? LLVMCountStructElementTypes(type) != count
                : kind != LLVMArrayTypeKind || LLVMGetArrayLength2(type) != count)
    return NULL;
  value_list_t list = {0};
  LLVMValueRef result = NULL;
  bool is_right = true;
  for (size_t i = 0; is_right && i < count; i++) {
    LLVMTypeRef element = is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)i) : LLVMGetElementType(type);
    LLVMValueRef value = tern_llvm_to_constant(t, op, tern_array_attr_at(attr, i), element);
    is_right = value != NULL;
    if (is_right) tern_vec_push(&list, value);
  }
  if (is_right)
    result = !is_struct ? LLVMConstArray2(LLVMGetElementType(type), list.values, list.count)
             : LLVMGetStructName(type)
                 ? LLVMConstNamedStruct(type, list.values, (unsigned)list.count)
                 : LLVMConstStructInContext(t->llvm, list.values, (unsigned)list.count, LLVMIsPackedStruct(type));
  tern_vec_deinitialize(&list);
  return result;
}

static LLVMValueRef make_constant(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *attr,
                                  LLVMTypeRef type) {
  if (tern_attr_is_llvm(attr, "llvm.zero")) return LLVMConstNull(type);
  if (tern_attr_is_llvm(attr, "llvm.undef")) return LLVMGetUndef(type);
  if (tern_attr_is_llvm(attr, "llvm.poison")) return LLVMGetPoison(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_vector = kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
  bool is_scalar = !is_vector && kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind && kind != LLVMPointerTypeKind;
  switch (attr->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
      if (kind == LLVMTargetExtTypeKind) return tern_integer_attr_value(attr) == 0 ? LLVMConstNull(type) : NULL;
      if (is_scalar) return from_number(t, attr, type);
      return is_vector ? make_splat(t, from_number(t, attr, LLVMGetElementType(type)), type) : NULL;
    case TERN_ATTR_STRING: {
      tern_str_t text = tern_string_attr_value(attr);
      return LLVMConstStringInContext2(t->llvm, text.data, text.size, true);
    }
    case TERN_ATTR_DENSE_ELEMENTS: {
      size_t next = 0;
      if (tern_dense_elements_attr_count(attr) == 0) return LLVMConstNull(type);
      const tern_attr_t *first = tern_dense_elements_attr_at(attr, 0);
      if (!is_number(first) && !is_complex(first, type)) return NULL;
      if (is_zero_splat(attr)) return LLVMConstNull(type);
      LLVMValueRef flat = from_flat_data(attr, type);
      return flat ? flat : from_elements(t, attr, type, &next);
    }
    case TERN_ATTR_SPARSE_ELEMENTS: {
      size_t next = 0;
      if (tern_type_element_count(tern_attr_type(attr)) == 0) return LLVMConstNull(type);
      return tern_sparse_elements_attr_at(attr, 0) ? from_elements(t, attr, type, &next) : NULL;
    }
    case TERN_ATTR_ARRAY: return from_array(t, op, attr, type);
    case TERN_ATTR_SYMBOL_REF: return tern_llvm_symbol(t, op, attr);
    default: return NULL;
  }
}

LLVMValueRef tern_llvm_to_constant(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *attr,
                                   LLVMTypeRef type) {
  LLVMValueRef value = make_constant(t, op, attr, type);
  if (!value) tern_op_error(op, "attribute '%s' cannot be translated to LLVM IR", tern_attr_text(attr));
  return value;
}

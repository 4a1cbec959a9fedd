// Element types of PJRT and ours.

#include "pjrt/support/element_type.h"

#include "tern/tensor.h"

// PJRT's integers of 1 bit have none of ours; a boolean is our i1.
static const tern_element_type_t types[] = {
    [PJRT_Buffer_Type_PRED] = TERN_ELEMENT_TYPE_I1,
    [PJRT_Buffer_Type_S2] = TERN_ELEMENT_TYPE_I2,
    [PJRT_Buffer_Type_S4] = TERN_ELEMENT_TYPE_I4,
    [PJRT_Buffer_Type_S8] = TERN_ELEMENT_TYPE_I8,
    [PJRT_Buffer_Type_S16] = TERN_ELEMENT_TYPE_I16,
    [PJRT_Buffer_Type_S32] = TERN_ELEMENT_TYPE_I32,
    [PJRT_Buffer_Type_S64] = TERN_ELEMENT_TYPE_I64,
    [PJRT_Buffer_Type_U2] = TERN_ELEMENT_TYPE_UI2,
    [PJRT_Buffer_Type_U4] = TERN_ELEMENT_TYPE_UI4,
    [PJRT_Buffer_Type_U8] = TERN_ELEMENT_TYPE_UI8,
    [PJRT_Buffer_Type_U16] = TERN_ELEMENT_TYPE_UI16,
    [PJRT_Buffer_Type_U32] = TERN_ELEMENT_TYPE_UI32,
    [PJRT_Buffer_Type_U64] = TERN_ELEMENT_TYPE_UI64,
    [PJRT_Buffer_Type_F16] = TERN_ELEMENT_TYPE_F16,
    [PJRT_Buffer_Type_F32] = TERN_ELEMENT_TYPE_F32,
    [PJRT_Buffer_Type_F64] = TERN_ELEMENT_TYPE_F64,
    [PJRT_Buffer_Type_BF16] = TERN_ELEMENT_TYPE_BF16,
    [PJRT_Buffer_Type_C64] = TERN_ELEMENT_TYPE_COMPLEX_F32,
    [PJRT_Buffer_Type_C128] = TERN_ELEMENT_TYPE_COMPLEX_F64,
    [PJRT_Buffer_Type_F8E5M2] = TERN_ELEMENT_TYPE_F8E5M2,
    [PJRT_Buffer_Type_F8E4M3FN] = TERN_ELEMENT_TYPE_F8E4M3FN,
    [PJRT_Buffer_Type_F8E4M3B11FNUZ] = TERN_ELEMENT_TYPE_F8E4M3B11FNUZ,
    [PJRT_Buffer_Type_F8E5M2FNUZ] = TERN_ELEMENT_TYPE_F8E5M2FNUZ,
    [PJRT_Buffer_Type_F8E4M3FNUZ] = TERN_ELEMENT_TYPE_F8E4M3FNUZ,
    [PJRT_Buffer_Type_F8E4M3] = TERN_ELEMENT_TYPE_F8E4M3,
    [PJRT_Buffer_Type_F8E3M4] = TERN_ELEMENT_TYPE_F8E3M4,
    [PJRT_Buffer_Type_F8E8M0FNU] = TERN_ELEMENT_TYPE_F8E8M0FNU,
    [PJRT_Buffer_Type_F4E2M1FN] = TERN_ELEMENT_TYPE_F4E2M1FN,
    [PJRT_Buffer_Type_F6E2M3FN] = TERN_ELEMENT_TYPE_F6E2M3FN,
    [PJRT_Buffer_Type_F6E3M2FN] = TERN_ELEMENT_TYPE_F6E3M2FN,
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

tern_element_type_t tern_pjrt_element_type(PJRT_Buffer_Type type) {
  return (unsigned)type < TYPE_COUNT ? types[type] : TERN_ELEMENT_TYPE_NONE;
}

PJRT_Buffer_Type tern_pjrt_buffer_type(tern_element_type_t type) {
  for (unsigned i = 0; i < TYPE_COUNT; ++i) {
    if (type != TERN_ELEMENT_TYPE_NONE && types[i] == type) return (PJRT_Buffer_Type)i;
  }
  return PJRT_Buffer_Type_INVALID;
}

PJRT_Error *tern_pjrt_check_type(PJRT_Buffer_Type type, size_t *out_size) {
  *out_size = tern_element_type_size(tern_pjrt_element_type(type));
  if (*out_size) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                         "arrays of PJRT's element type %d are not supported; convert them to another type", type);
}

PJRT_Error *tern_pjrt_array_size(PJRT_Buffer_Type type, const int64_t *dims, size_t rank, size_t *out_size) {
  size_t size;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_type(type, &size));
  if (rank > TERN_TENSOR_RANK_MAX) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "an array of %zu dimensions has more than %d", rank,
                           TERN_TENSOR_RANK_MAX);
  }
  bool is_too_large = false, is_empty = false;
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] < 0) {
      return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "dimension %zu is %lld, but sizes are not negative", i,
                             (long long)dims[i]);
    }
    is_empty |= dims[i] == 0;
    is_too_large |= __builtin_mul_overflow(size, (size_t)dims[i], &size);
  }
  *out_size = is_empty ? 0 : size;
  if (is_empty || (!is_too_large && size < PTRDIFF_MAX)) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_RESOURCE_EXHAUSTED,
                         "an array of %zu dimensions has more bytes than memory has", rank);
}

// Names of element types, for the texts of arrays and of failures.

#include "base/string.h"
#include "tern/tensor.h"

static const char *const names[] = {
    [TERN_ELEMENT_TYPE_NONE] = "none",
    [TERN_ELEMENT_TYPE_I1] = "i1",
    [TERN_ELEMENT_TYPE_I2] = "i2",
    [TERN_ELEMENT_TYPE_SI2] = "si2",
    [TERN_ELEMENT_TYPE_UI2] = "ui2",
    [TERN_ELEMENT_TYPE_I4] = "i4",
    [TERN_ELEMENT_TYPE_SI4] = "si4",
    [TERN_ELEMENT_TYPE_UI4] = "ui4",
    [TERN_ELEMENT_TYPE_I8] = "i8",
    [TERN_ELEMENT_TYPE_SI8] = "si8",
    [TERN_ELEMENT_TYPE_UI8] = "ui8",
    [TERN_ELEMENT_TYPE_I16] = "i16",
    [TERN_ELEMENT_TYPE_SI16] = "si16",
    [TERN_ELEMENT_TYPE_UI16] = "ui16",
    [TERN_ELEMENT_TYPE_I32] = "i32",
    [TERN_ELEMENT_TYPE_SI32] = "si32",
    [TERN_ELEMENT_TYPE_UI32] = "ui32",
    [TERN_ELEMENT_TYPE_I64] = "i64",
    [TERN_ELEMENT_TYPE_SI64] = "si64",
    [TERN_ELEMENT_TYPE_UI64] = "ui64",
    [TERN_ELEMENT_TYPE_INDEX] = "index",
    [TERN_ELEMENT_TYPE_F4E2M1FN] = "f4E2M1FN",
    [TERN_ELEMENT_TYPE_F6E2M3FN] = "f6E2M3FN",
    [TERN_ELEMENT_TYPE_F6E3M2FN] = "f6E3M2FN",
    [TERN_ELEMENT_TYPE_F8E5M2] = "f8E5M2",
    [TERN_ELEMENT_TYPE_F8E4M3] = "f8E4M3",
    [TERN_ELEMENT_TYPE_F8E4M3FN] = "f8E4M3FN",
    [TERN_ELEMENT_TYPE_F8E5M2FNUZ] = "f8E5M2FNUZ",
    [TERN_ELEMENT_TYPE_F8E4M3FNUZ] = "f8E4M3FNUZ",
    [TERN_ELEMENT_TYPE_F8E4M3B11FNUZ] = "f8E4M3B11FNUZ",
    [TERN_ELEMENT_TYPE_F8E3M4] = "f8E3M4",
    [TERN_ELEMENT_TYPE_F8E8M0FNU] = "f8E8M0FNU",
    [TERN_ELEMENT_TYPE_BF16] = "bf16",
    [TERN_ELEMENT_TYPE_F16] = "f16",
    [TERN_ELEMENT_TYPE_TF32] = "tf32",
    [TERN_ELEMENT_TYPE_F32] = "f32",
    [TERN_ELEMENT_TYPE_F64] = "f64",
    [TERN_ELEMENT_TYPE_F80] = "f80",
    [TERN_ELEMENT_TYPE_F128] = "f128",
    [TERN_ELEMENT_TYPE_COMPLEX_BF16] = "complex<bf16>",
    [TERN_ELEMENT_TYPE_COMPLEX_F16] = "complex<f16>",
    [TERN_ELEMENT_TYPE_COMPLEX_F32] = "complex<f32>",
    [TERN_ELEMENT_TYPE_COMPLEX_F64] = "complex<f64>",
};

enum { NAME_COUNT = sizeof(names) / sizeof(names[0]) };

// Other spellings of complex types: numpy's and IREE's, both after the width of
// the pair.
static const struct {
  const char *name;
  tern_element_type_t type;
} aliases[] = {
    {"complex64", TERN_ELEMENT_TYPE_COMPLEX_F32},
    {"complex128", TERN_ELEMENT_TYPE_COMPLEX_F64},
    {"cf64", TERN_ELEMENT_TYPE_COMPLEX_F32},
    {"cf128", TERN_ELEMENT_TYPE_COMPLEX_F64},
};

const char *tern_element_type_name(tern_element_type_t type) {
  size_t code = (size_t)type;
  return code < NAME_COUNT && names[code] ? names[code] : names[TERN_ELEMENT_TYPE_NONE];
}

tern_element_type_t tern_element_type_from_name(const char *name, size_t name_size) {
  tern_str_t wanted = tern_str_make(name, name_size);
  for (size_t code = TERN_ELEMENT_TYPE_NONE + 1; code < NAME_COUNT; ++code) {
    if (names[code] && tern_str_equal_cstr(wanted, names[code])) return (tern_element_type_t)code;
  }
  for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); ++i) {
    if (tern_str_equal_cstr(wanted, aliases[i].name)) return aliases[i].type;
  }
  return TERN_ELEMENT_TYPE_NONE;
}

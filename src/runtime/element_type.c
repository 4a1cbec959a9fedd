// Element types: one row per code of tern_element_type_t.

#include "base/string.h"
#include "tern/tensor.h"

typedef struct element_type_row_t {
  const char *name;
  uint8_t element_class;  // tern_element_class_t
  uint8_t bit_width;      // bits that carry the value
  uint8_t size;           // bytes in an array
  uint8_t component;      // code of a complex type's parts
} element_type_row_t;

#define INTEGER(width, size, signless, is_signed, is_unsigned)                            \
  [TERN_ELEMENT_TYPE_I##width] = {signless, TERN_ELEMENT_CLASS_SIGNLESS, width, size, 0}, \
  [TERN_ELEMENT_TYPE_SI##width] = {is_signed, TERN_ELEMENT_CLASS_SIGNED, width, size, 0}, \
  [TERN_ELEMENT_TYPE_UI##width] = {is_unsigned, TERN_ELEMENT_CLASS_UNSIGNED, width, size, 0}
#define FLOAT(id, name, width, size) [TERN_ELEMENT_TYPE_##id] = {name, TERN_ELEMENT_CLASS_FLOAT, width, size, 0}
#define COMPLEX(id, name, size) \
  [TERN_ELEMENT_TYPE_COMPLEX_##id] = {name, TERN_ELEMENT_CLASS_COMPLEX, (size) * 8, size, TERN_ELEMENT_TYPE_##id}

// clang-format off
static const element_type_row_t rows[] = {
    [TERN_ELEMENT_TYPE_NONE] = {"none", TERN_ELEMENT_CLASS_NONE, 0, 0, 0},
    [TERN_ELEMENT_TYPE_I1] = {"i1", TERN_ELEMENT_CLASS_SIGNLESS, 1, 1, 0},
    INTEGER(2, 1, "i2", "si2", "ui2"),
    INTEGER(4, 1, "i4", "si4", "ui4"),
    INTEGER(8, 1, "i8", "si8", "ui8"),
    INTEGER(16, 2, "i16", "si16", "ui16"),
    INTEGER(32, 4, "i32", "si32", "ui32"),
    INTEGER(64, 8, "i64", "si64", "ui64"),
    [TERN_ELEMENT_TYPE_INDEX] = {"index", TERN_ELEMENT_CLASS_SIGNED, 64, 8, 0},
    FLOAT(F4E2M1FN, "f4E2M1FN", 4, 1),
    FLOAT(F6E2M3FN, "f6E2M3FN", 6, 1),
    FLOAT(F6E3M2FN, "f6E3M2FN", 6, 1),
    FLOAT(F8E5M2, "f8E5M2", 8, 1),
    FLOAT(F8E4M3, "f8E4M3", 8, 1),
    FLOAT(F8E4M3FN, "f8E4M3FN", 8, 1),
    FLOAT(F8E5M2FNUZ, "f8E5M2FNUZ", 8, 1),
    FLOAT(F8E4M3FNUZ, "f8E4M3FNUZ", 8, 1),
    FLOAT(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8, 1),
    FLOAT(F8E3M4, "f8E3M4", 8, 1),
    FLOAT(F8E8M0FNU, "f8E8M0FNU", 8, 1),
    FLOAT(BF16, "bf16", 16, 2),
    FLOAT(F16, "f16", 16, 2),
    FLOAT(TF32, "tf32", 19, 4),
    FLOAT(F32, "f32", 32, 4),
    FLOAT(F64, "f64", 64, 8),
    FLOAT(F80, "f80", 80, 16),
    FLOAT(F128, "f128", 128, 16),
    COMPLEX(BF16, "complex<bf16>", 4),
    COMPLEX(F16, "complex<f16>", 4),
    COMPLEX(F32, "complex<f32>", 8),
    COMPLEX(F64, "complex<f64>", 16),
};
// clang-format on

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

// Other spellings of complex types: numpy's and IREE's, both after the width of the pair.
static const struct {
  const char *name;
  tern_element_type_t type;
} aliases[] = {
    {"complex64", TERN_ELEMENT_TYPE_COMPLEX_F32},
    {"complex128", TERN_ELEMENT_TYPE_COMPLEX_F64},
    {"cf64", TERN_ELEMENT_TYPE_COMPLEX_F32},
    {"cf128", TERN_ELEMENT_TYPE_COMPLEX_F64},
};

static const element_type_row_t *find_row(tern_element_type_t type) {
  size_t code = (size_t)type;
  return code < ROW_COUNT && rows[code].name ? &rows[code] : &rows[TERN_ELEMENT_TYPE_NONE];
}

const char *tern_element_type_name(tern_element_type_t type) { return find_row(type)->name; }

size_t tern_element_type_size(tern_element_type_t type) { return find_row(type)->size; }

uint32_t tern_element_type_bit_width(tern_element_type_t type) { return find_row(type)->bit_width; }

tern_element_class_t tern_element_type_class(tern_element_type_t type) {
  return (tern_element_class_t)find_row(type)->element_class;
}

tern_element_type_t tern_element_type_component(tern_element_type_t type) {
  const element_type_row_t *row = find_row(type);
  return row->component ? (tern_element_type_t)row->component : type;
}

tern_element_type_t tern_element_type_from_name(const char *name, size_t name_size) {
  tern_str_t wanted = tern_str_make(name, name_size);
  for (size_t code = TERN_ELEMENT_TYPE_NONE + 1; code < ROW_COUNT; ++code) {
    if (rows[code].name && tern_str_equal_cstr(wanted, rows[code].name)) return (tern_element_type_t)code;
  }
  for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); ++i) {
    if (tern_str_equal_cstr(wanted, aliases[i].name)) return aliases[i].type;
  }
  return TERN_ELEMENT_TYPE_NONE;
}

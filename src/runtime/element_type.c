// Element types: one row per code of tern_element_type_t.

#include "tern/tensor.h"

typedef struct element_type_row_t {
  uint8_t element_class;  // tern_element_class_t
  uint8_t bit_width;      // bits that carry the value
  uint8_t size;           // bytes in an array
  uint8_t component;      // code of a complex type's parts
} element_type_row_t;

#define INTEGER(width, size)                                                    \
  [TERN_ELEMENT_TYPE_I##width] = {TERN_ELEMENT_CLASS_SIGNLESS, width, size, 0}, \
  [TERN_ELEMENT_TYPE_SI##width] = {TERN_ELEMENT_CLASS_SIGNED, width, size, 0},  \
  [TERN_ELEMENT_TYPE_UI##width] = {TERN_ELEMENT_CLASS_UNSIGNED, width, size, 0}
#define FLOAT(id, width, size) [TERN_ELEMENT_TYPE_##id] = {TERN_ELEMENT_CLASS_FLOAT, width, size, 0}
#define COMPLEX(id, size) \
  [TERN_ELEMENT_TYPE_COMPLEX_##id] = {TERN_ELEMENT_CLASS_COMPLEX, (size) * 8, size, TERN_ELEMENT_TYPE_##id}

// clang-format off
static const element_type_row_t rows[] = {
    [TERN_ELEMENT_TYPE_NONE] = {TERN_ELEMENT_CLASS_NONE, 0, 0, 0},
    [TERN_ELEMENT_TYPE_I1] = {TERN_ELEMENT_CLASS_SIGNLESS, 1, 1, 0},
    INTEGER(2, 1),
    INTEGER(4, 1),
    INTEGER(8, 1),
    INTEGER(16, 2),
    INTEGER(32, 4),
    INTEGER(64, 8),
    [TERN_ELEMENT_TYPE_INDEX] = {TERN_ELEMENT_CLASS_SIGNED, 64, 8, 0},
    FLOAT(F4E2M1FN, 4, 1),
    FLOAT(F6E2M3FN, 6, 1),
    FLOAT(F6E3M2FN, 6, 1),
    FLOAT(F8E5M2, 8, 1),
    FLOAT(F8E4M3, 8, 1),
    FLOAT(F8E4M3FN, 8, 1),
    FLOAT(F8E5M2FNUZ, 8, 1),
    FLOAT(F8E4M3FNUZ, 8, 1),
    FLOAT(F8E4M3B11FNUZ, 8, 1),
    FLOAT(F8E3M4, 8, 1),
    FLOAT(F8E8M0FNU, 8, 1),
    FLOAT(BF16, 16, 2),
    FLOAT(F16, 16, 2),
    FLOAT(TF32, 19, 4),
    FLOAT(F32, 32, 4),
    FLOAT(F64, 64, 8),
    FLOAT(F80, 80, 16),
    FLOAT(F128, 128, 16),
    COMPLEX(BF16, 4),
    COMPLEX(F16, 4),
    COMPLEX(F32, 8),
    COMPLEX(F64, 16),
};
// clang-format on

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static const element_type_row_t *find_row(tern_element_type_t type) {
  size_t code = (size_t)type;
  return code < ROW_COUNT ? &rows[code] : &rows[TERN_ELEMENT_TYPE_NONE];
}

size_t tern_element_type_size(tern_element_type_t type) { return find_row(type)->size; }

uint32_t tern_element_type_bit_width(tern_element_type_t type) { return find_row(type)->bit_width; }

tern_element_class_t tern_element_type_class(tern_element_type_t type) {
  return (tern_element_class_t)find_row(type)->element_class;
}

tern_element_type_t tern_element_type_component(tern_element_type_t type) {
  const element_type_row_t *row = find_row(type);
  return row->component ? (tern_element_type_t)row->component : type;
}

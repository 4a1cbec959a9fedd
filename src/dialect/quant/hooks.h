// Private to src/dialect/quant: the rows of its types, and their encodings in bytecode.

#ifndef TERN_DIALECT_QUANT_HOOKS_H_
#define TERN_DIALECT_QUANT_HOOKS_H_

#include "dialect/quant/quant.h"

enum { TERN_QUANT_ANY_TYPE, TERN_QUANT_CALIBRATED_TYPE, TERN_QUANT_UNIFORM_TYPE, TERN_QUANT_TYPE_COUNT };
extern const tern_type_row_t tern_quant_types[TERN_QUANT_TYPE_COUNT];
extern const struct tern_dialect_encoding tern_quant_encoding;

#endif  // TERN_DIALECT_QUANT_HOOKS_H_

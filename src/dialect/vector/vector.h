// vector: operations on vectors of any rank.

#ifndef TERN_DIALECT_VECTOR_VECTOR_H_
#define TERN_DIALECT_VECTOR_VECTOR_H_

#include "ir/op_def.h"
#include "rewrite/builder.h"

enum {
#define OP(ID, ...) TERN_VECTOR_##ID,
#include "dialect/vector/vector_ops.def"
#undef OP
  TERN_VECTOR_OP_COUNT
};
extern const tern_op_row_t tern_vector_ops[];
extern const tern_dialect_t tern_vector_dialect;
#define TERN_VECTOR(ID) (&tern_vector_ops[TERN_VECTOR_##ID])

// Cases of #vector.kind, numbered as upstream numbers them.
typedef enum tern_vector_kind {
  TERN_VECTOR_KIND_ADD,
  TERN_VECTOR_KIND_MUL,
  TERN_VECTOR_KIND_MINUI,
  TERN_VECTOR_KIND_MINSI,
  TERN_VECTOR_KIND_MINNUMF,
  TERN_VECTOR_KIND_MAXUI,
  TERN_VECTOR_KIND_MAXSI,
  TERN_VECTOR_KIND_MAXNUMF,
  TERN_VECTOR_KIND_AND,
  TERN_VECTOR_KIND_OR,
  TERN_VECTOR_KIND_XOR,
  TERN_VECTOR_KIND_MINIMUMF,
  TERN_VECTOR_KIND_MAXIMUMF,
} tern_vector_kind_t;

// The enums of the dialect: #vector.kind, #vector.iterator_type, #vector.print_punctuation.
typedef enum tern_vector_enum {
  TERN_VECTOR_ENUM_KIND,
  TERN_VECTOR_ENUM_ITERATOR_TYPE,
  TERN_VECTOR_ENUM_PRINT_PUNCTUATION,
  TERN_VECTOR_ENUM_COUNT
} tern_vector_enum_t;
extern const tern_enum_row_t tern_vector_enums[];
#define TERN_VECTOR_ENUM(ID) (&tern_vector_enums[TERN_VECTOR_ENUM_##ID])

// #vector.kind<...> of one of TERN_VECTOR_KIND_*.
const tern_attr_t *tern_vector_kind_attr(tern_context_t *context, int64_t kind);

#endif  // TERN_DIALECT_VECTOR_VECTOR_H_

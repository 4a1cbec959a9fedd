// Names of the IR's structs, for headers that only point at them.

#ifndef TERN_IR_TYPES_FWD_H_
#define TERN_IR_TYPES_FWD_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/string.h"

typedef struct tern_context tern_context_t;
typedef struct tern_type tern_type_t;
typedef struct tern_attr tern_attr_t;
typedef struct tern_affine_expr tern_affine_expr_t;
typedef struct tern_affine_map tern_affine_map_t;
typedef struct tern_integer_set tern_integer_set_t;
typedef struct tern_op tern_op_t;
typedef struct tern_block tern_block_t;
typedef struct tern_region tern_region_t;
typedef struct tern_value tern_value_t;
typedef struct tern_operand tern_operand_t;
typedef struct tern_op_row tern_op_row_t;
typedef struct tern_op_def tern_op_def_t;
typedef struct tern_dialect tern_dialect_t;
typedef struct tern_parser tern_parser_t;        // asm/parser.h
typedef struct tern_parsed_op tern_parsed_op_t;  // asm/parser.h: an op being parsed
typedef struct tern_printer tern_printer_t;      // asm/printer.h
typedef struct tern_rewriter tern_rewriter_t;    // rewrite/rewriter.h

// An interned string: equal text in one context is the same pointer. NUL-terminated for convenience.
typedef struct tern_ident {
  size_t size;  // bytes, without the terminator
  char data[];
} tern_ident_t;

static inline tern_str_t tern_ident_str(const tern_ident_t *ident) { return tern_str_make(ident->data, ident->size); }

// A dimension, stride or offset that is only known at run time (MLIR's ShapedType::kDynamic).
#define TERN_DYNAMIC INT64_MIN

// Borrowed lists.
typedef struct tern_types {
  const tern_type_t *const *values;
  size_t count;
} tern_types_t;
typedef struct tern_values {
  tern_value_t *const *values;
  size_t count;
} tern_values_t;
typedef struct tern_named_attr {
  const char *name;
  const tern_attr_t *attr;
} tern_named_attr_t;
typedef struct tern_named_attrs {
  const tern_named_attr_t *values;
  size_t count;
} tern_named_attrs_t;

#define TERN_LIST_(type, element, ...) \
  ((type){(element[]){__VA_ARGS__}, sizeof((element[]){__VA_ARGS__}) / sizeof(element)})
// Lists written in place: TERN_VALUES(lhs, rhs), TERN_TYPES(type), TERN_ATTRS({"predicate", attr}).
#define TERN_VALUES(...) TERN_LIST_(tern_values_t, tern_value_t *, __VA_ARGS__)
#define TERN_TYPES(...) TERN_LIST_(tern_types_t, const tern_type_t *, __VA_ARGS__)
#define TERN_ATTRS(...) TERN_LIST_(tern_named_attrs_t, tern_named_attr_t, __VA_ARGS__)

#endif  // TERN_IR_TYPES_FWD_H_

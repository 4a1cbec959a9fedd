// Emitting spirv ops from the patterns of arith, math, index and vector. Short names: private to those files.

#ifndef TERN_CONVERT_SPIRV_EMIT_H_
#define TERN_CONVERT_SPIRV_EMIT_H_

#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "rewrite/conversion.h"

typedef struct emitter {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  const tern_op_t *op;      // that is converted
  const tern_type_t *type;  // what its first result's type converts to; NULL if it does not
} emitter_t;

static inline emitter_t emitter_for(tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_type_t *type = op->result_count > 0 ? tern_op_result(op, 0)->type : NULL;
  return (emitter_t){conversion, &conversion->rewriter.builder, op,
                     type ? tern_convert_type(conversion->converter, type) : NULL};
}

static inline tern_value_t *emit1(const emitter_t *e, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x));
}
static inline tern_value_t *emit2(const emitter_t *e, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x, y));
}
static inline tern_value_t *emit_cast(const emitter_t *e, const tern_op_row_t *row, tern_value_t *x,
                                      const tern_type_t *type) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}
static inline uint32_t width_of(const tern_type_t *type) { return tern_type_bit_width(tern_type_element(type)); }
static inline bool is_bool(const tern_type_t *type) { return tern_type_is_i(tern_type_element(type), 1); }
static inline bool is_vector(const tern_type_t *type) { return type->kind == TERN_TYPE_VECTOR; }
static inline int64_t lanes_of(const tern_type_t *type) { return is_vector(type) ? tern_type_dim(type, 0) : 1; }

// A scalar, or a vector of two to four lanes (of up to 16 for kernels), of numbers that spirv has.
bool tern_spirv_is_value_type(const tern_type_t *type);
// Every operand and result is converted to such a type, and integers other than index keep their width.
bool tern_spirv_has_value_types(const emitter_t *e, tern_values_t operands);
// Integers of 8 and 16 bits, or shapes of them. Where the target has no such type they are the low bits of an i32.
static inline bool tern_spirv_is_narrow_integer(const tern_type_t *type) {
  uint32_t width = width_of(type);
  return tern_type_is_integer(tern_type_element(type)) && (width == 8 || width == 16);
}
// Ops that are right however the bits above a narrow integer are; arithmetic is not.
bool tern_spirv_carries_narrow_integers(const tern_op_t *op);
// The OpenCL set rather than GLSL.std.450: the closest target environment has Kernel and no Shader.
bool tern_spirv_is_kernel(const tern_op_t *op);

// spirv.Constant of an attribute, an integer or a float; vectors get splats.
tern_value_t *tern_spirv_emit_constant(const emitter_t *e, const tern_type_t *type, const tern_attr_t *value);
tern_value_t *tern_spirv_emit_int(const emitter_t *e, const tern_type_t *type, int64_t value);
tern_value_t *tern_spirv_emit_float(const emitter_t *e, const tern_type_t *type, double value);
// Condition: a bool or one for each lane; a bool is repeated for vectors.
tern_value_t *tern_spirv_emit_select(const emitter_t *e, tern_value_t *condition, tern_value_t *x, tern_value_t *y);
// An add, subtraction, product or quotient of floats: with the decoration NoContraction unless `op` allows contraction.
tern_value_t *tern_spirv_emit_float_op(const emitter_t *e, const tern_op_row_t *row, tern_values_t operands);
// CompositeConstruct; a scalar if there is one part.
tern_value_t *tern_spirv_emit_vector(const emitter_t *e, const tern_type_t *type, tern_value_t *const *parts,
                                     size_t count);
tern_value_t *tern_spirv_emit_splat(const emitter_t *e, const tern_type_t *type, tern_value_t *scalar);
// Lane `index` (constant); the value itself if it is a scalar.
tern_value_t *tern_spirv_emit_lane(const emitter_t *e, tern_value_t *vector, int64_t index);
// An instruction whose result is a struct of two values of `type`, and one of the two.
tern_value_t *tern_spirv_emit_pair(const emitter_t *e, const tern_op_row_t *row, tern_values_t operands,
                                   const tern_type_t *type);
tern_value_t *tern_spirv_emit_part(const emitter_t *e, tern_value_t *pair, int64_t index, const tern_type_t *type);
// The signed remainder by unsigned division: SRem is undefined for negative operands in shaders.
tern_value_t *tern_spirv_emit_signed_remainder(const emitter_t *e, tern_value_t *x, tern_value_t *y);
// Quotients that round to minus infinity (`is_up`: to plus infinity).
tern_value_t *tern_spirv_emit_rounded_division(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_signed,
                                               bool is_up);
// arith.cmpi's predicates on integers, and on booleans as integers of one bit.
tern_value_t *tern_spirv_emit_compare(const emitter_t *e, int64_t predicate, tern_value_t *x, tern_value_t *y);
// An integer (or bool) as an integer (or bool) of another width.
tern_value_t *tern_spirv_emit_resize(const emitter_t *e, tern_value_t *x, const tern_type_t *type, bool is_signed);
// Maximum or minimum of floats. `keeps_nan`: NaN if an operand is, and -0 is less than 0; else the other operand.
tern_value_t *tern_spirv_emit_extremum(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_max,
                                       bool keeps_nan);
// The same of integers.
tern_value_t *tern_spirv_emit_int_extremum(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_max,
                                           bool is_signed);

// Pattern tables, ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_arith_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_math_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_index_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_ub_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_vector_to_spirv_patterns[];

#endif  // TERN_CONVERT_SPIRV_EMIT_H_

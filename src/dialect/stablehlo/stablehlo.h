// StableHLO and its older twin MHLO: one table of ops, two dialects.
//
// stablehlo_ops.def has each op once, by mnemonic; it is included twice, with the prefixes "stablehlo." and "mhlo.".
// Code asks for the op's identity without caring which of the two it is.

#ifndef TERN_DIALECT_STABLEHLO_STABLEHLO_H_
#define TERN_DIALECT_STABLEHLO_STABLEHLO_H_

#include "ir/op_def.h"

typedef enum tern_hlo {
  TERN_HLO_NONE = -1,
#define OP(ID, ...) TERN_HLO_##ID,
#include "dialect/stablehlo/stablehlo_ops.def"
#undef OP
  TERN_HLO_OP_COUNT
} tern_hlo_t;

extern const tern_op_row_t tern_stablehlo_ops[];
extern const tern_op_row_t tern_mhlo_ops[];
extern const tern_dialect_t tern_stablehlo_dialect;
extern const tern_dialect_t tern_mhlo_dialect;
#define TERN_STABLEHLO(ID) (&tern_stablehlo_ops[TERN_HLO_##ID])
#define TERN_MHLO(ID) (&tern_mhlo_ops[TERN_HLO_##ID])

// Which op of the shared table `op` is, of either dialect; TERN_HLO_NONE if of neither.
tern_hlo_t tern_hlo_id(const tern_op_t *op);
static inline bool tern_hlo_is(const tern_op_t *op, tern_hlo_t id) { return tern_hlo_id(op) == id; }

// The fields of #stablehlo.dot, #stablehlo.conv, #stablehlo.gather, #stablehlo.scatter (and the #mhlo ones) as lists.
typedef struct tern_hlo_dims {
  const int64_t *values;  // borrowed from the attribute
  size_t count;
} tern_hlo_dims_t;
// A field of #stablehlo.gather and its like, or of the dictionary that stood for it; numbers are lists of one. False
// if there is no such field.
bool tern_hlo_attr_field(const tern_attr_t *attr, const char *mnemonic, const char *field, tern_hlo_dims_t *out_list);
// The attribute of this row from its fields in the order of declaration; numbers are lists of one.
const tern_attr_t *tern_hlo_fields_attr_get(tern_context_t *context, const tern_attr_row_t *row,
                                            const tern_hlo_dims_t *lists);
// The row of this attribute in the dialect of the op.
const tern_attr_row_t *tern_hlo_attr_row(tern_context_t *context, const tern_op_def_t *def, const char *mnemonic);
// The attribute as the row of the op wants it: lists of integers, enums and dimension numbers come in several forms.
const tern_attr_t *tern_hlo_normalize_attr(tern_context_t *context, const tern_op_def_t *def, tern_str_t name,
                                           const tern_attr_t *attr);
typedef struct tern_dot_dimension_numbers {
  tern_hlo_dims_t lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
} tern_dot_dimension_numbers_t;
typedef struct tern_conv_dimension_numbers {
  int64_t input_batch, input_feature;
  tern_hlo_dims_t input_spatial;
  int64_t kernel_input_feature, kernel_output_feature;
  tern_hlo_dims_t kernel_spatial;
  int64_t output_batch, output_feature;
  tern_hlo_dims_t output_spatial;
} tern_conv_dimension_numbers_t;
bool tern_hlo_dot_dimension_numbers(const tern_attr_t *attr, tern_dot_dimension_numbers_t *out_numbers);
bool tern_hlo_conv_dimension_numbers(const tern_attr_t *attr, tern_conv_dimension_numbers_t *out_numbers);

// #stablehlo.mesh, replica_group_mesh_axes and their like (mesh.c says what their parameters are), of either dialect.
bool tern_hlo_is_mesh_attr(const tern_attr_t *attr, const char *mnemonic);
// Are these two the parameters of such an attribute? Attributes may be missing (0).
bool tern_hlo_are_mesh_params(const char *mnemonic, const uint64_t *params);

// !stablehlo.future<...>, or mhlo's: what an op that runs beside the others will give. NULL if a type is no ranked tensor,
// or there is none.
const tern_type_t *tern_hlo_future_type_get(const tern_dialect_t *dialect, tern_context_t *context, tern_types_t types);
bool tern_hlo_is_future(const tern_type_t *type);
tern_types_t tern_hlo_future_types(const tern_type_t *type);

// Makes the spellings of earlier years known to a context in which both dialects are registered.
void tern_hlo_register_legacy(tern_context_t *context);

#endif  // TERN_DIALECT_STABLEHLO_STABLEHLO_H_

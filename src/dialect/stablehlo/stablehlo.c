// stablehlo and mhlo: one table of ops, two dialects.
//
// The map of this folder: stablehlo_ops.def (with ops_*.def) and stablehlo_enums.def are the tables; attrs.c has the
// attributes with named fields, mesh.c those of meshes; future.c the type of what is still computed; syntax.c and syntax_region.c the parts of the pretty form that a format cannot say;
// upgrade.c the spellings of earlier years; subject.c what the rules stand on; rules_*.c the rules of shapes and types,
// by family; fold.c the folds. Semantics are those of the StableHLO specification.

#include "dialect/stablehlo/stablehlo.h"

#include "dialect/stablehlo/hooks.h"
#include "rewrite/builder.h"

static tern_op_t *materialize_constant(tern_context_t *context, const tern_op_row_t *row, const tern_attr_t *value,
                                       const tern_type_t *type, const tern_attr_t *loc) {
  bool is_elements = value->kind == TERN_ATTR_DENSE_ELEMENTS || value->kind == TERN_ATTR_DENSE_RESOURCE;
  if (!is_elements || type->kind != TERN_TYPE_TENSOR || tern_attr_type(value) != type) return NULL;
  return tern_op_create(context, &(tern_op_state_t){
                                     .def = tern_op_def_of(context, row),
                                     .loc = loc,
                                     .result_types = TERN_TYPES(type),
                                     .attrs = TERN_ATTRS({"value", value}),
                                 });
}

static tern_op_t *materialize_stablehlo(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                        const tern_attr_t *loc) {
  return materialize_constant(context, TERN_STABLEHLO(CONSTANT), value, type, loc);
}

static tern_op_t *materialize_mhlo(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                   const tern_attr_t *loc) {
  return materialize_constant(context, TERN_MHLO(CONSTANT), value, type, loc);
}

#define CASES(...)                            \
  .cases = (tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define SPACED(ID, NAME, ...) \
  {.name = D "." NAME, .attr_name = D "." NAME, .storage_width = 32, .is_spaced_mnemonic = true, CASES(__VA_ARGS__)},
#define ANGLED(ID, NAME, ...) {.name = D "." NAME, .attr_name = D "." NAME, .storage_width = 32, CASES(__VA_ARGS__)},
#define NUMBER(ID, NAME, ...) {.name = D "." NAME, .storage_width = 32, CASES(__VA_ARGS__)},

// --- stablehlo ---

#define D "stablehlo"
#define LIST "DenseI64ArrayAttr"
#define FLAGS "DenseBoolArrayAttr"
#define LIST_OF(TEXT, COUNT) "array<i64: " TEXT ">"

static const tern_enum_row_t stablehlo_enums[] = {
#include "dialect/stablehlo/stablehlo_enums.def"
};

static const tern_type_row_t stablehlo_types[] = {
    {.name = "stablehlo.token", .summary = "token"},
    {.name = "stablehlo.future", .summary = "future", .parse = tern_hlo_parse_future, .print = tern_hlo_print_future},
};

const tern_op_row_t tern_stablehlo_ops[] = {
#define OP(ID, MNEMONIC, ...) [TERN_HLO_##ID] = {.name = "stablehlo." MNEMONIC, __VA_ARGS__},
#include "dialect/stablehlo/stablehlo_ops.def"
#undef OP
};

#undef D
#undef LIST
#undef FLAGS
#undef LIST_OF

// --- mhlo ---

#define D "mhlo"
#define LIST "I64ElementsAttr"
#define FLAGS "AnyIntElementsAttr"
#define LIST_OF(TEXT, COUNT) "dense<[" TEXT "]> : tensor<" #COUNT "xi64>"

static const tern_enum_row_t mhlo_enums[] = {
#include "dialect/stablehlo/stablehlo_enums.def"
};

static const tern_type_row_t mhlo_types[] = {
    {.name = "mhlo.token", .summary = "token"},
    {.name = "mhlo.future", .summary = "future", .parse = tern_hlo_parse_future, .print = tern_hlo_print_future},
};

const tern_op_row_t tern_mhlo_ops[] = {
#define OP(ID, MNEMONIC, ...) [TERN_HLO_##ID] = {.name = "mhlo." MNEMONIC, __VA_ARGS__},
#include "dialect/stablehlo/stablehlo_ops.def"
#undef OP
};

#undef D
#undef LIST
#undef FLAGS
#undef LIST_OF

// --- identity ---

tern_hlo_t tern_hlo_id(const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  if (row >= tern_stablehlo_ops && row < tern_stablehlo_ops + TERN_HLO_OP_COUNT) {
    return (tern_hlo_t)(row - tern_stablehlo_ops);
  }
  if (row >= tern_mhlo_ops && row < tern_mhlo_ops + TERN_HLO_OP_COUNT) return (tern_hlo_t)(row - tern_mhlo_ops);
  return TERN_HLO_NONE;
}

// --- dialects ---

const tern_dialect_t tern_stablehlo_dialect = {
    .name = "stablehlo",
    .summary = "Portable tensor programs of machine-learning frameworks",
    .ops = tern_stablehlo_ops,
    .op_count = TERN_HLO_OP_COUNT,
    .types = stablehlo_types,
    .type_count = sizeof(stablehlo_types) / sizeof(stablehlo_types[0]),
    .attrs = tern_stablehlo_attrs,
    .attr_count = TERN_HLO_ATTR_COUNT,
    .enums = stablehlo_enums,
    .enum_count = sizeof(stablehlo_enums) / sizeof(stablehlo_enums[0]),
    .materialize_constant = materialize_stablehlo,
    .encoding = &tern_stablehlo_encoding,
    .custom_directives = tern_hlo_directives,
    .custom_directive_count = TERN_HLO_DIRECTIVE_COUNT,
};

const tern_dialect_t tern_mhlo_dialect = {
    .name = "mhlo",
    .summary = "Tensor programs as XLA's compiler sees them, the elder twin of stablehlo",
    .ops = tern_mhlo_ops,
    .op_count = TERN_HLO_OP_COUNT,
    .types = mhlo_types,
    .type_count = sizeof(mhlo_types) / sizeof(mhlo_types[0]),
    .attrs = tern_mhlo_attrs,
    .attr_count = TERN_HLO_ATTR_COUNT,
    .enums = mhlo_enums,
    .enum_count = sizeof(mhlo_enums) / sizeof(mhlo_enums[0]),
    .materialize_constant = materialize_mhlo,
    .encoding = &tern_mhlo_encoding,
    .custom_directives = tern_hlo_directives,
    .custom_directive_count = TERN_HLO_DIRECTIVE_COUNT,
};

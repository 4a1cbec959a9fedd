// amdg: the tables.

#include "dialect/amdg/amdg.h"

#include "dialect/amdg/hooks.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"

const tern_attr_row_t tern_amdg_attrs[] = {
    [TERN_AMDG_ATTR_SET_FP8_CLAMPING] = {.name = "amdg.amdgcn.set.fp8.clamping",
                                         .summary = "Numbers that are too large for fp8 become the largest one",
                                         .parse = tern_amdg_parse_attr,
                                         .print = tern_amdg_print_attr},
};

const tern_enum_row_t tern_amdg_enums[] = {
    [TERN_AMDG_ENUM_SCHED_HINT] = {.name = "amdg.SchedHintVariant",
                                   .attr_name = "amdg.SchedHintVariant",
                                   .storage_width = 32,
                                   .cases = (const tern_enum_case_t[]){{"none", TERN_AMDG_SCHED_NONE},
                                                                       {"attention", TERN_AMDG_SCHED_ATTENTION}},
                                   .case_count = 2},
};

const tern_op_row_t tern_amdg_ops[] = {
#define OP(ID, NAME, ...) [TERN_AMDG_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/amdg/amdg_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_dialect_t tern_amdg_dialect = {
    .name = "amdg",
    .summary = "What only AMD's chips have of Triton's programs",
    .ops = tern_amdg_ops,
    .op_count = TERN_AMDG_OP_COUNT,
    .attrs = tern_amdg_attrs,
    .attr_count = TERN_AMDG_ATTR_COUNT,
    .enums = tern_amdg_enums,
    .enum_count = TERN_AMDG_ENUM_COUNT,
    .materialize_constant = materialize_constant,
    .custom_directives = tern_amdg_directives,
    .custom_directive_count = TERN_AMDG_DIRECTIVE_COUNT,
};

// See type_converter.h.

#include "convert/triton/to_ttg/type_converter.h"

#include "dialect/builtin/builtin.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"

// --- types ---

static int keep(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  out_types[(*out_count)++] = type;
  return 1;
}

static int encode_tensor(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_ttg_type_converter_t *converter = user;
  if (type->kind != TERN_TYPE_TENSOR) return 0;
  if (tern_tensor_type_encoding(type)) return keep(type, user, out_types, out_count);
  size_t rank = tern_type_rank(type);
  if (rank == 0 || rank > TERN_TTG_MAX_RANK || !tern_type_has_static_shape(type)) return -1;
  const tern_attr_t *encoding =
      tern_ttg_default_encoding(type->context, tern_type_dims(type), rank, converter->machine);
  return keep(tern_ttg_with_encoding(type, encoding), user, out_types, out_count);
}

static int encode_block_pointer(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_ttg_type_converter_t *converter = user;
  if (!tern_tt_is_block_pointer(type)) return 0;
  const tern_type_t *block = tern_convert_type(&converter->base, tern_tt_type_inside(type));
  if (!block) return -1;
  return keep(tern_tt_pointer_get(block, tern_tt_pointer_space(type)), user, out_types, out_count);
}

static tern_value_t *materialize_source(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs,
                                        void *user) {
  const tern_ttg_type_converter_t *converter = user;
  if (!converter->keeps_sources || type->kind != TERN_TYPE_TENSOR) return NULL;
  return tern_build_value(builder, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = inputs,
                          .types = TERN_TYPES(type));
}

static tern_value_t *materialize_target(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs,
                                        void *user) {
  (void)user;
  if (type->kind != TERN_TYPE_TENSOR || inputs.count != 1) return NULL;
  return tern_ttg_build_convert(builder, inputs.values[0], tern_tensor_type_encoding(type));
}

void tern_ttg_type_converter_initialize(tern_ttg_machine_t machine, bool keeps_sources,
                                        tern_ttg_type_converter_t *out) {
  static const tern_type_rule_fn_t rules[] = {keep, encode_tensor, encode_block_pointer};
  *out = (tern_ttg_type_converter_t){.base = {.rules = rules,
                                              .rule_count = sizeof rules / sizeof rules[0],
                                              .materialize_source = materialize_source,
                                              .materialize_target = materialize_target,
                                              .user = out},
                                     .machine = machine,
                                     .keeps_sources = keeps_sources};
}

const tern_attr_t *tern_ttg_rows_encoding(tern_context_t *context, tern_ttg_machine_t machine) {
  const int64_t sizes[] = {1, 4}, order[] = {1, 0};
  int64_t threads[] = {machine.threads, 1}, warps[] = {1, machine.warps};
  return tern_ttg_infer_reduce(
      tern_ttg_encoding_get(context, TERN_TTG_ATTR_BLOCKED,
                            TERN_TTG_VALUES({TERN_TTG_FIELD_SIZE_PER_THREAD, tern_ttg_list(context, sizes, 2)},
                                            {TERN_TTG_FIELD_THREADS_PER_WARP, tern_ttg_list(context, threads, 2)},
                                            {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(context, warps, 2)},
                                            {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, 2)})),
      0);
}

// --- legality ---

static bool has_legal_types(const tern_op_t *op, void *user) {
  const tern_ttg_type_converter_t *converter = user;
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        if (!tern_type_is_legal(&converter->base, block->args[i]->type)) return false;
      }
    }
  }
  return tern_op_types_are_legal(&converter->base, op);
}

static bool has_operand_encoding(const tern_value_t *value) {
  return tern_attr_is_ttg(tern_ttg_type_encoding(value->type), TERN_TTG_ATTR_DOT_OP);
}

static bool is_legal_dot(const tern_op_t *op, void *user) {
  (void)user;
  return has_operand_encoding(tern_op_operand(op, 0)) && has_operand_encoding(tern_op_operand(op, 1));
}

static bool are_legal(const tern_ttg_type_converter_t *converter, tern_types_t types) {
  for (size_t i = 0; i < types.count; ++i) {
    if (!tern_type_is_legal(&converter->base, types.values[i])) return false;
  }
  return true;
}

static bool is_legal_func(const tern_op_t *op, void *user) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  return are_legal(user, tern_function_type_inputs(type)) && are_legal(user, tern_function_type_results(type));
}

const tern_legality_entry_t tern_ttg_legality[] = {
    {.dialect = "ttg", .legality = TERN_LEGAL},
    {.row = TERN_SCF(EXECUTE_REGION), .legality = TERN_ILLEGAL},
    {.row = TERN_SCF(PARALLEL), .legality = TERN_ILLEGAL},
    {.row = TERN_SCF(REDUCE), .legality = TERN_ILLEGAL},
    {.row = TERN_SCF(REDUCE_RETURN), .legality = TERN_ILLEGAL},
    {.dialect = "arith", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.dialect = "math", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.dialect = "tt", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.dialect = "cf", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.dialect = "scf", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.dialect = "ub", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.row = TERN_TT(DOT), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_legal_dot},
    {.row = TERN_TT(FUNC), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_legal_func},
};
const size_t tern_ttg_legality_count = sizeof tern_ttg_legality / sizeof tern_ttg_legality[0];

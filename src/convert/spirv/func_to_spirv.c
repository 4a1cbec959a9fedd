// Functions to the spirv dialect (upstream: FuncToSPIRV).

#include "dialect/func/func.h"

#include "convert/spirv/to_spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

bool tern_spirv_workgroup_size_of(const tern_op_t *op, int32_t out_size[3]) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *abi = tern_op_attr(op, "spirv.entry_point_abi");
    if (abi) return tern_spirv_entry_point_abi_workgroup_size(abi, out_size);
  }
  return false;
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  if (tern_function_type_result_count(type) > 1) {
    return tern_op_error(op, "has %zu results; functions of SPIR-V have one at most",
                         tern_function_type_result_count(type));
  }
  if (tern_region_is_empty(&op->regions[0])) {
    return tern_op_error(op, "is a declaration; kernels may call what is in their module only");
  }
  const tern_type_t *converted = tern_convert_type(conversion->converter, type);
  if (!converted) return tern_op_error(op, "has a signature that SPIR-V cannot have: '%s'", tern_type_text(type));
  const tern_attr_t *no_control = tern_enum_attr_get(converted->context, TERN_SPIRV_ENUM(FUNCTION_CONTROL), 0);
  tern_op_t *func = tern_build(
      &conversion->rewriter.builder, TERN_SPIRV(FUNC), .regions = 1, .dictionary = op->attrs,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(converted)},
                          {"function_control", no_control}));
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (operands.count > 1) return false;
  tern_build(&conversion->rewriter.builder, operands.count ? TERN_SPIRV(RETURNVALUE) : TERN_SPIRV(RETURN),
             .operands = operands);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (op->result_count > 1 || (op->result_count && !e.type)) return false;
  for (size_t i = 0; i < operands.count; ++i) {
    if (tern_op_operand(op, i)->type->kind == TERN_TYPE_MEMREF) {
      return tern_op_error(op, "hands a buffer to a function, which shaders cannot; inline the call first");
    }
  }
  tern_op_t *call =
      tern_build(e.b, TERN_SPIRV(FUNCTIONCALL), .operands = operands, .types = {&e.type, op->result_count},
                 .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "callee")}));
  tern_value_t *result = op->result_count ? tern_op_result(call, 0) : NULL;
  tern_conversion_replace(conversion, op, (tern_values_t){&result, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_func_to_spirv_patterns[] = {
    {"call", TERN_FUNC(CALL), 1, convert_call},
    {"func", TERN_FUNC(FUNC), 1, convert_function},
    {"return", TERN_FUNC(RETURN), 1, convert_return},
    {0},
};

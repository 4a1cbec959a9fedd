// Running the lowering of one op inside of a conversion.

#include "convert/stablehlo/lowering.h"

#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"

tern_hlo_lower_fn_t tern_hlo_find_lowering(const tern_hlo_lowering_row_t *const *tables, size_t table_count,
                                           const tern_op_t *op) {
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t t = 0; id != TERN_HLO_NONE && t < table_count; ++t) {
    for (const tern_hlo_lowering_row_t *row = tables[t]; row->lower; ++row) {
      if (row->id == id) return row->lower;
    }
  }
  return NULL;
}

bool tern_hlo_has_no_elements(const tern_type_t *type) {
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dim(type, d) == 0) return true;
  }
  return false;
}

bool tern_hlo_keep_operands(tern_hlo_lowering_t *l, size_t first) {
  for (size_t i = 0; i < l->op->result_count; ++i) {
    l->results[i] = tern_build_tensor_cast(l->b, l->operands.values[first + i], l->types[i]);
  }
  return true;
}

static bool has_ranked_tensors(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_value_t *value =
        i < op->operand_count ? tern_op_operand(op, i) : tern_op_result(op, i - op->operand_count);
    if (value->type->kind == TERN_TYPE_UNRANKED_TENSOR) return false;
    if (value->type->kind == TERN_TYPE_TENSOR && tern_type_rank(value->type) > TERN_HLO_MAX_LOOPS) {
      return tern_op_error(op, "has more than %d dimensions", TERN_HLO_MAX_LOOPS);
    }
  }
  return true;
}

bool tern_hlo_run_lowering(tern_hlo_lower_fn_t lower, tern_op_t *op, tern_values_t operands,
                           tern_conversion_t *conversion) {
  if (!lower || !has_ranked_tensors(op)) return false;
  size_t count = op->result_count;
  const tern_type_t **types = tern_malloc((count + 1) * sizeof(*types));
  tern_value_t **results = tern_malloc((count + 1) * sizeof(*results));
  for (size_t i = 0; i < count; ++i) types[i] = tern_hlo_signless_type(tern_op_result(op, i)->type);
  memset(results, 0, (count + 1) * sizeof(*results));
  tern_hlo_lowering_t lowering = {.b = &conversion->rewriter.builder,
                                  .op = op,
                                  .operands = operands,
                                  .types = types,
                                  .results = results,
                                  .conversion = conversion};
  bool is_lowered = lower(&lowering);
  if (is_lowered) {
    tern_values_t *values = tern_malloc((count + 1) * sizeof(*values));
    for (size_t i = 0; i < count; ++i) values[i] = (tern_values_t){&results[i], results[i] ? 1 : 0};
    tern_conversion_replace_multi(conversion, op, values);
    free(values);
  }
  free(types);
  free(results);
  return is_lowered;
}

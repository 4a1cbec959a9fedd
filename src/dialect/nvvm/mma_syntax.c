// nvvm: syntax of the products of matrices in registers.
//
//   nvvm.mma.sync A[%a0, %a1] B[%b0] C[%c0, %c1] {shape = #nvvm.shape<...>} : (type of A, type of B, type of C) -> result
//
// Sparse ones go on with sparseMetadata[%m] selector[%s], those with scales with scaleA[%data, %byte, %thread] and
// scaleB. The types of A and B say what the registers hold where they can; then the attributes that say so are left out.

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"

enum { MAX_GROUPS = 7, MAX_SEGMENTS = 11, FRAGMENTS = 3, SCALE_PARTS = 3 };

typedef struct mma_form {
  const tern_op_row_t *op;
  const char *groups[MAX_GROUPS + 1];
  bool is_inferred_as_accumulator;  // how upstream's mma.sync reads A and B
  bool is_spaced;                   // how it prints them
  bool takes_types_of_a;            // both are left out or none, as A's type says
  bool has_scales;                  // what the registers hold has to be said by attributes
} mma_form_t;

static const mma_form_t forms[] = {
    {TERN_NVVM(MMA_SYNC), {"A", "B", "C"}, true, true, true, false},
    {TERN_NVVM(MMA_SP_SYNC), {"A", "B", "C", "sparseMetadata", "selector"}, false, false, false, false},
    {TERN_NVVM(MMA_BLOCK_SCALE), {"A", "B", "C", "scaleA", "scaleB"}, false, false, false, true},
    {TERN_NVVM(MMA_SP_BLOCK_SCALE),
     {"A", "B", "C", "sparseMetadata", "selector", "scaleA", "scaleB"},
     false,
     false,
     false,
     true},
};

static const mma_form_t *form_of(const tern_op_def_t *def) {
  const mma_form_t *form = forms;
  while (form->op != def->row) ++form;
  return form;
}

static bool is_scale(const char *group) { return strncmp(group, "scale", 5) == 0; }

static const char *const type_attrs[] = {"multiplicandAPtxType", "multiplicandBPtxType"};

int64_t tern_nvvm_mma_type_of(const tern_type_t *type, bool is_accumulator) {
  switch (type->kind) {
    case TERN_TYPE_F64: return TERN_NVVM_MMA_TYPE_F64;
    case TERN_TYPE_F16: return TERN_NVVM_MMA_TYPE_F16;
    case TERN_TYPE_F32: return is_accumulator ? TERN_NVVM_MMA_TYPE_F32 : TERN_NVVM_MMA_TYPE_TF32;
    case TERN_TYPE_INTEGER: return is_accumulator ? TERN_NVVM_MMA_TYPE_S32 : -1;
    default: break;
  }
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) {
    tern_types_t members = tern_llvm_struct_elements(type);
    return members.count ? tern_nvvm_mma_type_of(members.values[0], is_accumulator) : -1;
  }
  bool is_pair = type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1 && tern_type_dim(type, 0) == 2 &&
                 tern_type_element(type)->kind == TERN_TYPE_F16;
  return is_pair ? TERN_NVVM_MMA_TYPE_F16 : -1;
}

// --- reading ---

static bool parse_types(tern_parser_t *parser, tern_type_list_t *out_types, const tern_type_t **out_result) {
  if (!tern_parse_token(parser, ":") || !tern_parse_token(parser, "(")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_type_list(parser, out_types) || !tern_parse_token(parser, ")")) return false;
  if (out_types->count != FRAGMENTS) {
    return tern_parser_error_at(parser, pos, "expected one type for each operand segment but got %zu types",
                                out_types->count);
  }
  if (!tern_parse_token(parser, "->")) return false;
  *out_result = tern_parse_type(parser);
  return *out_result != NULL;
}

static bool infer_multiplicands(tern_parser_t *parser, tern_parsed_op_t *op, const mma_form_t *form,
                                const tern_type_list_t *types) {
  for (size_t i = 0; i < 2; ++i) {
    if (tern_op_parsed_attr(parser, op, type_attrs[i])) continue;
    int64_t inferred = tern_nvvm_mma_type_of(types->values[i], form->is_inferred_as_accumulator);
    if (inferred < 0 && form->has_scales) continue;
    if (inferred < 0) {
      return tern_parser_error_at(parser, op->pos, "attribute %s is not provided explicitly and cannot be inferred",
                                  type_attrs[i]);
    }
    tern_op_add_attr(parser, op, type_attrs[i],
                     tern_nvvm_enum_get(tern_parser_context(parser), TERN_NVVM_ENUM_MMA_TYPE, inferred));
  }
  return true;
}

static bool resolve_group(tern_parser_t *parser, tern_parsed_op_t *op, const char *group,
                          const tern_operand_list_t *operands) {
  tern_context_t *context = tern_parser_context(parser);
  if (!is_scale(group)) return tern_op_resolve_operands(parser, op, operands, tern_i_type_get(context, 32));
  if (operands->count != SCALE_PARTS) {
    return tern_parser_error_at(
        parser, op->pos, "custom op '%s' number of operands and types do not match: got %zu operands and 3 types",
        op->def->name->data, operands->count);
  }
  for (size_t i = 0; i < SCALE_PARTS; ++i) {
    const tern_type_t *type = tern_i_type_get(context, i == 0 ? 32 : 16);
    if (!tern_op_resolve_operand(parser, op, operands->values[i], type)) return false;
  }
  return true;
}

bool tern_nvvm_parse_mma(tern_parser_t *parser, tern_parsed_op_t *op) {
  const mma_form_t *form = form_of(op->def);
  tern_operand_list_t operands[MAX_GROUPS] = {0};
  tern_type_list_t types = {0};
  const tern_type_t *result = NULL;
  size_t group_count = 0;
  for (; form->groups[group_count]; ++group_count) {
    if (!tern_parse_keyword(parser, form->groups[group_count])) return false;
    if (!tern_parse_operand_list(parser, "[]", &operands[group_count])) return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !parse_types(parser, &types, &result)) return false;

  int32_t sizes[MAX_SEGMENTS] = {0};
  size_t size_count = 0;
  for (size_t i = 0; i < group_count; ++i) {
    bool is_resolved = i < FRAGMENTS ? tern_op_resolve_operands(parser, op, &operands[i], types.values[i])
                                     : resolve_group(parser, op, form->groups[i], &operands[i]);
    if (!is_resolved) return false;
    if (i < FRAGMENTS) sizes[size_count++] = (int32_t)operands[i].count;
    for (size_t j = 0; i >= FRAGMENTS && j < operands[i].count && size_count < MAX_SEGMENTS; ++j)
      sizes[size_count++] = 1;
  }
  if (!infer_multiplicands(parser, op, form, &types)) return false;
  tern_context_t *context = tern_parser_context(parser);
  if (form->op == TERN_NVVM(MMA_SP_BLOCK_SCALE) && !tern_op_parsed_attr(parser, op, "orderedMetadata")) {
    tern_op_add_attr(parser, op, "orderedMetadata", tern_unit_attr_get(context));
  }
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, sizes, size_count));
  tern_op_add_result_type(parser, op, result);
  return true;
}

// --- printing ---

void tern_nvvm_print_mma(tern_printer_t *printer, const tern_op_t *op) {
  const mma_form_t *form = form_of(op->def);
  const char *elided[FRAGMENTS];
  size_t elided_count = 0;
  elided[elided_count++] = "operandSegmentSizes";
  const tern_type_t *types[FRAGMENTS] = {0};
  size_t next = 0;
  for (size_t i = 0; form->groups[i]; ++i) {
    size_t start = next, count = is_scale(form->groups[i]) ? SCALE_PARTS : 1;
    if (i < FRAGMENTS) {
      tern_op_operand_group(op, i, &start, &count);
      if (count) types[i] = tern_op_operand(op, start)->type;
    }
    tern_printer_format(printer, " %s[", form->groups[i]);
    tern_printer_operands(printer, op, start, count);
    tern_printer_text(printer, form->is_spaced ? "] " : "]");
    next = start + count;
  }
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = types[form->takes_types_of_a ? 0 : i];
    if (type && tern_nvvm_mma_type_of(type, false) >= 0) elided[elided_count++] = type_attrs[i];
  }
  tern_printer_attr_dict(printer, op, elided, elided_count);
  tern_printer_text(printer, " : (");
  for (size_t i = 0; i < FRAGMENTS; ++i) {
    if (i) tern_printer_text(printer, ", ");
    if (types[i]) tern_printer_type(printer, types[i]);
  }
  tern_printer_text(printer, ") -> ");
  tern_printer_type(printer, op->results[0].type);
}

// gpu: the type of matrices that a subgroup holds, and what its ops ask of each other.
//
//   mma_matrix   [element, rows, columns, use]

#include <inttypes.h>

#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"
#include "dialect/memref/type_inference.h"
#include "ir/diagnostic.h"

static const char *const use_names[] = {"AOp", "BOp", "COp"};

const tern_type_t *tern_gpu_matrix_type_get(const tern_type_t *element, int64_t rows, int64_t columns,
                                            tern_gpu_matrix_use_t use) {
  uint64_t params[] = {(uint64_t)(uintptr_t)element, (uint64_t)rows, (uint64_t)columns, (uint64_t)use};
  return tern_dialect_type_get(element->context, &tern_gpu_types[TERN_GPU_TYPE_MATRIX], params, 4);
}

const tern_type_t *tern_gpu_matrix_element(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}

const tern_type_t *tern_gpu_matrix_with_element(const tern_type_t *type, const tern_type_t *element) {
  return tern_gpu_matrix_type_get(element, tern_gpu_matrix_rows(type), tern_gpu_matrix_columns(type),
                                  tern_gpu_matrix_use(type));
}

// --- syntax ---

static bool is_element(const tern_type_t *type) {
  if (tern_type_is_integer(type)) {
    uint32_t width = tern_integer_type_width(type);
    return width == 32 || (width == 8 && !tern_type_is_signless(type));
  }
  return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F32 ||
         type->kind == TERN_TYPE_F64;
}

const tern_type_t *tern_gpu_parse_matrix(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  const int64_t *dims;
  size_t rank, use = 0;
  tern_str_t name;
  tern_source_pos_t start = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_dimension_list(parser, false, true, &dims, &rank)) return NULL;
  const tern_type_t *element = tern_parse_type(parser);
  if (!element || !tern_parse_token(parser, ",") || !tern_parse_string(parser, &name) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  while (use < 3 && !tern_str_equal_cstr(name, use_names[use])) ++use;
  const char *message = NULL;
  if (!is_element(element)) message = "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64";
  if (rank != 2) message = "MMAMatrixType must have exactly two dimensions";
  if (use == 3) message = "operand expected to be one of AOp, BOp or COp";
  if (message) {
    tern_parser_error_at(parser, start, "%s", message);
    return NULL;
  }
  return tern_gpu_matrix_type_get(element, dims[0], dims[1], (tern_gpu_matrix_use_t)use);
}

void tern_gpu_print_matrix(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%" PRId64 "x%" PRId64 "x", tern_gpu_matrix_rows(type), tern_gpu_matrix_columns(type));
  tern_printer_type(printer, tern_gpu_matrix_element(type));
  tern_printer_format(printer, ", \"%s\">", use_names[tern_gpu_matrix_use(type)]);
}

// --- verification ---

static bool has_contiguous_rows(const tern_type_t *memref) {
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(memref);
  return rank == 0 ||
         (rank <= TERN_MEMREF_MAX_RANK && tern_memref_type_strides(memref, strides, &offset) && strides[rank - 1] == 1);
}

bool tern_gpu_verify_matrix_load(const tern_op_t *op) {
  const tern_type_t *stored = tern_type_element(tern_op_operand(op, 0)->type);
  // Upstream has no matrices of bf16; here they are what memory of bf16 holds, and no other floats.
  if (tern_gpu_matrix_element(op->results[0].type)->kind == TERN_TYPE_BF16 && tern_type_is_float(stored) &&
      stored->kind != TERN_TYPE_BF16) {
    return tern_emit_error(op->loc, "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64");
  }
  return has_contiguous_rows(tern_op_operand(op, 0)->type) ||
         tern_emit_error(op->loc, "expected source memref most minor dim must have unit stride");
}

bool tern_gpu_verify_matrix_store(const tern_op_t *op) {
  if (!has_contiguous_rows(tern_op_operand(op, 1)->type)) {
    return tern_emit_error(op->loc, "expected destination memref most minor dim must have unit stride");
  }
  return tern_gpu_matrix_use(tern_op_operand(op, 0)->type) == TERN_GPU_MATRIX_C ||
         tern_emit_error(op->loc, "expected the operand matrix being stored to have 'COp' operand type");
}

bool tern_gpu_verify_matrix_compute(const tern_op_t *op) {
  const tern_type_t *a = tern_op_operand(op, 0)->type, *b = tern_op_operand(op, 1)->type,
                    *c = tern_op_operand(op, 2)->type;
  if (tern_gpu_matrix_use(a) != TERN_GPU_MATRIX_A || tern_gpu_matrix_use(b) != TERN_GPU_MATRIX_B ||
      tern_gpu_matrix_use(c) != TERN_GPU_MATRIX_C) {
    return tern_emit_error(op->loc, "operands must be in the order AOp, BOp, COp");
  }
  bool fits = tern_gpu_matrix_columns(a) == tern_gpu_matrix_rows(b) &&
              tern_gpu_matrix_rows(a) == tern_gpu_matrix_rows(c) &&
              tern_gpu_matrix_columns(b) == tern_gpu_matrix_columns(c);
  return fits || tern_emit_error(op->loc, "operand shapes do not satisfy matmul constraints");
}

bool tern_gpu_verify_matrix_extract(const tern_op_t *op) {
  bool is_insert = tern_op_is(op, TERN_GPU(SUBGROUP_MMA_INSERT_THREAD_LOCAL));
  const tern_type_t *matrix = tern_op_operand(op, is_insert)->type;
  const tern_type_t *value = is_insert ? tern_op_operand(op, 0)->type : tern_op_result(op, 0)->type;
  return tern_gpu_matrix_element(matrix) == value ||
         tern_op_error(op, "failed to verify that value type matches element type of mma_matrix");
}

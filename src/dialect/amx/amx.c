// amx: the tables, the syntax of tiles, and what ops ask of them. Texts of errors are upstream's.

#include "dialect/amx/amx.h"

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/memref/type_inference.h"
#include "ir/diagnostic.h"

// --- tiles ---

enum { MAX_DIMS = 8 };  // beyond two no op takes them

const tern_type_t *tern_amx_tile_get(const tern_type_t *element, int64_t rows, int64_t columns) {
  const uint64_t params[] = {(uint64_t)(uintptr_t)element, (uint64_t)rows, (uint64_t)columns};
  return tern_dialect_type_get(element->context, &tern_amx_types[0], params, 3);
}

static bool is_element(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 ||
         tern_type_is_i(type, 32) || tern_type_is_i(type, 8);
}

static const tern_type_t *parse_tile(tern_parser_t *parser, const tern_type_row_t *row) {
  const int64_t *dims;
  size_t rank;
  tern_source_pos_t start = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_dimension_list(parser, false, true, &dims, &rank)) return NULL;
  const tern_type_t *element = tern_parse_type(parser);
  if (!element || !tern_parse_token(parser, ">")) return NULL;
  if (!is_element(element)) {
    tern_parser_error_at(parser, start,
                         "failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit "
                         "signless integer or 8-bit signless integer");
    return NULL;
  }
  uint64_t params[1 + MAX_DIMS] = {(uint64_t)(uintptr_t)element};
  if (rank > MAX_DIMS) {
    tern_parser_error_at(parser, start, "a tile of %zu dimensions, and at most %d are known", rank, (int)MAX_DIMS);
    return NULL;
  }
  for (size_t i = 0; i < rank; ++i) params[1 + i] = (uint64_t)dims[i];
  return tern_dialect_type_get(element->context, row, params, 1 + rank);
}

static void print_tile(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  for (size_t i = 1; i < type->param_count; ++i) tern_printer_format(printer, "%" PRIu64 "x", type->params[i]);
  tern_printer_type(printer, tern_amx_tile_element(type));
  tern_printer_char(printer, '>');
}

const tern_type_row_t tern_amx_types[] = {
    {.name = "amx.tile",
     .summary = "A tile, in a register",
     .parse = parse_tile,
     .print = print_tile,
     .element = tern_amx_tile_element},
};

// --- verification ---

static bool verify_size(const tern_op_t *op, const tern_type_t *tile) {
  int64_t bytes = tern_amx_tile_row_bytes(tile);
  if (tern_amx_tile_rows(tile) > TERN_AMX_TILE_ROWS) {
    return tern_op_error(op, "bad row height: %" PRId64, tern_amx_tile_rows(tile));
  }
  return (bytes <= TERN_AMX_ROW_BYTES && bytes % 4 == 0) || tern_op_error(op, "bad column width: %" PRId64, bytes);
}

static bool verify_zero(const tern_op_t *op) { return verify_size(op, op->results[0].type); }

tern_value_t *tern_amx_stride(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "stride", &start, &count);
  return count ? tern_op_operand(op, start) : NULL;
}

static bool verify_transfer(const tern_op_t *op, const tern_type_t *tile) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  size_t start, count, rank = tern_type_rank(memref);
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  tern_op_operands_named(op, "indices", &start, &count);
  if (count != rank) return tern_op_error(op, "requires %zu indices", rank);
  if (!verify_size(op, tile)) return false;
  if (tern_amx_stride(op)) return true;
  if (rank < 2) return tern_op_error(op, "requires at least 2D memref");
  bool is_strided = rank <= TERN_MEMREF_MAX_RANK && tern_memref_type_strides(memref, strides, &offset);
  return (is_strided && strides[rank - 1] == 1) || tern_op_error(op, "requires memref with unit innermost stride");
}

static bool verify_load(const tern_op_t *op) { return verify_transfer(op, op->results[0].type); }

static bool verify_store(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "val", &start, &count);
  return verify_transfer(op, tern_op_operand(op, start)->type);
}

// `pack` elements of the depth are side by side, both in a row of the left tile and in a column of the right one.
static bool verify_product(const tern_op_t *op, int64_t pack) {
  const tern_type_t *a = tern_op_operand(op, 0)->type, *b = tern_op_operand(op, 1)->type;
  const tern_type_t *c = tern_op_operand(op, 2)->type;
  if (!verify_size(op, a) || !verify_size(op, b) || !verify_size(op, c)) return false;
  int64_t rows = tern_amx_tile_rows(c), columns = tern_amx_tile_columns(c), depth = tern_amx_tile_columns(a) / pack;
  if (rows == tern_amx_tile_rows(a) && columns == tern_amx_tile_columns(b) / pack && depth == tern_amx_tile_rows(b)) {
    return true;
  }
  return tern_op_error(op, "bad mult shape: %" PRId64 " x %" PRId64 " x %" PRId64, rows, columns, depth);
}

static bool verify_mulf(const tern_op_t *op) {
  if (!verify_product(op, 2)) return false;
  return tern_amx_tile_element(tern_op_operand(op, 0)->type) == tern_amx_tile_element(tern_op_operand(op, 1)->type) ||
         tern_op_error(op, "unsupported type combination");
}

static bool verify_muli(const tern_op_t *op) { return verify_product(op, 4); }

// --- the tables ---

const tern_op_row_t tern_amx_ops[] = {
#define OP(ID, NAME, ...) [TERN_AMX_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/amx/amx_ops.def"
#undef OP
};

const tern_dialect_t tern_amx_dialect = {
    .name = "amx",
    .summary = "Tiles of Intel's Advanced Matrix Extensions",
    .ops = tern_amx_ops,
    .op_count = TERN_AMX_OP_COUNT,
    .types = tern_amx_types,
    .type_count = 1,
};

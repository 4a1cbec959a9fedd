// Rows by their numbers: ttng.async_tma_gather, async_tma_scatter (upstream: the patterns of these in LoadStoreOpToLLVM).
//
// A message moves four rows, of as many bytes as the swizzle has. A thread has the numbers of four rows in registers that follow one
// another, all lanes of a warp the same; so each warp sends the messages of its rows. In shared memory lie all rows of the first so
// many bytes, then those of the next.

#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

enum { HAS_ROWS = 100, GROUP = 4, MAX_BOX = 256 };

typedef struct rows {
  tern_conversion_t *conversion;
  tern_op_t *op;
  tern_layout_t layout;  // of the numbers
  tern_memdesc_t memory;
  int64_t segment;  // elements of a row that a message moves
  tern_values_t numbers;
  tern_value_t *base, *column, *map, *condition;
  tern_value_t *barrier;  // NULL: rows are written
} rows_t;

// --- what the op says ---

static bool refuse(const tern_op_t *op, const char *what, const char *advice) {
  tern_op_error(op, "%s", what);
  tern_emit_note(op->loc, "%s", advice);
  return false;
}

static bool check_chip(const tern_conversion_t *conversion, const tern_op_t *op) {
  int64_t capability = tern_triton_lowering_of(conversion)->capability;
  if (capability < HAS_ROWS) {
    tern_op_error(op, "copies rows by their numbers, which tensor maps of sm_%lld cannot", (long long)capability);
    tern_emit_note(op->loc, "--triton-rewrite-tensor-descriptor-to-pointer makes loads and stores of them");
    return false;
  }
  return tern_triton_lowering_of(conversion)->cta_count == 1 ||
         refuse(op, "copies rows in a cluster, whose blocks would have to share them", "use one block (num-ctas=1)");
}

static bool check_memory(const tern_op_t *op, const tern_memdesc_t *memory) {
  bool is_box = tern_attr_is_ttg(memory->encoding, TERN_TTG_ATTR_NVMMA_SHARED) &&
                !tern_ttg_number(memory->encoding, TERN_TTG_FIELD_TRANSPOSED) &&
                !tern_ttg_number(memory->encoding, TERN_TTG_FIELD_FP4_PADDED);
  return (is_box && memory->rank == 2) ||
         refuse(op, "copies rows to or from memory that is no matrix of rows",
                "memory has two dimensions and an nvmma_shared encoding that is neither transposed nor padded");
}

static bool check_numbers(const tern_op_t *op, const tern_layout_t *layout) {
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  size_t in = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER),
         lane = tern_layout_find(&layout->ins, TERN_LAYOUT_LANE);
  bool is_grouped = in < layout->ins.count && layout->ins.values[in].bits >= 2 &&
                    tern_layout_basis(layout, in, 0, 0) == 1 && tern_layout_basis(layout, in, 1, 0) == 2;
  tern_layout_free_masks(layout, masks);
  if (!is_grouped)
    return refuse(op, "has numbers of rows that threads do not have by fours",
                  "deal them with four elements next to each other for each thread");
  return lane == layout->ins.count || masks[lane] == (UINT64_C(1) << layout->ins.values[lane].bits) - 1 ||
         refuse(op, "has numbers of rows of which lanes have different ones", "deal them to warps, and not to lanes");
}

// --- messages ---

// True in one lane of each warp that sends.
static tern_value_t *sender(const rows_t *rows, tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(rows->conversion);
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  tern_layout_free_masks(&rows->layout, masks);
  size_t in = tern_layout_find(&rows->layout.ins, TERN_LAYOUT_WARP);
  if (in < rows->layout.ins.count && masks[in]) {
    tern_value_t *warp = tern_triton_ids(rows->conversion, rows->op).warp;
    tern_value_t *copy = tern_emit_and(b, warp, tern_emit_i32(b, (int64_t)masks[in]));
    condition = tern_emit_both(b, condition, tern_emit_icmp(b, TERN_EMIT_EQ, copy, tern_emit_i32(b, 0)));
  }
  tern_value_t *elected = tern_build_value(b, TERN_NVVM(ELECT_SYNC), .types = TERN_TYPES(tern_emit_i(b, 1)));
  return tern_emit_both(b, condition, elected);
}

// The rows of registers from `first` on, and of their columns those from `start` on; `row` is the first one's.
static void send(const rows_t *rows, size_t first, tern_value_t *row, int64_t start) {
  tern_builder_t *b = tern_triton_builder(rows->conversion);
  int64_t bytes = (int64_t)tern_type_bit_width(rows->memory.element) / 8;
  tern_value_t *offset = tern_emit_mul(b, row, tern_emit_i32(b, rows->segment * bytes));
  offset = tern_emit_add(b, offset, tern_emit_i32(b, start * rows->memory.dims[0] * bytes));
  tern_value_t *column = tern_emit_add(b, rows->column, tern_emit_i32(b, start));
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  tern_ptx_predicate(&ptx, rows->condition);
  tern_value_t *memory = tern_emit_gep(b, tern_emit_i(b, 8), rows->base, offset);
  const char *name = rows->barrier ? "gather4.shared::cta.global.mbarrier::complete_tx::bytes"
                                   : "scatter4.global.shared::cta.bulk_group";
  tern_ptx_format(&ptx, "cp.async.bulk.tensor.2d.tile::%s [", name);
  if (rows->barrier) tern_ptx_format(&ptx, "$%d], [", tern_ptx_operand(&ptx, 'r', memory));
  tern_ptx_format(&ptx, "$%d, ", tern_ptx_operand(&ptx, 'l', rows->map));
  tern_ptx_format(&ptx, "{$%d", tern_ptx_operand(&ptx, 'r', column));
  for (size_t i = 0; i < GROUP; ++i)
    tern_ptx_format(&ptx, ", $%d", tern_ptx_operand(&ptx, 'r', rows->numbers.values[first + i]));
  tern_ptx_format(&ptx, "}], [$%d];", tern_ptx_operand(&ptx, 'r', rows->barrier ? rows->barrier : memory));
  tern_ptx_finish(&ptx, b, true, NULL);
}

static void send_all(const rows_t *rows) {
  tern_builder_t *b = tern_triton_builder(rows->conversion);
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  tern_layout_free_masks(&rows->layout, masks);
  uint64_t copies = masks[tern_layout_find(&rows->layout.ins, TERN_LAYOUT_REGISTER)];
  tern_values_t places = tern_triton_indices(rows->conversion, rows->op, &rows->layout);
  for (size_t first = 0; first < rows->numbers.count; first += GROUP) {
    if (first & copies) continue;
    for (int64_t start = 0; start < rows->memory.dims[1]; start += rows->segment)
      send(rows, first, places.values[first], start);
  }
  if (!rows->barrier) tern_build(b, TERN_NVVM(CP_ASYNC_BULK_COMMIT_GROUP), .types = {0});
}

// --- the ops ---

static bool read_rows(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, const char *memory,
                      rows_t *out) {
  size_t at, number, column, one;
  const tern_type_t *type = tern_op_operand_named(op, memory)->type;
  tern_op_operands_named(op, memory, &at, &one);
  tern_op_operands_named(op, "x_offsets", &number, &one);
  tern_op_operands_named(op, "y_offset", &column, &one);
  *out = (rows_t){.conversion = conversion, .op = op, .memory = tern_memdesc_read(type)};
  if (!check_chip(conversion, op) || !check_memory(op, &out->memory)) return false;
  out->layout = tern_ttg_type_layout(tern_op_operand(op, number)->type);
  if (out->layout.error || !check_numbers(op, &out->layout)) return false;
  int64_t width = tern_ttg_number(out->memory.encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  int64_t columns = out->memory.dims[1] < MAX_BOX ? out->memory.dims[1] : MAX_BOX;
  out->segment = width ? width * 8 / (int64_t)tern_type_bit_width(out->memory.element) : columns;
  out->numbers = tern_triton_unpack(conversion, operands.values[number]);
  out->base = tern_triton_unpack_memory(conversion, operands.values[at]).base;
  out->column = operands.values[column];
  out->map = operands.values[0];
  return true;
}

static bool lower_gather(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  rows_t rows;
  size_t barrier, condition, one;
  if (!read_rows(conversion, op, operands, "result", &rows)) return false;
  tern_op_operands_named(op, "barrier", &barrier, &one);
  tern_op_operands_named(op, "pred", &condition, &one);
  rows.barrier = tern_triton_unpack_memory(conversion, operands.values[barrier]).base;
  rows.condition = sender(&rows, operands.values[condition]);
  send_all(&rows);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_scatter(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  rows_t rows;
  if (!read_rows(conversion, op, operands, "src", &rows)) return false;
  rows.condition = sender(&rows, NULL);
  send_all(&rows);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_rows_patterns[] = {
    {"tma-gather", TERN_TTNG(ASYNC_TMA_GATHER), TERN_TRITON_BENEFIT, lower_gather},
    {"tma-scatter", TERN_TTNG(ASYNC_TMA_SCATTER), TERN_TRITON_BENEFIT, lower_scatter},
    {0},
};

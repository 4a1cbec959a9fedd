// What --linalg-contractions-to-dot can compute, and how.

#include "transform/linalg/blocking/dot_plan.h"

enum {
  LANE_BYTES = 4,
  // A piece of the depth has so many bytes of a row: a panel four vectors of 64 bytes wide then takes 32 KiB.
  DEPTH_BYTES = 512,
  // Rows that are copied at a time, at most.
  MAX_ROWS = 264,
  // Taken for as many where nobody knows.
  MAX_COLUMNS = 512,
  // With less, copying the factors costs more than the products.
  LEAST_WORK = 16 * 1024,
};

static const tern_dot_instruction_t instructions[] = {
    {"vpdpbusd", 64, 8, false, {true, false}, true, 2, "llvm.x86.avx512.vpdpbusd.512"},
    {"vpdpbusd", 32, 8, false, {true, false}, true, 2, "llvm.x86.avx512.vpdpbusd.256"},
    {"vpmaddwd", 64, 16, false, {false, false}, false, 2, "llvm.x86.avx512.pmaddw.d.512"},
    {"vpmaddwd", 32, 16, false, {false, false}, false, 2, "llvm.x86.avx2.pmadd.wd"},
    {"sdot", 16, 8, false, {false, false}, true, 2, "llvm.aarch64.neon.sdot.v4i32.v16i8"},
    {"sdot", 16, 8, false, {true, true}, true, 2, "llvm.aarch64.neon.udot.v4i32.v16i8"},
    {"vdpbf16ps", 64, 16, true, {false, false}, true, 4, "llvm.x86.avx512bf16.dpbf16ps.512"},
    {"bfdot", 16, 16, true, {false, false}, true, 4, "llvm.aarch64.neon.bfdot.v4f32.v8bf16"},
    {"fma", 0, 32, true, {false, false}, true, 16, NULL},
};

// The instruction of this name whose right factor is as ours; better if the left one is, too.
static bool find_instruction(const tern_dot_machine_t *machine, tern_dot_product_t *out) {
  bool is_float = tern_type_is_float(out->op.element);
  const bool *is_unsigned = out->op.is_unsigned;
  tern_str_t name = is_float ? machine->bf16 : machine->i8;
  for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; ++i) {
    const tern_dot_instruction_t *row = &instructions[i];
    if (!tern_str_equal_cstr(name, row->name) || row->is_float != is_float ||
        (row->vector_bytes && row->vector_bytes != machine->vector_bytes)) {
      continue;
    }
    for (int swaps = 0; swaps < 2; ++swaps) {
      bool is_byte = row->element_bits == 8;
      if (is_byte && row->is_unsigned[!swaps] != is_unsigned[out->op.right]) continue;
      bool flips = is_byte && row->is_unsigned[swaps] != is_unsigned[out->op.left];
      if (out->instruction && (flips || !out->flips)) continue;
      out->instruction = row;
      out->swaps = swaps;
      out->flips = flips;
    }
  }
  return out->instruction != NULL;
}

// Is it known that vectors do it as fast?
static bool is_too_small(const tern_dot_product_t *product) {
  const tern_contraction_loops_t *loops = &product->op.loops;
  int64_t rows = loops->ranges[loops->rows], columns = loops->ranges[loops->columns];
  int64_t depth = loops->ranges[loops->depth];
  if (rows != TERN_DYNAMIC && rows < product->instruction->least_rows) return true;
  if (depth != TERN_DYNAMIC && depth < 4 * product->group) return true;
  return rows != TERN_DYNAMIC && columns != TERN_DYNAMIC && depth != TERN_DYNAMIC &&
         rows * columns * depth < LEAST_WORK;
}

// What takes least for so many rows and columns, by a count of multiplications and loads.
static void choose_register_tile(const tern_dot_machine_t *machine, int64_t rows, int64_t columns,
                                 tern_dot_product_t *out) {
  int64_t least = INT64_MAX;
  if (rows == TERN_DYNAMIC) rows = MAX_ROWS;
  if (columns == TERN_DYNAMIC) columns = MAX_COLUMNS;
  for (int64_t vectors = TERN_DOT_MAX_VECTORS; vectors > 0; --vectors) {
    int64_t width = vectors * out->lanes;
    // Beside the sums, registers hold vectors of the right factor, one of the left, and a product.
    int64_t most = machine->vector_registers - vectors - 2;
    int64_t tile = (most < TERN_DOT_MAX_SUMS ? most : TERN_DOT_MAX_SUMS) / vectors;
    for (; tile > 0 && width % TERN_PACK_GROUPS == 0; --tile) {
      int64_t tiles = (rows + tile - 1) / tile * ((columns + width - 1) / width);
      int64_t cost = tiles * (4 * tile * vectors + tile + vectors);
      if (cost >= least) continue;
      least = cost;
      out->rows = tile;
      out->vectors = vectors;
    }
  }
}

bool tern_dot_plan(tern_op_t *op, const tern_dot_machine_t *machine, tern_dot_product_t *out) {
  *out = (tern_dot_product_t){0};
  if (!tern_narrow_contraction_find(op, &out->op) || !find_instruction(machine, out)) return false;
  const tern_contraction_loops_t *loops = &out->op.loops;
  tern_context_t *context = tern_op_context(op);
  uint32_t bits = out->instruction->element_bits;
  out->element = bits == tern_type_bit_width(out->op.element) ? out->op.element
                 : out->instruction->is_float                 ? out->op.sum
                                                              : tern_i_type_get(context, bits);
  out->group = 32 / bits;
  out->lanes = machine->vector_bytes / LANE_BYTES;
  if (is_too_small(out)) return false;
  int64_t rows = tern_contraction_bound_of(loops, loops->rows);
  int64_t columns = tern_contraction_bound_of(loops, loops->columns), bytes = bits / 8;
  choose_register_tile(machine, rows, columns, out);
  if (!out->vectors) return false;
  out->depth_step =
      tern_contraction_balance(loops->ranges[loops->depth], DEPTH_BYTES / bytes, tern_pack_line_elements(out->element));
  out->row_step = tern_contraction_balance(rows, MAX_ROWS, out->rows);
  return true;
}

bool tern_dot_instruction_is_known(tern_str_t name, bool is_float, int64_t vector_bytes) {
  if (!name.size) return true;
  for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; ++i) {
    const tern_dot_instruction_t *row = &instructions[i];
    if (tern_str_equal_cstr(name, row->name) && row->is_float == is_float &&
        (!row->vector_bytes || row->vector_bytes == vector_bytes)) {
      return true;
    }
  }
  return false;
}

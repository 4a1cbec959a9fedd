// tt.reduce: elements along one dimension become one, by any region, of several tensors at once (upstream: ReduceOpToLLVM).
//
//   registers   each thread combines its own
//   lanes       by shuffles: half of the lanes with the other half, and so on; by one instruction where there is one (redux.sync)
//   warps       each stores one element for each line in shared memory, next to those of the other warps; lanes of some warp
//               combine these in the same way; and every thread reads what it needs
//   blocks      of a cluster: each thread reads what the threads of the same number in the others have

#include <string.h>

#include "analysis/triton/scratch_size.h"
#include "convert/triton/to_llvm/across/combine.h"
#include "convert/triton/to_llvm/shared_access.h"
#include "dialect/arith/arith.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"

enum { HAS_REDUX = 80, WARP_LANES = 32 };

// Registers that lie in one line along the axis, in order, become one.
typedef struct line {
  int64_t place[TERN_LAYOUT_MAX_DIMS];  // of all, without the axis
  tern_triton_elements_t sum;
  size_t first;  // register
} line_t;

typedef struct reduction {
  tern_triton_combine_t c;
  line_t *lines;
  size_t line_count;
} reduction_t;

// --- registers ---

static line_t *find_line(reduction_t *r, const int64_t *place) {
  size_t rank = r->c.layout.outs.count;
  for (size_t i = 0; i < r->line_count; ++i) {
    if (memcmp(r->lines[i].place, place, rank * sizeof *place) == 0) return &r->lines[i];
  }
  return NULL;
}

// Registers that lead nowhere are copies, which are not combined.
static uint64_t copied_registers(const tern_layout_t *layout) {
  uint64_t copies = 0;
  for (size_t i = 0; i < tern_layout_bits(&layout->ins, TERN_LAYOUT_REGISTER); ++i)
    copies |= (uint64_t)(layout->bases[i] == 0) << i;
  return copies;
}

static void combine_registers(reduction_t *r) {
  uint64_t copies = copied_registers(&r->c.layout);
  r->lines = tern_arena_alloc_array(&tern_triton_lowering_of(r->c.conversion)->arena, r->c.register_count + 1,
                                    sizeof *r->lines);
  for (size_t i = 0; i < r->c.register_count; ++i) {
    int64_t place[TERN_LAYOUT_MAX_DIMS] = {0};
    if (i & copies) continue;
    tern_triton_register_place(&r->c.layout, i, r->c.axis, false, place);
    tern_triton_elements_t own = tern_triton_combine_at(&r->c, i);
    line_t *line = find_line(r, place);
    if (line) {
      line->sum = tern_triton_combine_two(&r->c, &line->sum, &own);
      continue;
    }
    line = &r->lines[r->line_count++];
    *line = (line_t){.sum = own, .first = i};
    memcpy(line->place, place, sizeof place);
  }
}

// --- lanes ---

// The instruction that combines all lanes of a warp, if the region is one op that it has.
static bool find_redux(const reduction_t *r, int64_t *out_kind) {
  static const struct {
    const tern_op_row_t *row;
    int64_t kind;
  } kinds[] = {
      {TERN_ARITH(ADDI), TERN_NVVM_REDUX_KIND_ADD},  {TERN_ARITH(ANDI), TERN_NVVM_REDUX_KIND_AND},
      {TERN_ARITH(ORI), TERN_NVVM_REDUX_KIND_OR},    {TERN_ARITH(XORI), TERN_NVVM_REDUX_KIND_XOR},
      {TERN_ARITH(MINSI), TERN_NVVM_REDUX_KIND_MIN}, {TERN_ARITH(MINUI), TERN_NVVM_REDUX_KIND_UMIN},
      {TERN_ARITH(MAXSI), TERN_NVVM_REDUX_KIND_MAX}, {TERN_ARITH(MAXUI), TERN_NVVM_REDUX_KIND_UMAX},
  };
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(r->c.conversion);
  const tern_block_t *body = tern_op_body(r->c.op, 0);
  const tern_op_t *op = body->first_op;
  if (lowering->target != &tern_triton_nvidia || lowering->capability < HAS_REDUX) return false;
  if (r->c.operand_count != 1 || !op || op->next != body->last_op || op->operand_count != 2) return false;
  bool has_both = tern_op_operand(op, 0)->is_block_argument && tern_op_operand(op, 1)->is_block_argument &&
                  tern_op_operand(op, 0) != tern_op_operand(op, 1);
  bool is_returned = tern_op_operand(body->last_op, 0) == tern_op_result(op, 0);
  if (!has_both || !is_returned || !tern_type_is_integer(tern_op_result(op, 0)->type)) return false;
  if (tern_integer_type_width(tern_op_result(op, 0)->type) > WARP_LANES) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    *out_kind = kinds[i].kind;
    if (tern_op_is(op, kinds[i].row)) return true;
  }
  return false;
}

static tern_value_t *build_redux(const reduction_t *r, int64_t kind, tern_value_t *value) {
  tern_builder_t *b = r->c.b;
  const tern_type_t *type = value->type, *i32 = tern_emit_i(b, 32);
  bool is_signed = kind == TERN_NVVM_REDUX_KIND_MIN || kind == TERN_NVVM_REDUX_KIND_MAX;
  if (type != i32) {
    value = is_signed ? tern_emit_unary(b, TERN_LLVM(SEXT), i32, value) : tern_emit_resize(b, value, 32);
  }
  tern_value_t *all = tern_emit_i32(b, -1);
  value =
      tern_build_value(b, TERN_NVVM(REDUX_SYNC), .operands = TERN_VALUES(value, all), .types = TERN_TYPES(i32),
                       .attrs = TERN_ATTRS({"kind", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_REDUX_KIND, kind)}));
  return tern_emit_resize(b, value, tern_integer_type_width(type));
}

// Combines the elements of all lanes that differ in the bits of `mask`, which each of them then has.
static tern_triton_elements_t combine_lanes(const reduction_t *r, tern_triton_elements_t sum, uint64_t mask) {
  int64_t kind;
  if (mask == WARP_LANES - 1 && find_redux(r, &kind)) {
    sum.values[0] = build_redux(r, kind, sum.values[0]);
    return sum;
  }
  tern_value_t *reduced = NULL;
  if (mask && tern_triton_target_of(r->c.conversion)->reduce_lanes)
    reduced = tern_triton_target_of(r->c.conversion)->reduce_lanes(&r->c, sum.values[0], mask);
  if (reduced) {
    sum.values[0] = reduced;
    return sum;
  }
  while (mask) {
    uint64_t bit = UINT64_C(1) << (63 - __builtin_clzll(mask));
    tern_value_t *distance = tern_emit_i32(r->c.b, (int64_t)bit);
    tern_triton_elements_t other = tern_triton_combine_shuffle(&r->c, TERN_TRITON_SHUFFLE_XOR, &sum, distance);
    sum = tern_triton_combine_two(&r->c, &sum, &other);
    mask &= ~bit;
  }
  return sum;
}

// --- warps ---

// Where a line's element of one warp lies among all: warps are the fastest.
typedef struct table {
  tern_triton_scratch_t scratch;
  int64_t warps, count;
} table_t;

static tern_value_t *table_index(const reduction_t *r, const table_t *table, tern_value_t *const *coordinates,
                                 size_t axis_or_rank, tern_value_t *warp) {
  tern_value_t *index = tern_emit_i32(r->c.b, 0);
  for (size_t d = 0, from = 0; d < r->c.layout.outs.count; ++d) {
    if (d == r->c.axis) {
      from += axis_or_rank == r->c.axis;
      continue;
    }
    int64_t size = INT64_C(1) << r->c.layout.outs.values[d].bits;
    index = tern_emit_mul(r->c.b, index, tern_emit_i32(r->c.b, size));
    index = tern_emit_add(r->c.b, index, coordinates[from++]);
  }
  index = tern_emit_mul(r->c.b, index, tern_emit_i32(r->c.b, table->warps));
  return warp ? tern_emit_add(r->c.b, index, warp) : index;
}

static tern_value_t *is_zero(tern_builder_t *b, tern_value_t *x, uint64_t mask) {
  if (!mask) return NULL;
  tern_value_t *bits = tern_emit_and(b, x, tern_emit_i32(b, (int64_t)mask));
  return tern_emit_icmp(b, TERN_EMIT_EQ, bits, tern_emit_i32(b, 0));
}

static void store_lines(const reduction_t *r, const table_t *table, uint64_t warps) {
  tern_values_t indices = tern_triton_indices(r->c.conversion, r->c.op, &r->c.layout);
  uint64_t all = (uint64_t)tern_triton_lowering_of(r->c.conversion)->warp_size - 1;
  // Lanes that have what others have need not store it either.
  uint64_t others = tern_triton_axis_bits(&r->c, TERN_LAYOUT_LANE, false);
  tern_value_t *is_first = is_zero(r->c.b, r->c.ids.lane, all & ~others);
  tern_value_t *warp = tern_triton_gather_bits(r->c.b, r->c.ids.warp, warps);
  for (size_t i = 0; i < r->line_count; ++i) {
    tern_value_t *const *own = &indices.values[r->lines[i].first * r->c.layout.outs.count];
    tern_value_t *index = table_index(r, table, own, r->c.axis, warp);
    tern_triton_scratch_store(&r->c, &table->scratch, index, &r->lines[i].sum, is_first);
  }
}

// Threads take elements as they lie, so that those of a line are in lanes next to each other.
static void combine_table(const reduction_t *r, const table_t *table) {
  tern_builder_t *b = r->c.b;
  int64_t threads = tern_triton_num_warps(r->c.op) * tern_triton_lowering_of(r->c.conversion)->warp_size;
  tern_value_t *is_needed = NULL, *is_first = is_zero(b, r->c.ids.thread, (uint64_t)table->warps - 1);
  if (table->count < threads)
    is_needed = tern_emit_icmp(b, TERN_EMIT_SLT, r->c.ids.thread, tern_emit_i32(b, table->count));
  for (int64_t first = 0; first < table->count; first += threads) {
    tern_value_t *index = tern_emit_add(b, r->c.ids.thread, tern_emit_i32(b, first));
    tern_triton_elements_t sum = tern_triton_scratch_load(&r->c, &table->scratch, index, is_needed);
    sum = combine_lanes(r, sum, (uint64_t)table->warps - 1);
    tern_triton_scratch_store(&r->c, &table->scratch, index, &sum, tern_emit_both(b, is_first, is_needed));
  }
}

// --- blocks ---

// The bytes of one element of each operand in memory.
static int64_t bytes_of_all(const reduction_t *r) {
  int64_t bytes = 0;
  for (size_t i = 0; i < r->c.operand_count; ++i)
    bytes += (int64_t)tern_triton_memory_bits(r->c.values[i].values[0]->type) / 8;
  return bytes;
}

// Where threads tell what they have to those of other blocks: behind the table.
static int64_t blocks_start(const reduction_t *r) {
  int64_t warps = tern_tt_reduce_warps(&r->c.layout, r->c.axis), lines = 1;
  for (size_t d = 0; d < r->c.layout.outs.count; ++d) {
    if (d != r->c.axis) lines <<= r->c.layout.outs.values[d].bits;
  }
  return tern_tt_reduce_blocks_start(warps > 1 ? lines * warps * bytes_of_all(r) : 0);
}

// Threads of other blocks with the same number have what these blocks made of the same lines. All add up in the order of blocks, so
// that all get the same. Nobody goes on, or ends, before all have read.
static void combine_blocks(const reduction_t *r, tern_value_t **const *lists, size_t count) {
  uint64_t mask = tern_tt_reduce_blocks(&r->c.layout, r->c.axis);
  tern_builder_t *b = r->c.b;
  const tern_triton_target_t *target = tern_triton_target_of(r->c.conversion);
  if (!mask) return;
  int64_t threads = tern_triton_num_warps(r->c.op) * tern_triton_lowering_of(r->c.conversion)->warp_size;
  tern_triton_scratch_t scratch = tern_triton_combine_scratch(&r->c, blocks_start(r), (int64_t)count * threads);
  for (size_t k = 0; k < count; ++k) {
    tern_triton_elements_t own;
    tern_value_t *index = tern_emit_add(b, r->c.ids.thread, tern_emit_i32(b, (int64_t)k * threads));
    for (size_t i = 0; i < r->c.operand_count; ++i) own.values[i] = lists[i][k];
    tern_triton_scratch_store(&r->c, &scratch, index, &own, NULL);
  }
  target->cluster_barrier(b);
  for (size_t k = 0; k < count; ++k) {
    tern_triton_elements_t sum;
    tern_value_t *index = tern_emit_add(b, r->c.ids.thread, tern_emit_i32(b, (int64_t)k * threads));
    for (uint64_t number = 0; number < UINT64_C(1) << __builtin_popcountll(mask); ++number) {
      tern_value_t *block = tern_triton_block_among(r->c.conversion, r->c.op, mask, number);
      tern_triton_elements_t other = tern_triton_scratch_load_of_block(&r->c, &scratch, index, block);
      sum = number ? tern_triton_combine_two(&r->c, &sum, &other) : other;
    }
    for (size_t i = 0; i < r->c.operand_count; ++i) lists[i][k] = sum.values[i];
  }
  target->cluster_barrier(b);
}

// --- results ---

static bool replace_results(const reduction_t *r, tern_value_t **const *lists, size_t count) {
  tern_value_t *results[TERN_TRITON_MAX_COMBINED];
  for (size_t i = 0; i < r->c.operand_count; ++i)
    results[i] = tern_triton_pack(r->c.conversion, tern_op_result(r->c.op, i)->type, (tern_values_t){lists[i], count});
  tern_conversion_replace(r->c.conversion, r->c.op, (tern_values_t){results, r->c.operand_count});
  return true;
}

// The register of the result that has a place has the sum of the line with that place.
static const line_t *line_of(reduction_t *r, const tern_layout_t *result, size_t number) {
  int64_t own[TERN_LAYOUT_MAX_DIMS] = {0}, place[TERN_LAYOUT_MAX_DIMS] = {0};
  tern_triton_register_place(result, number, 0, true, own);
  for (size_t d = 0, from = 0; d < r->c.layout.outs.count; ++d) place[d] = d == r->c.axis ? 0 : own[from++];
  return find_line(r, place);
}

static bool finish(reduction_t *r, const table_t *table) {
  const tern_type_t *type = tern_op_result(r->c.op, 0)->type;
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t result = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  size_t count = is_tensor ? (size_t)1 << tern_layout_bits(&result.ins, TERN_LAYOUT_REGISTER) : 1;
  tern_values_t indices = {0};
  if (table && is_tensor) indices = tern_triton_indices(r->c.conversion, r->c.op, &result);
  tern_value_t **lists[TERN_TRITON_MAX_COMBINED];
  for (size_t i = 0; i < r->c.operand_count; ++i) lists[i] = tern_triton_room(r->c.conversion, count);
  for (size_t k = 0; k < count; ++k) {
    tern_triton_elements_t own;
    if (table) {
      tern_value_t *const *coordinates = is_tensor ? &indices.values[k * result.outs.count] : NULL;
      tern_value_t *index = table_index(r, table, coordinates, r->c.layout.outs.count, NULL);
      own = tern_triton_scratch_load(&r->c, &table->scratch, index, NULL);
    } else {
      const line_t *line = is_tensor ? line_of(r, &result, k) : &r->lines[0];
      own = line ? line->sum : r->lines[0].sum;
    }
    for (size_t i = 0; i < r->c.operand_count; ++i) lists[i][k] = own.values[i];
  }
  combine_blocks(r, lists, count);
  return replace_results(r, lists, count);
}

static bool lower_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  reduction_t r = {.line_count = 0};
  if (!tern_triton_combine_begin(conversion, op, operands, &r.c)) return false;
  if (tern_tt_reduce_blocks(&r.c.layout, r.c.axis) && !tern_triton_check_cluster_meets(conversion, op)) return false;
  uint64_t lanes = tern_triton_axis_bits(&r.c, TERN_LAYOUT_LANE, true);
  uint64_t warps = tern_triton_axis_bits(&r.c, TERN_LAYOUT_WARP, true);
  combine_registers(&r);
  for (size_t i = 0; i < r.line_count; ++i) r.lines[i].sum = combine_lanes(&r, r.lines[i].sum, lanes);
  if (!warps) return finish(&r, NULL);
  table_t table = {.warps = INT64_C(1) << __builtin_popcountll(warps)};
  size_t bits = tern_layout_out_bits(&r.c.layout) - r.c.layout.outs.values[r.c.axis].bits;
  table.count = table.warps << bits;
  table.scratch = tern_triton_combine_scratch(&r.c, 0, table.count);
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  store_lines(&r, &table, warps);
  target->barrier(conversion, op);
  combine_table(&r, &table);
  target->barrier(conversion, op);
  return finish(&r, &table);
}

const tern_conversion_pattern_t tern_triton_reduce_patterns[] = {
    {"reduce", TERN_TT(REDUCE), TERN_TRITON_BENEFIT, lower_reduce},
    {0},
};

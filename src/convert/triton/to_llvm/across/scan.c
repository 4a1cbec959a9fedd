// tt.scan: each element combined with all before it along one dimension, or with all behind it, by any associative region, of several
// tensors at once (upstream: ScanOpToLLVM).
//
// Along the axis a blocked encoding has, from inside to outside, registers next to each other (a chunk), lanes, warps, and repetitions
// of all these (blocks). So does the scan:
//
//   chunk    each thread scans its own registers
//   lanes    the last ones of the chunks are scanned by shuffles of 1, 2, 4 ... lanes
//   warps    the last ones of those go to shared memory, where every thread reads those of the warps before its own
//   blocks   what all warps have together is carried on
//   cluster  each block of a cluster that has a part of the axis tells the others what it has together
//
// and then what is before a chunk is combined with each of its elements. From the end on all is the same, the other way round.

#include <string.h>

#include "analysis/triton/scratch_size.h"
#include "convert/triton/to_llvm/across/combine.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

typedef struct scan {
  tern_triton_combine_t c;
  bool is_reverse;
  size_t *registers;  // by line, then block, then chunk: in the order of the scan
  size_t line_count, block_count, chunk;
  uint64_t copies;  // bits of the register's number that lead nowhere
  uint64_t lane_bits, warp_bits;
  int64_t lanes, warps, stride;      // along the axis; lanes next to each other differ by `stride`
  tern_value_t *lane, *warp, *line;  // this thread's numbers along the axis, and among the other lanes and warps
  int64_t lines;                     // of those
  tern_triton_elements_t *results;   // by register
} scan_t;

// --- order ---

typedef struct sorted {
  int64_t place[TERN_LAYOUT_MAX_DIMS], along;
  size_t number;
} sorted_t;

static int compare(const scan_t *s, const sorted_t *x, const sorted_t *y) {
  int by_place = memcmp(x->place, y->place, sizeof x->place);
  if (by_place) return by_place;
  return s->is_reverse ? (x->along < y->along) - (x->along > y->along) : (x->along > y->along) - (x->along < y->along);
}

static void order_registers(scan_t *s) {
  tern_arena_t *arena = &tern_triton_lowering_of(s->c.conversion)->arena;
  sorted_t *sorted = tern_arena_alloc_array(arena, s->c.register_count + 1, sizeof *sorted);
  size_t count = 0;
  for (size_t i = 0; i < tern_layout_bits(&s->c.layout.ins, TERN_LAYOUT_REGISTER); ++i)
    s->copies |= (uint64_t)(s->c.layout.bases[i] == 0) << i;
  for (size_t i = 0; i < s->c.register_count; ++i) {
    sorted_t own = {.number = i};
    if (i & s->copies) continue;
    tern_triton_register_place(&s->c.layout, i, s->c.axis, true, own.place);
    own.along = own.place[s->c.axis];
    own.place[s->c.axis] = 0;
    size_t at = count++;
    for (; at > 0 && compare(s, &sorted[at - 1], &own) > 0; --at) sorted[at] = sorted[at - 1];
    sorted[at] = own;
  }
  s->registers = tern_arena_alloc_array(arena, count + 1, sizeof *s->registers);
  for (size_t i = 0; i < count; ++i) s->registers[i] = sorted[i].number;
  s->line_count = count / s->chunk / s->block_count;
}

static size_t register_at(const scan_t *s, size_t line, size_t block, size_t element) {
  return s->registers[(line * s->block_count + block) * s->chunk + element];
}

// --- this thread ---

static tern_value_t *from_end(const scan_t *s, tern_value_t *x, int64_t count) {
  return s->is_reverse ? tern_emit_sub(s->c.b, tern_emit_i32(s->c.b, count - 1), x) : x;
}

static void find_thread(scan_t *s) {
  tern_builder_t *b = s->c.b;
  uint64_t lane_others = tern_triton_axis_bits(&s->c, TERN_LAYOUT_LANE, false);
  uint64_t warp_others = tern_triton_axis_bits(&s->c, TERN_LAYOUT_WARP, false);
  s->lanes = INT64_C(1) << __builtin_popcountll(s->lane_bits);
  s->warps = INT64_C(1) << __builtin_popcountll(s->warp_bits);
  s->stride = s->lane_bits ? (int64_t)(s->lane_bits & (~s->lane_bits + 1)) : 1;
  s->lane = from_end(s, tern_triton_gather_bits(b, s->c.ids.lane, s->lane_bits), s->lanes);
  if (s->warps > 1) s->warp = from_end(s, tern_triton_gather_bits(b, s->c.ids.warp, s->warp_bits), s->warps);
  int64_t lines = INT64_C(1) << __builtin_popcountll(lane_others);
  s->lines = lines << __builtin_popcountll(warp_others);
  tern_value_t *warp_line = tern_triton_gather_bits(b, s->c.ids.warp, warp_others);
  tern_value_t *lane_line = tern_triton_gather_bits(b, s->c.ids.lane, lane_others);
  s->line = tern_emit_add(b, lane_line, tern_emit_mul(b, warp_line, tern_emit_i32(b, lines)));
}

// The elements that the lane so many before this one along the axis has.
static tern_triton_elements_t shuffle_before(const scan_t *s, const tern_triton_elements_t *x, int64_t distance) {
  tern_triton_shuffle_t kind = s->is_reverse ? TERN_TRITON_SHUFFLE_DOWN : TERN_TRITON_SHUFFLE_UP;
  return tern_triton_combine_shuffle(&s->c, kind, x, tern_emit_i32(s->c.b, distance * s->stride));
}

// The elements that the last lane along the axis has.
static tern_triton_elements_t shuffle_last(const scan_t *s, const tern_triton_elements_t *x) {
  tern_builder_t *b = s->c.b;
  tern_value_t *mask = tern_emit_i32(b, (int64_t)s->lane_bits);
  tern_value_t *lane = tern_emit_or(b, s->c.ids.lane, mask);
  if (s->is_reverse) lane = tern_emit_xor(b, lane, mask);
  return tern_triton_combine_shuffle(&s->c, TERN_TRITON_SHUFFLE_INDEX, x, lane);
}

// --- chunks and lanes ---

static void scan_chunk(scan_t *s, size_t line, size_t block) {
  for (size_t e = 0; e < s->chunk; ++e) {
    size_t number = register_at(s, line, block, e);
    tern_triton_elements_t own = tern_triton_combine_at(&s->c, number);
    if (e > 0) own = tern_triton_combine_two(&s->c, &s->results[register_at(s, line, block, e - 1)], &own);
    s->results[number] = own;
  }
}

static tern_triton_elements_t *last_of(scan_t *s, size_t line, size_t block) {
  return &s->results[register_at(s, line, block, s->chunk - 1)];
}

static void scan_lanes(scan_t *s, size_t line, size_t block) {
  tern_builder_t *b = s->c.b;
  tern_triton_elements_t *last = last_of(s, line, block);
  for (int64_t distance = 1; distance < s->lanes; distance *= 2) {
    tern_triton_elements_t before = shuffle_before(s, last, distance);
    tern_value_t *has_any = tern_emit_icmp(b, TERN_EMIT_SGE, s->lane, tern_emit_i32(b, distance));
    before = tern_triton_combine_two(&s->c, &before, last);
    *last = tern_triton_combine_select(&s->c, has_any, &before, last);
  }
}

// --- warps and blocks ---

// What is before a chunk: `carry`, unless `has_carry` is false in this thread or `carry` is NULL; of other lanes than the first also
// what is in the lanes before. Combines it with the chunk, of which the last element stands for the lane already.
static void add_before(scan_t *s, size_t line, size_t block, const tern_triton_elements_t *carry,
                       tern_value_t *has_carry) {
  tern_builder_t *b = s->c.b;
  tern_triton_elements_t *last = last_of(s, line, block), before;
  if (carry) {
    tern_triton_elements_t sum = tern_triton_combine_two(&s->c, carry, last);
    *last = has_carry ? tern_triton_combine_select(&s->c, has_carry, &sum, last) : sum;
  }
  if (s->chunk == 1) return;
  tern_value_t *is_later = NULL, *has_before = NULL;
  if (s->lanes > 1) {
    is_later = tern_emit_icmp(b, TERN_EMIT_NE, s->lane, tern_emit_i32(b, 0));
    before = shuffle_before(s, last, 1);
    if (carry) before = tern_triton_combine_select(&s->c, is_later, &before, carry);
    // Without a carry the first lane has nothing before it.
    if (!carry) has_before = is_later;
    if (carry && has_carry) has_before = tern_emit_or(b, is_later, has_carry);
  } else {
    if (!carry) return;
    before = *carry;
    has_before = has_carry;
  }
  for (size_t e = 0; e + 1 < s->chunk; ++e) {
    tern_triton_elements_t *own = &s->results[register_at(s, line, block, e)];
    tern_triton_elements_t sum = tern_triton_combine_two(&s->c, &before, own);
    *own = has_before ? tern_triton_combine_select(&s->c, has_before, &sum, own) : sum;
  }
}

static void finish_warp(scan_t *s) {
  for (size_t line = 0; line < s->line_count; ++line) {
    tern_triton_elements_t carry;
    for (size_t block = 0; block < s->block_count; ++block) {
      add_before(s, line, block, block ? &carry : NULL, NULL);
      carry = *last_of(s, line, block);
      if (block + 1 < s->block_count && s->lanes > 1) carry = shuffle_last(s, &carry);
    }
  }
}

// Where the sum of a chunk of all lanes of a warp lies; this thread's warp if `warp` is negative.
static tern_value_t *sum_index(const scan_t *s, size_t line, size_t block, int64_t warp) {
  tern_builder_t *b = s->c.b;
  int64_t chunk = (int64_t)(line * s->block_count + block) * s->warps * s->lines;
  tern_value_t *index = tern_emit_add(b, s->line, tern_emit_i32(b, chunk + (warp > 0 ? warp * s->lines : 0)));
  if (warp >= 0) return index;
  return tern_emit_add(b, index, tern_emit_mul(b, s->warp, tern_emit_i32(b, s->lines)));
}

static void store_sums(scan_t *s, const tern_triton_scratch_t *scratch) {
  tern_builder_t *b = s->c.b;
  tern_value_t *is_last = NULL;
  if (s->lanes > 1) is_last = tern_emit_icmp(b, TERN_EMIT_EQ, s->lane, tern_emit_i32(b, s->lanes - 1));
  for (size_t line = 0; line < s->line_count; ++line) {
    for (size_t block = 0; block < s->block_count; ++block)
      tern_triton_scratch_store(&s->c, scratch, sum_index(s, line, block, -1), last_of(s, line, block), is_last);
  }
}

// What is before this thread's warp in a block, and in `*inout_all` what all blocks so far have.
static tern_triton_elements_t sum_before(scan_t *s, const tern_triton_scratch_t *scratch, size_t line, size_t block,
                                         tern_triton_elements_t *inout_all) {
  tern_builder_t *b = s->c.b;
  tern_triton_elements_t before = *inout_all;
  for (int64_t warp = 0; warp < s->warps; ++warp) {
    tern_triton_elements_t sum = tern_triton_scratch_load(&s->c, scratch, sum_index(s, line, block, warp), NULL);
    bool is_first = warp == 0 && block == 0;
    *inout_all = is_first ? sum : tern_triton_combine_two(&s->c, inout_all, &sum);
    if (is_first) before = sum;
    tern_value_t *is_later = tern_emit_icmp(b, TERN_EMIT_SGT, s->warp, tern_emit_i32(b, warp));
    before = tern_triton_combine_select(&s->c, is_later, inout_all, &before);
  }
  return before;
}

static void finish_block(scan_t *s, const tern_triton_scratch_t *scratch) {
  tern_builder_t *b = s->c.b;
  tern_value_t *is_later = tern_emit_icmp(b, TERN_EMIT_NE, s->warp, tern_emit_i32(b, 0));
  for (size_t line = 0; line < s->line_count; ++line) {
    tern_triton_elements_t all = {{NULL}};
    for (size_t block = 0; block < s->block_count; ++block) {
      tern_triton_elements_t before = sum_before(s, scratch, line, block, &all);
      add_before(s, line, block, &before, block == 0 ? is_later : NULL);
    }
  }
}

// --- clusters ---

// Combines what the blocks before this one have together with each element. Nobody goes on, or ends, before all have read.
static void finish_cluster(scan_t *s, uint64_t mask) {
  tern_builder_t *b = s->c.b;
  const tern_triton_target_t *target = tern_triton_target_of(s->c.conversion);
  int64_t blocks = INT64_C(1) << __builtin_popcountll(mask);
  int64_t start = tern_tt_reduce_blocks_start(tern_tt_scan_bytes_of_warps(s->c.op, &s->c.layout));
  tern_triton_scratch_t scratch = tern_triton_combine_scratch(&s->c, start, (int64_t)s->line_count * s->lines);
  tern_value_t *is_last = tern_emit_icmp(b, TERN_EMIT_EQ, s->lane, tern_emit_i32(b, s->lanes - 1));
  if (s->warps > 1)
    is_last = tern_emit_both(b, is_last, tern_emit_icmp(b, TERN_EMIT_EQ, s->warp, tern_emit_i32(b, s->warps - 1)));
  tern_value_t *number = from_end(s, tern_triton_gather_bits(b, s->c.ids.block, mask), blocks);
  for (size_t line = 0; line < s->line_count; ++line) {
    tern_value_t *index = tern_emit_add(b, s->line, tern_emit_i32(b, (int64_t)line * s->lines));
    tern_triton_scratch_store(&s->c, &scratch, index, last_of(s, line, s->block_count - 1), is_last);
  }
  target->cluster_barrier(b);
  for (size_t line = 0; line < s->line_count; ++line) {
    tern_value_t *index = tern_emit_add(b, s->line, tern_emit_i32(b, (int64_t)line * s->lines));
    tern_triton_elements_t all, before;
    for (int64_t k = 0; k + 1 < blocks; ++k) {
      uint64_t other = (uint64_t)(s->is_reverse ? blocks - 1 - k : k);
      tern_value_t *block = tern_triton_block_among(s->c.conversion, s->c.op, mask, other);
      tern_triton_elements_t sum = tern_triton_scratch_load_of_block(&s->c, &scratch, index, block);
      all = k ? tern_triton_combine_two(&s->c, &all, &sum) : sum;
      tern_value_t *is_later = tern_emit_icmp(b, TERN_EMIT_SGT, number, tern_emit_i32(b, k));
      before = k ? tern_triton_combine_select(&s->c, is_later, &all, &before) : all;
    }
    tern_value_t *has_before = tern_emit_icmp(b, TERN_EMIT_NE, number, tern_emit_i32(b, 0));
    for (size_t i = 0; i < s->block_count * s->chunk; ++i) {
      tern_triton_elements_t *own = &s->results[register_at(s, line, 0, i)];
      tern_triton_elements_t sum = tern_triton_combine_two(&s->c, &before, own);
      *own = tern_triton_combine_select(&s->c, has_before, &sum, own);
    }
  }
  target->cluster_barrier(b);
}

// --- all ---

// Blocks of a cluster have parts of the axis in the order of their numbers.
static bool check_blocks(const tern_conversion_t *conversion, const tern_op_t *op, const scan_t *s) {
  if (!tern_tt_reduce_blocks(&s->c.layout, s->c.axis)) return true;
  size_t in = tern_layout_find(&s->c.layout.ins, TERN_LAYOUT_BLOCK);
  int64_t last = 0;
  for (size_t bit = 0; bit < s->c.layout.ins.values[in].bits; ++bit) {
    int64_t step = tern_layout_basis(&s->c.layout, in, bit, s->c.axis);
    if (step && step < last) {
      tern_op_error(op, "goes along blocks of a cluster in another order than that of their numbers");
      tern_emit_note(op->loc, "convert the tensor to an encoding whose 'CGALayout' rises along dimension %zu",
                     s->c.axis);
      return false;
    }
    if (step) last = step;
  }
  return tern_triton_check_cluster_meets(conversion, op);
}

static bool begin(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, scan_t *s) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (!tern_attr_is_ttg(tern_ttg_type_encoding(type), TERN_TTG_ATTR_BLOCKED)) {
    tern_op_error(op, "takes tensors of blocked encodings, but got '%s'", tern_type_text(type));
    tern_emit_note(op->loc, "convert the tensor to a blocked encoding first");
    return false;
  }
  if (!tern_triton_combine_begin(conversion, op, operands, &s->c) || !check_blocks(conversion, op, s)) return false;
  s->is_reverse = tern_integer_attr_value(tern_op_attr(op, "reverse")) != 0;
  // Copies among the registers do not part what lies side by side. (They do for the size of the scratch memory, which is no smaller.)
  tern_layout_t distinct = tern_layout_remove_zero_bases(&s->c.layout, TERN_LAYOUT_REGISTER);
  int64_t part[TERN_LAYOUT_MAX_DIMS];
  tern_ttg_part_shape(tern_ttg_type_encoding(type), tern_type_dims(type), part);
  tern_scan_shape_t shape = tern_tt_scan_shape(&distinct, part, s->c.axis);
  s->chunk = (size_t)shape.registers[s->c.axis];
  s->block_count = (size_t)shape.blocks[s->c.axis];
  s->lane_bits = tern_triton_axis_bits(&s->c, TERN_LAYOUT_LANE, true);
  s->warp_bits = tern_triton_axis_bits(&s->c, TERN_LAYOUT_WARP, true);
  s->results =
      tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, s->c.register_count + 1, sizeof *s->results);
  order_registers(s);
  find_thread(s);
  return true;
}

static bool lower_scan(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  scan_t s = {.line_count = 0};
  if (!begin(conversion, op, operands, &s)) return false;
  for (size_t line = 0; line < s.line_count; ++line) {
    for (size_t block = 0; block < s.block_count; ++block) {
      scan_chunk(&s, line, block);
      scan_lanes(&s, line, block);
    }
  }
  if (s.warps > 1) {
    int64_t count = (int64_t)(s.line_count * s.block_count) * s.warps * s.lines;
    tern_triton_scratch_t scratch = tern_triton_combine_scratch(&s.c, 0, count);
    store_sums(&s, &scratch);
    tern_triton_target_of(conversion)->barrier(conversion, op);
    finish_block(&s, &scratch);
  } else {
    finish_warp(&s);
  }
  uint64_t blocks = tern_tt_reduce_blocks(&s.c.layout, s.c.axis);
  if (blocks) finish_cluster(&s, blocks);
  tern_value_t *results[TERN_TRITON_MAX_COMBINED];
  for (size_t i = 0; i < s.c.operand_count; ++i) {
    tern_value_t **list = tern_triton_room(conversion, s.c.register_count);
    for (size_t r = 0; r < s.c.register_count; ++r) list[r] = s.results[r & ~s.copies].values[i];
    results[i] = tern_triton_pack(conversion, tern_op_result(op, i)->type, (tern_values_t){list, s.c.register_count});
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, s.c.operand_count});
  return true;
}

const tern_conversion_pattern_t tern_triton_scan_patterns[] = {
    {"scan", TERN_TT(SCAN), TERN_TRITON_BENEFIT, lower_scan},
    {0},
};

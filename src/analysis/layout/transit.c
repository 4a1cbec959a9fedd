// See transit.h. Bases are words of all outputs together; what is chosen is the order of Triton's, since others rely on it.

#include "analysis/layout/transit.h"

#include <string.h>

enum { LINE_BITS = 128, WORD_BITS = 32, BANK_BITS = 32 * WORD_BITS, MOST_INSTRUCTIONS = 9 };

typedef struct side {
  tern_f2_list_t registers, lanes, warps;
} side_t;

typedef struct plan {
  const tern_layout_t *source, *result;  // registers without copies
  side_t from, to;
  size_t dim, element_bits;
} plan_t;

static size_t log2_of(size_t value) { return (size_t)__builtin_ctzll((unsigned long long)value); }

static bool contains(const tern_f2_list_t *list, uint64_t value) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == value) return true;
  }
  return false;
}

static void push(tern_f2_list_t *list, uint64_t value) { list->values[list->count++] = value; }

static void truncate(tern_f2_list_t *list, size_t count) {
  if (list->count > count) list->count = count;
}

static tern_f2_list_t bases_of(const tern_layout_t *layout, const char *name) {
  tern_f2_list_t list = {0};
  size_t in = tern_layout_find(&layout->ins, name);
  if (in == layout->ins.count) return list;
  size_t first = tern_layout_bits_before(&layout->ins, in);
  for (size_t i = 0; i < layout->ins.values[in].bits; ++i) push(&list, layout->bases[first + i]);
  return list;
}

// --- linear algebra: lowest bits are pivots ---

// The reduced echelon form of the rows, without zeros.
static tern_f2_list_t reduce_rows(const tern_f2_list_t *rows, size_t dim) {
  tern_f2_list_t left = *rows, reduced = {0};
  for (size_t column = 0; column < dim; ++column) {
    size_t at = 0;
    while (at < left.count && !(left.values[at] >> column & 1)) ++at;
    if (at == left.count) continue;
    uint64_t pivot = left.values[at];
    left.values[at] = left.values[--left.count];
    for (size_t i = 0; i < left.count; ++i) {
      if (left.values[i] >> column & 1) left.values[i] ^= pivot;
    }
    for (size_t i = 0; i < reduced.count; ++i) {
      if (reduced.values[i] >> column & 1) reduced.values[i] ^= pivot;
    }
    push(&reduced, pivot);
  }
  return reduced;
}

static uint64_t pivots_of(const tern_f2_list_t *reduced) {
  uint64_t pivots = 0;
  for (size_t i = 0; i < reduced->count; ++i) pivots |= reduced->values[i] & (~reduced->values[i] + 1);
  return pivots;
}

static tern_f2_list_t null_space(const tern_f2_list_t *rows, size_t dim) {
  tern_f2_list_t reduced = reduce_rows(rows, dim), space = {0};
  uint64_t pivots = pivots_of(&reduced);
  for (size_t column = 0; column < dim; ++column) {
    if (pivots >> column & 1) continue;
    uint64_t vector = UINT64_C(1) << column;
    for (size_t i = 0; i < reduced.count; ++i) {
      if (reduced.values[i] >> column & 1) vector ^= reduced.values[i] & (~reduced.values[i] + 1);
    }
    push(&space, vector);
  }
  return space;
}

static bool are_units(const tern_f2_list_t *list) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == 0 || (list->values[i] & (list->values[i] - 1))) return false;
  }
  return true;
}

// What both span: in the order of the first list where all are single bits.
static tern_f2_list_t intersect(const tern_f2_list_t *x, const tern_f2_list_t *y, size_t dim) {
  tern_f2_list_t both = {0};
  if (are_units(x) && are_units(y)) {
    for (size_t i = 0; i < x->count; ++i) {
      if (contains(y, x->values[i])) push(&both, x->values[i]);
    }
    return both;
  }
  tern_f2_list_t joint = null_space(x, dim), other = null_space(y, dim);
  // A null space has at most `dim` vectors, of which the sum of two may be more than a list holds: what spans them is not.
  tern_f2_span_t span = {0};
  for (size_t i = 0; i < joint.count; ++i) tern_f2_span_add(&span, joint.values[i], 0);
  tern_f2_list_extend(&joint, &span, other.values, other.count, dim - joint.count);
  return null_space(&joint, dim);
}

static void push_units_outside(tern_f2_list_t *list, const tern_f2_list_t *inside, size_t dim) {
  tern_f2_list_t reduced = reduce_rows(inside, dim);
  uint64_t pivots = pivots_of(&reduced);
  for (size_t i = 0; i < dim; ++i) {
    if (!(pivots >> i & 1)) push(list, UINT64_C(1) << i);
  }
}

// --- segments ---

static void sort(tern_f2_list_t *list) {
  for (size_t i = 1; i < list->count; ++i) {
    uint64_t value = list->values[i];
    size_t at = i;
    for (; at > 0 && list->values[at - 1] > value; --at) list->values[at] = list->values[at - 1];
    list->values[at] = value;
  }
}

// What is in one list and not in the other, without zeros and copies, ascending.
static tern_f2_list_t difference(const tern_f2_list_t *list, const tern_f2_list_t *other) {
  tern_f2_list_t result = {0};
  for (size_t i = 0; i < list->count; ++i) {
    uint64_t value = list->values[i];
    if (value && !contains(other, value) && !contains(&result, value)) push(&result, value);
  }
  sort(&result);
  return result;
}

// Lines: differences that none of what is accessed together has. Where there are too few of them, sums of a difference of
// one side with one of the other; where those do not suffice either, accesses meet in banks.
static tern_f2_list_t choose_segments(const tern_f2_list_t *from, const tern_f2_list_t *to, size_t dim, size_t count) {
  tern_f2_list_t segments = {0};
  for (size_t i = 0; i < dim && segments.count < count; ++i) {
    uint64_t unit = UINT64_C(1) << i;
    if (!contains(from, unit) && !contains(to, unit)) push(&segments, unit);
  }
  if (segments.count == count) return segments;
  tern_f2_list_t few = difference(from, to), many = difference(to, from);
  if (few.count > many.count) {
    tern_f2_list_t other = few;
    few = many;
    many = other;
  }
  size_t missing = count - segments.count;
  size_t conflicts = missing > few.count ? missing - few.count : 0;
  if (conflicts > few.count) conflicts = few.count;
  for (size_t i = conflicts; i < few.count; ++i) push(&segments, few.values[i] ^ many.values[i]);
  for (size_t i = 0; i < conflicts; ++i) push(&segments, few.values[i]);
  for (size_t i = 0; i < conflicts; ++i) push(&segments, many.values[i]);
  truncate(&segments, count);
  return segments;
}

// --- the memory ---

static void append_bases(tern_layout_t *layout, const char *name, const tern_f2_list_t *list) {
  size_t first = tern_layout_in_bits(layout);
  tern_layout_append_dim(&layout->ins, name, list->count);
  for (size_t i = 0; i < list->count; ++i) layout->bases[first + i] = list->values[i];
}

static void append(tern_f2_list_t *list, const tern_f2_list_t *more) {
  for (size_t i = 0; i < more->count && list->count < TERN_F2_MAX; ++i) push(list, more->values[i]);
}

// The layout with this vector, for lanes that have these bits at once. `kept`: how many places of reps stay apart, so that
// one instruction moves several.
static tern_layout_t build_memory(const plan_t *plan, const tern_f2_list_t *vector, const tern_f2_list_t *from_tile,
                                  const tern_f2_list_t *to_tile, size_t kept) {
  tern_f2_list_t from = *vector, to = *vector, taken = *vector, banks = {0}, lines = {0}, reps = {0};
  append(&from, from_tile);
  append(&to, to_tile);
  size_t vector_bits = plan->element_bits << vector->count;
  size_t bank_count = vector_bits < BANK_BITS ? log2_of(BANK_BITS / vector_bits) : 0;
  if (bank_count > plan->dim - vector->count) bank_count = plan->dim - vector->count;
  tern_f2_list_t segments = choose_segments(&from, &to, plan->dim, plan->dim - bank_count - vector->count);
  append(&taken, &segments);
  push_units_outside(&banks, &taken, plan->dim);
  for (size_t i = 0; i < segments.count; ++i) {
    uint64_t value = segments.values[i];
    bool is_rep = contains(&plan->from.registers, value) && contains(&plan->to.registers, value);
    if (is_rep && kept > 0) {
      --kept;
      is_rep = false;
    }
    push(is_rep ? &reps : &lines, value);
  }
  tern_layout_t memory = {.outs = plan->source->outs};
  append_bases(&memory, TERN_TRANSIT_VECTOR, vector);
  append_bases(&memory, TERN_TRANSIT_BANK, &banks);
  append_bases(&memory, TERN_TRANSIT_SEGMENT, &lines);
  append_bases(&memory, TERN_TRANSIT_REPS, &reps);
  return memory;
}

// --- each lane moves what it has ---

static tern_f2_list_t without(const tern_f2_list_t *list, const tern_f2_list_t *other) {
  tern_f2_list_t result = {0};
  for (size_t i = 0; i < list->count; ++i) {
    if (!contains(other, list->values[i])) push(&result, list->values[i]);
  }
  return result;
}

static uint64_t least_of(const tern_f2_list_t *list) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < list->count; ++i) least = list->values[i] < least ? list->values[i] : least;
  return least;
}

typedef enum filler { FILLED_BY_NONE, FILLED_BY_SOURCE, FILLED_BY_RESULT } filler_t;

// Fills the word of a bank with registers of one side that are warps of the other, then with warps.
static filler_t fill_word(const plan_t *plan, tern_f2_list_t *vector) {
  size_t needed = log2_of(WORD_BITS / plan->element_bits);
  tern_f2_list_t none = {1, {0}};
  tern_f2_list_t from_warps = without(&plan->from.warps, &none), to_warps = without(&plan->to.warps, &none);
  tern_f2_list_t from_rest = without(&plan->from.registers, vector), to_rest = without(&plan->to.registers, vector);
  tern_f2_list_t from = intersect(&from_rest, &to_warps, plan->dim), to = intersect(&to_rest, &from_warps, plan->dim);
  bool is_source = from.count > to.count;
  if (from.count == to.count && from.count > 0) is_source = least_of(&from) < least_of(&to);
  append(vector, is_source ? &from : &to);
  if (vector->count < needed) {
    tern_f2_list_t both = intersect(&from_warps, &to_warps, plan->dim);
    append(vector, &both);
  }
  for (size_t i = 0; vector->count < needed && (i < from_warps.count || i < to_warps.count); ++i) {
    if (i < from_warps.count && !contains(vector, from_warps.values[i])) push(vector, from_warps.values[i]);
    if (vector->count < needed && i < to_warps.count && !contains(vector, to_warps.values[i]))
      push(vector, to_warps.values[i]);
  }
  truncate(vector, needed);
  return is_source ? FILLED_BY_SOURCE : FILLED_BY_RESULT;
}

// Registers of one side come first among the banks, so that it can move more at once.
static void order_banks(const plan_t *plan, tern_layout_t *memory, filler_t filler) {
  tern_f2_list_t banks = bases_of(memory, TERN_TRANSIT_BANK);
  tern_f2_list_t from = {0}, to = {0};
  for (size_t i = 0; i < banks.count; ++i) {
    if (contains(&plan->from.registers, banks.values[i])) push(&from, banks.values[i]);
    if (contains(&plan->to.registers, banks.values[i])) push(&to, banks.values[i]);
  }
  bool is_source = filler == FILLED_BY_NONE ? from.count > to.count : filler == FILLED_BY_SOURCE;
  tern_f2_list_t ordered = is_source ? from : to, rest = without(&banks, &ordered);
  append(&ordered, &rest);
  size_t first = tern_layout_bits_before(&memory->ins, tern_layout_find(&memory->ins, TERN_TRANSIT_BANK));
  for (size_t i = 0; i < ordered.count; ++i) memory->bases[first + i] = ordered.values[i];
}

static tern_layout_t choose_plain(const plan_t *plan) {
  tern_f2_list_t vector = intersect(&plan->from.registers, &plan->to.registers, plan->dim);
  filler_t filler = FILLED_BY_NONE;
  truncate(&vector, log2_of(LINE_BITS / plan->element_bits));
  if (plan->element_bits << vector.count < WORD_BITS) filler = fill_word(plan, &vector);
  size_t words = (plan->element_bits << vector.count) / WORD_BITS, word_bits = words > 1 ? log2_of(words) : 0;
  tern_f2_list_t from = plan->from.lanes, to = plan->to.lanes;
  truncate(&from, from.count > word_bits ? from.count - word_bits : 0);
  truncate(&to, to.count > word_bits ? to.count - word_bits : 0);
  tern_layout_t memory = build_memory(plan, &vector, &from, &to, 0);
  if (word_bits < 2) order_banks(plan, &memory, filler);
  return memory;
}

// --- instructions ---

static const tern_transit_tile_t tiles[] = {[TERN_TRANSIT_PLAIN] = {0, {0}, 3, {0, 1, 2}},
                                            [TERN_TRANSIT_MATRIX] = {2, {0, 1}, 3, {2, 3, 4}},
                                            [TERN_TRANSIT_TRANSPOSED] = {3, {2, 3, 4}, 2, {0, 1}}};

static bool has_instruction(const plan_t *plan, tern_transit_instruction_t instruction, bool has_matrix) {
  if (instruction == TERN_TRANSIT_PLAIN) return true;
  if (plan->from.lanes.count < 5 || plan->to.lanes.count < 5) return false;
  return has_matrix && (instruction == TERN_TRANSIT_MATRIX ? plan->element_bits <= 32 : plan->element_bits == 16);
}

// A line of 16 bytes that both instructions move: registers of both, then lanes of the one that takes more registers' place
// for it. `more` has as many registers in a line as `less`, or more. False: there is none.
static bool find_line(const plan_t *plan, bool is_source_more, const tern_transit_tile_t *more,
                      const tern_transit_tile_t *less, tern_f2_list_t *out_vector) {
  const side_t *a = is_source_more ? &plan->from : &plan->to, *b = is_source_more ? &plan->to : &plan->from;
  const tern_layout_t *a_layout = is_source_more ? plan->source : plan->result;
  const tern_layout_t *b_layout = is_source_more ? plan->result : plan->source;
  size_t line = log2_of(LINE_BITS / plan->element_bits);
  if (line < less->contig_count || line < more->contig_count) return false;
  size_t less_registers = line - less->contig_count, extra = (size_t)less->contig_count - more->contig_count;
  *out_vector = intersect(&a->registers, &b->registers, plan->dim);
  if (out_vector->count < less_registers) return false;
  truncate(out_vector, less_registers);
  for (size_t i = 0; i < more->contig_count; ++i) {
    if (a->lanes.values[more->contig[i]] == 0) return false;
  }
  // In `a`, the first of those lanes are registers, and the rest are lanes.
  tern_layout_t map = tern_layout_invert_and_compose(b_layout, a_layout);
  if (map.error) return false;
  size_t lane = tern_layout_find(&map.ins, TERN_LAYOUT_LANE);
  size_t out_register = tern_layout_find(&map.outs, TERN_LAYOUT_REGISTER);
  size_t out_lane = tern_layout_find(&map.outs, TERN_LAYOUT_LANE);
  for (size_t i = 0; i < less->contig_count; ++i) {
    if (b->lanes.values[less->contig[i]] == 0) return false;
    if (i < extra && tern_layout_basis(&map, lane, less->contig[i], out_register) == 0) return false;
    if (i >= extra && tern_layout_basis(&map, lane, less->contig[i], out_lane) != INT64_C(1) << more->contig[i - extra])
      return false;
    push(out_vector, b->lanes.values[less->contig[i]]);
  }
  return true;
}

// Lines that are moved at once, three bits of them: registers where lanes do not suffice.
static bool find_lines(const side_t *side, const tern_transit_tile_t *tile, const tern_f2_list_t *vector,
                       tern_f2_list_t *out_tile) {
  *out_tile = (tern_f2_list_t){0};
  size_t needed = 3 - (size_t)tile->address_count;
  for (size_t i = 0; i < side->registers.count && out_tile->count < needed; ++i) {
    if (!contains(vector, side->registers.values[i])) push(out_tile, side->registers.values[i]);
  }
  if (out_tile->count < needed) return false;
  for (size_t i = 0; i < tile->address_count; ++i) {
    if (tile->addresses[i] >= side->lanes.count) return false;
    push(out_tile, side->lanes.values[tile->addresses[i]]);
  }
  return true;
}

static size_t count_conflicts(const plan_t *plan, const tern_layout_t *memory, const tern_f2_list_t *from,
                              const tern_f2_list_t *to) {
  tern_f2_list_t segments = bases_of(memory, TERN_TRANSIT_SEGMENT);
  return (((size_t)1 << intersect(&segments, from, plan->dim).count) - 1) +
         (((size_t)1 << intersect(&segments, to, plan->dim).count) - 1);
}

// Tries a pair of instructions. False: the layouts do not fit them.
static bool try_pair(const plan_t *plan, tern_transit_instruction_t store, tern_transit_instruction_t load,
                     tern_transit_t *out, size_t *out_conflicts) {
  const tern_transit_tile_t *from = &tiles[store], *to = &tiles[load];
  bool is_source_more = from->contig_count <= to->contig_count;
  tern_f2_list_t vector, from_lines, to_lines;
  if (!find_line(plan, is_source_more, is_source_more ? from : to, is_source_more ? to : from, &vector)) return false;
  if (!find_lines(&plan->from, from, &vector, &from_lines) || !find_lines(&plan->to, to, &vector, &to_lines))
    return false;
  bool is_matrix = store != TERN_TRANSIT_PLAIN && load != TERN_TRANSIT_PLAIN;
  out->memory = build_memory(plan, &vector, &from_lines, &to_lines, is_matrix ? 2 : 0);
  out->store = store;
  out->load = load;
  *out_conflicts = count_conflicts(plan, &out->memory, &from_lines, &to_lines);
  return true;
}

// The pair that meets fewest banks, and of those the one that uses the memory again most often.
static bool choose_instructions(const plan_t *plan, const tern_transit_tiles_t *given, tern_transit_t *out) {
  bool is_found = false;
  size_t least = 0, most_reps = 0;
  for (int store = TERN_TRANSIT_PLAIN; store <= TERN_TRANSIT_TRANSPOSED; ++store) {
    if (!has_instruction(plan, (tern_transit_instruction_t)store, given->has_store_matrix)) continue;
    for (int load = TERN_TRANSIT_PLAIN; load <= TERN_TRANSIT_TRANSPOSED; ++load) {
      tern_transit_t pair = {0};
      size_t conflicts;
      if (!has_instruction(plan, (tern_transit_instruction_t)load, given->has_load_matrix) ||
          !try_pair(plan, (tern_transit_instruction_t)store, (tern_transit_instruction_t)load, &pair, &conflicts))
        continue;
      size_t reps = tern_layout_bits(&pair.memory.ins, TERN_TRANSIT_REPS);
      if (is_found && (conflicts > least || (conflicts == least && reps <= most_reps))) continue;
      is_found = true;
      least = conflicts;
      most_reps = reps;
      *out = pair;
    }
  }
  return is_found;
}

// --- the choice ---

static side_t read_side(const tern_layout_t *layout) {
  return (side_t){bases_of(layout, TERN_LAYOUT_REGISTER), bases_of(layout, TERN_LAYOUT_LANE),
                  bases_of(layout, TERN_LAYOUT_WARP)};
}

tern_transit_t tern_transit_choose(const tern_layout_t *source, const tern_layout_t *result, size_t element_bits,
                                   const tern_transit_tiles_t *given) {
  if (source->error) return (tern_transit_t){.error = source->error};
  if (result->error) return (tern_transit_t){.error = result->error};
  if (element_bits < 8 || element_bits > LINE_BITS || (element_bits & (element_bits - 1)))
    return (tern_transit_t){.error = "elements in memory have 8, 16, 32, 64 or 128 bits"};
  tern_layout_t from = tern_layout_remove_zero_bases(source, TERN_LAYOUT_REGISTER);
  tern_layout_t to = tern_layout_remove_zero_bases(result, TERN_LAYOUT_REGISTER);
  if (tern_layout_out_bits(&from) != tern_layout_out_bits(&to))
    return (tern_transit_t){.error = "the outputs of two layouts are not the same"};
  plan_t plan = {.source = &from, .result = &to, .from = read_side(&from), .to = read_side(&to)};
  plan.dim = tern_layout_out_bits(&from);
  plan.element_bits = element_bits;
  tern_transit_t transit = {0};
  if (!given->is_exact || !choose_instructions(&plan, given, &transit)) transit.memory = choose_plain(&plan);
  return transit;
}

int64_t tern_transit_elements(const tern_transit_t *transit) {
  size_t reps = tern_layout_bits(&transit->memory.ins, TERN_TRANSIT_REPS);
  return INT64_C(1) << (tern_layout_out_bits(&transit->memory) - reps);
}

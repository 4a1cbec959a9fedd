// See swizzle.h.

#include "analysis/layout/swizzle.h"

#include "analysis/layout/bank_conflicts.h"
#include "analysis/layout/distributed.h"

enum { WRITER, READER, SIDES, VECTOR_BITS = 128, WORD_BITS = 8 * TERN_BANK_BYTES };

typedef struct plan {
  tern_distributed_t sides[SIDES];
  size_t element_bits;
  tern_f2_list_t common;   // registers of both
  tern_f2_list_t all;      // what a block has: the writer's registers, lanes and warps
  tern_f2_list_t columns;  // of the memory: vector, word, banks, segments
  size_t vector_count, word_count;
  tern_f2_span_t places;  // the columns, by offsets
} plan_t;

static size_t log2_of(size_t value) { return (size_t)__builtin_ctzll((unsigned long long)value); }

static void append(tern_f2_list_t *list, const tern_f2_list_t *more) {
  for (size_t i = 0; i < more->count; ++i) list->values[list->count++] = more->values[i];
}

static void extend(tern_f2_list_t *list, tern_f2_span_t *span, const tern_f2_list_t *more, size_t most) {
  tern_f2_list_extend(list, span, more->values, more->count, most);
}

// --- columns ---

// The vector, and what fills its word.
static void choose_word(plan_t *plan, size_t vector_count, tern_f2_span_t *span) {
  size_t bits = plan->element_bits << vector_count;
  plan->vector_count = vector_count;
  extend(&plan->columns, span, &plan->common, vector_count);
  if (bits < WORD_BITS) {
    size_t end = vector_count + log2_of(WORD_BITS / bits);
    extend(&plan->columns, span, &plan->sides[WRITER].registers, end - plan->columns.count);
    extend(&plan->columns, span, &plan->sides[READER].registers, end - plan->columns.count);
    extend(&plan->columns, span, &plan->all, end - plan->columns.count);
  }
  plan->word_count = plan->columns.count;
}

// Segments that have nothing in common with the lanes that are served together.
static tern_f2_list_t choose_segments(const plan_t *plan, const tern_f2_span_t *word, size_t phase, size_t count) {
  tern_f2_list_t lanes[SIDES], own[SIDES] = {{0}}, segments = {0};
  tern_f2_span_t either = *word, free_of[SIDES];
  for (size_t i = 0; i < SIDES; ++i) {
    lanes[i] = plan->sides[i].lanes;
    if (lanes[i].count > phase) lanes[i].count = phase;
    for (size_t k = 0; k < lanes[i].count; ++k) tern_f2_span_add(&either, lanes[i].values[k], 0);
  }
  extend(&segments, &either, &plan->all, count);
  tern_f2_list_t both = tern_f2_intersect(word, &lanes[WRITER], &lanes[READER]);
  for (size_t i = 0; i < SIDES; ++i) {
    free_of[i] = *word;
    for (size_t k = 0; k < both.count; ++k) tern_f2_span_add(&free_of[i], both.values[k], 0);
    extend(&own[i], &free_of[i], &lanes[i], lanes[i].count);
  }
  size_t pairs = own[WRITER].count < own[READER].count ? own[WRITER].count : own[READER].count;
  for (size_t i = 0; i < pairs && segments.count < count; ++i) {
    segments.values[segments.count++] = own[WRITER].values[i] ^ own[READER].values[i];
  }
  return segments;
}

static void choose_columns(plan_t *plan, size_t vector_count) {
  tern_f2_span_t span = {0};
  plan->columns = (tern_f2_list_t){0};
  choose_word(plan, vector_count, &span);
  size_t phase = log2_of(tern_bank_phase_lanes((plan->element_bits << vector_count) / 8));
  size_t left = plan->all.count - plan->word_count, count = left > phase ? left - phase : 0;
  tern_f2_list_t segments = choose_segments(plan, &span, phase, count);
  for (size_t i = 0; i < segments.count; ++i) tern_f2_span_add(&span, segments.values[i], 0);
  extend(&plan->columns, &span, &plan->sides[WRITER].lanes, left);
  extend(&plan->columns, &span, &plan->sides[READER].lanes, left);
  extend(&plan->columns, &span, &plan->all, left);
  append(&plan->columns, &segments);
  plan->places = (tern_f2_span_t){0};
  for (size_t i = 0; i < plan->columns.count; ++i) {
    tern_f2_span_add(&plan->places, plan->columns.values[i], UINT64_C(1) << i);
  }
}

// --- sides ---

static uint64_t offset_of(const plan_t *plan, uint64_t vector) {
  uint64_t offset = 0;
  tern_f2_span_reduce(&plan->places, vector, &offset);
  return offset;
}

// What a block adds to the writer's place in it.
static uint64_t block_offset(const plan_t *plan, const tern_distributed_t *side, size_t block) {
  return offset_of(plan, side->blocks.values[block] ^ plan->sides[WRITER].blocks.values[block]);
}

// Do vectors of so many elements begin at multiples of their size in all lanes, warps and blocks?
static bool is_aligned(const plan_t *plan, const tern_distributed_t *side, size_t vector_bits) {
  const uint64_t mask = (UINT64_C(1) << vector_bits) - 1;
  for (size_t i = 0; i < side->lanes.count; ++i) {
    if (offset_of(plan, side->lanes.values[i]) & mask) return false;
  }
  for (size_t i = 0; i < side->warps.count; ++i) {
    if (offset_of(plan, side->warps.values[i]) & mask) return false;
  }
  for (size_t i = 0; i < side->blocks.count; ++i) {
    if (block_offset(plan, side, i) & mask) return false;
  }
  return true;
}

// What the registers of a thread span.
static tern_f2_span_t register_span(const tern_distributed_t *side) {
  tern_f2_span_t span = {0};
  for (size_t i = 0; i < side->registers.count; ++i) {
    tern_f2_span_add(&span, side->registers.values[i], UINT64_C(1) << i);
  }
  return span;
}

// In the word one side may have more neighbours than both have.
static size_t count_vector_bits(const plan_t *plan, const tern_distributed_t *side) {
  tern_f2_span_t span = register_span(side);
  size_t bits = plan->vector_count;
  while (bits < plan->word_count && tern_f2_span_has(&span, plan->columns.values[bits]) &&
         is_aligned(plan, side, bits + 1)) {
    ++bits;
  }
  return bits;
}

static tern_swizzle_side_t build_side(const plan_t *plan, const tern_distributed_t *side) {
  tern_swizzle_side_t result = {.vector_bits = count_vector_bits(plan, side)};
  tern_f2_span_t span = register_span(side), used = {0};
  uint64_t elements[TERN_F2_MAX] = {0}, accesses[TERN_F2_MAX], offsets[TERN_F2_MAX], distinct;
  size_t access_count = 0;
  result.copies = tern_distributed_copies(side, &distinct);
  for (size_t i = 0; i < result.vector_bits; ++i) {
    tern_f2_span_reduce(&span, plan->columns.values[i], &elements[i]);
    tern_f2_span_add(&used, plan->columns.values[i], 0);
  }
  for (size_t i = 0; i < side->registers.count; ++i) {
    if (!tern_f2_span_add(&used, side->registers.values[i], 0)) continue;
    // The register that has the first element of the vector.
    uint64_t first = UINT64_C(1) << i, offset = offset_of(plan, side->registers.values[i]);
    for (size_t k = 0; k < result.vector_bits; ++k) {
      if (offset >> k & 1) first ^= elements[k];
    }
    accesses[access_count] = first;
    offsets[access_count++] = offset >> result.vector_bits << result.vector_bits;
  }
  tern_layout_t *registers = &result.registers, *places = &result.offsets;
  tern_layout_append_dim(&registers->ins, TERN_LAYOUT_ELEMENT, result.vector_bits);
  tern_layout_append_dim(&registers->ins, TERN_LAYOUT_ACCESS, access_count);
  tern_layout_append_dim(&registers->outs, TERN_LAYOUT_REGISTER, side->registers.count);
  tern_layout_append_dim(&places->ins, TERN_LAYOUT_ACCESS, access_count);
  tern_layout_append_dim(&places->ins, TERN_LAYOUT_LANE, side->lanes.count);
  tern_layout_append_dim(&places->ins, TERN_LAYOUT_WARP, side->warps.count);
  tern_layout_append_dim(&places->ins, TERN_LAYOUT_BLOCK, side->blocks.count);
  tern_layout_append_dim(&places->outs, TERN_LAYOUT_OFFSET, plan->columns.count);
  size_t at = 0;
  for (size_t i = 0; i < result.vector_bits; ++i) registers->bases[i] = elements[i];
  for (size_t i = 0; i < access_count; ++i) {
    registers->bases[result.vector_bits + i] = accesses[i];
    places->bases[at++] = offsets[i];
  }
  for (size_t i = 0; i < side->lanes.count; ++i) places->bases[at++] = offset_of(plan, side->lanes.values[i]);
  for (size_t i = 0; i < side->warps.count; ++i) places->bases[at++] = offset_of(plan, side->warps.values[i]);
  for (size_t i = 0; i < side->blocks.count; ++i) places->bases[at++] = block_offset(plan, side, i);
  return result;
}

// --- the choice ---

tern_swizzle_t tern_swizzle_choose(const tern_layout_t *writer, const tern_layout_t *reader, size_t element_bits) {
  plan_t plan = {.element_bits = element_bits};
  tern_f2_span_t none = {0}, span = {0};
  if (element_bits < 8 || element_bits > VECTOR_BITS || element_bits & (element_bits - 1)) {
    return (tern_swizzle_t){.error = "elements in memory have 8, 16, 32, 64 or 128 bits"};
  }
  const char *error = tern_distributed_read(writer, reader, plan.sides);
  if (error) return (tern_swizzle_t){.error = error};
  if (!tern_distributed_same_blocks(plan.sides)) {
    return (tern_swizzle_t){.error = "a block reads other elements than it writes"};
  }
  const tern_distributed_t *first = &plan.sides[WRITER];
  extend(&plan.all, &span, &first->registers, TERN_F2_MAX);
  extend(&plan.all, &span, &first->lanes, TERN_F2_MAX);
  extend(&plan.all, &span, &first->warps, TERN_F2_MAX);
  plan.common = tern_f2_intersect(&none, &first->registers, &plan.sides[READER].registers);
  size_t vector_count = log2_of(VECTOR_BITS / element_bits);
  if (vector_count > plan.common.count) vector_count = plan.common.count;
  // Lanes whose elements are not where a vector begins, which layouts of hardware never have, take a narrower one.
  choose_columns(&plan, vector_count);
  while (vector_count > 0 &&
         (!is_aligned(&plan, first, vector_count) || !is_aligned(&plan, &plan.sides[READER], vector_count))) {
    choose_columns(&plan, --vector_count);
  }
  tern_swizzle_t result = {.memory = {.outs = writer->outs}};
  tern_layout_append_dim(&result.memory.ins, TERN_LAYOUT_OFFSET, plan.columns.count);
  tern_layout_append_dim(&result.memory.ins, TERN_LAYOUT_BLOCK, first->blocks.count);
  for (size_t i = 0; i < plan.columns.count; ++i) result.memory.bases[i] = plan.columns.values[i];
  for (size_t i = 0; i < first->blocks.count; ++i) {
    result.memory.bases[plan.columns.count + i] = first->blocks.values[i];
  }
  result.writer = build_side(&plan, first);
  result.reader = build_side(&plan, &plan.sides[READER]);
  return result;
}

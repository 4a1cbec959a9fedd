// See layout_places.h.

#include "convert/gpu/layout_places.h"

#include <assert.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

// --- runs ---

// Bits `first` to `first` + `count` of an input that become those from `target` on of an output.
typedef struct run {
  size_t first, count, target;
} run_t;

static tern_value_t *compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, size_t bits) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, tern_build_index(b, INT64_C(1) << bits)));
}

static tern_value_t *build_run(tern_builder_t *b, tern_value_t *in, size_t in_bits, const run_t *run) {
  if (run->first) in = compute(b, TERN_ARITH(DIVUI), in, run->first);
  if (run->first + run->count < in_bits) in = compute(b, TERN_ARITH(REMUI), in, run->count);
  return in;
}

static bool leads_to(const tern_layout_t *layout, size_t in, size_t bit, size_t out, size_t target) {
  return bit < layout->ins.values[in].bits && target < layout->outs.values[out].bits &&
         tern_layout_basis(layout, in, bit, out) >> target & 1;
}

// The next run of an input to an output from `inout_run` on: runs begin where the bits below them do not go along.
static bool find_run(const tern_layout_t *layout, size_t in, size_t out, run_t *inout_run) {
  size_t bits = layout->ins.values[in].bits, targets = layout->outs.values[out].bits;
  for (; inout_run->first < bits; ++inout_run->first, inout_run->target = 0) {
    for (; inout_run->target < targets; ++inout_run->target) {
      size_t first = inout_run->first, target = inout_run->target, count = 0;
      if (first && target && leads_to(layout, in, first - 1, out, target - 1)) continue;
      while (leads_to(layout, in, first + count, out, target + count)) ++count;
      inout_run->count = count;
      if (count) return true;
    }
  }
  return false;
}

// What the bits of `number` make of an output.
static uint64_t of_number(const tern_layout_t *layout, size_t in, size_t out, int64_t number) {
  uint64_t made = 0;
  for (size_t bit = 0; bit < layout->ins.values[in].bits; ++bit) {
    if (number >> bit & 1) made ^= (uint64_t)tern_layout_basis(layout, in, bit, out);
  }
  return made;
}

// --- terms ---

static tern_value_t *build_shifted(tern_builder_t *b, tern_value_t *value, size_t bits) {
  return tern_build_index_mul(b, value, tern_build_index(b, INT64_C(1) << bits));
}

// The exclusive or of both, shifted as little as they allow: what they have in common costs one shift.
static tern_gpu_term_t merge_terms(tern_builder_t *b, const tern_gpu_term_t *x, const tern_gpu_term_t *y) {
  size_t shift = x->shift < y->shift ? x->shift : y->shift;
  tern_value_t *values[] = {build_shifted(b, x->value, x->shift - shift), build_shifted(b, y->value, y->shift - shift)};
  return (tern_gpu_term_t){tern_build_value(b, TERN_ARITH(XORI), .operands = {values, 2}), shift, x->bits | y->bits};
}

// Adds a term: those that have bits in common with it become one with it.
static void add_term(tern_builder_t *b, tern_gpu_place_t *place, tern_gpu_term_t term) {
  size_t kept = 0;
  for (size_t i = 0; i < place->count; ++i) {
    bool is_common = (place->terms[i].bits & term.bits) != 0;
    if (is_common) term = merge_terms(b, &place->terms[i], &term);
    if (!is_common) place->terms[kept++] = place->terms[i];
  }
  // Without room for it, it is one with the last in any case.
  if (kept == TERN_GPU_MAX_TERMS) {
    kept -= 1;
    term = merge_terms(b, &place->terms[kept], &term);
  }
  place->terms[kept] = term;
  place->count = kept + 1;
}

// What input `in` makes of an output, where it is `value`.
static void add_input(tern_builder_t *b, const tern_layout_t *layout, size_t in, size_t out, tern_value_t *value,
                      tern_gpu_place_t *place) {
  int64_t number;
  if (tern_index_constant(value, &number)) {
    place->constant ^= of_number(layout, in, out, number);
    return;
  }
  for (run_t run = {0}; find_run(layout, in, out, &run); ++run.target) {
    tern_value_t *bits = build_run(b, value, layout->ins.values[in].bits, &run);
    add_term(b, place, (tern_gpu_term_t){bits, run.target, ((UINT64_C(1) << run.count) - 1) << run.target});
  }
}

void tern_gpu_places_set(tern_gpu_places_t *places, const char *in, tern_value_t *value) {
  size_t position = tern_layout_find(&places->layout.ins, in);
  if (position == places->layout.ins.count) return;
  for (size_t out = 0; out < places->layout.outs.count; ++out) {
    add_input(places->builder, &places->layout, position, out, value, &places->outs[out]);
  }
}

tern_gpu_places_t tern_gpu_build_places(tern_builder_t *b, const tern_layout_t *layout, tern_gpu_inputs_t inputs) {
  assert(tern_layout_is_ok(layout));
  tern_gpu_places_t places = {.builder = b, .layout = *layout};
  for (size_t i = 0; i < inputs.count; ++i) {
    if (inputs.values[i].value) tern_gpu_places_set(&places, inputs.values[i].name, inputs.values[i].value);
  }
  return places;
}

void tern_gpu_places_begin_at(tern_gpu_places_t *places, const char *out, tern_value_t *origin) {
  places->outs[tern_layout_find(&places->layout.outs, out)].origin = origin;
}

// The numbers' part of an output.
static uint64_t of_numbers(const tern_layout_t *layout, size_t out, tern_gpu_numbers_t numbers) {
  uint64_t made = 0;
  for (size_t i = 0; i < numbers.count; ++i) {
    size_t in = tern_layout_find(&layout->ins, numbers.values[i].name);
    if (in < layout->ins.count) made ^= of_number(layout, in, out, numbers.values[i].value);
  }
  return made;
}

int64_t tern_gpu_place_distance(const tern_gpu_places_t *places, const char *out, tern_gpu_numbers_t numbers) {
  return (int64_t)of_numbers(&places->layout, tern_layout_find(&places->layout.outs, out), numbers);
}

tern_value_t *tern_gpu_build_place(const tern_gpu_places_t *places, const char *out, tern_gpu_numbers_t numbers) {
  tern_builder_t *b = places->builder;
  const tern_layout_t *layout = &places->layout;
  size_t position = tern_layout_find(&layout->outs, out);
  assert(position < layout->outs.count);
  const tern_gpu_place_t *place = &places->outs[position];
  tern_value_t *sum = tern_build_index(b, 0);
  uint64_t constant = place->constant ^ of_numbers(layout, position, numbers);
  for (size_t i = 0; i < place->count; ++i) {
    const tern_gpu_term_t *term = &place->terms[i];
    const uint64_t common = constant & term->bits;
    tern_value_t *value = term->value;
    if (common) {
      tern_value_t *bits = tern_build_index(b, (int64_t)(common >> term->shift));
      value = tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(value, bits));
    }
    sum = tern_build_index_add(b, sum, build_shifted(b, value, term->shift));
    constant &= ~common;
  }
  if (place->origin) sum = tern_build_index_add(b, sum, place->origin);
  return tern_build_index_add(b, sum, tern_build_index(b, (int64_t)constant));
}

// Conversions through memory, replayed instruction by instruction: for random pairs of layouts each element arrives where the result
// wants it, by vectors and by the matrices of ldmatrix and stmatrix.

#include "layout_fixture.h"

#include "analysis/layout/memory_moves.h"

enum { PAIRS = 3000, LANES = 32, MOST_ELEMENTS = 1 << 13, MOST_REGISTERS = 1 << 9, MOST_WARPS = 8, LINE_LANES = 8 };

typedef struct machine {
  uint64_t registers[MOST_WARPS][LANES][MOST_REGISTERS];
  uint64_t memory[MOST_ELEMENTS];
} machine_t;

static machine_t source_machine, result_machine;
static size_t matrix_count, transposed_count;

static uint64_t address_of(const tern_memory_moves_t *moves, int64_t instruction, int64_t lane, int64_t warp) {
  int64_t offset;
  tern_layout_apply(&moves->addresses, (int64_t[]){lane, warp}, &offset);
  return ((uint64_t)offset ^ tern_memory_moves_mixed(moves, instruction)) + tern_memory_moves_added(moves, instruction);
}

// Where element `element` of what a lane moves by an instruction lies.
static uint64_t place_of(const tern_memory_moves_t *moves, size_t bits, int64_t instruction, int64_t element,
                         int64_t lane, int64_t warp) {
  int64_t in_word = element & ((INT64_C(1) << moves->word_bits) - 1), matrix = element >> moves->word_bits;
  if (moves->instruction == TERN_TRANSIT_PLAIN) return address_of(moves, instruction, lane, warp) + (uint64_t)element;
  if (moves->instruction == TERN_TRANSIT_MATRIX) {
    // Lane l has word l % 4 of line l / 4.
    uint64_t line = address_of(moves, instruction, matrix * LINE_LANES + lane / 4, warp);
    return line + (uint64_t)(lane % 4 * (32 / (int64_t)bits) + in_word);
  }
  // Lane l has element l / 4 of lines 2 * (l % 4) and the next.
  uint64_t line = address_of(moves, instruction, matrix * LINE_LANES + lane % 4 * 2 + in_word, warp);
  return line + (uint64_t)(lane / 4);
}

static tern_memory_moves_t plan(const tern_transit_side_t *side, tern_transit_instruction_t kind, size_t bits) {
  tern_memory_moves_t moves;
  if (kind == TERN_TRANSIT_PLAIN) return tern_memory_moves_plain(&side->map, bits, 128, 0);
  assert_true(tern_memory_moves_matrix(&side->map, bits, kind == TERN_TRANSIT_TRANSPOSED, 0, &moves));
  matrix_count += kind == TERN_TRANSIT_MATRIX;
  transposed_count += kind == TERN_TRANSIT_TRANSPOSED;
  return moves;
}

// One side of a round: all warps move what an instruction moves, one after the other.
static void move(machine_t *machine, const tern_transit_side_t *side, const tern_memory_moves_t *moves, size_t bits,
                 int64_t round, uint64_t *memory, bool is_store) {
  int64_t warps = INT64_C(1) << tern_layout_bits(&side->map.ins, "warp");
  int64_t elements = INT64_C(1) << (moves->word_bits + moves->matrix_bits);
  for (int64_t i = 0; i < tern_memory_moves_count(moves) * warps * LANES * elements; ++i) {
    int64_t element = i % elements, lane = i / elements % LANES, warp = i / elements / LANES % warps;
    int64_t instruction = i / elements / LANES / warps;
    size_t number = tern_memory_moves_register(moves, instruction, element);
    uint64_t *own = machine->registers[warp][lane],
             *place = &memory[place_of(moves, bits, instruction, element, lane, warp)];
    if (is_store)
      *place = own[tern_transit_register(side, round, number)];
    else
      own[tern_transit_register(side, round, number)] = *place;
  }
}

static uint64_t element_at(const tern_layout_t *layout, int64_t reg, int64_t lane, int64_t warp) {
  uint64_t in = tern_layout_set(&layout->ins, 0, 0, (uint64_t)reg);
  in = tern_layout_set(&layout->ins, 1, in, (uint64_t)lane);
  return tern_layout_apply_flat(layout, tern_layout_set(&layout->ins, 2, in, (uint64_t)warp));
}

static void check_pair(const tern_layout_t *source, const tern_layout_t *result, size_t bits,
                       const tern_transit_tiles_t *tiles) {
  tern_transit_t transit = tern_transit_choose(source, result, bits, tiles);
  assert_null(transit.error);
  tern_transit_side_t from = tern_transit_side(&transit, source), to = tern_transit_side(&transit, result);
  assert_null(from.error);
  assert_null(to.error);
  tern_memory_moves_t stores = plan(&from, transit.store, bits), loads = plan(&to, transit.load, bits);
  int64_t warps = INT64_C(1) << tern_layout_bits(&source->ins, "warp");
  for (int64_t i = 0; i < warps * LANES; ++i) {
    for (int64_t reg = 0; reg < INT64_C(1) << source->ins.values[0].bits; ++reg)
      source_machine.registers[i / LANES][i % LANES][reg] = element_at(source, reg, i % LANES, i / LANES);
  }
  for (int64_t round = 0; round < tern_transit_round_count(&transit); ++round) {
    uint64_t *memory = source_machine.memory;
    memset(memory, 0xff, (size_t)tern_transit_elements(&transit) * sizeof *memory);
    move(&source_machine, &from, &stores, bits, round, memory, true);
    move(&result_machine, &to, &loads, bits, round, memory, false);
  }
  for (int64_t i = 0; i < warps * LANES; ++i) {
    for (int64_t reg = 0; reg < INT64_C(1) << result->ins.values[0].bits; ++reg) {
      // Copies are not loaded.
      size_t own = 0;
      for (size_t bit = 0; bit < result->ins.values[0].bits; ++bit) {
        if (result->bases[bit]) own |= (size_t)(reg & (INT64_C(1) << bit));
      }
      uint64_t element = element_at(result, reg, i % LANES, i / LANES);
      LAYOUT_CHECK(result_machine.registers[i / LANES][i % LANES][own] == element, source, result, reg);
    }
  }
}

static void random_pair(tern_layout_t *out_source, tern_layout_t *out_result) {
  layout_shape_t source = {.registers = (size_t)layout_random(6), .lanes = 5, .warps = (size_t)layout_random(3)};
  size_t all = source.registers + source.lanes + source.warps;
  source.outs = all - (size_t)layout_random(4);
  layout_shape_t result = source;
  result.registers = source.outs > source.lanes + source.warps ? source.outs - source.lanes - source.warps : 0;
  result.registers += (size_t)layout_random(3);
  *out_source = layout_random_distributed(&source, false);
  *out_result = layout_random_distributed(&result, false);
}

static void elements_arrive(void **state) {
  (void)state;
  layout_random_state = 62;
  for (int i = 0; i < PAIRS; ++i) {
    tern_layout_t source, result;
    random_pair(&source, &result);
    tern_transit_tiles_t tiles = {.is_exact = i % 4 != 0, .has_load_matrix = true, .has_store_matrix = i % 8 > 3};
    check_pair(&source, &result, (size_t)8 << i % 4, &tiles);
  }
}

// Fragments of mma.sync against rows of vectors, in both directions, as kernels have them.
static void fragments_arrive(void **state) {
  (void)state;
  matrix_count = transposed_count = 0;
  for (int64_t half = 0; half < 2; ++half) {
    int64_t pair = half ? 2 : 4;
    const char *const outs[] = {"dim0", "dim1"};
    tern_layout_t rows = TERN_LAYOUT_EXTEND(NULL, {"register", 8, "dim1"}, {"lane", 4, "dim1"}, {"lane", 8, "dim0"},
                                            {"warp", 4, "dim0"}, {"register", 2, "dim1"});
    tern_layout_t columns = TERN_LAYOUT_EXTEND(NULL, {"register", 8, "dim0"}, {"lane", 4, "dim0"}, {"lane", 8, "dim1"},
                                               {"warp", 4, "dim1"}, {"register", 2, "dim1"});
    tern_layout_t sums = TERN_LAYOUT_EXTEND(NULL, {"register", pair, "dim1"}, {"lane", 4, "dim1"}, {"lane", 8, "dim0"},
                                            {"register", 2, "dim0"}, {"warp", 2, "dim0"},
                                            {"register", 64 / pair / 4, "dim1"}, {"warp", 2, NULL});
    rows = tern_layout_transpose_outs(&rows, (tern_layout_names_t){outs, 2});
    columns = tern_layout_transpose_outs(&columns, (tern_layout_names_t){outs, 2});
    sums = tern_layout_transpose_outs(&sums, (tern_layout_names_t){outs, 2});
    tern_transit_tiles_t tiles = {.is_exact = true, .has_load_matrix = true, .has_store_matrix = true};
    check_pair(&rows, &sums, half ? 16 : 8, &tiles);
    check_pair(&sums, &rows, half ? 16 : 8, &tiles);
    check_pair(&columns, &sums, half ? 16 : 8, &tiles);
    check_pair(&sums, &columns, half ? 16 : 8, &tiles);
  }
  assert_true(matrix_count > 0 && transposed_count > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_arrive),
      cmocka_unit_test(fragments_arrive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

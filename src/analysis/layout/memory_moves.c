// See memory_moves.h.

#include "analysis/layout/memory_moves.h"

enum { LINE_BITS = 128, WORD_BITS = 32, MATRIX_LANES = 5, MOST_MATRIX_BITS = 2 };

typedef struct map {
  uint64_t registers[TERN_LAYOUT_MAX_BITS], lanes[TERN_LAYOUT_MAX_BITS], warps[TERN_LAYOUT_MAX_BITS];
  size_t register_count, lane_count, warp_count;
} map_t;

static size_t log2_of(size_t value) {
  size_t bits = 0;
  while (value >> (bits + 1)) ++bits;
  return bits;
}

static size_t read_bases(const tern_layout_t *layout, const char *name, uint64_t *out_bases) {
  size_t in = tern_layout_find(&layout->ins, name), bits = tern_layout_bits(&layout->ins, name);
  for (size_t i = 0; i < bits; ++i) out_bases[i] = layout->bases[tern_layout_bits_before(&layout->ins, in) + i];
  return bits;
}

static map_t read_map(const tern_layout_t *layout) {
  map_t map = {.register_count = 0};
  map.register_count = read_bases(layout, TERN_LAYOUT_REGISTER, map.registers);
  map.lane_count = read_bases(layout, TERN_LAYOUT_LANE, map.lanes);
  map.warp_count = read_bases(layout, TERN_LAYOUT_WARP, map.warps);
  return map;
}

// --- the order of registers ---

static bool is_taken(const tern_memory_moves_t *moves, size_t count, size_t bit) {
  for (size_t i = 0; i < count; ++i) {
    if (moves->registers[i] == bit) return true;
  }
  return moves->copies >> bit & 1;
}

static void take(tern_memory_moves_t *moves, size_t *inout_count, size_t bit, uint64_t offset) {
  moves->registers[*inout_count] = bit;
  moves->offsets[(*inout_count)++] = offset;
}

// Of the registers that are left, those come first whose offsets have no bit that lanes, warps or what is mixed has.
static void order_rest(const map_t *map, uint64_t moving, size_t count, tern_memory_moves_t *moves) {
  uint64_t bits = moving, mixed = 0;
  for (size_t i = 0; i < tern_layout_in_bits(&moves->addresses); ++i) bits |= moves->addresses.bases[i];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < map->register_count; ++i) {
      if (is_taken(moves, count, i) || mixed >> i & 1 || !(map->registers[i] & bits)) continue;
      mixed |= UINT64_C(1) << i;
      bits |= map->registers[i];
      has_changed = true;
    }
  }
  size_t first = count;
  for (size_t i = 0; i < map->register_count; ++i) {
    if (!is_taken(moves, first, i) && !(mixed >> i & 1)) take(moves, &count, i, map->registers[i]);
  }
  moves->added_bits = count - first;
  for (size_t i = 0; i < map->register_count; ++i) {
    if (mixed >> i & 1) take(moves, &count, i, map->registers[i]);
  }
  moves->mixed_bits = count - first - moves->added_bits;
}

static void set_addresses(tern_memory_moves_t *moves, const tern_layout_t *layout, const uint64_t *lanes,
                          size_t lane_count, const map_t *map) {
  moves->addresses = (tern_layout_t){.outs = layout->outs};
  tern_layout_append_dim(&moves->addresses.ins, TERN_LAYOUT_LANE, lane_count);
  tern_layout_append_dim(&moves->addresses.ins, TERN_LAYOUT_WARP, map->warp_count);
  for (size_t i = 0; i < lane_count; ++i) moves->addresses.bases[i] = lanes[i];
  for (size_t i = 0; i < map->warp_count; ++i) moves->addresses.bases[lane_count + i] = map->warps[i];
}

static uint64_t copies_of(const map_t *map) {
  uint64_t copies = 0;
  for (size_t i = 0; i < map->register_count; ++i) copies |= (uint64_t)(map->registers[i] == 0) << i;
  return copies;
}

// --- vectors ---

// The register whose offset is exactly this one, or `register_count`.
static size_t find_register(const map_t *map, uint64_t offset) {
  size_t i = 0;
  while (i < map->register_count && map->registers[i] != offset) ++i;
  return i;
}

// Is `bit` one that nothing but the register `own` moves?
static bool is_alone(const map_t *map, size_t own, uint64_t bit, uint64_t moving) {
  uint64_t others = moving;
  for (size_t i = 0; i < map->register_count; ++i) {
    if (i != own) others |= map->registers[i];
  }
  for (size_t i = 0; i < map->lane_count; ++i) others |= map->lanes[i];
  for (size_t i = 0; i < map->warp_count; ++i) others |= map->warps[i];
  return (others & bit) == 0;
}

tern_memory_moves_t tern_memory_moves_plain(const tern_layout_t *layout, size_t element_bits, size_t most,
                                            uint64_t moving) {
  map_t map = read_map(layout);
  tern_memory_moves_t moves = {.instruction = TERN_TRANSIT_PLAIN, .copies = copies_of(&map)};
  size_t most_bits = log2_of(LINE_BITS / element_bits), count = 0;
  if (log2_of(most) < most_bits) most_bits = log2_of(most);
  while (count < most_bits) {
    uint64_t bit = UINT64_C(1) << count;
    size_t own = find_register(&map, bit);
    if (own == map.register_count || !is_alone(&map, own, bit, moving)) break;
    take(&moves, &count, own, bit);
  }
  moves.word_bits = count;
  set_addresses(&moves, layout, map.lanes, map.lane_count, &map);
  order_rest(&map, moving, count, &moves);
  return moves;
}

// --- matrices ---

// A line has 16 bytes: `low` bits of the offset, each moved by one register or lane alone.
static bool has_line(const map_t *map, size_t low, uint64_t moving, const uint64_t *makers, size_t maker_count) {
  uint64_t mask = (UINT64_C(1) << low) - 1, others = moving;
  for (size_t i = 0; i < maker_count; ++i) {
    if (makers[i] != UINT64_C(1) << i) return false;
  }
  size_t in_line = 0;
  for (size_t i = 0; i < map->register_count; ++i) in_line += (map->registers[i] & mask) != 0;
  for (size_t i = 0; i < map->lane_count; ++i) in_line += (map->lanes[i] & mask) != 0;
  for (size_t i = 0; i < map->warp_count; ++i) others |= map->warps[i];
  return in_line == low && (others & mask) == 0;
}

// The words of up to four matrices: the next registers, as they come.
static void take_matrices(const map_t *map, tern_memory_moves_t *moves, size_t *inout_count, uint64_t *lanes,
                          size_t *inout_lane_count) {
  for (size_t i = 0; i < map->register_count && moves->matrix_bits < MOST_MATRIX_BITS; ++i) {
    if (is_taken(moves, *inout_count, i)) continue;
    take(moves, inout_count, i, map->registers[i]);
    lanes[(*inout_lane_count)++] = map->registers[i];
    ++moves->matrix_bits;
  }
}

bool tern_memory_moves_matrix(const tern_layout_t *layout, size_t element_bits, bool is_transposed, uint64_t moving,
                              tern_memory_moves_t *out_moves) {
  map_t map = read_map(layout);
  tern_memory_moves_t *moves = out_moves;
  *moves = (tern_memory_moves_t){.copies = copies_of(&map)};
  moves->instruction = is_transposed ? TERN_TRANSIT_TRANSPOSED : TERN_TRANSIT_MATRIX;
  if (map.lane_count != MATRIX_LANES || element_bits > WORD_BITS || element_bits < 8) return false;
  if (is_transposed && element_bits != 16) return false;
  size_t line = log2_of(LINE_BITS / element_bits), word = log2_of(WORD_BITS / element_bits), count = 0, lane_count = 0;
  uint64_t makers[TERN_LAYOUT_MAX_BITS], lanes[MATRIX_LANES + MOST_MATRIX_BITS] = {0};
  if (is_transposed) {
    // Each lane has one element of each line, of eight lines below each other; two of them are a word.
    size_t own = 0;
    while (own < map.register_count && is_taken(moves, 0, own)) ++own;
    if (own == map.register_count) return false;
    take(moves, &count, own, map.registers[own]);
    for (size_t i = 0; i < line; ++i) makers[i] = map.lanes[2 + i];
    const uint64_t own_lanes[] = {map.registers[own], map.lanes[0], map.lanes[1]};
    for (; lane_count < 3; ++lane_count) lanes[lane_count] = own_lanes[lane_count];
  } else {
    // Four lanes have a line, eight times four have eight of them.
    for (size_t i = 0; i < word; ++i) {
      size_t own = find_register(&map, UINT64_C(1) << i);
      if (own == map.register_count) return false;
      take(moves, &count, own, UINT64_C(1) << i);
      makers[i] = UINT64_C(1) << i;
    }
    makers[word] = map.lanes[0];
    makers[word + 1] = map.lanes[1];
    for (; lane_count < 3; ++lane_count) lanes[lane_count] = map.lanes[2 + lane_count];
  }
  if (!has_line(&map, line, moving, makers, line)) return false;
  moves->word_bits = count;
  take_matrices(&map, moves, &count, lanes, &lane_count);
  set_addresses(moves, layout, lanes, MATRIX_LANES, &map);
  order_rest(&map, moving, count, moves);
  return true;
}

// --- instructions ---

int64_t tern_memory_moves_count(const tern_memory_moves_t *moves) {
  return INT64_C(1) << (moves->added_bits + moves->mixed_bits);
}

size_t tern_memory_moves_register(const tern_memory_moves_t *moves, int64_t instruction, int64_t element) {
  size_t own_bits = moves->word_bits + moves->matrix_bits, all = own_bits + moves->added_bits + moves->mixed_bits;
  uint64_t number = (uint64_t)instruction << own_bits | (uint64_t)element;
  size_t result = 0;
  for (size_t i = 0; i < all; ++i) result |= (size_t)(number >> i & 1) << moves->registers[i];
  return result;
}

static uint64_t sum_of(const tern_memory_moves_t *moves, uint64_t number, size_t first, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    if (number >> i & 1) sum ^= moves->offsets[first + i];
  }
  return sum;
}

uint64_t tern_memory_moves_added(const tern_memory_moves_t *moves, int64_t instruction) {
  return sum_of(moves, (uint64_t)instruction, moves->word_bits + moves->matrix_bits, moves->added_bits);
}

uint64_t tern_memory_moves_mixed(const tern_memory_moves_t *moves, int64_t instruction) {
  return sum_of(moves, (uint64_t)instruction >> moves->added_bits,
                moves->word_bits + moves->matrix_bits + moves->added_bits, moves->mixed_bits);
}

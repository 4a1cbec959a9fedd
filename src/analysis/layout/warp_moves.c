// See warp_moves.h. The conversion is a permutation P of bits of registers and lanes. Its cycles that have both are cut: each
// run of lane bits
//
//   (.. r_m l_j .. l_k r_i ..) = (r_i l_j) (.. r_m r_i ..) (l_j .. l_k)
//
// is taken out by one swap, which comes last.

#include "analysis/layout/warp_moves.h"

#include <string.h>

enum { NONE = 255 };

typedef struct place {
  bool is_lane;
  uint8_t bit;
} place_t;

typedef struct permutation {
  size_t register_bits, lane_bits;
  place_t next[2][TERN_WARP_MAX_BITS];  // of registers, of lanes
} permutation_t;

tern_layout_crossing_t tern_layout_crossing(const tern_layout_t *source, const tern_layout_t *result,
                                            tern_layout_t *out_map) {
  static const char *const names[] = {TERN_LAYOUT_BLOCK, TERN_LAYOUT_WARP, TERN_LAYOUT_LANE, TERN_LAYOUT_REGISTER};
  static const tern_layout_crossing_t kinds[] = {TERN_CROSSES_BLOCKS, TERN_CROSSES_WARPS, TERN_CROSSES_LANES,
                                                 TERN_CROSSES_REGISTERS};
  tern_layout_t map = tern_layout_invert_and_compose(result, source);
  if (map.error) return TERN_CROSSING_ERROR;
  for (size_t i = 0; i < 4; ++i) {
    tern_layout_t rest = tern_layout_quotient(&map, (tern_layout_names_t){&names[i], 1});
    if (rest.error) {
      if (out_map) *out_map = map;
      return kinds[i];
    }
    map = rest;
  }
  if (out_map) *out_map = map;
  return TERN_CROSSES_NOTHING;
}

// Registers and lanes alone, with as many bits of each as wanted.
static tern_layout_t warp_part(const tern_layout_t *layout, size_t register_bits, size_t lane_bits) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  for (size_t i = 0; i < layout->outs.count; ++i) names[i] = layout->outs.values[i].name;
  tern_layout_t part = tern_layout_sublayout(layout, TERN_LAYOUT_NAMES(TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE),
                                             (tern_layout_names_t){names, layout->outs.count});
  part = tern_layout_resize_in(&part, TERN_LAYOUT_REGISTER, INT64_C(1) << register_bits);
  return tern_layout_resize_in(&part, TERN_LAYOUT_LANE, INT64_C(1) << lane_bits);
}

static uint64_t basis_of(const tern_layout_t *layout, size_t register_bits, bool is_lane, size_t bit) {
  return layout->bases[is_lane ? register_bits + bit : bit];
}

static bool read_place(uint64_t word, size_t register_bits, place_t *out_place) {
  if (word == 0 || (word & (word - 1))) return false;
  size_t bit = (size_t)__builtin_ctzll(word);
  *out_place = (place_t){bit >= register_bits, (uint8_t)(bit >= register_bits ? bit - register_bits : bit)};
  return true;
}

// Bits that mean nothing on both sides stay; others that mean nothing become, in their order, those that nothing becomes.
static bool find_permutation(const tern_layout_t *from, const tern_layout_t *to, permutation_t *p) {
  tern_layout_t map = tern_layout_invert_and_compose(from, to);
  if (map.error) return false;
  place_t free_from[2 * TERN_WARP_MAX_BITS], free_to[2 * TERN_WARP_MAX_BITS];
  size_t from_count = 0, to_count = 0;
  uint64_t taken = 0;
  for (int is_lane = 0; is_lane < 2; ++is_lane) {
    for (size_t bit = 0; bit < (is_lane ? p->lane_bits : p->register_bits); ++bit) {
      place_t own = {is_lane, (uint8_t)bit}, *next = &p->next[is_lane][bit];
      uint64_t x = basis_of(from, p->register_bits, is_lane, bit), y = basis_of(to, p->register_bits, is_lane, bit);
      *next = own;
      if (x == 0 && y != 0) free_from[from_count++] = own;
      if (x != 0 && y == 0) free_to[to_count++] = own;
      if (x != 0 && !read_place(basis_of(&map, p->register_bits, is_lane, bit), p->register_bits, next)) return false;
    }
  }
  for (size_t i = 0; i < from_count && i < to_count; ++i) p->next[free_from[i].is_lane][free_from[i].bit] = free_to[i];
  for (int is_lane = 0; is_lane < 2; ++is_lane) {
    for (size_t bit = 0; bit < (is_lane ? p->lane_bits : p->register_bits); ++bit) {
      place_t next = p->next[is_lane][bit];
      taken |= UINT64_C(1) << (next.is_lane ? p->register_bits + next.bit : next.bit);
    }
  }
  return taken + 1 == UINT64_C(1) << (p->register_bits + p->lane_bits);
}

// Follows the cycle of a bit, and cuts it.
static bool cut_cycle(const permutation_t *p, place_t entry, bool visited[2][TERN_WARP_MAX_BITS],
                      tern_warp_moves_t *moves) {
  uint8_t first_register = NONE, first_lane = NONE, last_lane = NONE, last_register = NONE;
  place_t at = entry;
  do {
    place_t next = p->next[at.is_lane][at.bit];
    visited[at.is_lane][at.bit] = true;
    if (at.is_lane == next.is_lane) {
      (at.is_lane ? moves->lanes : moves->registers)[at.bit] = next.bit;
    } else if (next.is_lane) {
      first_register = at.bit;
      first_lane = next.bit;
    } else {
      last_register = next.bit;
      last_lane = at.bit;
    }
    if (last_register != NONE) {
      // The cycle is entered at a register, if it has one: lanes are left only after they were entered.
      if (first_register == NONE || moves->swap_count == TERN_WARP_MAX_SWAPS) return false;
      moves->registers[first_register] = last_register;
      moves->lanes[last_lane] = first_lane;
      moves->swaps[moves->swap_count].register_bit = last_register;
      moves->swaps[moves->swap_count++].lane_bit = first_lane;
      first_register = first_lane = last_lane = last_register = NONE;
    }
    at = next;
  } while (at.is_lane != entry.is_lane || at.bit != entry.bit);
  return true;
}

static size_t larger(size_t x, size_t y) { return x > y ? x : y; }

bool tern_warp_moves_find(const tern_layout_t *source, const tern_layout_t *result, tern_warp_moves_t *out_moves) {
  tern_layout_t from = tern_layout_remove_zero_bases(source, TERN_LAYOUT_REGISTER);
  tern_layout_t to = tern_layout_remove_zero_bases(result, TERN_LAYOUT_REGISTER);
  permutation_t p = {0};
  bool visited[2][TERN_WARP_MAX_BITS] = {{false}};
  *out_moves = (tern_warp_moves_t){0};
  if (from.error || to.error) return false;
  p.register_bits =
      larger(tern_layout_bits(&from.ins, TERN_LAYOUT_REGISTER), tern_layout_bits(&to.ins, TERN_LAYOUT_REGISTER));
  p.lane_bits = larger(tern_layout_bits(&from.ins, TERN_LAYOUT_LANE), tern_layout_bits(&to.ins, TERN_LAYOUT_LANE));
  if (p.register_bits > TERN_WARP_MAX_BITS || p.lane_bits > TERN_WARP_MAX_BITS) return false;
  out_moves->register_bits = p.register_bits;
  out_moves->lane_bits = p.lane_bits;
  from = warp_part(&from, p.register_bits, p.lane_bits);
  to = warp_part(&to, p.register_bits, p.lane_bits);
  if (!find_permutation(&from, &to, &p)) return false;
  for (int is_lane = 0; is_lane < 2; ++is_lane) {
    for (size_t bit = 0; bit < (is_lane ? p.lane_bits : p.register_bits); ++bit) {
      if (visited[is_lane][bit]) continue;
      if (!cut_cycle(&p, (place_t){is_lane, (uint8_t)bit}, visited, out_moves)) return false;
    }
  }
  return true;
}

bool tern_layout_shuffles(const tern_layout_t *source, const tern_layout_t *result) {
  tern_warp_moves_t moves;
  return tern_layout_crossing(source, result, NULL) == TERN_CROSSES_LANES &&
         tern_warp_moves_find(source, result, &moves) && moves.swap_count < 2;
}

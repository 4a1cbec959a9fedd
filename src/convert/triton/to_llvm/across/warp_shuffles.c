// See warp_shuffles.h. A bit r of the register's number and a bit l of the lane's change places by
//
//   without other lanes:  x = select(l, v0, v1)             shuffle x by 1 << l        (v0, x) or (x, v1)
//   with them:            u0, u1 = select(l', v0, v1)       shuffle from other lanes   w0, w1 = select(l, u0, u1)
//
// where v0 and v1 are registers that differ in bit r. Small elements are packed, two or four to a word, along bits of the register's
// number that stay. Where others lie together in the result, the last step is one permutation of bytes instead of a select: it takes its
// words from the same two, with r as a bit within the word, so that whoever wants words finds them.

#include "convert/triton/to_llvm/across/warp_shuffles.h"

#include "analysis/layout/warp_moves.h"
#include "convert/triton/to_llvm/shared_access.h"

enum { WORD_BITS = 32, MOST_PACKED_BITS = 2 };

typedef struct shuffles {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  const tern_warp_moves_t *moves;
  tern_value_t *lane;
  tern_value_t **values;  // by the number of the register
  size_t count;
  size_t packed_bits, packed[MOST_PACKED_BITS];  // bits of the register's number whose elements share a word
} shuffles_t;

// --- packing ---

static void choose_packed(shuffles_t *s, size_t bits) {
  size_t most = bits < WORD_BITS ? (size_t)__builtin_ctzll(WORD_BITS / bits) : 0;
  for (size_t i = 0; i < s->moves->register_bits && s->packed_bits < most; ++i) {
    bool is_swapped = s->moves->swap_count && s->moves->swaps[0].register_bit == i;
    if (!is_swapped) s->packed[s->packed_bits++] = i;
  }
}

static size_t packed_mask(const shuffles_t *s) {
  size_t mask = 0;
  for (size_t i = 0; i < s->packed_bits; ++i) mask |= (size_t)1 << s->packed[i];
  return mask;
}

static size_t packed_register(const shuffles_t *s, size_t first, size_t element) {
  for (size_t i = 0; i < s->packed_bits; ++i) first |= (element >> i & 1) << s->packed[i];
  return first;
}

// Words stand in the place of the first of their elements.
static void pack(shuffles_t *s) {
  size_t elements = (size_t)1 << s->packed_bits;
  for (size_t r = 0; r < s->count && s->packed_bits; ++r) {
    tern_value_t *parts[1 << MOST_PACKED_BITS];
    if (r & packed_mask(s)) continue;
    for (size_t e = 0; e < elements; ++e) {
      parts[e] = tern_triton_to_memory(s->b, s->values[packed_register(s, r, e)]);
      parts[e] = tern_emit_resize(s->b, parts[e], (uint32_t)(WORD_BITS / elements));
    }
    s->values[r] = tern_emit_bitcast(s->b, tern_emit_vector(s->b, parts, elements), tern_emit_i(s->b, WORD_BITS));
  }
}

static void unpack(shuffles_t *s, const tern_type_t *type) {
  size_t elements = (size_t)1 << s->packed_bits;
  const tern_type_t *part = tern_emit_i(s->b, (uint32_t)(WORD_BITS / elements));
  for (size_t r = 0; r < s->count && s->packed_bits; ++r) {
    if (r & packed_mask(s)) continue;
    const tern_type_t *words = tern_emit_vector_of(part, (int64_t)elements);
    tern_value_t *vector = tern_emit_bitcast(s->b, s->values[r], words);
    for (size_t e = 0; e < elements; ++e) {
      tern_value_t *bits = tern_emit_element(s->b, vector, (int64_t)e);
      s->values[packed_register(s, r, e)] = tern_triton_from_memory(s->b, bits, type);
    }
  }
}

// --- lanes ---

static bool moves_lanes(const tern_warp_moves_t *moves) {
  for (size_t i = 0; i < moves->lane_bits; ++i) {
    if (moves->lanes[i] != i) return true;
  }
  return false;
}

// The bit of a lane's number that becomes this one.
static size_t lane_before(const tern_warp_moves_t *moves, size_t bit) {
  size_t i = 0;
  while (moves->lanes[i] != bit) ++i;
  return i;
}

// The lane that this one gets its values from.
static tern_value_t *source_lane(const shuffles_t *s) {
  tern_layout_t layout = {0};
  tern_value_t *lane;
  tern_layout_append_dim(&layout.ins, TERN_LAYOUT_LANE, s->moves->lane_bits);
  tern_layout_append_dim(&layout.outs, TERN_LAYOUT_LANE, s->moves->lane_bits);
  for (size_t i = 0; i < s->moves->lane_bits; ++i) layout.bases[s->moves->lanes[i]] = UINT64_C(1) << i;
  tern_triton_apply_layout(s->b, &layout, &s->lane, &lane);
  return lane;
}

static tern_value_t *is_lane_bit_zero(const shuffles_t *s, size_t bit) {
  tern_value_t *own = tern_emit_and(s->b, s->lane, tern_emit_i32(s->b, INT64_C(1) << bit));
  return tern_emit_icmp(s->b, TERN_EMIT_EQ, own, tern_emit_i32(s->b, 0));
}

// --- the two ways ---

// Lanes keep what they may and send the other half.
static void exchange(shuffles_t *s) {
  size_t bit = (size_t)1 << s->moves->swaps[0].register_bit;
  tern_value_t *is_low = is_lane_bit_zero(s, s->moves->swaps[0].lane_bit);
  tern_value_t *mask = tern_emit_i32(s->b, INT64_C(1) << s->moves->swaps[0].lane_bit);
  for (size_t r = 0; r < s->count; ++r) {
    if (r & (bit | packed_mask(s))) continue;
    tern_value_t *low = s->values[r], *high = s->values[r | bit], *sent = tern_emit_select(s->b, is_low, high, low);
    tern_value_t *got = tern_triton_shuffle(s->conversion, TERN_TRITON_SHUFFLE_XOR, sent, mask);
    s->values[r] = tern_emit_select(s->b, is_low, low, got);
    s->values[r | bit] = tern_emit_select(s->b, is_low, got, high);
  }
}

static void select_pairs(shuffles_t *s, size_t bit, tern_value_t *is_low) {
  for (size_t r = 0; r < s->count; ++r) {
    if (r & (bit | packed_mask(s))) continue;
    tern_value_t *low = s->values[r], *high = s->values[r | bit];
    s->values[r] = tern_emit_select(s->b, is_low, low, high);
    s->values[r | bit] = tern_emit_select(s->b, is_low, high, low);
  }
}

// Of two words whose elements are those of the bits 0 to `top` without `bit`, which says which word it is: the bytes of that one whose
// elements are those of the bits below `top`, with `top` as `half`.
static int64_t selector_of(size_t bit, size_t top, size_t half) {
  size_t elements = (size_t)1 << top, bytes = WORD_BITS / 8 / elements;
  int64_t selector = 0;
  for (size_t e = elements; e-- > 0;) {
    size_t number = e | half << top, word = number >> bit & 1;
    size_t place = (number & (((size_t)1 << bit) - 1)) | (number >> (bit + 1) << bit);
    for (size_t byte = bytes; byte-- > 0;) selector = selector << 4 | (int64_t)(word * 4 + place * bytes + byte);
  }
  return selector;
}

// As select_pairs; afterwards the elements of a word are those that lie together.
static void permute_pairs(shuffles_t *s, size_t bit, tern_value_t *is_low) {
  enum { OTHER_WORD = 0x4444 };
  size_t top = s->packed_bits;
  for (size_t r = 0; r < s->count; ++r) {
    if (r & (((size_t)1 << bit) | packed_mask(s))) continue;
    tern_value_t *low = s->values[r], *high = s->values[r | (size_t)1 << bit], *selectors[2];
    for (size_t half = 0; half < 2; ++half) {
      int64_t selector = selector_of(bit, top, half);
      tern_value_t *straight = tern_emit_i32(s->b, selector), *crossed = tern_emit_i32(s->b, selector ^ OTHER_WORD);
      selectors[half] = tern_emit_select(s->b, is_low, straight, crossed);
    }
    for (size_t half = 0; half < 2; ++half)
      s->values[r | half << top] = tern_triton_target_of(s->conversion)->permute(s->b, low, high, selectors[half]);
  }
  for (size_t i = 0; i < s->packed_bits; ++i) s->packed[i] = i;
}

static void shuffle_all(shuffles_t *s) {
  bool has_swap = s->moves->swap_count > 0;
  size_t bit = has_swap ? (size_t)1 << s->moves->swaps[0].register_bit : 0;
  size_t own = has_swap ? s->moves->swaps[0].lane_bit : 0, before = has_swap ? lane_before(s->moves, own) : 0;
  if (has_swap) select_pairs(s, bit, is_lane_bit_zero(s, before));
  tern_value_t *from = source_lane(s);
  for (size_t r = 0; r < s->count; ++r) {
    if (r & packed_mask(s)) continue;
    tern_value_t *lane = from;
    if (r & bit) lane = tern_emit_xor(s->b, from, tern_emit_i32(s->b, INT64_C(1) << before));
    s->values[r] = tern_triton_shuffle(s->conversion, TERN_TRITON_SHUFFLE_INDEX, s->values[r], lane);
  }
  if (!has_swap) return;
  size_t number = s->moves->swaps[0].register_bit;
  if (number < s->packed_bits)
    permute_pairs(s, number, is_lane_bit_zero(s, own));
  else
    select_pairs(s, bit, is_lane_bit_zero(s, own));
}

// --- registers ---

static size_t zero_bits(const tern_layout_t *layout) {
  size_t mask = 0, first = tern_layout_bits_before(&layout->ins, tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER));
  for (size_t i = 0; i < tern_layout_bits(&layout->ins, TERN_LAYOUT_REGISTER); ++i)
    mask |= (size_t)(layout->bases[first + i] == 0) << i;
  return mask;
}

// The number of a register without the bits in `mask`, and with zeros in their places.
static size_t drop_bits(size_t number, size_t mask) {
  size_t result = 0;
  for (size_t bit = 0, at = 0; number >> bit; ++bit) {
    if (mask >> bit & 1) continue;
    result |= (number >> bit & 1) << at++;
  }
  return result;
}

static size_t moved_register(const tern_warp_moves_t *moves, size_t number) {
  size_t result = 0;
  for (size_t i = 0; i < moves->register_bits; ++i) result |= (number >> i & 1) << moves->registers[i];
  return result;
}

tern_values_t tern_triton_shuffle_warps(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t values,
                                        const tern_layout_t *source, const tern_layout_t *result) {
  tern_warp_moves_t moves;
  tern_warp_moves_find(source, result, &moves);
  shuffles_t s = {.conversion = conversion, .b = tern_triton_builder(conversion), .moves = &moves};
  const tern_type_t *type = values.values[0]->type;
  s.count = (size_t)1 << moves.register_bits;
  s.values = tern_triton_room(conversion, s.count);
  size_t copies = zero_bits(source), own = values.count >> __builtin_popcountll(copies);
  for (size_t r = 0; r < values.count; ++r) {
    if (r & copies) continue;
    // Where the result has more registers, those of the source are there several times.
    for (size_t i = drop_bits(r, copies); i < s.count; i += own) s.values[moved_register(&moves, i)] = values.values[r];
  }
  choose_packed(&s, tern_triton_memory_bits(type));
  pack(&s);
  s.lane = tern_triton_ids(conversion, op).lane;
  if (moves.swap_count && !moves_lanes(&moves))
    exchange(&s);
  else
    shuffle_all(&s);
  unpack(&s, type);
  size_t count = (size_t)1 << tern_layout_bits(&result->ins, TERN_LAYOUT_REGISTER), repeated = zero_bits(result);
  tern_value_t **results = tern_triton_room(conversion, count);
  for (size_t r = 0; r < count; ++r) results[r] = s.values[drop_bits(r, repeated)];
  return (tern_values_t){results, count};
}

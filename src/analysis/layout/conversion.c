// See conversion.h.
//
// What a thread of the result needs lies, in the source, at C(register, lane) with both linear, where warps and blocks
// find what they need in themselves. A shuffle gives every lane one register of one other lane, and this one sends to all
// the same. So in round i a lane l receives the register D(i) + T(l), where T is to be found: its source is then the lane
//
//   S(i) + M(l)    M = C(lanes to lanes) + C(registers to lanes) T
//
// and the register Q(i) + N(l) of that. Lanes that ask the same source have to want the same register: where M is zero,
// N has to be. C alone may map lanes to nothing, where they need different registers of one lane. T sends them for
// other registers first, which lie in other lanes; or there are copies of the register in other lanes, which are as good.

#include "analysis/layout/conversion.h"

#include "analysis/layout/distributed.h"

enum { SOURCE, RESULT, SIDES, SHUFFLE_BITS = 32 };

// A place in the source: registers and lanes in one word.
typedef struct search {
  tern_distributed_t sides[SIDES];
  size_t register_bits, lane_bits;  // of the source
  tern_f2_span_t places;            // of what registers and lanes of the source have
  tern_f2_list_t copies;            // differences of places with the same element
  uint64_t registers[TERN_F2_MAX];  // C of the result's registers, lanes, warps and blocks
  uint64_t lanes[TERN_F2_MAX], warps[TERN_F2_MAX], blocks[TERN_F2_MAX];
  tern_f2_list_t parts, rounds;  // registers of the result: elements of a word, and rounds
  uint64_t turns[TERN_F2_MAX];   // T
} search_t;

static uint64_t mask_of(size_t bits) { return (UINT64_C(1) << bits) - 1; }
static uint64_t register_of(const search_t *s, uint64_t place) { return place & mask_of(s->register_bits); }
static uint64_t lane_of(const search_t *s, uint64_t place) { return place >> s->register_bits; }

// --- places ---

static void find_places(search_t *s) {
  const tern_distributed_t *source = &s->sides[SOURCE];
  s->register_bits = source->registers.count;
  s->lane_bits = source->lanes.count;
  for (size_t i = 0; i < s->register_bits + s->lane_bits; ++i) {
    uint64_t own = i < s->register_bits ? source->registers.values[i] : source->lanes.values[i - s->register_bits];
    uint64_t place = UINT64_C(1) << i;
    if (tern_f2_span_add(&s->places, own, place)) continue;
    tern_f2_span_reduce(&s->places, own, &place);
    s->copies.values[s->copies.count++] = place;
  }
}

// Where the source has each of `vectors`, within the warp and the block whose own bases are `own` (NULL: none). False:
// it is elsewhere.
static bool locate(const search_t *s, const tern_f2_list_t *vectors, const tern_f2_list_t *own, uint64_t *out_places) {
  for (size_t i = 0; i < vectors->count; ++i) {
    out_places[i] = 0;
    uint64_t vector = vectors->values[i] ^ (own ? own->values[i] : 0);
    if (tern_f2_span_reduce(&s->places, vector, &out_places[i])) return false;
  }
  return true;
}

static bool locate_all(search_t *s) {
  const tern_distributed_t *source = &s->sides[SOURCE], *result = &s->sides[RESULT];
  return locate(s, &result->registers, NULL, s->registers) && locate(s, &result->lanes, NULL, s->lanes) &&
         locate(s, &result->warps, &source->warps, s->warps) && locate(s, &result->blocks, &source->blocks, s->blocks);
}

// --- registers ---

// A register that the result has in the place of the source's of the same number stays, whatever else has it.
static tern_layout_t keep_registers(const search_t *s, const tern_layout_t *map) {
  tern_layout_t result = *map;
  const tern_f2_list_t *own = &s->sides[SOURCE].registers, *wanted = &s->sides[RESULT].registers;
  for (size_t i = 0; i < wanted->count && i < own->count; ++i) {
    if (own->values[i] == wanted->values[i]) result.bases[i] = UINT64_C(1) << i;
  }
  return result;
}

// Has each thread what it needs? That is so if lanes, warps and blocks mean the same, and registers are found in
// registers, which come first.
static bool choose_registers(const search_t *s, tern_layout_conversion_t *out) {
  const tern_distributed_t *source = &s->sides[SOURCE], *result = &s->sides[RESULT];
  const tern_f2_list_t *own[] = {&source->lanes, &source->warps, &source->blocks};
  const tern_f2_list_t *wanted[] = {&result->lanes, &result->warps, &result->blocks};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < own[i]->count; ++k) {
      if (own[i]->values[k] != wanted[i]->values[k]) return false;
    }
  }
  tern_layout_t map = {0};
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_REGISTER, result->registers.count);
  tern_layout_append_dim(&map.outs, TERN_LAYOUT_REGISTER, s->register_bits);
  for (size_t i = 0; i < result->registers.count; ++i) {
    if (lane_of(s, s->registers[i])) return false;
    map.bases[i] = s->registers[i];
  }
  out->registers = keep_registers(s, &map);
  tern_layout_t identity = {.ins = map.ins, .outs = map.outs};
  for (size_t i = 0; i < result->registers.count; ++i) identity.bases[i] = UINT64_C(1) << i;
  bool stays = s->register_bits == result->registers.count && tern_layout_equal(&out->registers, &identity);
  out->kind = stays ? TERN_CONVERSION_NOTHING : TERN_CONVERSION_REGISTERS;
  return true;
}

// --- shuffles ---

// The place in the source of a sum of the result's registers.
static uint64_t place_of(const search_t *s, uint64_t registers) {
  uint64_t place = 0;
  for (size_t i = 0; registers; ++i, registers >>= 1) {
    if (registers & 1) place ^= s->registers[i];
  }
  return place;
}

// Registers of the result that lie in registers of one lane are elements of a word, as many as it has room for; the
// others are rounds.
static void deal_registers(search_t *s, uint64_t distinct, size_t element_bits) {
  tern_f2_span_t lanes = {0}, used = {0};
  size_t bits = s->sides[RESULT].registers.count, most = 0;
  while (element_bits << (most + 1) <= SHUFFLE_BITS) ++most;
  for (size_t i = 0; i < bits; ++i) {
    uint64_t own = UINT64_C(1) << i;
    if (!(distinct & own) || tern_f2_span_add(&lanes, lane_of(s, s->registers[i]), own)) continue;
    tern_f2_span_reduce(&lanes, lane_of(s, s->registers[i]), &own);
    if (s->parts.count < most) s->parts.values[s->parts.count++] = own;
  }
  for (size_t i = 0; i < s->parts.count; ++i) tern_f2_span_add(&used, s->parts.values[i], 0);
  for (size_t i = 0; i < bits; ++i) {
    const uint64_t own = UINT64_C(1) << i;
    if (distinct & own && tern_f2_span_add(&used, own, 0)) s->rounds.values[s->rounds.count++] = own;
  }
}

// Finds T, or a copy, for lane bit `lane`, whose source is made of others although it wants another register.
static bool turn_lane(search_t *s, tern_f2_span_t *sources, size_t lane) {
  for (size_t i = 0; i < s->rounds.count; ++i) {
    uint64_t place = s->lanes[lane] ^ place_of(s, s->rounds.values[i]);
    if (!tern_f2_span_add(sources, lane_of(s, place), 0)) continue;
    s->turns[lane] = s->rounds.values[i];
    s->lanes[lane] = place;
    return true;
  }
  for (size_t i = 0; i < s->copies.count; ++i) {
    uint64_t place = s->lanes[lane] ^ s->copies.values[i];
    if (!tern_f2_span_add(sources, lane_of(s, place), 0)) continue;
    s->lanes[lane] = place;
    return true;
  }
  return false;
}

// Makes `lanes` (M and N) such that lanes that ask the same source want the same register. Where each warp has the same
// elements in both layouts, what T and copies can add to sources reaches all lanes, so that no order of choices fails.
static bool turn_lanes(search_t *s) {
  const tern_distributed_t *source = &s->sides[SOURCE], *result = &s->sides[RESULT];
  tern_f2_span_t sources = {0};
  bool is_late[TERN_F2_MAX] = {false};
  for (size_t i = 0; i < s->lane_bits; ++i) {
    // Who has it already asks nobody else.
    bool is_same = source->lanes.values[i] == result->lanes.values[i];
    if (is_same) s->lanes[i] = UINT64_C(1) << (s->register_bits + i);
    uint64_t wanted = register_of(s, s->lanes[i]);
    if (tern_f2_span_add(&sources, lane_of(s, s->lanes[i]), wanted)) continue;
    tern_f2_span_reduce(&sources, lane_of(s, s->lanes[i]), &wanted);
    is_late[i] = wanted != 0;
  }
  for (size_t i = 0; i < s->lane_bits; ++i) {
    if (is_late[i] && !turn_lane(s, &sources, i)) return false;
  }
  return true;
}

// What a source sends, as a function of who it is: G with G(M(l)) = N(l).
static tern_f2_span_t senders_of(const search_t *s) {
  tern_f2_span_t senders = {0};
  for (size_t i = 0; i < s->lane_bits; ++i) {
    tern_f2_span_add(&senders, lane_of(s, s->lanes[i]), register_of(s, s->lanes[i]));
  }
  return senders;
}

// Round, lane, warp, block -> `out`.
static tern_layout_t make_map(const search_t *s, const char *out, size_t out_bits) {
  tern_layout_t map = {0};
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_ROUND, s->rounds.count);
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_LANE, s->lane_bits);
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_WARP, s->sides[RESULT].warps.count);
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_BLOCK, s->sides[RESULT].blocks.count);
  tern_layout_append_dim(&map.outs, out, out_bits);
  return map;
}

static tern_layout_t make_parts(size_t count, size_t register_bits) {
  tern_layout_t map = {0};
  tern_layout_append_dim(&map.ins, TERN_LAYOUT_ELEMENT, count);
  tern_layout_append_dim(&map.outs, TERN_LAYOUT_REGISTER, register_bits);
  return map;
}

// The sources and what they send, at bits `at` on, of `count` places: the source of the place is asked, and sends what is
// there but for what it sends anyhow.
static void set_places(const search_t *s, tern_shuffles_t *out, const tern_f2_span_t *senders, size_t at,
                       const uint64_t *places, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t sent = register_of(s, places[i]);
    tern_f2_span_reduce(senders, lane_of(s, places[i]), &sent);
    out->sources.bases[at + i] = lane_of(s, places[i]);
    out->sent.bases[at + i] = sent;
  }
}

static void build_shuffles(const search_t *s, tern_shuffles_t *out) {
  const tern_distributed_t *result = &s->sides[RESULT];
  size_t bits = result->registers.count, first_lane = s->rounds.count, first_warp = first_lane + s->lane_bits;
  tern_f2_span_t senders = senders_of(s);
  uint64_t rounds[TERN_F2_MAX];
  out->sources = make_map(s, TERN_LAYOUT_LANE, s->lane_bits);
  out->sent = make_map(s, TERN_LAYOUT_REGISTER, s->register_bits);
  out->received = make_map(s, TERN_LAYOUT_REGISTER, bits);
  out->received.ins.count = 2;
  for (size_t i = 0; i < s->rounds.count; ++i) {
    rounds[i] = place_of(s, s->rounds.values[i]);
    out->received.bases[i] = s->rounds.values[i];
  }
  set_places(s, out, &senders, 0, rounds, s->rounds.count);
  set_places(s, out, &senders, first_warp, s->warps, result->warps.count);
  set_places(s, out, &senders, first_warp + result->warps.count, s->blocks, result->blocks.count);
  for (size_t i = 0; i < s->lane_bits; ++i) {
    out->sources.bases[first_lane + i] = lane_of(s, s->lanes[i]);
    out->received.bases[first_lane + i] = s->turns[i];
    // A lane sends by its own number.
    tern_f2_span_reduce(&senders, UINT64_C(1) << i, &out->sent.bases[first_lane + i]);
  }
  out->sent_parts = make_parts(s->parts.count, s->register_bits);
  out->received_parts = make_parts(s->parts.count, bits);
  for (size_t i = 0; i < s->parts.count; ++i) {
    out->sent_parts.bases[i] = register_of(s, place_of(s, s->parts.values[i]));
    out->received_parts.bases[i] = s->parts.values[i];
  }
}

// --- exchanges ---

// The bit that a word has alone; false: it has none, or several.
static bool is_bit(uint64_t word, size_t *out_bit) {
  *out_bit = word ? (size_t)__builtin_ctzll(word) : 0;
  return word != 0 && (word & (word - 1)) == 0;
}

static bool are_zeros(const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (words[i]) return false;
  }
  return true;
}

// Does the result want lanes' bits where the source has registers', and the other way round?
static void find_exchanges(const search_t *s, tern_layout_conversion_t *out) {
  const tern_distributed_t *result = &s->sides[RESULT];
  uint64_t places[TERN_F2_MAX];  // of the source's bits, when all exchanges are done
  tern_f2_span_t used = {0};
  size_t bit, bits = s->register_bits, count = 0;
  if (!are_zeros(s->warps, result->warps.count) || !are_zeros(s->blocks, result->blocks.count)) return;
  for (size_t i = 0; i < bits + s->lane_bits; ++i) places[i] = UINT64_C(1) << i;
  for (size_t lane = 0; lane < s->lane_bits; ++lane) {
    if (!is_bit(s->lanes[lane], &bit) || !tern_f2_span_add(&used, s->lanes[lane], 0)) return;
    if (bit == bits + lane) continue;
    if (bit >= bits) return;
    out->exchanges[count++] = (tern_exchange_t){bit, lane};
    places[bits + lane] = UINT64_C(1) << bit;
  }
  tern_layout_t map = make_parts(result->registers.count, bits);
  map = tern_layout_rename_in(&map, TERN_LAYOUT_ELEMENT, TERN_LAYOUT_REGISTER);
  for (size_t i = 0; i < result->registers.count; ++i) {
    if (!is_bit(s->registers[i], &bit) || !tern_f2_span_add(&used, s->registers[i], 0)) return;
    map.bases[i] = places[bit];
  }
  out->registers = map;
  out->exchange_count = count;
}

static bool choose_shuffles(search_t *s, size_t element_bits, tern_layout_conversion_t *out) {
  uint64_t distinct;
  out->shuffles.copies = tern_distributed_copies(&s->sides[RESULT], &distinct);
  find_exchanges(s, out);
  deal_registers(s, distinct, element_bits);
  if (!turn_lanes(s)) return false;
  build_shuffles(s, &out->shuffles);
  out->kind = TERN_CONVERSION_SHUFFLES;
  return true;
}

// --- the choice ---

tern_layout_conversion_t tern_layout_conversion_choose(const tern_layout_t *source, const tern_layout_t *result,
                                                       size_t element_bits) {
  tern_layout_conversion_t conversion = {.kind = TERN_CONVERSION_CLUSTER};
  search_t search = {.register_bits = 0};
  if (element_bits == 0) return (tern_layout_conversion_t){.error = "elements have bits"};
  conversion.error = tern_distributed_read(source, result, search.sides);
  if (conversion.error) return conversion;
  find_places(&search);
  if (locate_all(&search) &&
      (choose_registers(&search, &conversion) || choose_shuffles(&search, element_bits, &conversion))) {
    return conversion;
  }
  if (!tern_distributed_same_blocks(search.sides)) return conversion;
  conversion.kind = TERN_CONVERSION_SHARED;
  conversion.swizzle = tern_swizzle_choose(source, result, element_bits);
  conversion.error = conversion.swizzle.error;
  return conversion;
}

// --- rounds ---

int64_t tern_shuffles_round_count(const tern_shuffles_t *shuffles) {
  return INT64_C(1) << tern_layout_bits(&shuffles->sources.ins, TERN_LAYOUT_ROUND);
}

tern_shuffle_t tern_shuffles_at(const tern_shuffles_t *shuffles, int64_t round, int64_t lane, int64_t warp,
                                int64_t block) {
  tern_shuffle_t shuffle;
  tern_layout_apply(&shuffles->sources, (int64_t[]){round, lane, warp, block}, &shuffle.source_lane);
  tern_layout_apply(&shuffles->sent, (int64_t[]){round, lane, warp, block}, &shuffle.sent_register);
  tern_layout_apply(&shuffles->sent, (int64_t[]){round, shuffle.source_lane, warp, block}, &shuffle.source_register);
  tern_layout_apply(&shuffles->received, (int64_t[]){round, lane}, &shuffle.received_register);
  return shuffle;
}

bool tern_shuffles_is_local(const tern_shuffles_t *shuffles, int64_t round) {
  int64_t lanes = INT64_C(1) << tern_layout_bits(&shuffles->sources.ins, TERN_LAYOUT_LANE);
  size_t far_bits = tern_layout_bits(&shuffles->sources.ins, TERN_LAYOUT_WARP) +
                    tern_layout_bits(&shuffles->sources.ins, TERN_LAYOUT_BLOCK);
  size_t first = tern_layout_in_bits(&shuffles->sources) - far_bits;
  for (size_t i = 0; i < far_bits; ++i) {
    if (shuffles->sources.bases[first + i]) return false;
  }
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (tern_shuffles_at(shuffles, round, lane, 0, 0).source_lane != lane) return false;
  }
  return true;
}

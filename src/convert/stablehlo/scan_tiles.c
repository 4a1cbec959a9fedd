// Scans as loops whose iterations are independent, so that there is work for all invocations of a GPU.
//
// A line (all elements along the dimension at one place of the others) is scanned in one of two ways:
// - Where lines lie side by side in memory, or are short, an invocation goes through a piece of a line, and neighbours through neighbouring
//   lines. If there are too few lines, they are cut into pieces.
// - Else a workgroup goes through a part of a line, in tiles. Each invocation adds up a chunk of the tile, sums of chunks are scanned, and
//   each goes through its chunk again from what comes before. Elements are copied to the tile and back in their order, so that
//   accesses to memory are wide. The last element of a tile is what the next one starts with (`carry`).
//
// Where lines are cut into several pieces or parts it takes three steps: what each of them comes to; a scan of that, by the same means; and a
// scan of each from what comes before. What is combined in which order depends on sizes alone.
//
//   %s = scf.forall (%line, %part) ... -> tensor<64x32xf32>      only if there are several parts: sums of parts, which are scanned
//   %r = scf.forall (%line, %part) ... {
//     %c = scf.for %first = ... iter_args(%line, %carry) {
//       %tile = scf.forall (%i) in (3328) { elements of the tile, or the neutral one }
//       %sums = scf.forall (%t) in (256) { sum of chunk t }
//       %sums' = scf.forall (%g) in (16) { sums of chunks, scanned in groups of 16 }
//       %tile' = scf.forall (%t) in (256) { chunk t, scanned from what is before }
//       %carry' = scf.forall (%i) in (1) { the last element }
//       %line' = scf.forall (%i) in (%count) { elements of the tile }
//
// Positions count from the end the scan starts at.

#include "convert/stablehlo/scan_tiles.h"

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS
#define MAX_VALUES TERN_SCAN_MAX_VALUES

enum {
  CHUNKS = 256,          // of a tile; an invocation for each
  GROUP = 16,            // chunks whose sums one invocation scans
  LONGEST_CHUNK = 17,    // elements; odd, so that chunks begin at different banks of memory
  TILE_BYTES = 16384,    // that every device has for a workgroup
  SHORTEST_ROW = 128,    // elements that are worth a workgroup
  WIDEST_ROW = 16,       // lines side by side that are not enough for neighbouring invocations
  WORKGROUPS = 1024,     // that keep a GPU busy
  INVOCATIONS = 1 << 18  // likewise
};
// Elements of a piece that one invocation goes through without another one's help.
enum { SHORTEST_PIECE = 16, LONGEST_PIECE = 64 };

typedef struct scan {
  const tern_monoid_t *monoid;
  size_t count, rank, dim;
  tern_value_t *inputs[MAX_VALUES];
  const tern_type_t *wide[MAX_VALUES];          // what values are combined in
  int64_t sizes[MAX_RANK], size, lines, width;  // `width`: lines side by side
  bool is_reverse, is_wide;                     // `is_wide`: inputs are what values are combined in
  size_t wanted[MAX_VALUES], wanted_count;      // results that are stored
  // How it is done.
  bool in_tiles;
  int64_t parts, part_size, chunk;
  // What all parts up to each one come to; unset if there is one part, or sums are wanted.
  tern_value_t *before[MAX_VALUES];
  bool wants_sums;
} scan_t;

// --- how it is done ---

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Elements of a chunk that workgroup memory has room for; 0: of none.
static int64_t longest_chunk(const scan_t *s) {
  int64_t bytes = 0;
  for (size_t i = 0; i < s->count; ++i) bytes += tern_shared_element_size(s->wide[i]);
  int64_t room = (TILE_BYTES / bytes - 1) / CHUNKS - 1;
  return room < 1 ? 0 : room >= LONGEST_CHUNK ? LONGEST_CHUNK : room - (room % 2 == 0);
}

static void plan(scan_t *s) {
  int64_t longest = longest_chunk(s);
  s->in_tiles = longest && s->width < WIDEST_ROW && s->size >= SHORTEST_ROW;
  if (s->in_tiles) {
    int64_t tiles = divide_up(s->size, longest * CHUNKS);
    s->chunk = divide_up(divide_up(s->size, tiles), CHUNKS) | 1;
    tiles = divide_up(s->size, s->chunk * CHUNKS);
    int64_t wanted = divide_up(WORKGROUPS, s->lines), parts = wanted < tiles ? wanted : tiles;
    if (s->lines * 4 >= WORKGROUPS) parts = 1;
    s->part_size = divide_up(tiles, parts) * s->chunk * CHUNKS;
  } else {
    int64_t wanted = s->size <= LONGEST_PIECE ? 1 : divide_up(INVOCATIONS, s->lines);
    s->part_size = divide_up(s->size, wanted);
    if (s->part_size < SHORTEST_PIECE && s->part_size < s->size) s->part_size = SHORTEST_PIECE;
  }
  s->parts = divide_up(s->size, s->part_size);
}

// Values that lines have: sums are needed of all.
static size_t line_count(const scan_t *s) { return s->wants_sums ? s->count : s->wanted_count; }
static size_t value_of_line(const scan_t *s, size_t i) { return s->wants_sums ? i : s->wanted[i]; }

// --- parts of builders ---

static tern_value_t *build_min(tern_builder_t *b, tern_value_t *lhs, int64_t rhs) {
  return tern_build_index_min(b, lhs, tern_build_index(b, rhs));
}

static void build_neutral(tern_builder_t *b, const scan_t *s, tern_value_t **out) {
  tern_monoid_widen(b, s->monoid, s->monoid->neutral, out);
}

static void select_all(tern_builder_t *b, const scan_t *s, tern_value_t *condition, tern_value_t *const *yes,
                       tern_value_t *const *no, tern_value_t **out) {
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_select(b, condition, yes[i], no[i]);
}

// The elements at `position` of the line at `ivs`.
static void build_elements(tern_builder_t *b, const scan_t *s, tern_value_t *const *ivs, tern_value_t *position,
                           tern_value_t **out) {
  tern_value_t *place[MAX_RANK];
  memcpy(place, ivs, s->rank * sizeof(*place));
  place[s->dim] = s->is_reverse ? tern_build_index_sub(b, tern_build_index(b, s->size - 1), position) : position;
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_extract(b, s->inputs[i], (tern_values_t){place, s->rank});
  if (!s->is_wide) tern_monoid_widen(b, s->monoid, out, out);
}

// What all elements before the part at `ivs` come to.
static void build_start(tern_builder_t *b, const scan_t *s, tern_value_t *const *ivs, tern_value_t **out) {
  tern_value_t *place[MAX_RANK], *neutral[MAX_VALUES], *zero = tern_build_index(b, 0), *part = ivs[s->dim];
  build_neutral(b, s, out);
  if (!s->before[0]) return;
  memcpy(neutral, out, sizeof neutral);
  memcpy(place, ivs, s->rank * sizeof(*place));
  place[s->dim] = tern_build_index_max(b, tern_build_index_sub(b, part, tern_build_index(b, 1)), zero);
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_extract(b, s->before[i], (tern_values_t){place, s->rank});
  select_all(b, s, tern_build_compared(b, TERN_CMPI_EQ, part, zero), neutral, out, out);
}

static void build_empty_vectors(tern_builder_t *b, const scan_t *s, int64_t size, tern_value_t **out) {
  for (size_t i = 0; i < s->count; ++i) {
    out[i] = tern_build_empty(b, tern_tensor_type_get(s->wide[i], &size, 1, NULL), NULL);
  }
}

// --- loops that invocations share ---

// scf.forall (%i) in (count) shared_outs(vectors).
static void open_shared(tern_builder_t *b, const scan_t *s, tern_extent_t count, tern_value_t *const *vectors,
                        tern_forall_t *out) {
  tern_forall_open(b, &count, 1, (tern_values_t){(tern_value_t **)vectors, s->count}, out);
}

// Ends it with `sources`, of `size` elements each, at `position` of the vectors, which become the new ones.
static void close_shared(tern_builder_t *b, const scan_t *s, tern_forall_t *forall, tern_value_t *const *sources,
                         tern_value_t *position, int64_t size, tern_value_t **vectors) {
  tern_part_t part = {.rank = 1, .offsets = {tern_extent_of_value(position)}, .sizes = {tern_extent_of(size)}};
  const tern_part_t *parts[MAX_VALUES];
  for (size_t i = 0; i < s->count; ++i) parts[i] = &part;
  tern_forall_close(b, forall, sources, parts, vectors);
}

// The same with one element each.
static void close_with_elements(tern_builder_t *b, const scan_t *s, tern_forall_t *forall, tern_value_t *const *values,
                                tern_value_t *position, tern_value_t **vectors) {
  tern_value_t *sources[MAX_VALUES];
  int64_t one = 1;
  for (size_t i = 0; i < s->count; ++i) {
    const tern_type_t *type = tern_tensor_type_get(values[i]->type, &one, 1, NULL);
    sources[i] = tern_build_insert(b, values[i], tern_build_empty(b, type, NULL), TERN_VALUES(tern_build_index(b, 0)));
  }
  close_shared(b, s, forall, sources, position, 1, vectors);
}

static void extract_all(tern_builder_t *b, const scan_t *s, tern_value_t *const *vectors, tern_value_t *position,
                        tern_value_t **out) {
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_extract(b, vectors[i], TERN_VALUES(position));
}

// Adds up elements `first` to `end` of vectors, behind `values`.
static void build_chain(tern_builder_t *b, const scan_t *s, tern_value_t *const *vectors, tern_value_t *first,
                        tern_value_t *end, int64_t step, tern_value_t **values) {
  tern_value_t *elements[MAX_VALUES];
  tern_op_t *loop = tern_loop_open(b, first, end, tern_build_index(b, step), values, s->count);
  extract_all(b, s, vectors, tern_scf_for_iv(loop), elements);
  tern_monoid_combine(b, s->monoid, values, elements, values);
  tern_loop_close(b, loop, values, s->count);
}

// --- a tile ---

// Copies the elements from `first` on; neutral ones follow the last.
static void build_tile(tern_builder_t *b, const scan_t *s, tern_value_t *const *ivs, tern_value_t *first,
                       tern_value_t *end, tern_value_t **out_tile) {
  tern_value_t *values[MAX_VALUES], *neutral[MAX_VALUES];
  int64_t size = s->chunk * CHUNKS;
  tern_forall_t forall;
  build_empty_vectors(b, s, size, out_tile);
  open_shared(b, s, tern_extent_of(size), out_tile, &forall);
  tern_value_t *position = tern_build_index_add(b, first, forall.ivs[0]);
  build_elements(b, s, ivs, build_min(b, position, s->size - 1), values);
  build_neutral(b, s, neutral);
  select_all(b, s, tern_build_compared(b, TERN_CMPI_SLT, position, end), values, neutral, values);
  close_with_elements(b, s, &forall, values, forall.ivs[0], out_tile);
}

// What each chunk comes to with those of its group that are before it.
static void build_sums(tern_builder_t *b, const scan_t *s, tern_value_t *const *tile, tern_value_t **out_sums) {
  tern_value_t *values[MAX_VALUES], *parts[MAX_VALUES];
  tern_forall_t forall;
  build_empty_vectors(b, s, CHUNKS, out_sums);
  open_shared(b, s, tern_extent_of(CHUNKS), out_sums, &forall);
  tern_value_t *chunk = tern_build_index(b, s->chunk), *first = tern_build_index_mul(b, forall.ivs[0], chunk);
  build_neutral(b, s, values);
  build_chain(b, s, tile, first, tern_build_index_add(b, first, chunk), 1, values);
  close_with_elements(b, s, &forall, values, forall.ivs[0], out_sums);

  open_shared(b, s, tern_extent_of(CHUNKS / GROUP), out_sums, &forall);
  tern_value_t *state[2 * MAX_VALUES], *elements[MAX_VALUES], *one = tern_build_index(b, 1);
  tern_part_t part = {.rank = 1, .sizes = {tern_extent_of(GROUP)}};
  first = tern_build_index_mul(b, forall.ivs[0], tern_build_index(b, GROUP));
  part.offsets[0] = tern_extent_of_value(first);
  for (size_t i = 0; i < s->count; ++i) state[i] = tern_build_part(b, forall.outputs[i], &part);
  build_neutral(b, s, state + s->count);
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), tern_build_index(b, GROUP), one, state, 2 * s->count);
  extract_all(b, s, state, tern_scf_for_iv(loop), elements);
  tern_monoid_combine(b, s->monoid, state + s->count, elements, state + s->count);
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_insert(b, state[s->count + i], state[i], TERN_VALUES(tern_scf_for_iv(loop)));
  }
  tern_loop_close(b, loop, state, 2 * s->count);
  memcpy(parts, state, sizeof parts);
  close_shared(b, s, &forall, parts, first, GROUP, out_sums);
}

// What the chunks of whole groups come to, up to group `end`, behind `values`.
static void build_groups(tern_builder_t *b, const scan_t *s, tern_value_t *const *sums, tern_value_t *end,
                         tern_value_t **values) {
  tern_value_t *last = tern_build_index(b, GROUP - 1);
  tern_value_t *limit = tern_build_index_add(b, tern_build_index_mul(b, end, tern_build_index(b, GROUP)), last);
  build_chain(b, s, sums, last, limit, GROUP, values);
}

// What comes before chunk `number`: the carry, groups before its own, and chunks of its group.
static void build_before_chunk(tern_builder_t *b, const scan_t *s, tern_value_t *const *carry,
                               tern_value_t *const *sums, tern_value_t *number, tern_value_t **out) {
  tern_value_t *with_chunks[MAX_VALUES], *elements[MAX_VALUES];
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1), *size = tern_build_index(b, GROUP);
  tern_value_t *group = tern_build_binary(b, TERN_ARITH(DIVUI), number, size);
  tern_value_t *in_group = tern_build_binary(b, TERN_ARITH(REMUI), number, size);
  extract_all(b, s, carry, zero, out);
  build_groups(b, s, sums, group, out);
  extract_all(b, s, sums, tern_build_index_max(b, tern_build_index_sub(b, number, one), zero), elements);
  tern_monoid_combine(b, s->monoid, out, elements, with_chunks);
  select_all(b, s, tern_build_compared(b, TERN_CMPI_EQ, in_group, zero), out, with_chunks, out);
}

// Scans each chunk of the tile from what comes before it.
static void build_scanned_tile(tern_builder_t *b, const scan_t *s, tern_value_t *const *carry,
                               tern_value_t *const *sums, tern_value_t **tile) {
  tern_value_t *before[MAX_VALUES], *state[2 * MAX_VALUES], *values[MAX_VALUES];
  tern_forall_t forall;
  open_shared(b, s, tern_extent_of(CHUNKS), tile, &forall);
  tern_value_t *chunk = tern_build_index(b, s->chunk), *first = tern_build_index_mul(b, forall.ivs[0], chunk);
  build_before_chunk(b, s, carry, sums, forall.ivs[0], before);
  tern_part_t part = {.rank = 1, .offsets = {tern_extent_of_value(first)}, .sizes = {tern_extent_of(s->chunk)}};
  for (size_t i = 0; i < s->count; ++i) state[i] = tern_build_part(b, forall.outputs[i], &part);
  build_neutral(b, s, state + s->count);
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), chunk, tern_build_index(b, 1), state, 2 * s->count);
  extract_all(b, s, state, tern_scf_for_iv(loop), values);
  // Sums of the chunk alone are small, and lose little.
  tern_monoid_combine(b, s->monoid, state + s->count, values, state + s->count);
  tern_monoid_combine(b, s->monoid, before, state + s->count, values);
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_insert(b, values[i], state[i], TERN_VALUES(tern_scf_for_iv(loop)));
  }
  tern_loop_close(b, loop, state, 2 * s->count);
  close_shared(b, s, &forall, state, first, s->chunk, tile);
}

// --- a part of a line ---

typedef struct part {
  tern_value_t **ivs;         // of the line; of the dimension: the number of the part
  tern_value_t *first, *end;  // of positions
  tern_value_t *last;         // position whose element is the first one in memory
  tern_value_t *lines[MAX_VALUES];
} part_t;

// Where `position` is in the part of the result.
static tern_value_t *build_place(tern_builder_t *b, const scan_t *s, const part_t *p, tern_value_t *position) {
  return s->is_reverse ? tern_build_index_sub(b, p->last, position) : tern_build_index_sub(b, position, p->first);
}

static void build_carry(tern_builder_t *b, const scan_t *s, const part_t *p, tern_value_t **out_carry) {
  tern_value_t *values[MAX_VALUES];
  tern_forall_t forall;
  build_empty_vectors(b, s, 1, out_carry);
  open_shared(b, s, tern_extent_of(1), out_carry, &forall);
  build_start(b, s, p->ivs, values);
  close_with_elements(b, s, &forall, values, forall.ivs[0], out_carry);
}

// The carry of the next tile: with the sums of this one, or the last element of the scanned tile.
static void build_next_carry(tern_builder_t *b, const scan_t *s, tern_value_t *const *tile, tern_value_t *const *sums,
                             tern_value_t **carry) {
  tern_value_t *values[MAX_VALUES];
  tern_forall_t forall;
  open_shared(b, s, tern_extent_of(1), carry, &forall);
  if (s->wants_sums) {
    extract_all(b, s, forall.outputs, tern_build_index(b, 0), values);
    build_groups(b, s, sums, tern_build_index(b, CHUNKS / GROUP), values);
  } else {
    extract_all(b, s, tile, tern_build_index(b, s->chunk * CHUNKS - 1), values);
  }
  close_with_elements(b, s, &forall, values, forall.ivs[0], carry);
}

static void build_stores(tern_builder_t *b, const scan_t *s, const part_t *p, tern_value_t *const *tile,
                         tern_value_t *first, tern_value_t **lines) {
  tern_value_t *values[MAX_VALUES];
  tern_forall_t forall;
  scan_t stored = *s;
  stored.count = s->wanted_count;
  tern_value_t *count = build_min(b, tern_build_index_sub(b, p->end, first), s->chunk * CHUNKS);
  open_shared(b, &stored, tern_extent_of_value(count), lines, &forall);
  extract_all(b, s, tile, forall.ivs[0], values);
  if (!s->is_wide) tern_monoid_narrow(b, s->monoid, values, values);
  for (size_t i = 0; i < s->wanted_count; ++i) values[i] = values[s->wanted[i]];
  close_with_elements(b, &stored, &forall, values, build_place(b, s, p, tern_build_index_add(b, first, forall.ivs[0])),
                      lines);
}

static void build_part_in_tiles(tern_builder_t *b, const scan_t *s, part_t *p) {
  size_t lines = line_count(s);
  tern_value_t *state[2 * MAX_VALUES], **carry = state + lines, *tile[MAX_VALUES], *sums[MAX_VALUES];
  memcpy(state, p->lines, lines * sizeof(*state));
  build_carry(b, s, p, carry);
  // Sums leave the lines as they are until the end.
  size_t carried = s->wants_sums ? s->count : lines + s->count;
  tern_value_t **from = s->wants_sums ? carry : state;
  tern_op_t *loop = tern_loop_open(b, p->first, p->end, tern_build_index(b, s->chunk * CHUNKS), from, carried);
  tern_value_t *first = tern_scf_for_iv(loop);
  build_tile(b, s, p->ivs, first, p->end, tile);
  build_sums(b, s, tile, sums);
  if (!s->wants_sums) build_scanned_tile(b, s, carry, sums, tile);
  build_next_carry(b, s, tile, sums, carry);
  if (!s->wants_sums) build_stores(b, s, p, tile, first, state);
  tern_loop_close(b, loop, from, carried);
  if (s->wants_sums) {
    tern_value_t *values[MAX_VALUES];
    tern_forall_t forall;
    open_shared(b, s, tern_extent_of(1), state, &forall);
    extract_all(b, s, carry, tern_build_index(b, 0), values);
    close_with_elements(b, s, &forall, values, forall.ivs[0], state);
  }
  memcpy(p->lines, state, sizeof p->lines);
}

// --- a part that one invocation goes through ---

typedef struct walk {
  const scan_t *s;
  part_t *p;
  tern_value_t *start[MAX_VALUES];
} walk_t;

static void take(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  const walk_t *w = user;
  tern_value_t *elements[MAX_VALUES];
  build_elements(b, w->s, w->p->ivs, position, elements);
  tern_monoid_combine(b, w->s->monoid, values, elements, values);
}

static void put(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values,
                tern_value_t **state) {
  const walk_t *w = user;
  const scan_t *s = w->s;
  tern_value_t *all[MAX_VALUES], *place = build_place(b, s, w->p, position);
  memcpy(all, values, s->count * sizeof(*all));
  if (s->before[0]) tern_monoid_combine(b, s->monoid, w->start, values, all);
  if (!s->is_wide) tern_monoid_narrow(b, s->monoid, all, all);
  for (size_t i = 0; i < s->wanted_count; ++i) {
    state[i] = tern_build_insert(b, all[s->wanted[i]], state[i], TERN_VALUES(place));
  }
}

static void build_part_alone(tern_builder_t *b, const scan_t *s, part_t *p) {
  walk_t walk = {.s = s, .p = p};
  tern_value_t *sums[MAX_VALUES];
  if (s->before[0]) build_start(b, s, p->ivs, walk.start);
  tern_running_t running = {.monoid = s->monoid,
                            .first = p->first,
                            .end = p->end,
                            .size = s->part_size,
                            .user = &walk,
                            .take = take,
                            .put = s->wants_sums ? NULL : put,
                            .state_count = s->wants_sums ? 0 : s->wanted_count};
  tern_build_running(b, &running, p->lines, sums);
  for (size_t i = 0; i < s->count && s->wants_sums; ++i) {
    p->lines[i] = tern_build_insert(b, sums[i], p->lines[i], TERN_VALUES(tern_build_index(b, 0)));
  }
}

// --- all lines ---

static const tern_type_t *result_element(const scan_t *s, size_t i) {
  return s->wants_sums || s->is_wide ? s->wide[i] : s->monoid->elements[i];
}

// The part of the result that an iteration makes.
static void make_result_part(tern_builder_t *b, const scan_t *s, const part_t *p, tern_part_t *out) {
  *out = (tern_part_t){.rank = s->rank};
  for (size_t d = 0; d < s->rank; ++d) {
    if (d != s->dim) tern_part_drop(out, d, p->ivs[d]);
  }
  tern_value_t *size = tern_build_index(b, s->size);
  out->sizes[s->dim] = s->wants_sums                 ? tern_extent_of(1)
                       : s->size % s->part_size == 0 ? tern_extent_of(s->part_size)
                                                     : tern_extent_of_value(tern_build_index_sub(b, p->end, p->first));
  out->offsets[s->dim] = tern_extent_of_value(s->wants_sums   ? p->ivs[s->dim]
                                              : s->is_reverse ? tern_build_index_sub(b, size, p->end)
                                                              : p->first);
}

static void build_parts(tern_builder_t *b, const scan_t *s, tern_value_t **out_results) {
  tern_extent_t ends[MAX_RANK];
  int64_t shape[MAX_RANK];
  tern_value_t *outputs[MAX_VALUES], *ivs[MAX_RANK];
  const tern_part_t *parts[MAX_VALUES];
  tern_forall_t forall;
  for (size_t d = 0; d < s->rank; ++d) {
    ends[d] = tern_extent_of(d == s->dim ? s->parts : s->sizes[d]);
    shape[d] = d == s->dim && s->wants_sums ? s->parts : s->sizes[d];
  }
  size_t lines = line_count(s);
  for (size_t i = 0; i < lines; ++i) {
    const tern_type_t *element = result_element(s, value_of_line(s, i));
    outputs[i] = tern_build_empty(b, tern_tensor_type_get(element, shape, s->rank, NULL), NULL);
  }
  tern_forall_open(b, ends, s->rank, (tern_values_t){outputs, lines}, &forall);
  memcpy(ivs, forall.ivs, s->rank * sizeof(*ivs));
  part_t p = {.ivs = ivs};
  p.first =
      s->parts == 1 ? tern_build_index(b, 0) : tern_build_index_mul(b, ivs[s->dim], tern_build_index(b, s->part_size));
  p.end = s->parts == 1 ? tern_build_index(b, s->size)
                        : build_min(b, tern_build_index_add(b, p.first, tern_build_index(b, s->part_size)), s->size);
  p.last = tern_build_index_sub(b, p.end, tern_build_index(b, 1));
  tern_part_t part;
  make_result_part(b, s, &p, &part);
  for (size_t i = 0; i < lines; ++i) {
    p.lines[i] = tern_build_empty_part(b, result_element(s, value_of_line(s, i)), &part);
    parts[i] = &part;
  }
  if (s->in_tiles) {
    build_part_in_tiles(b, s, &p);
  } else {
    build_part_alone(b, s, &p);
  }
  tern_forall_close(b, &forall, p.lines, parts, out_results);
}

static void want_all(scan_t *s) {
  for (s->wanted_count = 0; s->wanted_count < s->count; ++s->wanted_count) s->wanted[s->wanted_count] = s->wanted_count;
}

// Gives those results that are wanted.
static void build_scan(tern_builder_t *b, scan_t *s, tern_value_t **out_results) {
  plan(s);
  if (s->parts > 1) {
    // Sums stand in the order that they are added up in.
    scan_t sums = *s;
    s->wants_sums = true;
    build_parts(b, s, sums.inputs);
    s->wants_sums = false;
    sums.is_reverse = false;
    sums.is_wide = true;
    sums.sizes[s->dim] = sums.size = s->parts;
    want_all(&sums);
    build_scan(b, &sums, s->before);
  }
  build_parts(b, s, out_results);
}

void tern_build_scan(tern_builder_t *b, const tern_scan_t *scan, tern_value_t **out_results) {
  const tern_monoid_t *monoid = scan->monoid;
  const tern_type_t *type = scan->inputs[0]->type;
  scan_t s = {.monoid = monoid,
              .count = monoid->count,
              .rank = tern_type_rank(type),
              .dim = scan->dim,
              .lines = 1,
              .width = 1,
              .is_reverse = scan->is_reverse};
  for (size_t i = 0; i < s.count; ++i) {
    s.inputs[i] = scan->inputs[i];
    s.wide[i] = monoid->wide ? tern_float_type_get(b->context, TERN_TYPE_F32) : monoid->elements[i];
  }
  for (size_t d = 0; d < s.rank; ++d) {
    s.sizes[d] = tern_type_dim(type, d);
    if (d != s.dim) s.lines *= s.sizes[d];
    if (d > s.dim) s.width *= s.sizes[d];
  }
  s.size = s.sizes[s.dim];
  for (size_t i = 0; i < s.count && scan->is_wanted; ++i) {
    if (scan->is_wanted[i]) s.wanted[s.wanted_count++] = i;
  }
  if (s.wanted_count == 0) want_all(&s);
  tern_value_t *results[MAX_VALUES];
  build_scan(b, &s, results);
  for (size_t i = 0; i < s.count; ++i) out_results[i] = scan->inputs[i];
  for (size_t i = 0; i < s.wanted_count; ++i) out_results[s.wanted[i]] = results[i];
}

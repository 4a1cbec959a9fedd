// Sorts lines by many invocations, stably.
//
// A line is cut into tiles. A workgroup copies a tile to its memory; each invocation sorts a chunk of a few elements by exchanging
// neighbours; then sorted runs are merged pairwise, each invocation writing a chunk of what comes out. Longer runs are merged likewise by
// loops over memory, one for each doubling, which are one kernel: how long runs are is an operand that the compiler does not look into.
//
// An invocation that writes elements d, d + 1, ... of two merged runs first finds how many of the first d are of the left run: the least i
// such that the element at d - 1 - i of the right one comes before that at i of the left one (binary search; "merge path" of Odeh,
// Green, Mwassi, Shmueli and Birk). So all chunks of all runs are independent, and equal elements keep their order.
//
// If only the first k elements of each line are wanted, and few, each tile leaves its first k, which are sorted in the same way until
// there is one tile.
//
//   %runs = scf.forall (%line, %tile) ... {
//     %t = scf.forall (%i) in (1792) { elements of the tile }
//     %s = scf.forall (%c) in (256) { chunk %c, sorted }
//     %m = scf.for ... { scf.forall (%c) in (256) { chunk %c of runs of twice the length } }  into another tile, and back
//     scf.forall (%i) in (%count) { elements of the tile }
//   }
//   %two = scf.forall (%line, %tile) ... { tile of runs of 3584, a chunk by each invocation }
//   %four = ...

#include <stdlib.h>
#include <string.h>

#include "convert/linalg_ext/sort_lines.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "dialect/util/util.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

enum {
  TILE_BYTES = 16384,  // that every device has for a workgroup
  MOST_CHUNKS = 256,   // of a tile: a power of four, so that merges end where they began
  CHUNK_BYTES = 32,    // that an invocation sorts in registers
  LONGEST_CHUNK = 7,   // elements
  SHORT_LINE = 32,     // elements that an invocation may as well sort alone
  MANY_LINES = 4096    // if there are so many lines
};

typedef struct tiles {
  const tern_line_sort_t *sort;
  size_t count, rank, dim;  // `count` of inputs
  int64_t sizes[MAX_RANK];  // of inputs
  int64_t size, lines;      // of a line; their number
  int64_t chunk, chunks;    // elements of a chunk, chunks of a tile
  // Room for values of each input, in the order of these names.
  tern_value_t **args, **left, **right, **values, **vectors, **others;
} tiles_t;

// What elements are read from.
typedef struct source {
  tern_value_t *const *tensors;
  tern_value_t *const *ivs;  // of the line; NULL: they are vectors
  int64_t size;              // of the line or vector
} source_t;

// --- parts of builders ---

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static tern_value_t *build_min(tern_builder_t *b, tern_value_t *lhs, int64_t rhs) {
  return tern_build_index_min(b, lhs, tern_build_index(b, rhs));
}

// min(max(value, 0), limit).
static tern_value_t *build_clamped(tern_builder_t *b, tern_value_t *value, tern_value_t *limit) {
  return tern_build_index_max(b, tern_build_index_min(b, value, limit), tern_build_index(b, 0));
}

// The elements at `position`, or the last ones if that is beyond the end.
static void build_read(tern_builder_t *b, const tiles_t *s, const source_t *from, tern_value_t *position,
                       tern_value_t **out) {
  tern_value_t *place[MAX_RANK] = {build_min(b, position, from->size - 1)};
  size_t rank = 1;
  if (from->ivs) {
    tern_value_t *safe = place[0];
    memcpy(place, from->ivs, s->rank * sizeof(*place));
    place[s->dim] = safe;
    rank = s->rank;
  }
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_extract(b, from->tensors[i], (tern_values_t){place, rank});
}

// Do the right elements come before the left ones?
static tern_value_t *build_comes_first(tern_builder_t *b, const tiles_t *s, tern_value_t *const *right,
                                       tern_value_t *const *left) {
  for (size_t i = 0; i < s->count; ++i) {
    s->args[2 * i] = right[i];
    s->args[2 * i + 1] = left[i];
  }
  return s->sort->compare(b, s->args, s->sort->user);
}

static void select_all(tern_builder_t *b, const tiles_t *s, tern_value_t *condition, tern_value_t *const *yes,
                       tern_value_t *const *no, tern_value_t **out) {
  for (size_t i = 0; i < s->count; ++i) out[i] = tern_build_select(b, condition, yes[i], no[i]);
}

static void insert_all(tern_builder_t *b, const tiles_t *s, tern_value_t *const *values, tern_value_t *position,
                       tern_value_t **vectors) {
  for (size_t i = 0; i < s->count; ++i) {
    vectors[i] = tern_build_insert(b, values[i], vectors[i], TERN_VALUES(position));
  }
}

static const tern_type_t *element_of(const tiles_t *s, size_t i) { return tern_type_element(s->sort->inputs[i]->type); }

static void build_empty_vectors(tern_builder_t *b, const tiles_t *s, int64_t size, tern_value_t **out) {
  for (size_t i = 0; i < s->count; ++i) {
    out[i] = tern_build_empty(b, tern_tensor_type_get(element_of(s, i), &size, 1, NULL), NULL);
  }
}

// --- loops that invocations share ---

static void open_shared(tern_builder_t *b, const tiles_t *s, tern_extent_t count, tern_value_t **vectors,
                        tern_forall_t *out) {
  tern_forall_open(b, &count, 1, (tern_values_t){vectors, s->count}, out);
}

// Ends it with `sources`, of `size` elements each, at `position` of the vectors, which become the new ones.
static void close_shared(tern_builder_t *b, const tiles_t *s, tern_forall_t *forall, tern_value_t *const *sources,
                         tern_value_t *position, int64_t size, tern_value_t **vectors) {
  tern_part_t part = {.rank = 1, .offsets = {tern_extent_of_value(position)}, .sizes = {tern_extent_of(size)}};
  const tern_part_t **parts = tern_malloc(s->count * sizeof(*parts));
  for (size_t i = 0; i < s->count; ++i) parts[i] = &part;
  tern_forall_close(b, forall, sources, parts, vectors);
  free(parts);
}

// Copies `count` elements of a source, from `first` on, to vectors from `target` on.
static void build_copies(tern_builder_t *b, const tiles_t *s, const source_t *from, tern_value_t *first,
                         tern_extent_t count, tern_value_t **vectors) {
  tern_forall_t forall;
  open_shared(b, s, count, vectors, &forall);
  build_read(b, s, from, tern_build_index_add(b, first, forall.ivs[0]), s->values);
  build_empty_vectors(b, s, 1, s->others);
  insert_all(b, s, s->values, tern_build_index(b, 0), s->others);
  close_shared(b, s, &forall, s->others, forall.ivs[0], 1, vectors);
}

// --- chunks ---

// Sorts each chunk: as many rounds of exchanges as it has elements. `end` of the elements that there are.
static void build_sorted_chunks(tern_builder_t *b, const tiles_t *s, tern_value_t *end, tern_value_t **tile) {
  tern_value_t *positions[LONGEST_CHUNK], *is_there[LONGEST_CHUNK];
  tern_value_t **elements[LONGEST_CHUNK], **room = tern_malloc(LONGEST_CHUNK * s->count * sizeof(*room));
  tern_forall_t forall;
  open_shared(b, s, tern_extent_of(s->chunks), tile, &forall);
  tern_value_t *first = tern_build_index_mul(b, forall.ivs[0], tern_build_index(b, s->chunk));
  source_t from = {forall.outputs, NULL, s->chunk * s->chunks};
  for (int64_t j = 0; j < s->chunk; ++j) {
    positions[j] = tern_build_index_add(b, first, tern_build_index(b, j));
    is_there[j] = tern_build_compared(b, TERN_CMPI_SLT, positions[j], end);
    elements[j] = room + (size_t)j * s->count;
    build_read(b, s, &from, positions[j], elements[j]);
  }
  for (int64_t round = 0; round < s->chunk; ++round) {
    for (int64_t j = round % 2; j + 1 < s->chunk; j += 2) {
      tern_value_t *swaps = build_comes_first(b, s, elements[j + 1], elements[j]);
      swaps = tern_build_binary(b, TERN_ARITH(ANDI), is_there[j + 1], swaps);
      memcpy(s->values, elements[j], s->count * sizeof(*s->values));
      select_all(b, s, swaps, elements[j + 1], s->values, elements[j]);
      select_all(b, s, swaps, s->values, elements[j + 1], elements[j + 1]);
    }
  }
  tern_part_t part = {.rank = 1, .offsets = {tern_extent_of_value(first)}, .sizes = {tern_extent_of(s->chunk)}};
  for (size_t i = 0; i < s->count; ++i) s->others[i] = tern_build_part(b, forall.outputs[i], &part);
  for (int64_t j = 0; j < s->chunk; ++j) insert_all(b, s, elements[j], tern_build_index(b, j), s->others);
  close_shared(b, s, &forall, s->others, first, s->chunk, tile);
  free(room);
}

// --- merges ---

// Two runs side by side, of which a chunk is merged.
typedef struct merge {
  tern_value_t *left, *right;              // where they begin
  tern_value_t *left_count, *right_count;  // of elements
  tern_value_t *first;                     // of the merged elements that are wanted
} merge_t;

// The runs of `width` elements that merged element `position` is in; there are `end` elements.
static merge_t find_runs(tern_builder_t *b, tern_value_t *position, tern_value_t *width, tern_value_t *end) {
  tern_value_t *twice = tern_build_index_add(b, width, width);
  tern_value_t *first = tern_build_binary(b, TERN_ARITH(REMUI), position, twice);
  merge_t m = {.left = tern_build_index_sub(b, position, first), .first = first};
  m.right = tern_build_index_add(b, m.left, width);
  m.left_count = build_clamped(b, tern_build_index_sub(b, end, m.left), width);
  m.right_count = build_clamped(b, tern_build_index_sub(b, end, m.right), width);
  return m;
}

// How many of the merged elements before the first wanted one are of the left run.
static tern_value_t *build_search(tern_builder_t *b, const tiles_t *s, const source_t *from, const merge_t *m) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_value_t *state[2] = {
      tern_build_index_max(b, tern_build_index_sub(b, m->first, m->right_count), zero),
      tern_build_index_min(b, m->first, m->left_count),
  };
  tern_op_t *loop = tern_while_open(b, state, 2);
  tern_while_enter_body(b, loop, tern_build_compared(b, TERN_CMPI_SLT, state[0], state[1]), state, 2);
  tern_value_t *sum = tern_build_index_add(b, state[0], state[1]);
  tern_value_t *middle = tern_build_binary(b, TERN_ARITH(SHRUI), sum, one);
  tern_value_t *next = tern_build_index_add(b, middle, one);
  tern_value_t *across = tern_build_index_add(b, m->right, tern_build_index_sub(b, m->first, next));
  build_read(b, s, from, tern_build_index_add(b, m->left, middle), s->left);
  build_read(b, s, from, across, s->right);
  tern_value_t *is_first = build_comes_first(b, s, s->right, s->left);
  state[0] = tern_build_select(b, is_first, state[0], next);
  state[1] = tern_build_select(b, is_first, middle, state[1]);
  tern_while_close(b, loop, state, 2);
  return state[0];
}

// Writes `count` merged elements to vectors. What is behind the last one is undefined.
static void build_merge(tern_builder_t *b, const tiles_t *s, const source_t *from, const merge_t *m,
                        tern_value_t *count, tern_value_t **vectors) {
  size_t n = s->count, carried = 3 * n + 2;
  // Vectors, the next elements of both runs, and how many were taken of them.
  tern_value_t **state = tern_malloc(carried * sizeof(*state)), **left = state + n, **right = left + n;
  tern_value_t **taken = right + n, *one = tern_build_index(b, 1);
  taken[0] = build_search(b, s, from, m);
  taken[1] = tern_build_index_sub(b, m->first, taken[0]);
  memcpy(state, vectors, n * sizeof(*state));
  build_read(b, s, from, tern_build_index_add(b, m->left, taken[0]), left);
  build_read(b, s, from, tern_build_index_add(b, m->right, taken[1]), right);
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), count, one, state, carried);
  tern_value_t *is_first = build_comes_first(b, s, right, left);
  tern_value_t *has_right = tern_build_compared(b, TERN_CMPI_SLT, taken[1], m->right_count);
  tern_value_t *has_no_left = tern_build_compared(b, TERN_CMPI_SGE, taken[0], m->left_count);
  tern_value_t *takes_right =
      tern_build_binary(b, TERN_ARITH(ORI), has_no_left, tern_build_binary(b, TERN_ARITH(ANDI), has_right, is_first));
  select_all(b, s, takes_right, right, left, s->values);
  insert_all(b, s, s->values, tern_scf_for_iv(loop), state);
  tern_value_t *next_left = tern_build_index_add(b, taken[0], one),
               *next_right = tern_build_index_add(b, taken[1], one);
  tern_value_t *at = tern_build_select(b, takes_right, tern_build_index_add(b, m->right, next_right),
                                       tern_build_index_add(b, m->left, next_left));
  build_read(b, s, from, at, s->values);
  select_all(b, s, takes_right, left, s->values, left);
  select_all(b, s, takes_right, s->values, right, right);
  taken[0] = tern_build_select(b, takes_right, taken[0], next_left);
  taken[1] = tern_build_select(b, takes_right, next_right, taken[1]);
  tern_loop_close(b, loop, state, carried);
  memcpy(vectors, state, n * sizeof(*state));
  free(state);
}

// Merges runs of `width` elements of the tile `from` into `tile`, which becomes the new one.
static void build_merged_tile(tern_builder_t *b, const tiles_t *s, tern_value_t *const *from, tern_value_t *width,
                              tern_value_t *end, tern_value_t **tile) {
  tern_forall_t forall;
  open_shared(b, s, tern_extent_of(s->chunks), tile, &forall);
  tern_value_t *chunk = tern_build_index(b, s->chunk), *position = tern_build_index_mul(b, forall.ivs[0], chunk);
  source_t source = {from, NULL, s->chunk * s->chunks};
  merge_t merge = find_runs(b, position, width, end);
  build_empty_vectors(b, s, s->chunk, s->others);
  build_merge(b, s, &source, &merge, chunk, s->others);
  close_shared(b, s, &forall, s->others, position, s->chunk, tile);
}

// --- tiles ---

// Sorts a tile of `end` elements.
static void build_sorted_tile(tern_builder_t *b, const tiles_t *s, tern_value_t *end, tern_value_t **tile) {
  int64_t rounds = 0;
  build_sorted_chunks(b, s, end, tile);
  for (int64_t chunks = 1; chunks < s->chunks; chunks *= 4) ++rounds;
  if (!rounds) return;
  tern_value_t **other = tern_malloc((2 * s->count + 1) * sizeof(*other)), **state = other + s->count;
  build_empty_vectors(b, s, s->chunk * s->chunks, other);
  memcpy(state, tile, s->count * sizeof(*state));
  state[s->count] = tern_build_index(b, s->chunk);
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), tern_build_index(b, rounds), tern_build_index(b, 1),
                                   state, s->count + 1);
  tern_value_t *width = state[s->count], *twice = tern_build_index_add(b, width, width);
  build_merged_tile(b, s, state, width, end, other);
  build_merged_tile(b, s, other, twice, end, state);
  state[s->count] = tern_build_index_add(b, twice, twice);
  tern_loop_close(b, loop, state, s->count + 1);
  memcpy(tile, state, s->count * sizeof(*state));
  free(other);
}

// One iteration for each line and part of it, which make parts of results of `size` elements a line.
typedef struct parts {
  tern_forall_t forall;
  tern_part_t part;
  tern_value_t *first;  // position in the result
} parts_t;

static void open_parts(tern_builder_t *b, const tiles_t *s, int64_t size, int64_t part_size, parts_t *out) {
  tern_extent_t ends[MAX_RANK];
  int64_t shape[MAX_RANK];
  for (size_t d = 0; d < s->rank; ++d) {
    ends[d] = tern_extent_of(d == s->dim ? divide_up(size, part_size) : s->sizes[d]);
    shape[d] = d == s->dim ? size : s->sizes[d];
  }
  for (size_t i = 0; i < s->count; ++i) {
    s->vectors[i] = tern_build_empty(b, tern_tensor_type_get(element_of(s, i), shape, s->rank, NULL), NULL);
  }
  tern_forall_open(b, ends, s->rank, (tern_values_t){s->vectors, s->count}, &out->forall);
  out->first = tern_build_index_mul(b, out->forall.ivs[s->dim], tern_build_index(b, part_size));
  out->part = (tern_part_t){.rank = s->rank};
  for (size_t d = 0; d < s->rank; ++d) {
    if (d != s->dim) tern_part_drop(&out->part, d, out->forall.ivs[d]);
  }
  tern_value_t *rest = tern_build_index_sub(b, tern_build_index(b, size), out->first);
  out->part.offsets[s->dim] = tern_extent_of_value(out->first);
  out->part.sizes[s->dim] =
      size % part_size == 0 ? tern_extent_of(part_size) : tern_extent_of_value(build_min(b, rest, part_size));
  for (size_t i = 0; i < s->count; ++i) s->vectors[i] = tern_build_empty_part(b, element_of(s, i), &out->part);
}

// With what is in `vectors`.
static void close_parts(tern_builder_t *b, const tiles_t *s, parts_t *p, tern_value_t **out_results) {
  const tern_part_t **parts = tern_malloc(s->count * sizeof(*parts));
  for (size_t i = 0; i < s->count; ++i) parts[i] = &p->part;
  tern_forall_close(b, &p->forall, s->vectors, parts, out_results);
  free(parts);
}

// Sorts tiles of lines of `size` elements, and leaves the first `kept` of each; `out_size` is the size of the results' lines, whose last
// elements are undefined if there are more than enough.
static void build_tiles(tern_builder_t *b, const tiles_t *s, tern_value_t **tensors, int64_t size, int64_t kept,
                        int64_t out_size) {
  int64_t tile_size = s->chunk * s->chunks;
  bool is_one = size <= tile_size;
  parts_t p;
  open_parts(b, s, out_size, is_one ? out_size : kept, &p);
  tern_value_t *first = tern_build_index_mul(b, p.forall.ivs[s->dim], tern_build_index(b, tile_size));
  tern_value_t *end = build_min(b, tern_build_index_sub(b, tern_build_index(b, size), first), tile_size);
  source_t line = {tensors, p.forall.ivs, size};
  tern_value_t **tile = tern_malloc(s->count * sizeof(*tile));
  build_empty_vectors(b, s, tile_size, tile);
  build_copies(b, s, &line, first, tern_extent_of(tile_size), tile);
  build_sorted_tile(b, s, end, tile);
  source_t from = {tile, NULL, tile_size};
  build_copies(b, s, &from, tern_build_index(b, 0), tern_extent_of_value(build_min(b, end, kept)), s->vectors);
  close_parts(b, s, &p, tensors);
  free(tile);
}

// --- lines ---

// Merges runs of `width` elements, a tile of what comes out in a workgroup: so it is stored in the order of memory.
static void build_merged_lines(tern_builder_t *b, const tiles_t *s, tern_value_t *width, tern_value_t **tensors) {
  int64_t tile_size = s->chunk * s->chunks;
  tern_value_t **tile = tern_malloc(s->count * sizeof(*tile)), *chunk = tern_build_index(b, s->chunk);
  tern_forall_t forall;
  parts_t p;
  open_parts(b, s, s->size, tile_size, &p);
  source_t line = {tensors, p.forall.ivs, s->size}, from = {tile, NULL, tile_size};
  build_empty_vectors(b, s, tile_size, tile);
  open_shared(b, s, tern_extent_of(s->chunks), tile, &forall);
  tern_value_t *position = tern_build_index_mul(b, forall.ivs[0], chunk);
  merge_t merge = find_runs(b, tern_build_index_add(b, p.first, position), width, tern_build_index(b, s->size));
  build_empty_vectors(b, s, s->chunk, s->others);
  build_merge(b, s, &line, &merge, chunk, s->others);
  close_shared(b, s, &forall, s->others, position, s->chunk, tile);
  build_copies(b, s, &from, tern_build_index(b, 0), p.part.sizes[s->dim], s->vectors);
  close_parts(b, s, &p, tensors);
  free(tile);
}

// A number that kernels get as an operand.
static tern_value_t *build_operand(tern_builder_t *b, int64_t number) {
  return tern_build_value(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(tern_build_index(b, number)),
                          .types = TERN_TYPES(tern_index_type_get(b->context)),
                          .attrs = TERN_ATTRS({TERN_UTIL_OPERAND_ATTR, tern_unit_attr_get(b->context)}));
}

// Sorts lines as a whole.
static void build_whole_lines(tern_builder_t *b, const tiles_t *s, tern_value_t **tensors) {
  int64_t tile_size = s->chunk * s->chunks;
  build_tiles(b, s, tensors, s->size, tile_size, s->size);
  for (int64_t width = tile_size; width < s->size; width *= 2) {
    build_merged_lines(b, s, build_operand(b, width), tensors);
  }
}

// Sorts the first `wanted` elements of lines.
static void build_first_of_lines(tern_builder_t *b, const tiles_t *s, int64_t wanted, tern_value_t **tensors) {
  int64_t tile_size = s->chunk * s->chunks, size = s->size;
  while (size > tile_size) {
    int64_t whole = (size - 1) / tile_size, last = size - whole * tile_size;
    int64_t left = whole * wanted + (last < wanted ? last : wanted);
    build_tiles(b, s, tensors, size, wanted, left);
    size = left;
  }
  build_tiles(b, s, tensors, size, wanted, s->size);
}

static bool plan(tiles_t *s) {
  int64_t bytes = 0;
  for (size_t i = 0; i < s->count; ++i) bytes += tern_shared_element_size(element_of(s, i));
  int64_t fitting = CHUNK_BYTES / bytes;
  s->chunk = fitting < 1 ? 1 : fitting > LONGEST_CHUNK ? LONGEST_CHUNK : fitting;
  // Chunks of an odd number of elements begin at different banks of memory.
  if (s->chunk > 2 && s->chunk % 2 == 0) --s->chunk;
  for (s->chunks = 1; s->chunks < MOST_CHUNKS && s->chunk * s->chunks < s->size;) s->chunks *= 4;
  while (s->chunks > 1 && 2 * bytes * s->chunk * s->chunks > TILE_BYTES) s->chunks /= 4;
  return (s->chunks > 1 || s->chunk >= s->size) && !(s->size <= SHORT_LINE && s->lines >= MANY_LINES);
}

bool tern_build_tile_sort(tern_builder_t *b, const tern_line_sort_t *sort, tern_value_t **out_results) {
  const tern_type_t *type = sort->inputs[0]->type;
  tiles_t s = {.sort = sort, .count = sort->count, .rank = tern_type_rank(type), .dim = sort->dim, .lines = 1};
  if (!tern_type_has_static_shape(type)) return false;
  for (size_t d = 0; d < s.rank; ++d) {
    s.sizes[d] = tern_type_dim(type, d);
    if (d != s.dim) s.lines *= s.sizes[d];
  }
  s.size = s.sizes[s.dim];
  if (!plan(&s)) return false;
  s.args = tern_malloc(7 * s.count * sizeof(*s.args));
  s.left = s.args + 2 * s.count;
  s.right = s.left + s.count;
  s.values = s.right + s.count;
  s.vectors = s.values + s.count;
  s.others = s.vectors + s.count;
  memcpy(out_results, sort->inputs, s.count * sizeof(*out_results));
  if (sort->wanted && sort->wanted <= s.chunk * s.chunks / 2) {
    build_first_of_lines(b, &s, sort->wanted, out_results);
  } else {
    build_whole_lines(b, &s, out_results);
  }
  free(s.args);
  return true;
}

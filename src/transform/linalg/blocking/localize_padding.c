// --linalg-localize-padding: what is read of a padded temporary is made where it is read, in memory that stays in the
// cache.
//
//   %padded = memref.alloca() : memref<1x58x58x64xf32>
//   linalg.fill ins(%zero : f32) outs(%padded)
//   %middle = memref.subview %padded[0, 1, 1, 0] [1, 56, 56, 64] [1, 1, 1, 1]
//   linalg.copy ins(%source) outs(%middle)
//   scf.for %y = ... step %c7 {
//     %part = memref.subview %padded[0, %y, 0, 0] [1, 9, 58, 64] [1, 1, 1, 1]
//     ... %part ...
// becomes
//   scf.for %y = ... step %c7 {
//     %part = memref.alloca() : memref<1x9x58x64xf32>
//     (%part[0, 0, 0, 0] [1, max(1 - %y, 0), 58, 64] and the like below, to the left and to the right are filled)
//     linalg.copy ins(%source[0, max(%y - 1, 0), 0, 0] [...]) outs(%part[0, max(1 - %y, 0), 1, 0] [...])
//     ... %part ...
//
// An op that itself moves a window over the view is split: where the window is inside of the source it reads that, and
// only what it reads for one row, or column, at the edge of its output at a time is padded.
//
//   scf.for %j = %c0 to %rows_at_the_edge step %c1 {
//     (as above, for [1, 3, 58, 64])
//     linalg.depthwise_conv_2d_nhwc_hwc ins(%part, ...) outs(%out[0, %row, 0, 0] [1, 1, 56, 64])
//   }
//   (the same for columns)
//   linalg.depthwise_conv_2d_nhwc_hwc ins(%source[0, %y', 0, 0] [...], ...) outs(%out[...])
//
// This is done for the largest views that take `local-bytes` at most: in place of a view that takes more, for views of
// it. Padding that is read without a view stays as it is.

#include "analysis/size_bound.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/contraction_loops.h"
#include "transform/linalg/blocking/convolution_loops.h"
#include "transform/linalg/blocking/padded_buffer.h"

// A part of the padded buffer: its place in it, and how large it is at most.
typedef struct part {
  tern_op_t *view;
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  int64_t bounds[TERN_LINALG_MAX_LOOPS];
  tern_value_t *begins[TERN_LINALG_MAX_LOOPS], *ends[TERN_LINALG_MAX_LOOPS];  // of what is no padding, within the part
} part_t;

// --- what becomes local ---

static bool is_plain_view(const tern_op_t *op) {
  tern_slice_t slice;
  if (!tern_op_is(op, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(op, &slice) ||
      slice.count != tern_type_rank(tern_op_result(op, 0)->type)) {
    return false;
  }
  for (size_t d = 0; d < slice.count; ++d) {
    if (slice.strides[d].value != 1) return false;
  }
  return true;
}

// The most that dimension `dim` of a view of the buffer can be: its size, or that of what it is a view of.
static int64_t bound_of(const tern_value_t *memref, size_t dim) {
  int64_t bound = tern_size_bound(memref, dim);
  const tern_op_t *op = tern_value_defining_op(memref);
  bool is_view = op && tern_op_is(op, TERN_MEMREF(SUBVIEW));
  return bound == TERN_DYNAMIC && is_view ? bound_of(tern_op_operand(op, 0), dim) : bound;
}

// Bytes that the memref takes at most, if dimension `dim` has `size` elements.
static int64_t bytes_of(const tern_value_t *memref, size_t dim, int64_t size) {
  int64_t bytes = (int64_t)tern_dense_element_size(tern_type_element(memref->type));
  for (size_t d = 0; d < tern_type_rank(memref->type); ++d) {
    bytes = tern_saturated_mul(bytes, d == dim ? size : bound_of(memref, d));
  }
  return bytes;
}

// A padded dimension that a loop moves a window over: `stride` elements at a time, `reach` elements long.
typedef struct window {
  size_t dim, loop;
  int64_t stride, reach;
} window_t;

static bool match_window(const tern_op_t *op, size_t dim, const int64_t *ranges, window_t *out) {
  int64_t coefficients[TERN_LINALG_MAX_LOOPS + 1];
  size_t loops = tern_linalg_loop_count(op), moving = 0;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 0);
  *out = (window_t){.dim = dim, .reach = 1};
  if (!tern_affine_expr_coefficients(map->results[dim], loops, 0, coefficients) || coefficients[loops] != 0)
    return false;
  for (size_t loop = 0; loop < loops; ++loop) {
    if (coefficients[loop] == 0) continue;
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) {
      out->loop = loop;
      out->stride = coefficients[loop];
      ++moving;
    } else if (ranges[loop] == TERN_DYNAMIC) {
      return false;
    } else {
      out->reach += coefficients[loop] * (ranges[loop] - 1);
    }
  }
  return moving == 1 && out->stride > 0;
}

// The windows over all padded dimensions, if the only reader of `memref` is an op that moves them, and nothing else in
// its output depends on where they are.
static tern_op_t *find_windows(const tern_value_t *memref, const tern_padded_buffer_t *buffer, window_t *out_windows,
                               size_t *out_count) {
  const tern_type_t *source = tern_linalg_input(buffer->copy, 0)->type,
                    *padded = tern_op_result(buffer->memory, 0)->type;
  tern_op_t *op = tern_value_has_one_use(memref) ? memref->first_use->owner : NULL;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  *out_count = 0;
  if (!op || !tern_window_op_is(op) || tern_linalg_input(op, 0) != memref || !tern_linalg_can_slice(op) ||
      !tern_linalg_static_loop_ranges(op, ranges)) {
    return NULL;
  }
  for (size_t d = 0; d < tern_type_rank(padded); ++d) {
    if (tern_type_dim(source, d) == tern_type_dim(padded, d)) continue;
    if (!match_window(op, d, ranges, &out_windows[(*out_count)++])) return NULL;
  }
  return op;
}

// Bytes that are padded at a time of what the view shows.
static int64_t count_padded_bytes(const tern_value_t *memref, const tern_padded_buffer_t *buffer) {
  window_t windows[TERN_LINALG_MAX_LOOPS];
  size_t count;
  int64_t bytes = 0;
  if (!find_windows(memref, buffer, windows, &count)) return bytes_of(memref, TERN_LINALG_MAX_LOOPS, 0);
  for (size_t i = 0; i < count; ++i) {
    bytes = tern_saturated_add(bytes, bytes_of(memref, windows[i].dim, windows[i].reach));
  }
  return bytes;
}

// The views of `memref` that are read through are small enough, or have views that are: these go to `views`. False if
// some reader wants more.
static bool find_views(const tern_value_t *memref, const tern_padded_buffer_t *buffer, int64_t limit,
                       tern_op_list_t *views) {
  tern_value_for_each_use(memref, use) {
    tern_op_t *user = use->owner;
    if (user == buffer->fill || user == buffer->middle) continue;
    if (!is_plain_view(user)) return false;
    if (count_padded_bytes(tern_op_result(user, 0), buffer) <= limit) {
      tern_vec_push(views, user);
    } else if (!find_views(tern_op_result(user, 0), buffer, limit, views)) {
      return false;
    }
  }
  return true;
}

// Whoever asks for the size of `memref`, or of a view of it, is given the one that the view was made with.
static void resolve_sizes(tern_value_t *memref) {
  for (tern_operand_t *use = memref->first_use, *next; use; use = next) {
    next = use->next;
    tern_op_t *user = use->owner;
    int64_t dim;
    if (tern_op_is(user, TERN_MEMREF(SUBVIEW))) resolve_sizes(tern_op_result(user, 0));
    if (!tern_op_is(user, TERN_MEMREF(DIM)) || !tern_index_constant(tern_op_operand(user, 1), &dim)) continue;
    tern_builder_t b = tern_builder_before(user);
    int64_t size = tern_type_dim(memref->type, (size_t)dim);
    tern_value_t *known = size == TERN_DYNAMIC ? tern_known_size(memref, (size_t)dim) : tern_build_index(&b, size);
    if (!known) continue;
    tern_value_replace_all_uses(tern_op_result(user, 0), known);
    tern_op_destroy(user);
  }
}

// --- making it ---

// Where `view` begins within the buffer: through the views that it is a view of.
static void build_place(tern_builder_t *b, tern_op_t *view, const tern_padded_buffer_t *buffer, part_t *part) {
  tern_slice_t slice;
  tern_value_t *result = tern_op_result(view, 0);
  part->view = view;
  for (tern_op_t *op = view; op != buffer->memory; op = tern_value_defining_op(tern_op_operand(op, 0))) {
    tern_slice_read(op, &slice);
    for (size_t d = 0; d < slice.count; ++d) {
      tern_value_t *offset = tern_mixed_build(b, slice.offsets[d]);
      part->offsets[d] = op == view ? offset : tern_build_index_add(b, part->offsets[d], offset);
      if (op == view) part->sizes[d] = tern_mixed_build(b, slice.sizes[d]);
    }
  }
  for (size_t d = 0; d < slice.count; ++d) part->bounds[d] = bound_of(result, d);
}

static void build_fill(tern_builder_t *b, tern_value_t *value, tern_value_t *memory, tern_value_t *const *offsets,
                       tern_value_t *const *sizes) {
  tern_value_t *slab = tern_build_subview(b, memory, offsets, sizes);
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(value), TERN_VALUES(slab),
                          (tern_named_attrs_t){0});
}

// Fills what lies before the beginning and from the end on along each dimension: dimension after dimension, so that
// nothing is filled twice.
static void build_padding(tern_builder_t *b, part_t *part, const tern_padded_buffer_t *buffer, tern_value_t *memory) {
  const tern_type_t *source = tern_linalg_input(buffer->copy, 0)->type,
                    *padded = tern_op_result(buffer->memory, 0)->type;
  tern_value_t *value = tern_linalg_input(buffer->fill, 0), *zero = tern_build_index(b, 0);
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  size_t rank = tern_type_rank(memory->type);
  for (size_t d = 0; d < rank; ++d) {
    part->begins[d] = offsets[d] = zero;
    part->ends[d] = sizes[d] = part->sizes[d];
  }
  for (size_t d = 0; d < rank; ++d) {
    int64_t extent = tern_type_dim(source, d), constant;
    if (extent == tern_type_dim(padded, d)) continue;
    tern_value_t *size = part->sizes[d], *place = part->offsets[d];
    tern_value_t *low = tern_build_index_sub(b, tern_build_index(b, buffer->low[d]), place);
    tern_value_t *high = tern_build_index_sub(b, tern_build_index(b, buffer->low[d] + extent), place);
    part->begins[d] = tern_build_index_min(b, tern_build_index_max(b, low, zero), size);
    part->ends[d] = tern_build_index_max(b, tern_build_index_min(b, high, size), part->begins[d]);
    tern_value_t *rest = tern_build_index_sub(b, size, part->ends[d]);
    sizes[d] = part->begins[d];
    if (!tern_index_constant(sizes[d], &constant) || constant > 0) build_fill(b, value, memory, offsets, sizes);
    offsets[d] = part->ends[d];
    sizes[d] = rest;
    if (!tern_index_constant(rest, &constant) || constant > 0) build_fill(b, value, memory, offsets, sizes);
    offsets[d] = part->begins[d];
    sizes[d] = tern_build_index_sub(b, part->ends[d], part->begins[d]);
  }
}

// Copies what is no padding: between `begins` and `ends`.
static void build_copy(tern_builder_t *b, const part_t *part, const tern_padded_buffer_t *buffer,
                       tern_value_t *memory) {
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS], *from[TERN_LINALG_MAX_LOOPS],
      *source = tern_linalg_input(buffer->copy, 0);
  for (size_t d = 0; d < tern_type_rank(memory->type); ++d) {
    tern_value_t *place = tern_build_index_add(b, part->offsets[d], part->begins[d]);
    sizes[d] = tern_build_index_sub(b, part->ends[d], part->begins[d]);
    from[d] = tern_build_index_sub(b, place, tern_build_index(b, buffer->low[d]));
  }
  tern_value_t *middle = tern_build_subview(b, memory, part->begins, sizes);
  tern_value_t *copied = tern_build_subview(b, source, from, sizes);
  tern_linalg_build_named(b, TERN_LINALG(COPY), (tern_types_t){0}, TERN_VALUES(copied), TERN_VALUES(middle),
                          (tern_named_attrs_t){0});
}

// All uses of `old` use `memory`, which lies otherwise: so views of it have other types.
static void replace_memref(tern_value_t *old, tern_value_t *memory) {
  for (tern_operand_t *use = old->first_use, *next; use; use = next) {
    next = use->next;
    tern_op_t *view = use->owner;
    tern_slice_t slice;
    if (!tern_op_is(view, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(view, &slice)) {
      tern_operand_set(use, memory);
      continue;
    }
    tern_builder_t b = tern_builder_before(view);
    replace_memref(tern_op_result(view, 0), tern_build_slice_of(&b, memory, &slice));
    tern_op_destroy(view);
  }
}

// The fills right before the ops that read `memref` go to where these are, behind what is made here: then they are
// still right before them.
static void keep_fills(tern_value_t *memref) {
  tern_value_for_each_use(memref, use) {
    tern_op_t *fill = tern_is_linalg(use->owner) && tern_linalg_output_count(use->owner) == 1
                          ? tern_contraction_find_fill(&(tern_contraction_loops_t){.op = use->owner})
                          : NULL;
    if (fill) tern_op_move_before(fill, use->owner);
  }
}

// What `view` shows is made there.
static void localize(tern_op_t *view, const tern_padded_buffer_t *buffer) {
  part_t part;
  tern_value_t *result = tern_op_result(view, 0), *zeros[TERN_LINALG_MAX_LOOPS];
  keep_fills(result);
  tern_builder_t b = tern_builder_before(view);
  build_place(&b, view, buffer, &part);
  size_t rank = tern_type_rank(result->type);
  tern_value_t *memory = tern_contraction_build_memory(&b, tern_type_element(result->type), part.bounds, rank);
  if (!tern_type_has_static_shape(result->type)) {
    for (size_t d = 0; d < rank; ++d) zeros[d] = tern_build_index(&b, 0);
    memory = tern_build_subview(&b, memory, zeros, part.sizes);
  }
  build_padding(&b, &part, buffer, memory);
  build_copy(&b, &part, buffer, memory);
  replace_memref(result, memory);
}

// --- windows ---

// The op on a tile, with the fill before it.
static tern_op_t *build_tiled(tern_builder_t *b, const tern_op_t *op, const tern_op_t *fill, const tern_tile_t *tile) {
  tern_op_t *tiled = tern_tile_build_op(b, op, tile);
  if (!fill) return tiled;
  tern_builder_t before = tern_builder_before(tiled);
  tern_linalg_build_named(&before, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(tern_linalg_input(fill, 0)),
                          TERN_VALUES(tern_linalg_output(tiled, 0)), (tern_named_attrs_t){0});
  return tiled;
}

// The image of `tiled`, as a view of its own, whether or not it is a part of that of `op`.
static tern_op_t *view_of(tern_op_t *tiled, const tern_op_t *op) {
  tern_value_t *image = tern_op_operand(tiled, 0);
  if (image == tern_op_operand(op, 0)) {
    tern_builder_t b = tern_builder_before(tiled);
    tern_slice_t slice;
    tern_slice_read(tern_value_defining_op(image), &slice);
    for (size_t d = 0; d < slice.count; ++d) slice.offsets[d] = tern_mixed_static(0);
    tern_operand_set(&tiled->operands[0], tern_build_slice_of(&b, image, &slice));
  }
  return tern_value_defining_op(tern_op_operand(tiled, 0));
}

// Iterations of the window's loop before `begin` and from `end` on, one by one: each on a padded part of its own.
static void build_edges(tern_builder_t *b, const tern_op_t *op, const tern_op_t *fill, const window_t *window,
                        tern_tile_t tile, tern_value_t *begin, tern_value_t *end, tern_value_t *extent,
                        const tern_padded_buffer_t *buffer) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_value_t *inside = tern_build_index_sub(b, end, begin), *count = tern_build_index_sub(b, extent, inside);
  int64_t constant;
  if (tern_index_constant(count, &constant) && constant == 0) return;
  tern_op_t *loop = tern_build_scf_for(b, zero, count, one, (tern_values_t){0});
  tern_value_t *iv = tern_scf_for_iv(loop), *behind = tern_build_index_add(b, iv, inside);
  const tern_attr_t *less = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_SLT);
  tern_value_t *is_before = tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(iv, begin),
                                             .attrs = TERN_ATTRS({"predicate", less}));
  tile.offsets[window->loop] = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_before, iv, behind));
  tile.sizes[window->loop] = one;
  tern_op_t *tiled = build_tiled(b, op, fill, &tile);
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
  localize(view_of(tiled, op), buffer);
}

// The op on what its windows read of the source itself.
static void build_inside(tern_builder_t *b, const tern_op_t *op, const tern_op_t *fill, const tern_tile_t *tile,
                         const tern_padded_buffer_t *buffer) {
  tern_op_t *tiled = build_tiled(b, op, fill, tile), *view = tern_value_defining_op(tern_op_operand(tiled, 0));
  tern_builder_t before = tern_builder_before(tiled);
  part_t part;
  build_place(&before, view, buffer, &part);
  for (size_t d = 0; d < tern_type_rank(tern_op_operand(tiled, 0)->type); ++d) {
    part.offsets[d] = tern_build_index_sub(&before, part.offsets[d], tern_build_index(&before, buffer->low[d]));
  }
  tern_operand_set(&tiled->operands[0],
                   tern_build_subview(&before, tern_linalg_input(buffer->copy, 0), part.offsets, part.sizes));
}

// Splits `op`, which reads `view`: dimension after dimension what is at the edges, then the rest.
static void split(tern_op_t *op, tern_op_t *view, const window_t *windows, size_t count,
                  const tern_padded_buffer_t *buffer) {
  tern_op_t *fill = tern_contraction_find_fill(&(tern_contraction_loops_t){.op = op});
  tern_builder_t at = tern_builder_before(view), b = tern_builder_before(op);
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  part_t part;
  tern_tile_t tile = {0};
  tern_linalg_static_loop_ranges(op, ranges);
  build_place(&at, view, buffer, &part);
  for (size_t i = 0; i < count; ++i) {
    const window_t *window = &windows[i];
    int64_t low = buffer->low[window->dim],
            high = low + tern_type_dim(tern_linalg_input(buffer->copy, 0)->type, window->dim);
    tern_value_t *extent = tern_tile_build_extent(&b, op, window->loop, ranges[window->loop]),
                 *zero = tern_build_index(&b, 0);
    tern_value_t *stride = tern_build_index(&b, window->stride), *place = part.offsets[window->dim];
    // The first and the last window inside begin at `low`, and at `high` less their length, or within a stride of that.
    tern_value_t *first = tern_build_index_max(&b, tern_build_index_sub(&b, tern_build_index(&b, low), place), zero);
    tern_value_t *last = tern_build_index_max(
        &b, tern_build_index_sub(&b, tern_build_index(&b, high - window->reach + window->stride), place), zero);
    tern_value_t *begin = tern_build_index_min(&b, tern_build_index_ceildiv(&b, first, stride), extent);
    tern_value_t *quotient =
        window->stride == 1 ? last : tern_build_value(&b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(last, stride));
    tern_value_t *end = tern_build_index_max(&b, tern_build_index_min(&b, quotient, extent), begin);
    build_edges(&b, op, fill, window, tile, begin, end, extent, buffer);
    tile.offsets[window->loop] = begin;
    tile.sizes[window->loop] = tern_build_index_sub(&b, end, begin);
  }
  build_inside(&b, op, fill, &tile, buffer);
  if (fill) tern_op_destroy(fill);
  tern_op_destroy(op);
}

static void make_local(tern_op_t *view, const tern_padded_buffer_t *buffer) {
  window_t windows[TERN_LINALG_MAX_LOOPS];
  size_t count;
  tern_op_t *op = find_windows(tern_op_result(view, 0), buffer, windows, &count);
  if (op) {
    split(op, view, windows, count, buffer);
  } else {
    localize(view, buffer);
  }
}

// Destroys the views of `memref`, which nobody reads any more.
static void destroy_views(tern_value_t *memref) {
  for (tern_operand_t *use = memref->first_use, *next; use; use = next) {
    next = use->next;
    tern_op_t *view = use->owner;
    if (!tern_op_is(view, TERN_MEMREF(SUBVIEW))) continue;
    destroy_views(tern_op_result(view, 0));
    tern_op_destroy(view);
  }
}

// --- the pass ---

static bool run_on_buffer(const tern_padded_buffer_t *buffer, int64_t limit) {
  tern_op_list_t views = {0};
  tern_value_t *memory = tern_op_result(buffer->memory, 0);
  resolve_sizes(memory);
  bool is_local = find_views(memory, buffer, limit, &views);
  for (size_t i = 0; is_local && i < views.count; ++i) make_local(views.values[i], buffer);
  if (is_local) {
    resolve_sizes(memory);
    tern_op_destroy(buffer->copy);
    tern_op_destroy(buffer->fill);
    destroy_views(memory);
    tern_op_destroy(buffer->memory);
  }
  tern_vec_deinitialize(&views);
  return is_local;
}

static tern_walk_result_t run_on_function(tern_op_t *op, void *user) {
  tern_pass_t *pass = user;
  if (!tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE)) return TERN_WALK_ADVANCE;
  tern_padded_buffers_t buffers;
  tern_padded_buffers_find(op, &buffers);
  for (size_t i = 0; i < buffers.count; ++i) {
    if (run_on_buffer(&buffers.values[i], tern_pass_int(pass, "local-bytes"))) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&buffers);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_pre(root, run_on_function, pass);
  return true;
}

static const tern_option_def_t options[] = {
    {"local-bytes", TERN_OPTION_INT, "147456", "Bytes of a part that is padded at a time, at most", NULL},
};

const tern_pass_def_t tern_linalg_localize_padding_pass = {
    .name = "LinalgLocalizePadding",
    .flag = "linalg-localize-padding",
    .summary = "Pad what is read of a padded temporary where it is read",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-localized - padded temporaries that became local", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

// --linalg-block-convolutions: convolutions on buffers are cut so that what is used again and again stays in the
// nearest caches.
//
//   linalg.conv_2d_nhwc_hwcf ins(%image, %weights : memref<1x16x16x256xf32>, memref<3x3x256x64xf32>)
//                            outs(%out : memref<1x14x14x64xf32>)
// becomes
//   %panels = memref.alloca() : memref<1x3x3x64x64xf32>
//   scf.for %c = %c0 to %c256 step %c64 {
//     (%weights[0, 0, %c, 0] [3, 3, 64, 64] is copied to the panel)
//     %part = memref.subview %image[0, 0, 0, %c] [1, 16, 16, 64]
//     scf.for %y = %c0 to %c14 step %c1 {
//       scf.for %x = %c0 to %c10 step %c5 {
//         linalg.generic ins(%part[0, %y, %x, 0] [1, 3, 7, 64], %panels[0]) outs(%out[0, %y, %x, 0] [1, 1, 5, 64])
//       }
//       (the same for the last four pixels)
//
// A panel is what one register tile wants of the weights: some channels, at all places of the window. All panels take
// `block-bytes` at most, so they stay in the second cache. The register tile is the one that takes the least time for
// so many pixels and features, by a count of its multiplications, loads and bytes from the second cache.
//
// What is read of a temporary, which is a padded image, takes `image-bytes` at most: fewer channels at a time, then
// fewer pixels. --linalg-localize-padding makes it then and there. That is also done for other ops that move a window
// over such an image.

#include "analysis/memory_location.h"
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
#include "transform/linalg/tile_structured.h"

typedef struct machine {
  int64_t vector_bytes, panel_vectors, accumulators, block_bytes, image_bytes;
} machine_t;

typedef struct blocking {
  tern_contraction_loops_t loops;
  tern_dense_convolution_t dense;
  tern_loops_t singles;  // loops of which a piece takes one iteration: images and groups
  tern_op_t *fill;       // the fill right before it, or NULL
  bool is_padded, copies_panels;
  int64_t bounds[TERN_LINALG_MAX_LOOPS],
      steps[TERN_LINALG_MAX_LOOPS];  // of the pieces whose image is a view of its own
  int64_t row_step, column_step;     // of a register tile
  tern_value_t *panels;
} blocking_t;

// --- the register tile ---

// More rows than this are not taken together by --linalg-to-vector-loops.
#define MOST_ROWS 12

// Cycles of one step of the depth: two multiplications at a time, each of which waits for the one four cycles before,
// and 32 bytes from the second cache. Loads come on top: measured while others use the processor, as they mostly do.
static double count_cycles(int64_t rows, int64_t vectors, const machine_t *machine) {
  double cycles = (double)(rows * vectors) / 2, stream = (double)(vectors * machine->vector_bytes) / 32;
  if (rows == 0 || vectors == 0) return 0;
  if (cycles < 4) cycles = 4;
  return (cycles < stream ? stream : cycles) + 0.4 * (double)(rows + vectors);
}

static void choose_register_tile(const machine_t *machine, int64_t pixels, int64_t vectors, int64_t *out_rows,
                                 int64_t *out_vectors) {
  double least = 0;
  for (int64_t v = machine->panel_vectors; v > 0; --v) {
    for (int64_t r = machine->accumulators / v; r > 0; --r) {
      if (r > MOST_ROWS) continue;
      int64_t rows = pixels / r, columns = vectors / v, last_row = pixels % r, last_column = vectors % v;
      double cycles = (double)(rows * columns) * count_cycles(r, v, machine) +
                      (double)columns * count_cycles(last_row, v, machine) +
                      (double)rows * count_cycles(r, last_column, machine) +
                      count_cycles(last_row, last_column, machine);
      if (least > 0 && cycles >= least) continue;
      least = cycles;
      *out_rows = r;
      *out_vectors = v;
    }
  }
}

// --- what is cut ---

static int64_t element_bytes(const tern_op_t *op, size_t position) {
  return (int64_t)tern_dense_element_size(tern_type_element(tern_op_operand(op, position)->type));
}

// Of the image that are made for a piece.
static int64_t image_bytes(const blocking_t *plan) {
  if (plan->column_step == 0) return tern_window_op_padded_bytes(plan->loops.op, plan->steps);
  return tern_saturated_mul(tern_linalg_count_touched(plan->loops.op, 0, plan->steps),
                            element_bytes(plan->loops.op, 0));
}

// Makes pieces smaller, the outermost loops first and the innermost one of the output last, until their image fits.
static void fit_image(blocking_t *plan, int64_t limit) {
  const tern_op_t *op = plan->loops.op;
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  for (size_t r = 0; r < output->result_count; ++r) {
    int64_t *step = &plan->steps[output->results[r]->value];
    while (*step > 1 && image_bytes(plan) > limit) *step = (*step + 1) / 2;
  }
}

static bool find_loops(tern_op_t *op, blocking_t *out) {
  *out = (blocking_t){.loops = {.op = op}};
  const tern_value_t *image = tern_op_operand(op, 0);
  if (!tern_window_op_is(op) || !tern_linalg_can_slice(op) || tern_linalg_has_empty_buffer(op) ||
      image->type->kind != TERN_TYPE_MEMREF || !tern_linalg_static_loop_ranges(op, out->loops.ranges)) {
    return false;
  }
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  if (!tern_affine_map_is_projected_permutation(output, false)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    out->bounds[loop] = tern_contraction_bound_of(&out->loops, loop);
    if (out->bounds[loop] == TERN_DYNAMIC || out->bounds[loop] < 1) return false;
    out->steps[loop] = out->bounds[loop];
  }
  const tern_op_t *memory = tern_value_defining_op(tern_memory_base(tern_op_operand(op, 0)));
  out->is_padded = memory && tern_op_is(memory, TERN_MEMREF(ALLOCA));
  return true;
}

// Channels of a piece: as many as panels and image allow, in whole vectors.
static void choose_depth(blocking_t *plan, const machine_t *machine) {
  enum { FEW_CHANNELS = 16, ENOUGH_CHANNELS = 32 };
  tern_op_t *op = plan->loops.op;
  int64_t *channels = &plan->steps[plan->dense.channels], *features = &plan->steps[plan->dense.features];
  int64_t all = *channels, window = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (plan->dense.window >> loop & 1) window *= plan->bounds[loop];
  }
  int64_t column_bytes = window * element_bytes(op, 1), least = all < FEW_CHANNELS ? all : FEW_CHANNELS;
  int64_t columns = machine->block_bytes / (least * column_bytes) / plan->column_step * plan->column_step;
  if (*features > columns) *features = columns > plan->column_step ? columns : plan->column_step;
  int64_t padded = (*features + plan->column_step - 1) / plan->column_step * plan->column_step;
  int64_t limit = machine->block_bytes / (padded * column_bytes);
  *channels = limit < ENOUGH_CHANNELS ? limit : ENOUGH_CHANNELS;
  if (*channels > all) *channels = all;
  if (plan->is_padded) {
    fit_image(plan, machine->image_bytes);
    int64_t most = machine->image_bytes / (image_bytes(plan) / *channels);
    if (limit > most) limit = most;
  }
  if (all <= limit) {
    *channels = all;
    return;
  }
  // Pieces that are equally long have a known number of channels.
  int64_t most = limit / FEW_CHANNELS * FEW_CHANNELS;
  *channels = tern_contraction_balance(all, most, FEW_CHANNELS);
  for (int64_t step = most; step > most / 2; step -= FEW_CHANNELS) {
    if (all % step != 0) continue;
    *channels = step;
    return;
  }
}

// Bytes from channel to channel of weights that lie as panels do (--iree-flow-pack-constant-operands), at most; whole vectors.
#define PANEL_BYTES 256

static bool lies_as_panel(const blocking_t *plan, const machine_t *machine) {
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  const tern_op_t *op = plan->loops.op;
  size_t channels = tern_contraction_dimension_of(op, 1, plan->dense.channels);
  if (!tern_contraction_is_innermost(op, 1, plan->dense.features) ||
      channels == tern_type_rank(tern_op_operand(op, 1)->type) ||
      !tern_memref_type_strides(tern_op_operand(op, 1)->type, strides, &offset)) {
    return false;
  }
  int64_t bytes = strides[channels] * element_bytes(op, 1);
  return bytes > 0 && bytes <= PANEL_BYTES && bytes % machine->vector_bytes == 0;
}

static bool make_plan(tern_op_t *op, const machine_t *machine, blocking_t *out) {
  if (!find_loops(op, out)) return false;
  if (!tern_dense_convolution_find(op, &out->dense)) {
    const tern_op_t *view = tern_value_defining_op(tern_op_operand(op, 0));
    bool is_view = view && tern_op_is(view, TERN_MEMREF(SUBVIEW));
    if (!out->is_padded || (is_view && image_bytes(out) <= TERN_PADDED_PART_BYTES)) return false;
    fit_image(out, TERN_PADDED_PART_BYTES);
    return true;
  }
  int64_t bytes = element_bytes(op, 0), pixels = 1, vectors = 1;
  for (size_t i = 1; i < 3; ++i) bytes = element_bytes(op, i) > bytes ? element_bytes(op, i) : bytes;
  int64_t lanes = machine->vector_bytes / bytes;
  choose_register_tile(machine, out->bounds[out->dense.pixels], (out->bounds[out->dense.features] + lanes - 1) / lanes,
                       &out->row_step, &vectors);
  out->column_step = vectors * lanes;
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  for (size_t r = 0; r < output->result_count; ++r) {
    size_t loop = (size_t)output->results[r]->value;
    const tern_affine_map_t *image = tern_linalg_indexing_map(op, 0);
    bool is_alone = false;
    for (size_t i = 0; i < image->result_count; ++i) is_alone |= tern_affine_expr_is_dim(image->results[i], loop);
    if (loop == out->dense.features) continue;
    if (is_alone) out->singles |= (tern_loops_t)1 << loop, out->steps[loop] = 1;
    pixels = tern_saturated_mul(pixels, is_alone ? 1 : out->bounds[loop]);
  }
  // A few pixels use each weight hardly more often than a copy would.
  out->copies_panels = pixels >= 4 * out->row_step && !lies_as_panel(out, machine);
  choose_depth(out, machine);
  return true;
}

// --- panels ---

static size_t list_window(const blocking_t *plan, size_t *out_loops) {
  size_t count = 0;
  for (size_t loop = 0; loop < TERN_LINALG_MAX_LOOPS; ++loop) {
    if (plan->dense.window >> loop & 1) out_loops[count++] = loop;
  }
  return count;
}

static tern_value_t *build_panel_memory(tern_builder_t *b, const blocking_t *plan) {
  size_t window[TERN_LINALG_MAX_LOOPS], count = list_window(plan, window);
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  dims[0] = (plan->steps[plan->dense.features] + plan->column_step - 1) / plan->column_step;
  for (size_t i = 0; i < count; ++i) dims[1 + i] = plan->bounds[window[i]];
  dims[1 + count] = plan->steps[plan->dense.channels];
  dims[2 + count] = plan->column_step;
  return tern_contraction_build_memory(b, tern_type_element(tern_op_operand(plan->loops.op, 1)->type), dims, count + 3);
}

// The panel of the features from `column` on, and of it what the tile has of the window and channels, from `channel`
// on.
static tern_value_t *build_panel(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile,
                                 tern_value_t *column, tern_value_t *channel) {
  size_t window[TERN_LINALG_MAX_LOOPS], count = list_window(plan, window);
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS], *zero = tern_build_index(b, 0);
  int64_t constant;
  offsets[0] = tern_index_constant(column, &constant)
                   ? tern_build_index(b, constant / plan->column_step)
                   : tern_build_value(b, TERN_ARITH(DIVUI),
                                      .operands = TERN_VALUES(column, tern_build_index(b, plan->column_step)));
  sizes[0] = tern_build_index(b, 1);
  for (size_t i = 0; i < count; ++i) {
    offsets[1 + i] = tile->offsets[window[i]] ? tile->offsets[window[i]] : zero;
    sizes[1 + i] = tile->offsets[window[i]] ? tile->sizes[window[i]] : tern_build_index(b, plan->bounds[window[i]]);
  }
  offsets[1 + count] = channel;
  sizes[1 + count] = tile->sizes[plan->dense.channels];
  offsets[2 + count] = zero;
  sizes[2 + count] = tile->sizes[plan->dense.features];
  return tern_build_subview(b, plan->panels, offsets, sizes);
}

// The weights of the tile, one place of the window, go to `panel`.
static void build_copy(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile, tern_value_t *panel) {
  tern_value_t *source = tern_tile_build_operand(b, plan->loops.op, 1, tile);
  const tern_affine_map_t *map = tern_linalg_indexing_map(plan->loops.op, 1);
  const tern_affine_expr_t *from[TERN_LINALG_MAX_LOOPS], *to[TERN_LINALG_MAX_LOOPS];
  const tern_affine_expr_t *zero = tern_affine_constant(b->context, 0), *channel = tern_affine_dim(b->context, 0),
                           *feature = tern_affine_dim(b->context, 1);
  for (size_t r = 0; r < map->result_count; ++r) {
    from[r] = tern_affine_expr_is_dim(map->results[r], plan->dense.channels)   ? channel
              : tern_affine_expr_is_dim(map->results[r], plan->dense.features) ? feature
                                                                               : zero;
  }
  size_t rank = tern_type_rank(panel->type);
  for (size_t r = 0; r < rank; ++r) to[r] = r + 1 == rank ? feature : r + 2 == rank ? channel : zero;
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, 2, 0, from, map->result_count),
                                     tern_affine_map_get(b->context, 2, 0, to, rank)};
  static const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL};
  tern_linalg_build_generic(b, (tern_types_t){0}, TERN_VALUES(source), TERN_VALUES(panel), maps, iterators, 2,
                            tern_linalg_fill_copy, NULL);
}

// Copies the features from `begin` to `end` of the tile, `size` of each panel or, if that is TERN_DYNAMIC, what there
// is; their channels go to the panel's from `first` on.
static void build_columns(tern_builder_t *b, const blocking_t *plan, tern_tile_t tile, tern_value_t *first,
                          tern_value_t *begin, tern_value_t *end, int64_t size) {
  size_t features = plan->dense.features;
  tern_value_t *step = tern_build_index(b, plan->column_step);
  tern_op_t *loop = tern_build_scf_for(b, begin, end, step, (tern_values_t){0});
  tern_value_t *column = tern_scf_for_iv(loop);
  tile.offsets[features] = tern_build_index_add(b, tile.offsets[features], column);
  tile.sizes[features] = size == TERN_DYNAMIC ? tern_build_index_min(b, step, tern_build_index_sub(b, end, column))
                                              : tern_build_index(b, size);
  build_copy(b, plan, &tile, build_panel(b, plan, &tile, column, first));
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
}

// Copies the weights of the tile, which has offsets of features and channels: where features are side by side row by
// row, through all panels, for the next row may be in another page.
static void build_panels(tern_builder_t *b, const blocking_t *plan, tern_tile_t tile) {
  size_t window[TERN_LINALG_MAX_LOOPS], count = list_window(plan, window), opened = 0;
  size_t features = plan->dense.features, channels = plan->dense.channels;
  tern_op_t *loops[TERN_LINALG_MAX_LOOPS];
  tern_value_t *first = tern_build_index(b, 0);
  for (size_t i = 0; i < count; ++i) {
    loops[opened++] = tern_contraction_begin_cut(b, &plan->loops, window[i], 1, &tile);
  }
  if (tern_contraction_is_innermost(plan->loops.op, 1, features)) {
    tern_value_t *one = tern_build_index(b, 1);
    tern_op_t *loop = loops[opened++] = tern_build_scf_for(b, first, tile.sizes[channels], one, (tern_values_t){0});
    first = tern_scf_for_iv(loop);
    tile.offsets[channels] = tern_build_index_add(b, tile.offsets[channels], first);
    tile.sizes[channels] = one;
  }
  tern_value_t *zero = tern_build_index(b, 0), *end = tile.sizes[features];
  int64_t known;
  if (tern_index_constant(end, &known)) {
    int64_t rest = known % plan->column_step;
    tern_value_t *main_end = tern_build_index(b, known - rest);
    if (known > rest) build_columns(b, plan, tile, first, zero, main_end, plan->column_step);
    if (rest > 0) build_columns(b, plan, tile, first, main_end, end, rest);
  } else {
    build_columns(b, plan, tile, first, zero, end, TERN_DYNAMIC);
  }
  while (opened > 0) tern_contraction_end_cut(b, loops[--opened]);
}

// --- a piece ---

// The map of a panel: its number, the window, channels, features.
static const tern_affine_map_t *panel_map(const blocking_t *plan) {
  tern_context_t *context = tern_op_context(plan->loops.op);
  size_t window[TERN_LINALG_MAX_LOOPS], count = list_window(plan, window);
  const tern_affine_expr_t *results[TERN_LINALG_MAX_LOOPS] = {tern_affine_constant(context, 0)};
  for (size_t i = 0; i < count; ++i) results[1 + i] = tern_affine_dim(context, window[i]);
  results[1 + count] = tern_affine_dim(context, plan->dense.channels);
  results[2 + count] = tern_affine_dim(context, plan->dense.features);
  return tern_affine_map_get(context, tern_linalg_loop_count(plan->loops.op), 0, results, count + 3);
}

static void build_fill(tern_builder_t *b, const blocking_t *plan, tern_value_t *output) {
  tern_value_t *value = tern_linalg_input(plan->fill, 0);
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(value), TERN_VALUES(output),
                          (tern_named_attrs_t){0});
}

// One register tile of the piece `op`.
static void build_product(tern_builder_t *b, const blocking_t *plan, tern_op_t *op, const tern_tile_t *tile) {
  tern_value_t *operands[3];
  const tern_affine_map_t *maps[3];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(op);
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
  for (size_t i = 0; i < 3; ++i) {
    bool is_panel = i == 1 && plan->panels;
    maps[i] = is_panel ? panel_map(plan) : tern_linalg_indexing_map(op, i);
    operands[i] = is_panel ? build_panel(b, plan, tile, tile->offsets[plan->dense.features], tern_build_index(b, 0))
                           : tern_tile_build_operand(b, op, i, tile);
  }
  if (plan->fill) build_fill(b, plan, operands[2]);
  tern_linalg_build_generic(b, (tern_types_t){0}, (tern_values_t){operands, 2}, (tern_values_t){operands + 2, 1}, maps,
                            iterators, loops, tern_linalg_clone_body, op);
}

// The piece `op` in steps of register tiles, from its loop `dimension` of the output on inwards; what they leave of a
// known extent is a tile of its own.
static void build_tiles(tern_builder_t *b, const blocking_t *plan, tern_op_t *op, size_t dimension, tern_tile_t tile) {
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  if (dimension == output->result_count) {
    build_product(b, plan, op, &tile);
    return;
  }
  size_t loop = (size_t)output->results[dimension]->value;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  int64_t step = loop == plan->dense.features ? plan->column_step : loop == plan->dense.pixels ? plan->row_step : 1;
  tern_linalg_static_loop_ranges(op, ranges);
  tern_value_t *extent = tern_tile_build_extent(b, op, loop, ranges[loop]), *step_value = tern_build_index(b, step);
  bool is_known = ranges[loop] != TERN_DYNAMIC;
  int64_t rest = is_known ? ranges[loop] % step : 0;
  tern_value_t *main_end = is_known ? tern_build_index(b, ranges[loop] - rest) : extent;
  tile.offsets[loop] = tern_build_index(b, 0);
  tile.sizes[loop] = step_value;
  if (!is_known || ranges[loop] >= 2 * step) {
    tern_op_t *for_op = tern_build_scf_for(b, tile.offsets[loop], main_end, step_value, (tern_values_t){0});
    tile.offsets[loop] = tern_scf_for_iv(for_op);
    if (!is_known && step > 1) {
      tile.sizes[loop] = tern_build_index_min(b, step_value, tern_build_index_sub(b, extent, tile.offsets[loop]));
    }
    build_tiles(b, plan, op, dimension + 1, tile);
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  } else if (ranges[loop] >= step) {
    build_tiles(b, plan, op, dimension + 1, tile);
  }
  if (rest == 0) return;
  tile.offsets[loop] = main_end;
  tile.sizes[loop] = tern_build_index(b, rest);
  build_tiles(b, plan, op, dimension + 1, tile);
}

// An image that is made for the piece has to be a view, whether or not it is cut.
static void make_view(tern_op_t *piece, const tern_op_t *op) {
  tern_value_t *image = tern_op_operand(piece, 0), *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  if (image != tern_op_operand(op, 0)) return;
  tern_builder_t b = tern_builder_before(piece);
  for (size_t d = 0; d < tern_type_rank(image->type); ++d) {
    tern_value_t *operands[] = {image, tern_build_index(&b, (int64_t)d)};
    int64_t size = tern_type_dim(image->type, d);
    offsets[d] = tern_build_index(&b, 0);
    sizes[d] = size == TERN_DYNAMIC ? tern_build_value(&b, TERN_MEMREF(DIM), .operands = {operands, 2})
                                    : tern_build_index(&b, size);
  }
  tern_operand_set(&piece->operands[0], tern_build_subview(&b, image, offsets, sizes));
}

static void build_piece(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile, bool is_dense) {
  tern_op_t *op = plan->loops.op, *piece = tern_tile_build_op(b, op, tile);
  if (plan->is_padded) make_view(piece, op);
  if (!is_dense) {
    tern_builder_t before = tern_builder_before(piece);
    if (plan->fill) build_fill(&before, plan, tern_linalg_output(piece, 0));
    return;
  }
  tern_tile_t whole = {0};
  whole.offsets[plan->dense.channels] = tern_build_index(b, 0);
  whole.sizes[plan->dense.channels] = tile->sizes[plan->dense.channels];
  build_tiles(b, plan, piece, 0, whole);
  tern_op_destroy(piece);
}

// --- all pieces ---

// Loops over pieces: groups, features and channels, for which there are panels, then what these are used for: images
// and pixels.
static size_t order_loops(const blocking_t *plan, bool is_dense, size_t *out_order, size_t *out_panel_count) {
  size_t count = 0;
  size_t loops = tern_linalg_loop_count(plan->loops.op);
  tern_loops_t panels =
      is_dense ? (tern_loops_t)1 << plan->dense.features | (tern_loops_t)1 << plan->dense.channels : 0;
  tern_loops_t groups = 0;
  for (size_t i = 0; i < loops; ++i) {
    bool has_weights =
        tern_contraction_dimension_of(plan->loops.op, 1, i) < tern_type_rank(tern_op_operand(plan->loops.op, 1)->type);
    if (!has_weights || !(plan->singles >> i & 1)) continue;
    groups |= (tern_loops_t)1 << i;
    out_order[count++] = i;
  }
  for (size_t i = 0; i < loops; ++i) {
    if (panels >> i & 1) out_order[count++] = i;
  }
  *out_panel_count = count;
  for (size_t i = 0; i < loops; ++i) {
    bool is_cut = plan->steps[i] < plan->bounds[i];
    if (is_cut && !((groups | panels) >> i & 1)) out_order[count++] = i;
  }
  return count;
}

static void block(blocking_t *plan, bool is_dense) {
  tern_op_t *op = plan->loops.op, *opened[TERN_LINALG_MAX_LOOPS];
  tern_builder_t b = tern_builder_before(op);
  tern_tile_t tile = {0};
  size_t order[TERN_LINALG_MAX_LOOPS], panel_count, count = order_loops(plan, is_dense, order, &panel_count);
  // Every piece can begin with it, if there is one piece of depth.
  bool has_one_step = !is_dense || plan->steps[plan->dense.channels] >= plan->bounds[plan->dense.channels];
  if (has_one_step) plan->fill = tern_contraction_find_fill(&plan->loops);
  if (is_dense && plan->copies_panels) plan->panels = build_panel_memory(&b, plan);
  for (size_t i = 0; i < count; ++i) {
    opened[i] = tern_contraction_begin_cut(&b, &plan->loops, order[i], plan->steps[order[i]], &tile);
    if (i + 1 == panel_count && plan->panels) build_panels(&b, plan, tile);
  }
  build_piece(&b, plan, &tile, is_dense);
  while (count > 0) tern_contraction_end_cut(&b, opened[--count]);
  if (plan->fill) tern_op_destroy(plan->fill);
  tern_op_destroy(op);
}

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  machine_t machine = {.vector_bytes = tern_pass_int(pass, "vector-bytes"),
                       .panel_vectors = tern_pass_int(pass, "panel-vectors"),
                       .accumulators = tern_pass_int(pass, "max-accumulators"),
                       .block_bytes = tern_pass_int(pass, "block-bytes"),
                       .image_bytes = tern_pass_int(pass, "image-bytes")};
  if (machine.vector_bytes < 8 || machine.panel_vectors < 1 || machine.accumulators < machine.panel_vectors ||
      machine.block_bytes < 1 || machine.image_bytes < 1) {
    return tern_op_error(root,
                         "options must be positive, 'vector-bytes' at least 8, 'max-accumulators' at least "
                         "'panel-vectors'");
  }
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    blocking_t plan;
    if (!make_plan(ops.values[i], &machine, &plan)) continue;
    block(&plan, plan.column_step > 0);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"panel-vectors", TERN_OPTION_INT, "4", "Vectors that a panel is wide, at most", NULL},
    {"max-accumulators", TERN_OPTION_INT, "24", "Accumulators (vectors) that a register tile has, at most", NULL},
    {"block-bytes", TERN_OPTION_INT, "262144", "Bytes of all panels together, at most", NULL},
    {"image-bytes", TERN_OPTION_INT, "98304", "Bytes of a padded image that are read at a time, at most", NULL},
};

const tern_pass_def_t tern_linalg_block_convolutions_pass = {
    .name = "LinalgBlockConvolutions",
    .flag = "linalg-block-convolutions",
    .summary = "Cut convolutions on buffers to what the nearest caches hold",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-blocked - ops that were cut", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

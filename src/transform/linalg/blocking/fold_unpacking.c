// --linalg-fold-unpacking: ops on a temporary that is an operand unpacked read the panels themselves, one after the other.
//
//   %w = memref.alloca() : memref<256x512xf32>
//   linalg.generic {(k, n) -> (n floordiv 64, k, n mod 64)} ins(%panels : memref<8x256x64xf32>) outs(%w) { copy }
//   linalg.fill ins(%zero : f32) outs(%c)
//   linalg.matmul ins(%a, %w) outs(%c : memref<128x512xf32>)
// becomes
//   scf.for %n = %c0 to %c512 step %c64 {
//     %panel = memref.subview %panels[%n / 64, 0, 0] [1, 256, 64] [1, 1, 1] : ... to memref<256x64xf32, strided<[64, 1]>>
//     %part = memref.subview %c[0, %n] [128, 64]
//     linalg.fill ins(%zero : f32) outs(%part)
//     linalg.matmul ins(%a, %panel) outs(%part)
//
// What the op makes is cut along columns, which have to be a parallel loop; a part of the temporary has to begin with a panel. Where rows
// lie in groups, which is for processors with units for them (--linalg-contractions-to-amx), one panel is unpacked at a time. Temporaries
// that something else reads stay.

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
#include "transform/linalg/blocking/unpacked_buffer.h"

typedef struct folding {
  tern_op_t *op;
  size_t position;  // of the operand
  tern_unpacked_view_t view;
  tern_contraction_loops_t loops;  // the op and its ranges
  size_t columns;                  // loop
  tern_op_t *fill;
  tern_value_t *local;  // memory for a panel that is unpacked, or NULL
} folding_t;

// Bytes of a panel that is unpacked, at most.
#define LOCAL_BYTES (1 << 20)

static bool can_unpack(const folding_t *folding) {
  const tern_type_t *type = tern_op_operand(folding->op, folding->position)->type;
  const tern_packing_t *packing = &folding->view.buffer->packing;
  int64_t rows = tern_type_dim(type, 0), bytes = (int64_t)tern_dense_element_size(tern_type_element(type));
  return packing->group == 1 || (tern_type_rank(type) == 2 && rows != TERN_DYNAMIC && rows % packing->group == 0 &&
                                 tern_saturated_mul(rows, packing->width * bytes) <= LOCAL_BYTES);
}

// The input that is an unpacked buffer, which the op reads once, element by element.
static bool find_operand(tern_op_t *op, const tern_unpacked_buffers_t *buffers, folding_t *out) {
  *out = (folding_t){.op = op, .loops = {.op = op}};
  if (!tern_linalg_can_slice(op) || tern_linalg_has_empty_buffer(op) || tern_linalg_body_has_index(op) ||
      !tern_linalg_static_loop_ranges(op, out->loops.ranges)) {
    return false;
  }
  while (out->position < tern_linalg_input_count(op) &&
         !tern_unpacked_view_find(buffers, tern_linalg_input(op, out->position), &out->view)) {
    ++out->position;
  }
  if (out->position == tern_linalg_input_count(op) || !can_unpack(out)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, out->position);
  if (!tern_affine_map_is_projected_permutation(map, false)) return false;
  out->columns = (size_t)map->results[map->result_count - 1]->value;
  return tern_linalg_iterator(op, out->columns) == TERN_ITERATOR_PARALLEL;
}

// `type` without its first dimension, which is one element.
static const tern_type_t *drop_first(const tern_type_t *type) {
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(type);
  tern_memref_type_strides(type, strides, &offset);
  const tern_attr_t *layout = tern_strided_layout_attr_get(type->context, offset, strides + 1, rank - 1);
  return tern_memref_type_get(tern_type_element(type), tern_type_dims(type) + 1, rank - 1, layout, NULL);
}

static tern_mixed_index_t build_quotient(tern_builder_t *b, tern_mixed_index_t index, int64_t divisor) {
  if (!index.dynamic) return tern_mixed_static(index.value / divisor);
  if (divisor == 1) return index;
  return tern_mixed_dynamic(
      tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(index.dynamic, tern_build_index(b, divisor))));
}

// The part of the panel of column `column` that has what the op reads of its matrix, without the dimension of panels.
static tern_value_t *build_view(tern_builder_t *b, const folding_t *folding, tern_value_t *column,
                                tern_value_t *count) {
  const tern_packing_t *packing = &folding->view.buffer->packing;
  tern_value_t *operand = tern_op_operand(folding->op, folding->position), *panels = folding->view.panels;
  size_t rank = tern_type_rank(operand->type);
  tern_slice_t slice = {.count = tern_type_rank(panels->type)};
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  tern_value_t *first = tern_build_index_add(b, tern_mixed_build(b, folding->view.offsets[rank - 1]), column);
  slice.offsets[0] = build_quotient(b, tern_mixed_of(first), packing->width);
  slice.sizes[0] = tern_mixed_static(1);
  for (size_t d = 0; d + 1 < rank; ++d) {
    int64_t size = tern_type_dim(operand->type, d), divisor = d + 2 == rank ? packing->group : 1;
    tern_value_t *operands[] = {operand, size == TERN_DYNAMIC ? tern_build_index(b, (int64_t)d) : NULL};
    slice.offsets[1 + d] = build_quotient(b, folding->view.offsets[d], divisor);
    slice.sizes[1 + d] = size == TERN_DYNAMIC
                             ? tern_mixed_dynamic(tern_build_value(b, TERN_MEMREF(DIM), .operands = {operands, 2}))
                             : tern_mixed_static(size / divisor);
  }
  slice.offsets[rank] = tern_mixed_static(0);
  slice.sizes[rank] = tern_mixed_of(count);
  if (packing->group > 1) {
    slice.offsets[rank + 1] = tern_mixed_static(0);
    slice.sizes[rank + 1] = tern_mixed_static(packing->group);
  }
  for (size_t d = 0; d < slice.count; ++d) slice.strides[d] = tern_mixed_static(1);
  tern_slice_statics(&slice, offsets, sizes, strides);
  const tern_type_t *type = drop_first(tern_memref_subview_type(panels->type, offsets, sizes, strides));
  return tern_op_result(tern_slice_build(b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(panels), &slice), 0);
}

// What the op reads of the panel of column `column` of its part, so many columns.
static tern_value_t *build_panel(tern_builder_t *b, const folding_t *folding, tern_value_t *column,
                                 tern_value_t *count) {
  tern_value_t *view = build_view(b, folding, column, count);
  if (!folding->local) return view;
  tern_value_t *zero = tern_build_index(b, 0), *offsets[] = {zero, zero};
  tern_value_t *sizes[] = {tern_build_index(b, tern_type_dim(folding->local->type, 0)), count};
  tern_value_t *local = tern_build_subview(b, folding->local, offsets, sizes);
  const tern_affine_expr_t *row = tern_affine_dim(b->context, 0);
  const tern_affine_expr_t *group = tern_affine_constant(b->context, folding->view.buffer->packing.group);
  const tern_affine_expr_t *place[] = {tern_affine_binary(TERN_AFFINE_FLOORDIV, row, group),
                                       tern_affine_dim(b->context, 1), tern_affine_binary(TERN_AFFINE_MOD, row, group)};
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, 2, 0, place, 3),
                                     tern_affine_map_identity(b->context, 2)};
  static const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL};
  tern_linalg_build_generic(b, (tern_types_t){0}, TERN_VALUES(view), TERN_VALUES(local), maps, iterators, 2,
                            tern_linalg_fill_copy, NULL);
  return local;
}

static void build_part(tern_builder_t *b, const folding_t *folding, const tern_tile_t *tile) {
  tern_op_t *op = folding->op;
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS];
  size_t inputs = tern_linalg_input_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    operands[i] = i == folding->position
                      ? build_panel(b, folding, tile->offsets[folding->columns], tile->sizes[folding->columns])
                      : tern_tile_build_operand(b, op, i, tile);
  }
  if (folding->fill) {
    tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(tern_linalg_input(folding->fill, 0)),
                            TERN_VALUES(operands[inputs]), (tern_named_attrs_t){0});
  }
  tern_linalg_clone_with(b, op, (tern_types_t){0}, (tern_values_t){operands, inputs},
                         (tern_values_t){operands + inputs, op->operand_count - inputs});
}

static void fold(folding_t *folding) {
  tern_builder_t b = tern_builder_before(folding->op);
  tern_tile_t tile = {0};
  const tern_packing_t *packing = &folding->view.buffer->packing;
  const tern_type_t *type = tern_op_operand(folding->op, folding->position)->type;
  if (packing->group > 1) {
    tern_builder_t at_start = tern_builder_after(folding->view.buffer->memory);
    folding->local = tern_contraction_build_memory(&at_start, tern_type_element(type),
                                                   (int64_t[]){tern_type_dim(type, 0), packing->width}, 2);
  }
  if (tern_linalg_output_count(folding->op) == 1) folding->fill = tern_contraction_find_fill(&folding->loops);
  tern_op_t *loop =
      tern_contraction_begin_cut(&b, &folding->loops, folding->columns, folding->view.buffer->packing.width, &tile);
  build_part(&b, folding, &tile);
  tern_contraction_end_cut(&b, loop);
  if (folding->fill) tern_op_destroy(folding->fill);
  tern_op_destroy(folding->op);
}

static void run_on_function(tern_op_t *func, tern_pass_t *pass) {
  tern_unpacked_buffers_t buffers;
  tern_op_list_t ops = {0};
  tern_unpacked_buffers_find(func, &buffers);
  if (buffers.count > 0) ops = tern_op_collect(func, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    folding_t folding;
    if (!find_operand(ops.values[i], &buffers, &folding)) continue;
    fold(&folding);
    tern_pass_count(pass, 0, 1);
  }
  tern_unpacked_buffers_clean(&buffers);
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&buffers);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE)) return TERN_WALK_ADVANCE;
  run_on_function(op, user);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_pre(root, visit, pass);
  return true;
}

const tern_pass_def_t tern_linalg_fold_unpacking_pass = {
    .name = "LinalgFoldUnpacking",
    .flag = "linalg-fold-unpacking",
    .summary = "Let ops on buffers read panels in place of what is unpacked of them",
    .statistics = (const char *const[]){"num-folded - ops that read panels", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

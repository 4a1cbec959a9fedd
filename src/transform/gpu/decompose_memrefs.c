// --gpu-decompose-memrefs: inside of gpu.launch the addresses of loads, stores and subviews are computed by ops, from
// the base, offset and strides of the buffer that are read before (upstream: GpuDecomposeMemrefsPass).
//
//   memref.load %m[%i, %j]   ==>   %b, %o, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
//                                  gpu.launch ... {
//                                    %k = affine.apply (%o + %i * %strides#0 + %j * %strides#1)
//                                    %p = memref.reinterpret_cast %b to offset: [%k], sizes: [], strides: []
//                                    memref.load %p[]

#include "dialect/affine/affine.h"
#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { MAX_RANK = TERN_MEMREF_MAX_RANK };

// A position in a buffer: where it starts, in elements from the base, and how far it is to the next in each dimension.
typedef struct place {
  tern_value_t *base;
  tern_mixed_index_t offset;
  tern_mixed_index_t strides[MAX_RANK];
} place_t;

static bool is_candidate(const tern_op_t *op, const tern_value_t *buffer) {
  const tern_attr_t *layout = tern_memref_type_layout(buffer->type);
  size_t rank = tern_type_rank(buffer->type);
  return tern_op_parent_of(op, TERN_GPU(LAUNCH)) && rank && rank <= MAX_RANK &&
         (!layout || layout->kind == TERN_ATTR_STRIDED_LAYOUT);
}

// Reads the buffer's description right behind its definition.
static tern_op_t *build_metadata(const tern_builder_t *b, tern_value_t *buffer) {
  tern_builder_t early = *b;
  tern_op_t *definition = tern_value_defining_op(buffer);
  if (definition) {
    tern_builder_set_after(&early, definition);
    early.loc = b->loc;
  } else {
    tern_builder_set_start(&early, tern_value_arg_block(buffer));
  }
  return tern_memref_build_metadata(&early, buffer);
}

static tern_mixed_index_t known_or(int64_t known, tern_value_t *value) {
  return known == TERN_DYNAMIC ? tern_mixed_dynamic(value) : tern_mixed_static(known);
}

// Where `buffer` is at `indices`; with `steps` (or NULL) each stride is that many elements' as large.
static void build_place(tern_builder_t *b, tern_value_t *buffer, const tern_mixed_index_t *indices,
                        const tern_mixed_index_t *steps, place_t *out_place) {
  size_t rank = tern_type_rank(buffer->type);
  int64_t strides[MAX_RANK], offset;
  tern_memref_type_strides(buffer->type, strides, &offset);
  tern_op_t *metadata = build_metadata(b, buffer);
  out_place->base = tern_op_result(metadata, 0);
  tern_mixed_index_t terms[1 + 2 * MAX_RANK];
  terms[0] = known_or(offset, tern_op_result(metadata, 1));
  const tern_affine_expr_t *sum = tern_affine_symbol(b->context, 0);
  const tern_affine_expr_t *product =
      tern_affine_mul(tern_affine_symbol(b->context, 0), tern_affine_symbol(b->context, 1));
  for (size_t i = 0; i < rank; ++i) {
    tern_mixed_index_t stride = known_or(strides[i], tern_op_result(metadata, 2 + rank + i));
    if (steps) {
      out_place->strides[i] =
          tern_affine_build_folded_apply(b, product, (const tern_mixed_index_t[]){steps[i], stride}, 2);
    }
    terms[1 + 2 * i] = indices[i];
    terms[2 + 2 * i] = stride;
    sum = tern_affine_add(
        sum, tern_affine_mul(tern_affine_symbol(b->context, 1 + 2 * i), tern_affine_symbol(b->context, 2 + 2 * i)));
  }
  out_place->offset = tern_affine_build_folded_apply(b, sum, terms, 1 + 2 * rank);
}

// A load or store of one element; its memref is operand `memref`, the indices follow.
static bool flatten_access(tern_op_t *op, tern_rewriter_t *rewriter, size_t memref) {
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *buffer = tern_op_operand(op, memref);
  if (!is_candidate(op, buffer)) return false;
  tern_mixed_index_t indices[MAX_RANK];
  size_t rank = tern_type_rank(buffer->type);
  for (size_t i = 0; i < rank; ++i) indices[i] = tern_mixed_of(tern_op_operand(op, memref + 1 + i));
  place_t place;
  build_place(b, buffer, indices, NULL, &place);
  const tern_attr_t *layout = tern_strided_layout_attr_get(b->context, place.offset.value, NULL, 0);
  const tern_type_t *type = tern_memref_type_get(tern_type_element(buffer->type), NULL, 0, layout,
                                                 tern_memref_type_memory_space(buffer->type));
  tern_value_t *element = tern_build_reinterpret_cast(b, place.base, type, &place.offset, NULL, NULL, 0);
  if (memref == 0) {
    tern_value_t *loaded = tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(element),
                                            .types = TERN_TYPES(tern_op_result(op, 0)->type));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(loaded));
  } else {
    tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(tern_op_operand(op, 0), element));
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

static bool flatten_load(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return flatten_access(op, rewriter, 0);
}

static bool flatten_store(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return flatten_access(op, rewriter, 1);
}

static bool flatten_subview(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *buffer = tern_op_operand(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_slice_t slice;
  if (!is_candidate(op, buffer) || !tern_slice_read(op, &slice)) return false;
  size_t rank = tern_type_rank(buffer->type), kept = 0;
  int64_t offsets[MAX_RANK], sizes[MAX_RANK], steps[MAX_RANK];
  bool is_dropped[MAX_RANK] = {0};
  tern_slice_statics(&slice, offsets, sizes, steps);
  const tern_type_t *full = tern_memref_subview_type(buffer->type, offsets, sizes, steps);
  if (!full || !tern_memref_dropped_dims(full, type, is_dropped)) return false;
  place_t place;
  build_place(b, buffer, slice.offsets, slice.strides, &place);
  for (size_t i = 0; i < rank; ++i) {
    if (is_dropped[i]) continue;
    slice.sizes[kept] = slice.sizes[i];
    place.strides[kept++] = place.strides[i];
  }
  tern_value_t *cast =
      tern_build_reinterpret_cast(b, place.base, type, &place.offset, slice.sizes, place.strides, kept);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {
      {"flatten-load", TERN_MEMREF(LOAD), 1, flatten_load},
      {"flatten-store", TERN_MEMREF(STORE), 1, flatten_store},
      {"flatten-subview", TERN_MEMREF(SUBVIEW), 1, flatten_subview},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  return tern_apply_patterns_greedily(op, patterns, sizeof(patterns) / sizeof(patterns[0]), NULL, &options, NULL);
}

const tern_pass_def_t tern_gpu_decompose_memrefs_pass = {
    .flag = "gpu-decompose-memrefs",
    .name = "GpuDecomposeMemrefsPass",
    .summary = "Compute one offset for memref accesses with several subscripts in kernels",
    .description =
        "Inside of gpu.launch loads and stores become those of one element, and subviews casts of the base, with "
        "the address computed by affine.apply.",
    .dialects = (const tern_dialect_t *const[]){&tern_gpu_dialect, &tern_memref_dialect, &tern_affine_dialect, NULL},
    .run = run,
};

// --triton-nvidia-tma-lowering: reads and writes of tensor descriptors become copies by tensor maps, which a barrier or a count of
// groups waits for at once; the pipeliner has made those before that should not wait.
//
//   %x = tt.descriptor_load %d[%i, %j]
//
// becomes
//
//   %m = ttg.local_alloc : () -> memory with the encoding of the descriptor's block
//   %b = ttg.local_alloc : () -> a barrier
//   ttng.init_barrier %b, 1
//   ttng.barrier_expect %b, bytes of %m, %true
//   ttng.async_tma_copy_global_to_local %d[%i, %j] %m, %b, %true
//   ttng.wait_barrier %b, %c0
//   ttng.inval_barrier %b
//   %x = ttg.local_load %m
//
// where memory of the same encoding that held %x is %m itself. A write goes through shared memory and a fence. A descriptor that is made
// on the device becomes a tensor map in global memory of the program's own.
//
// What has no tensor map (no encoding, a box that is too small for its swizzle) is an error, and nothing is changed then.

#include "analysis/layout/linear_layout.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttng/barriers.h"
#include "transform/ttng/descriptors.h"
#include "transform/ttng/tma_copies.h"

// --- what there is to do ---

static bool writes(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
}

// Strides that are known: launches refuse others as they meet them.
static bool check_strides(const tern_op_t *op) {
  enum { ALIGNMENT = 16, MOST_BITS = 40 };
  const tern_type_t *block = tern_tt_type_inside(op->results[0].type);
  int64_t size = (int64_t)tern_type_bit_width(tern_type_element(block)) / 8, stride;
  size_t start, count;
  tern_op_operands_named(op, "strides", &start, &count);
  for (size_t d = 0; d < count; ++d) {
    if (!tern_value_constant_int(tern_op_operand(op, start + d), &stride)) continue;
    if (d + 1 == count) {
      if (stride == 1) continue;
      tern_op_error(op, "has a stride of %lld along its last dimension, but tensor maps have 1", (long long)stride);
    } else {
      if (stride >= 0 && stride < (INT64_C(1) << MOST_BITS) / size && stride * size % ALIGNMENT == 0) continue;
      tern_op_error(op,
                    "has a stride of %lld elements of %lld bytes along dimension %zu, but those of tensor maps are "
                    "multiples of %d bytes, from 0 to 2^%d",
                    (long long)stride, (long long)size, d, ALIGNMENT, MOST_BITS);
    }
    tern_emit_note(op->loc, "load and store such tensors through pointers");
    return false;
  }
  return true;
}

static tern_walk_result_t check(tern_op_t *op, void *user) {
  bool *is_ok = user;
  const char *error = NULL;
  tern_tensormap_t map;
  bool makes = tern_op_is(op, TERN_TT(MAKE_TENSOR_DESCRIPTOR)), is_read = tern_tma_reads(op);
  if (!makes && !is_read && !writes(op)) return TERN_WALK_ADVANCE;
  if (makes) {
    if (tern_tensormap_of(op->results[0].type, &map, &error)) {
      error = NULL;
      *is_ok &= check_strides(op);
    }
  } else {
    const tern_attr_t *encoding = tern_tma_memory_encoding(op);
    if (!encoding) {
      error = "has a descriptor without an encoding of shared memory";
    } else if (is_read && !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED)) {
      error = "reads by a descriptor whose encoding is not nvmma_shared";
    }
  }
  if (!error) return TERN_WALK_ADVANCE;
  *is_ok = tern_op_error(op, "%s", error);
  tern_emit_note(
      op->loc,
      "--triton-nvidia-optimize-descriptor-encoding chooses encodings that tensor maps have; blocks for which there "
      "is none are loaded and stored through pointers");
  return TERN_WALK_ADVANCE;
}

// --- memory ---

static tern_value_t *allocate(tern_builder_t *b, const tern_type_t *element, const int64_t *dims, size_t rank,
                              const tern_attr_t *encoding, tern_value_t *source) {
  tern_memdesc_t memdesc = {.element = element,
                            .encoding = encoding,
                            .memory_space = tern_ttg_shared_memory_get(b->context),
                            .is_mutable = source == NULL,
                            .rank = rank,
                            .dims = dims,
                            .alloc_rank = rank,
                            .alloc_dims = dims};
  return tern_build_value(b, TERN_TTG(LOCAL_ALLOC), .operands = {&source, source != NULL},
                          .types = TERN_TYPES(tern_memdesc_get(&memdesc)));
}

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 32), value);
}

static tern_value_t *i32_constant(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

// --- reads ---

// Memory with the same encoding that was to hold the tensor is no longer needed.
static void use_memory(tern_rewriter_t *rewriter, tern_op_t *op, tern_value_t *memory) {
  tern_value_t *old = &op->results[0];
  const tern_attr_t *encoding = tern_memdesc_read(memory->type).encoding;
  for (tern_operand_t *use = old->first_use, *next; use; use = next) {
    tern_op_t *user = use->owner;
    next = use->next;
    if (!tern_op_is(user, TERN_TTG(LOCAL_ALLOC))) continue;
    tern_memdesc_t held = tern_memdesc_read(user->results[0].type);
    if (held.encoding != encoding) continue;
    if (!held.is_mutable) tern_tma_make_views_mutable(&user->results[0]);
    tern_rewriter_replace(rewriter, user, TERN_VALUES(memory));
  }
  if (!tern_value_has_uses(old)) {
    tern_rewriter_erase(rewriter, op);
    return;
  }
  tern_value_t *loaded = tern_build_value(&rewriter->builder, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(memory),
                                          .types = TERN_TYPES(old->type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(loaded));
}

static bool lower_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *tensor = op->results[0].type;
  const tern_attr_t *encoding = tern_tma_memory_encoding(op);
  tern_value_t *memory =
      allocate(b, tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), encoding, NULL);
  tern_value_t *barrier = tern_ttng_allocate_barrier(b);
  tern_build(b, TERN_TTNG(INIT_BARRIER), .operands = TERN_VALUES(barrier),
             .attrs = TERN_ATTRS({"count", i32_attr(b, 1)}));
  tern_value_t *pred = tern_arith_constant_bool(b, true);
  tern_build(b, TERN_TTNG(BARRIER_EXPECT), .operands = TERN_VALUES(barrier, pred),
             .attrs = TERN_ATTRS({"size", i32_attr(b, tern_tma_bytes(op))}));
  tern_tma_build_read(b, op, barrier, memory, pred);
  tern_value_t *phase = i32_constant(b, 0);
  tern_build(b, TERN_TTNG(WAIT_BARRIER), .operands = TERN_VALUES(barrier, phase), .segments = (int32_t[]){1, 1, 0, 0});
  tern_build(b, TERN_TTNG(INVAL_BARRIER), .operands = TERN_VALUES(barrier));
  use_memory(rewriter, op, memory);
  return true;
}

// --- writes ---

static bool lower_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand_named(op, "src");
  tern_value_t *memory = allocate(b, tern_type_element(source->type), tern_type_dims(source->type),
                                  tern_type_rank(source->type), tern_tma_memory_encoding(op), source);
  tern_build(b, TERN_TTNG(FENCE_ASYNC_SHARED),
             .attrs = TERN_ATTRS({"bCluster", tern_bool_attr_get(b->context, false)}));
  tern_tma_build_write(b, op, memory);
  tern_build(b, TERN_TTNG(ASYNC_TMA_STORE_WAIT), .attrs = TERN_ATTRS({"pendings", i32_attr(b, 0)}));
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- descriptors that are made on the device ---

static bool lower_descriptor(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_tensormap_t map;
  const char *error;
  if (!tern_tensormap_of(op->results[0].type, &map, &error)) return false;
  const tern_type_t *bytes = tern_tt_pointer_get(tern_i_type_get(b->context, 8), TERN_TT_GLOBAL_SPACE);
  tern_value_t *place = tern_build_value(b, TERN_TTG(GLOBAL_SCRATCH_ALLOC), .types = TERN_TYPES(bytes),
                                         .attrs = TERN_ATTRS({"nbytes", i32_attr(b, TERN_TMA_TENSORMAP_BYTES)},
                                                             {"alignment", i32_attr(b, TERN_TMA_TENSORMAP_BYTES)}));
  tern_tma_build_tensormap(b, op, place, &map);
  tern_build(b, TERN_TTNG(TENSORMAP_FENCEPROXY_ACQUIRE), .operands = TERN_VALUES(place));
  tern_rewriter_replace_with(
      rewriter, op, TERN_TTNG(REINTERPRET_TENSOR_DESCRIPTOR),
      &(tern_build_args_t){.operands = TERN_VALUES(place), .types = TERN_TYPES(op->results[0].type)});
  return true;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"load", TERN_TT(DESCRIPTOR_LOAD), 1, lower_read},
    {"gather", TERN_TT(DESCRIPTOR_GATHER), 1, lower_read},
    {"store", TERN_TT(DESCRIPTOR_STORE), 1, lower_write},
    {"scatter", TERN_TT(DESCRIPTOR_SCATTER), 1, lower_write},
    {"reduce", TERN_TT(DESCRIPTOR_REDUCE), 1, lower_write},
    {"descriptor", TERN_TT(MAKE_TENSOR_DESCRIPTOR), 1, lower_descriptor},
};

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool is_ok = true;
  tern_op_walk_pre(root, check, &is_ok);
  if (!is_ok) return false;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;  // Writes come first: what they write is memory then, which reads find.
  options.merge_blocks = true;
  tern_apply_patterns_greedily(root, patterns, sizeof patterns / sizeof patterns[0], pass, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_tma_lowering_pass = {
    .flag = "triton-nvidia-tma-lowering",
    .name = "TritonNvidiaGPUTMALoweringPass",
    .anchor = "builtin.module",
    .summary = "Read and write tensor descriptors by copies of tensor maps",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .run = run,
};

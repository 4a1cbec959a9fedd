// Transfers as loops over slices, through a buffer on the stack (upstream: VectorToSCF's lowering_n_d).
//
//   %b = memref.alloca() : memref<vector<2x4xf32>>
//   %s = vector.type_cast %b : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
//   scf.for %i = 0 to 2 { vector<4xf32> between memory and %s[%i] }
//
// First a transfer is marked and moved to and from a buffer as a whole; then marked transfers get a loop, whose transfer
// of one dimension less is marked again, until the rank is the target's.

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/async/async.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/lower/to_scf.h"

static const char *const mark = "__vector_to_scf_lowering__";

static bool is_marked(const tern_op_t *op) { return tern_op_attr_str(op, tern_str_from_cstr(mark)) != NULL; }

static void set_mark(tern_op_t *op) {
  tern_op_set_attr_str(op, tern_str_from_cstr(mark), tern_unit_attr_get(tern_op_context(op)));
}

// --- buffers ---

// Stack memory that is allocated in such an op goes when its region ends.
static bool is_allocation_scope(const tern_op_t *op) {
  const tern_op_row_t *const rows[] = {
      TERN_FUNC(FUNC),           TERN_SCF(FOR),    TERN_SCF(FORALL),      TERN_SCF(PARALLEL),
      TERN_AFFINE(FOR),          TERN_GPU(FUNC),   TERN_AFFINE(PARALLEL), TERN_ASYNC(EXECUTE),
      TERN_MEMREF(ALLOCA_SCOPE), TERN_ASYNC(FUNC), TERN_LLVM(FUNC),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static tern_block_t *find_scope(const tern_op_t *op) {
  tern_op_t *scope = tern_op_parent(op);
  while (scope && !is_allocation_scope(scope)) scope = tern_op_parent(scope);
  return scope ? tern_op_body(scope, 0) : NULL;
}

static tern_value_t *make_buffer(tern_builder_t *b, const tern_type_t *vector) {
  const tern_type_t *type = tern_memref_type_get(vector, NULL, 0, NULL, NULL);
  return tern_build_value(b, TERN_MEMREF(ALLOCA), .types = TERN_TYPES(type), .segments = (int32_t[]){0, 0});
}

static tern_value_t *load(tern_builder_t *b, tern_value_t *buffer, tern_values_t indices) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 1] = {buffer};
  for (size_t i = 0; i < indices.count; ++i) operands[i + 1] = indices.values[i];
  return tern_build_value(b, TERN_MEMREF(LOAD), .operands = {operands, indices.count + 1},
                          .types = TERN_TYPES(tern_type_element(buffer->type)));
}

static void store(tern_builder_t *b, tern_value_t *value, tern_value_t *buffer, tern_values_t indices) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 2] = {value, buffer};
  for (size_t i = 0; i < indices.count; ++i) operands[i + 2] = indices.values[i];
  tern_build(b, TERN_MEMREF(STORE), .operands = {operands, indices.count + 2});
}

// The buffer and, if there is one, that of the mask, which is stored and loaded again: `*out_mask` is what was loaded.
static tern_value_t *make_buffers(tern_builder_t *b, const tern_transfer_t *t, tern_block_t *scope,
                                  tern_value_t **out_mask) {
  tern_builder_t start = *b;
  tern_builder_set_start(&start, scope);
  tern_value_t *data = make_buffer(&start, t->type);
  *out_mask = NULL;
  if (!t->mask) return data;
  tern_value_t *mask = make_buffer(&start, t->mask->type);
  store(b, t->mask, mask, (tern_values_t){0});
  *out_mask = load(b, mask, (tern_values_t){0});
  return data;
}

// A memref of vectors with one dimension more, of vectors with one less.
static tern_value_t *unpack(tern_builder_t *b, tern_value_t *buffer) {
  const tern_type_t *type = buffer->type, *vector = tern_type_element(type);
  int64_t dims[TERN_VECTOR_MAX_RANK + 1];
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(type, i);
  dims[rank] = tern_type_dim(vector, 0);
  const tern_type_t *result = tern_memref_type_get(tern_vector_without_dim(vector, 0), dims, rank + 1, NULL, NULL);
  return tern_build_value(b, TERN_VECTOR(TYPE_CAST), .operands = TERN_VALUES(buffer), .types = TERN_TYPES(result));
}

// --- through a buffer ---

static bool match_whole(tern_op_t *op, const tern_vector_lowering_options_t *options, tern_transfer_t *out,
                        tern_block_t **out_scope) {
  *out_scope = find_scope(op);
  return *out_scope && !is_marked(op) && tern_transfer_read_op(op, out) && tern_transfer_is_unpackable(out, options);
}

static bool prepare_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  tern_transfer_t t;
  tern_block_t *scope;
  tern_value_t *mask;
  if (!match_whole(op, user, &t, &scope)) return false;
  tern_value_t *buffer = make_buffers(b, &t, scope, &mask);
  tern_op_t *read = tern_builder_clone(b, op, NULL);
  set_mark(read);
  if (mask) tern_op_set_operand(read, read->operand_count - 1, mask);
  store(b, tern_op_result(read, 0), buffer, (tern_values_t){0});
  tern_value_t *value = load(b, buffer, (tern_values_t){0});
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static bool prepare_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  tern_transfer_t t;
  tern_block_t *scope;
  tern_value_t *mask;
  if (!match_whole(op, user, &t, &scope)) return false;
  tern_value_t *buffer = make_buffers(b, &t, scope, &mask);
  store(b, t.vector, buffer, (tern_values_t){0});
  tern_op_set_operand(op, 0, load(b, buffer, (tern_values_t){0}));
  if (mask) tern_op_set_operand(op, op->operand_count - 1, mask);
  set_mark(op);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- loops ---

// The access of a buffer that a marked transfer goes with: the store of what was read, the load of what is written, the
// load of the mask.
typedef struct place {
  tern_op_t *access;
  tern_value_t *buffer;
  tern_value_t *indices[TERN_VECTOR_MAX_RANK + 1];  // one more than there are: the slice's
  size_t count;
} place_t;

static bool find_place(tern_op_t *access, const tern_op_row_t *row, place_t *out) {
  if (!access || !tern_op_is(access, row)) return false;
  size_t first = tern_op_is(access, TERN_MEMREF(STORE)) ? 1 : 0;
  *out = (place_t){.access = access, .buffer = tern_op_operand(access, first)};
  if (access->operand_count - first - 1 >= TERN_VECTOR_MAX_RANK) return false;
  for (size_t i = first + 1; i < access->operand_count; ++i) out->indices[out->count++] = tern_op_operand(access, i);
  return true;
}

// The loop of a marked transfer.
typedef struct slice_loop {
  const tern_vector_lowering_options_t *options;
  tern_transfer_t t;
  place_t data, mask;
  tern_value_t *data_slices, *mask_slices;  // the buffers, unpacked
  bool mask_has_slices;                     // a mask for the slices is left
} slice_loop_t;

static bool match_marked(tern_op_t *op, slice_loop_t *out) {
  if (!is_marked(op) || !tern_transfer_read_op(op, &out->t)) return false;
  tern_op_t *access;
  if (out->t.is_read) {
    tern_value_t *result = tern_op_result(op, 0);
    access = tern_value_has_one_use(result) ? result->first_use->owner : NULL;
  } else {
    access = tern_value_defining_op(out->t.vector);
  }
  if (!find_place(access, out->t.is_read ? TERN_MEMREF(STORE) : TERN_MEMREF(LOAD), &out->data)) return false;
  if (out->t.mask && !find_place(tern_value_defining_op(out->t.mask), TERN_MEMREF(LOAD), &out->mask)) return false;
  return !tern_vector_dim_is_scalable(out->t.type, 0);
}

static tern_value_t *load_mask(tern_builder_t *b, slice_loop_t *loop, tern_value_t *iv) {
  size_t count = loop->mask.count;
  if (!loop->mask_has_slices) return NULL;
  if (!tern_transfer_is_broadcast(&loop->t)) loop->mask.indices[count++] = iv;
  return load(b, loop->mask_slices, (tern_values_t){loop->mask.indices, count});
}

static void mark_if_needed(const slice_loop_t *loop, tern_op_t *made) {
  if (tern_type_rank(loop->t.type) - 1 > loop->options->target_rank) set_mark(made);
}

// The transfer of one slice; what a write into a tensor gives.
static tern_value_t *transfer_slice(tern_builder_t *b, slice_loop_t *loop, tern_value_t *iv, tern_value_t *base) {
  const tern_transfer_t *t = &loop->t;
  tern_values_t place = {loop->data.indices, loop->data.count + 1};
  tern_value_t *indices[TERN_VECTOR_MAX_RANK];
  loop->data.indices[loop->data.count] = iv;
  tern_transfer_slice_indices(b, t, iv, indices);
  if (t->is_read) {
    tern_value_t *mask = load_mask(b, loop, iv);
    tern_op_t *made =
        tern_transfer_make_slice(b, t, tern_type_element(loop->data_slices->type), NULL, base, indices, mask);
    mark_if_needed(loop, made);
    store(b, tern_op_result(made, 0), loop->data_slices, place);
    return NULL;
  }
  tern_value_t *vector = load(b, loop->data_slices, place), *mask = load_mask(b, loop, iv);
  tern_op_t *made = tern_transfer_make_slice(b, t, NULL, vector, base, indices, mask);
  mark_if_needed(loop, made);
  return t->is_tensor ? tern_op_result(made, 0) : NULL;
}

// Outside of the bounds: padding, or nothing.
static tern_value_t *skip_slice(tern_builder_t *b, slice_loop_t *loop, tern_value_t *iv, tern_value_t *base) {
  if (!loop->t.is_read) return loop->t.is_tensor ? base : NULL;
  loop->data.indices[loop->data.count] = iv;
  tern_value_t *fill = tern_vector_make_broadcast(b, tern_type_element(loop->data_slices->type), loop->t.padding);
  store(b, fill, loop->data_slices, (tern_values_t){loop->data.indices, loop->data.count + 1});
  return NULL;
}

static void unpack_buffers(tern_builder_t *b, slice_loop_t *loop) {
  const tern_transfer_t *t = &loop->t;
  loop->data_slices = unpack(b, loop->data.buffer);
  if (!t->mask) return;
  // A broadcast has no dimension of the mask; the last dimension of a mask is asked for in the condition.
  bool is_broadcast = tern_transfer_is_broadcast(t), is_last = tern_type_rank(t->mask->type) == 1;
  loop->mask_slices = is_broadcast || is_last ? loop->mask.buffer : unpack(b, loop->mask.buffer);
  loop->mask_has_slices = is_broadcast || !is_last;
}

static bool make_loop(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  slice_loop_t loop = {.options = user};
  if (!match_marked(op, &loop)) return false;
  const tern_transfer_t *t = &loop.t;
  unpack_buffers(b, &loop);
  tern_value_t *lower = tern_vector_make_index(b, 0);
  tern_value_t *upper = tern_vector_make_index(b, tern_type_dim(t->type, 0)), *step = tern_vector_make_index(b, 1);
  bool is_carried = t->is_tensor && !t->is_read;
  tern_value_t *init = t->base;
  tern_op_t *for_op = tern_build_scf_for(b, lower, upper, step, (tern_values_t){&init, is_carried ? 1 : 0});
  tern_value_t *iv = tern_scf_for_iv(for_op), *base = is_carried ? tern_scf_for_carried(for_op, 0) : t->base;
  tern_transfer_check_t check = tern_transfer_check_begin(b, t, iv, is_carried ? base->type : NULL);
  tern_value_t *value = transfer_slice(b, &loop, iv, base);
  if (check.choice) {
    tern_transfer_check_otherwise(b, &check, value);
    value = tern_transfer_check_end(b, &check, skip_slice(b, &loop, iv, base));
  }
  tern_build_scf_for_end(b, for_op, (tern_values_t){&value, is_carried ? 1 : 0});
  if (t->is_read) tern_rewriter_erase(rewriter, loop.data.access);
  if (is_carried) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(for_op, 0)));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

const tern_pattern_t tern_vector_transfer_loop_patterns[] = {
    {"prepare-transfer-read", TERN_VECTOR(TRANSFER_READ), 1, prepare_read},
    {"prepare-transfer-write", TERN_VECTOR(TRANSFER_WRITE), 1, prepare_write},
    {"transfer-read-loop", TERN_VECTOR(TRANSFER_READ), 1, make_loop},
    {"transfer-write-loop", TERN_VECTOR(TRANSFER_WRITE), 1, make_loop},
    {0},
};

// Ops of a script for NVIDIA's GPUs (upstream: NVGPUTransformOps).

#include "dialect/nvgpu/nvgpu.h"

#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "transform/nvgpu/accesses.h"
#include "transform/script/applies.h"

static tern_script_result_t create_groups(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                          tern_payload_t *results) {
  (void)script;
  tern_nvgpu_create_async_groups(target, tern_op_attr(op, "bypass_l1") != NULL);
  tern_vec_push(&results[0], target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_create_async_groups(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, create_groups);
}

// --- products ---

// Where an element lies that a thread of a warp holds (PTX ISA, "Matrix fragments"). Threads are numbered by groups of four.
typedef struct element_place {
  int8_t row_groups, row_threads, row;  // row = group * row_groups + thread * row_threads + row
  int8_t column_groups, column_threads, column;
} element_place_t;

enum { MAX_ELEMENTS = 8 };
typedef struct fragment {
  int64_t shape[2];  // of the vector that a thread holds
  element_place_t places[MAX_ELEMENTS];
} fragment_t;

typedef struct product {
  int64_t m, n, k;
  tern_type_kind_t element;  // of all three
  fragment_t fragments[3];   // of A, B, C
} product_t;

#define OF_A(ROW, COLUMN, STEP) {1, 0, ROW, 0, STEP, COLUMN}
#define OF_B(ROW, STEP) {0, STEP, ROW, 1, 0, 0}
#define OF_C                                                               \
  {                                                                        \
    {2, 2}, { OF_A(0, 0, 2), OF_A(0, 1, 2), OF_A(8, 0, 2), OF_A(8, 1, 2) } \
  }
static const product_t products[] = {
    {16, 8, 4, TERN_TYPE_F32, {{{2, 1}, {OF_A(0, 0, 1), OF_A(8, 0, 1)}}, {{1, 1}, {OF_B(0, 1)}}, OF_C}},
    {16,
     8,
     16,
     TERN_TYPE_F16,
     {{{4, 2},
       {OF_A(0, 0, 2), OF_A(0, 1, 2), OF_A(8, 0, 2), OF_A(8, 1, 2), OF_A(0, 8, 2), OF_A(0, 9, 2), OF_A(8, 8, 2),
        OF_A(8, 9, 2)}},
      {{2, 2}, {OF_B(0, 2), OF_B(1, 2), OF_B(8, 2), OF_B(9, 2)}},
      OF_C}},
};

static const product_t *find_product(const tern_op_t *matmul) {
  const tern_type_t *types[3];
  for (size_t i = 0; i < 3; ++i) {
    types[i] = tern_op_operand(matmul, i)->type;
    if (types[i]->kind != TERN_TYPE_MEMREF || tern_type_rank(types[i]) != 2) return NULL;
  }
  for (size_t i = 0; i < sizeof products / sizeof products[0]; ++i) {
    const product_t *product = &products[i];
    bool is_right = tern_type_dim(types[0], 0) == product->m && tern_type_dim(types[1], 1) == product->n &&
                    tern_type_dim(types[0], 1) == product->k;
    for (size_t t = 0; t < 3; ++t) is_right = is_right && tern_type_element(types[t])->kind == product->element;
    if (is_right) return product;
  }
  return NULL;
}

// lane / 4 * groups + lane % 4 * threads + offset, as an index.
static tern_value_t *make_index(tern_builder_t *b, tern_value_t *lane, int64_t groups, int64_t threads,
                                int64_t offset) {
  const tern_affine_expr_t *symbol = tern_affine_symbol(b->context, 0), *four = tern_affine_constant(b->context, 4);
  const tern_affine_expr_t *expr = groups ? tern_affine_binary(TERN_AFFINE_FLOORDIV, symbol, four)
                                          : tern_affine_binary(TERN_AFFINE_MOD, symbol, four);
  if (threads > 1) expr = tern_affine_mul(expr, tern_affine_constant(b->context, threads));
  expr = tern_affine_add(expr, tern_affine_constant(b->context, offset));
  tern_mixed_index_t operand = tern_mixed_dynamic(lane);
  return tern_mixed_build(b, tern_affine_build_folded_apply(b, expr, &operand, 1));
}

static void make_place(tern_builder_t *b, tern_value_t *lane, const element_place_t *place, tern_value_t *indices[2]) {
  indices[0] = make_index(b, lane, place->row_groups, place->row_threads, place->row);
  indices[1] = make_index(b, lane, place->column_groups, place->column_threads, place->column);
}

static const tern_attr_t *position_of(const tern_builder_t *b, const fragment_t *fragment, size_t index) {
  const int64_t position[] = {(int64_t)index / fragment->shape[1], (int64_t)index % fragment->shape[1]};
  return tern_dense_i64_array_attr_get(b->context, position, 2);
}

static tern_value_t *load_fragment(tern_builder_t *b, tern_value_t *lane, tern_value_t *memref,
                                   const fragment_t *fragment) {
  const tern_type_t *element = tern_type_element(memref->type);
  const tern_type_t *type = tern_vector_type_get(element, fragment->shape, 2, 0);
  tern_value_t *elements[MAX_ELEMENTS] = {NULL}, *indices[2];
  size_t count = (size_t)tern_type_element_count(type);
  for (size_t i = 0; i < count; ++i) {
    make_place(b, lane, &fragment->places[i], indices);
    elements[i] = tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(memref, indices[0], indices[1]),
                                   .types = TERN_TYPES(element));
  }
  tern_value_t *vector =
      tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(elements[0]), .types = TERN_TYPES(type));
  for (size_t i = 0; i < count; ++i) {
    vector = tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(elements[i], vector),
                              .types = TERN_TYPES(type),
                              .attrs = TERN_ATTRS({"static_position", position_of(b, fragment, i)}));
  }
  return vector;
}

static void store_fragment(tern_builder_t *b, tern_value_t *lane, tern_value_t *vector, tern_value_t *memref,
                           const fragment_t *fragment) {
  tern_value_t *elements[MAX_ELEMENTS], *indices[2];
  size_t count = (size_t)tern_type_element_count(vector->type);
  for (size_t i = 0; i < count; ++i) {
    elements[i] = tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector),
                                   .types = TERN_TYPES(tern_type_element(vector->type)),
                                   .attrs = TERN_ATTRS({"static_position", position_of(b, fragment, i)}));
  }
  for (size_t i = 0; i < count; ++i) {
    make_place(b, lane, &fragment->places[i], indices);
    tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(elements[i], memref, indices[0], indices[1]));
  }
}

static tern_script_result_t rewrite_product(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                            tern_payload_t *results) {
  (void)results;
  const product_t *product = tern_op_is(target, TERN_LINALG(MATMUL)) ? find_product(target) : NULL;
  if (!product) {
    tern_script_silence(script, op->loc, "unsupported target op: %s", tern_op_name(target).data);
    tern_script_note(script, target->loc, "target op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  tern_builder_t b = tern_builder_before(target);
  const tern_type_t *i64 = tern_i_type_get(b.context, 64);
  tern_value_t *lane =
      tern_build_value(&b, TERN_GPU(THREAD_ID), .types = TERN_TYPES(tern_index_type_get(b.context)),
                       .attrs = TERN_ATTRS({"dimension", tern_enum_attr_get(b.context, TERN_GPU_ENUM(DIM), 0)}));
  tern_value_t *vectors[3];
  for (size_t i = 0; i < 3; ++i) {
    vectors[i] = load_fragment(&b, lane, tern_op_operand(target, i), &product->fragments[i]);
  }
  const tern_attr_t *shape[] = {tern_integer_attr_get(i64, product->m), tern_integer_attr_get(i64, product->n),
                                tern_integer_attr_get(i64, product->k)};
  const tern_named_attr_t attrs[] = {{"mmaShape", tern_array_attr_get(b.context, shape, 3)},
                                     {"tf32Enabled", tern_unit_attr_get(b.context)}};
  bool rounds = product->element == TERN_TYPE_F32;
  tern_value_t *sum = tern_build_value(&b, TERN_NVGPU(MMA_SYNC), .operands = {vectors, 3},
                                       .types = TERN_TYPES(vectors[2]->type), .attrs = {attrs, rounds ? 2 : 1});
  store_fragment(&b, lane, sum, tern_op_operand(target, 2), &product->fragments[2]);
  tern_op_destroy(target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_matmul_as_mma_sync(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, rewrite_product);
}

// --- copies by the tensor memory accelerator ---

enum { TICKS_BEFORE_RETRY = 10000000 };

static const tern_attr_t *shared_space(tern_context_t *context) {
  return tern_enum_attr_get(context, TERN_GPU_ENUM(ADDRESS_SPACE), TERN_GPU_ADDRESS_SPACE_WORKGROUP);
}

// The product or sum of all, times `factor`.
static tern_mixed_index_t combine(tern_builder_t *b, tern_affine_kind_t kind, const tern_mixed_index_t *sizes,
                                  size_t count, int64_t factor) {
  const tern_affine_expr_t *expr = tern_affine_symbol(b->context, 0);
  for (size_t i = 1; i < count; ++i) expr = tern_affine_binary(kind, expr, tern_affine_symbol(b->context, i));
  if (factor != 1) expr = tern_affine_mul(expr, tern_affine_constant(b->context, factor));
  return tern_affine_build_folded_apply(b, expr, sizes, count);
}

// A barrier in shared memory that all threads of the launch arrive at.
static tern_value_t *make_barrier(tern_builder_t *b, const tern_op_t *launch) {
  tern_mixed_index_t sizes[3];
  static const char *const names[] = {"blockSizeX", "blockSizeY", "blockSizeZ"};
  for (size_t i = 0; i < 3; ++i) sizes[i] = tern_mixed_of(tern_op_operand_named(launch, names[i]));
  tern_mixed_index_t threads = combine(b, TERN_AFFINE_MUL, sizes, 3, 1);
  const uint64_t params[] = {(uint64_t)(uintptr_t)shared_space(b->context), 1};
  const tern_type_t *type =
      tern_dialect_type_get(b->context, &tern_nvgpu_types[TERN_NVGPU_TYPE_MBARRIER_GROUP], params, 2);
  tern_value_t *barrier = tern_build_value(b, TERN_NVGPU(MBARRIER_CREATE), .types = TERN_TYPES(type));
  tern_value_t *zero = tern_arith_constant_index(b, 0), *count = tern_mixed_build(b, threads);
  tern_build(b, TERN_NVGPU(MBARRIER_INIT), .operands = TERN_VALUES(barrier, count, zero));
  tern_build(b, TERN_GPU(BARRIER), .operands = {0});
  return barrier;
}

// A tensor map of the memory that is read, made by the host.
static tern_value_t *make_tensor_map(const tern_attr_t *loc, tern_op_t *launch, tern_value_t *memory) {
  tern_builder_t b = tern_builder_before(launch);
  b.loc = loc;
  const tern_type_t *type = memory->type;
  size_t rank = tern_type_rank(type);
  const tern_type_t *unranked =
      tern_unranked_memref_type_get(tern_type_element(type), tern_memref_type_memory_space(type));
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX];
  tern_value_t *operands[TERN_INDEX_LIST_MAX + 1];
  operands[0] = tern_build_value(&b, TERN_MEMREF(CAST), .operands = TERN_VALUES(memory), .types = TERN_TYPES(unranked));
  tern_memref_mixed_sizes(&b, memory, sizes);
  for (size_t i = 0; i < rank; ++i) operands[i + 1] = tern_mixed_build(&b, sizes[i]);
  const tern_type_t *box = tern_memref_type_get(tern_type_element(type), tern_type_dims(type), rank,
                                                tern_memref_type_layout(type), shared_space(b.context));
  const uint64_t params[] = {(uint64_t)(uintptr_t)box, 0, 0, 0, 0};
  const tern_type_t *map =
      tern_dialect_type_get(b.context, &tern_nvgpu_types[TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR], params, 5);
  return tern_build_value(&b, TERN_NVGPU(TMA_CREATE_DESCRIPTOR), .operands = {operands, rank + 1},
                          .types = TERN_TYPES(map));
}

static void expect_bytes(tern_builder_t *b, tern_value_t *barrier, const tern_mixed_index_t *sizes, size_t count) {
  tern_value_t *bytes = tern_mixed_build(b, combine(b, TERN_AFFINE_ADD, sizes, count, 1));
  tern_value_t *zero = tern_arith_constant_index(b, 0);
  tern_build(b, TERN_NVGPU(MBARRIER_ARRIVE_EXPECT_TX), .operands = TERN_VALUES(barrier, bytes, zero));
}

// Begins a copy; how many bytes it brings.
static tern_mixed_index_t begin_copy(tern_builder_t *b, tern_value_t *map, tern_value_t *memory,
                                     tern_value_t *barrier) {
  tern_value_t *zero = tern_arith_constant_index(b, 0);
  tern_build(b, TERN_NVGPU(TMA_ASYNC_LOAD), .operands = TERN_VALUES(memory, barrier, map, zero, zero, zero),
             .segments = (int32_t[]){1, 1, 1, 2, 1, 0, 0});
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX];
  tern_memref_mixed_sizes(b, memory, sizes);
  return combine(b, TERN_AFFINE_MUL, sizes, tern_type_rank(memory->type),
                 tern_type_bit_width(tern_type_element(memory->type)) / 8);
}

// Thread 0 begins the copies; all arrive at the barrier, and wait.
static void begin_copies(tern_builder_t *b, const tern_payload_t *copies, tern_value_t *const *maps,
                         tern_value_t *barrier) {
  tern_value_t *zero = tern_arith_constant_index(b, 0);
  tern_value_t *thread =
      tern_build_value(b, TERN_GPU(THREAD_ID), .types = TERN_TYPES(tern_index_type_get(b->context)),
                       .attrs = TERN_ATTRS({"dimension", tern_enum_attr_get(b->context, TERN_GPU_ENUM(DIM), 0)}));
  tern_value_t *is_first = tern_arith_cmpi(b, TERN_CMPI_EQ, thread, zero);
  tern_op_t *branch = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_first), .regions = 2);
  tern_builder_t then = tern_builder_at_end(tern_region_add_block(&branch->regions[0]), b->loc);
  tern_mixed_index_t *sizes = tern_malloc((copies->count + 1) * sizeof *sizes);
  for (size_t i = 0; i < copies->count; ++i) {
    const tern_op_t *copy = copies->values[i];
    sizes[i] = begin_copy(&then, maps[i], tern_op_operand(copy, 1), barrier);
  }
  expect_bytes(&then, barrier, sizes, copies->count);
  free(sizes);
  tern_build(&then, TERN_SCF(YIELD), .operands = {0});
  tern_builder_t otherwise = tern_builder_at_end(tern_region_add_block(&branch->regions[1]), b->loc);
  const tern_mixed_index_t nothing = tern_mixed_static(0);
  expect_bytes(&otherwise, barrier, &nothing, 1);
  tern_build(&otherwise, TERN_SCF(YIELD), .operands = {0});
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *phase = tern_llvm_build_constant(b, i1, tern_integer_attr_get(i1, 0));
  tern_value_t *ticks = tern_arith_constant_index(b, TICKS_BEFORE_RETRY), *index = tern_arith_constant_index(b, 0);
  tern_build(b, TERN_NVGPU(MBARRIER_TRY_WAIT_PARITY), .operands = TERN_VALUES(barrier, phase, ticks, index));
}

// Matrices that are copied, all in one launch.
static bool can_be_copied(const tern_op_t *copy, const tern_op_t *launch) {
  if (!launch || !tern_op_is(copy, TERN_LINALG(COPY)) || copy->operand_count != 2) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = tern_op_operand(copy, i)->type;
    if (type->kind != TERN_TYPE_MEMREF || tern_type_rank(type) != 2) return false;
  }
  return tern_op_parent_of(copy, TERN_GPU(LAUNCH)) == launch;
}

tern_script_result_t tern_script_copy_as_tma(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *copies = tern_script_payload(script, tern_op_operand(op, 0));
  if (copies->count == 0) return TERN_SCRIPT_SUCCESS;
  tern_op_t *first = copies->values[0], *launch = tern_op_parent_of(first, TERN_GPU(LAUNCH));
  for (size_t i = 0; i < copies->count; ++i) {
    const tern_op_t *copy = copies->values[i];
    if (can_be_copied(copy, launch)) continue;
    tern_script_silence(script, op->loc,
                        "target ops must be linalg::CopyOp nested under a common gpu.LaunchOp to be rewritten because "
                        "the tma descriptors need to be created on the host.");
    tern_script_note(script, copy->loc, "this is no copy of a matrix in the launch of the first target");
    return TERN_SCRIPT_SILENCEABLE;
  }
  tern_builder_t b = tern_builder_before(first);
  b.loc = op->loc;
  tern_value_t *barrier = make_barrier(&b, launch);
  tern_value_t **maps = tern_malloc(copies->count * sizeof *maps);
  for (size_t i = 0; i < copies->count; ++i) {
    maps[i] = make_tensor_map(op->loc, launch, tern_op_operand(copies->values[i], 0));
  }
  begin_copies(&b, copies, maps, barrier);
  free(maps);
  tern_payload_t old = {0};
  for (size_t i = 0; i < copies->count; ++i) tern_vec_push(&old, copies->values[i]);
  for (size_t i = 0; i < old.count; ++i) tern_op_destroy(old.values[i]);
  tern_vec_deinitialize(&old);
  return TERN_SCRIPT_SUCCESS;
}

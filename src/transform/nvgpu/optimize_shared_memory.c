// --nvgpu-optimize-shared-memory: columns of shared memory are permuted by their rows, so that threads that read a column
// of vectors hit different banks (upstream: OptimizeSharedMemory).
//
//   %x = nvgpu.ldmatrix %m[%row, %column]        memref<128x32xf16, 3>: two rows in a line of 128 bytes
// becomes
//   %bits = (%row & 6) << 2                      the pair of rows, where a vector's number stands in the index
//   %x = nvgpu.ldmatrix %m[%row, %column xor %bits]
//
// Writes and reads get the same permutation, so that values are found again.

#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/nvgpu/accesses.h"

enum { LINE_BYTES = 128, VECTOR_BITS = 128 };

static int64_t log2_of(int64_t value) { return 63 - __builtin_clzll((uint64_t)value); }

// --- what is accessed ---

typedef struct search {
  const tern_value_t *memory;
  tern_op_list_t reads, writes;
  bool is_right;
} search_t;

static tern_walk_result_t find_subview(tern_op_t *op, void *user) {
  (void)user;
  return tern_op_is(op, TERN_MEMREF(SUBVIEW)) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool is_known_access(const tern_op_t *op, const tern_nvgpu_access_t *access) {
  bool is_transfer = tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || tern_op_is(op, TERN_VECTOR(TRANSFER_WRITE));
  if (!access || is_transfer) return false;
  size_t start, count;
  tern_nvgpu_access_indices(op, access, &start, &count);
  return count >= 2;
}

static tern_walk_result_t sort_access(tern_op_t *op, void *user) {
  search_t *search = user;
  const tern_nvgpu_access_t *access = tern_nvgpu_access_of(op);
  bool uses_memory = false;
  for (size_t i = 0; i < op->operand_count; ++i) uses_memory = uses_memory || tern_op_operand(op, i) == search->memory;
  if (!uses_memory || tern_op_is(op, TERN_MEMREF(DEALLOC))) return TERN_WALK_ADVANCE;
  bool is_base = access && tern_nvgpu_access_base(op, access) == search->memory;
  search->is_right = is_base && is_known_access(op, access);
  if (!search->is_right) return TERN_WALK_INTERRUPT;
  if (access->is_write) {
    tern_vec_push(&search->writes, op);
  } else {
    tern_vec_push(&search->reads, op);
  }
  return TERN_WALK_ADVANCE;
}

// Do eight rows, which eight threads read at once, lie in more than one line?
static bool is_needed(const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  const tern_type_t *element = tern_type_element(type);
  if (rank < 2 || tern_type_dim(type, rank - 1) <= 0 ||
      (!tern_type_is_float(element) && !tern_type_is_integer(element)))
    return false;
  int64_t width = tern_type_bit_width(element), columns = tern_type_dim(type, rank - 1);
  // A vector holds some elements, and a row some vectors.
  if (width <= 0 || width > VECTOR_BITS || columns < VECTOR_BITS / width) return false;
  int64_t rows_per_line = 8 * LINE_BYTES / width / columns;
  return rows_per_line < LINE_BYTES / (VECTOR_BITS / 8);
}

// --- the permutation ---

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

// The column that `column` of `row` becomes. Its bits: elements in a vector, vectors in the row.
static tern_value_t *permute(tern_builder_t *b, const tern_type_t *type, tern_value_t *row, tern_value_t *column) {
  int64_t columns = tern_type_dim(type, tern_type_rank(type) - 1);
  int64_t width = tern_type_bit_width(tern_type_element(type));
  int64_t bytes = columns * width / 8;
  int64_t rows_per_step = bytes < LINE_BYTES ? LINE_BYTES / bytes : 1;
  int64_t vector_bit = log2_of(VECTOR_BITS / width), row_bit = log2_of(rows_per_step);
  int64_t mask = ((INT64_C(1) << (log2_of(columns) - vector_bit)) - 1) << row_bit;
  tern_value_t *bits = binary(b, TERN_ARITH(ANDI), row, tern_arith_constant_index(b, mask));
  int64_t shift = vector_bit - row_bit;
  if (shift > 0) bits = binary(b, TERN_ARITH(SHLI), bits, tern_arith_constant_index(b, shift));
  if (shift < 0) bits = binary(b, TERN_ARITH(SHRUI), bits, tern_arith_constant_index(b, -shift));
  return binary(b, TERN_ARITH(XORI), column, bits);
}

// From the last one on, as upstream does.
static void permute_all(const tern_op_list_t *ops, const tern_type_t *type) {
  for (size_t i = ops->count; i-- > 0;) {
    tern_op_t *op = ops->values[i];
    size_t start, count;
    tern_nvgpu_access_indices(op, tern_nvgpu_access_of(op), &start, &count);
    tern_builder_t b = tern_builder_before(op);
    size_t last = start + count - 1;
    tern_op_set_operand(op, last, permute(&b, type, tern_op_operand(op, last - 1), tern_op_operand(op, last)));
  }
}

bool tern_nvgpu_permute_shared_memory(tern_op_t *root, tern_value_t *memory) {
  const tern_type_t *type = memory->type;
  if (type->kind != TERN_TYPE_MEMREF || !tern_nvgpu_is_shared_space(tern_memref_type_memory_space(type))) return false;
  // Nobody says what a view has in common with another.
  if (tern_op_walk_pre(root, find_subview, NULL) == TERN_WALK_INTERRUPT || !is_needed(type)) return false;
  search_t search = {.memory = memory, .is_right = true};
  tern_op_walk_post(root, sort_access, &search);
  bool is_done = search.is_right && search.reads.count > 0 && search.writes.count > 0;
  if (is_done) {
    permute_all(&search.writes, type);
    permute_all(&search.reads, type);
  }
  tern_vec_deinitialize(&search.reads);
  tern_vec_deinitialize(&search.writes);
  return is_done;
}

// --- the pass ---

static bool is_shared_memory(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(ALLOC)) &&
         tern_nvgpu_is_shared_space(tern_memref_type_memory_space(tern_op_result(op, 0)->type));
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t memories = tern_op_collect(op, TERN_POSTORDER, is_shared_memory);
  // The first memory that has no permutation ends it, as upstream.
  for (size_t i = 0; i < memories.count; ++i) {
    if (!tern_nvgpu_permute_shared_memory(op, tern_op_result(memories.values[i], 0))) break;
  }
  tern_vec_deinitialize(&memories);
  return true;
}

const tern_pass_def_t tern_nvgpu_optimize_shared_memory_pass = {
    .flag = "nvgpu-optimize-shared-memory",
    .name = "OptimizeSharedMemory",
    .summary = "Permute columns of workgroup memory so that threads meet different banks",
    .dialects = (const tern_dialect_t *const[]){&tern_memref_dialect, &tern_vector_dialect, NULL},
    .run = run,
};

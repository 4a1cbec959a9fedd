// --vector-nontemporal-stores: large buffers that a dispatch writes and does not read are written past the caches.
//
//   scf.for %i = ... { ... vector.store %v, %out[%i, %j] : memref<4096x1024xf32>, vector<16xf32> }
// becomes
//   %address = memref.extract_aligned_pointer_as_index %out
//   scf.if (%address is a multiple of 64) {
//     scf.for %i = ... { ... vector.store %v, %out[%i, %j] {alignment = 64, nontemporal = true} }
//     llvm.fence seq_cst
//   } else { what was there }
//
// Else the processor reads each line before it is overwritten, which is a third of the traffic of a copy. Such stores must be aligned:
// where they are in the buffer is known from the steps of loops, and where the buffer is, when it runs. They are not ordered with the
// stores that tell others that the dispatch is done, hence the fence.

#include "analysis/divisor.h"
#include "base/integer.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"

#define CACHE_LINE 64
#define MAX_RANK 16
// Bytes of temporaries on the stack, of which there will be twice as many: beyond this a dispatch does more than move data.
#define MAX_TEMPORARIES (64 * 1024)

typedef TERN_VEC(tern_value_t *) value_list_t;

// --- where stores are ---

// The largest divisor of a cache line that divides `number` and `other`.
static int64_t common_divisor(int64_t number, int64_t other) { return tern_gcd(tern_gcd(number, other), CACHE_LINE); }

static int64_t divisor_of_entry(tern_mixed_index_t entry) {
  int64_t constant;
  return common_divisor(tern_mixed_constant(entry, &constant) ? constant : tern_value_divisor(entry.dynamic), 0);
}

// What divides the place of `indices` in a buffer with these strides, in elements; 1 if that is not known.
static int64_t divisor_of_place(const tern_type_t *buffer, const tern_mixed_index_t *indices) {
  int64_t strides[MAX_RANK], offset, divisor = 0;
  if (!tern_memref_type_strides(buffer, strides, &offset)) return 1;
  for (size_t d = 0; d < tern_type_rank(buffer); ++d) {
    if (strides[d] == TERN_DYNAMIC) return 1;
    divisor = common_divisor(divisor, divisor_of_entry(indices[d]) * common_divisor(strides[d], 0));
  }
  return divisor;
}

// Is the vector stored where its size divides the number of bytes from the start of the buffer, of which the store's operand is a view?
static bool is_aligned(const tern_op_t *store) {
  const tern_value_t *view = tern_op_operand(store, 1);
  const tern_type_t *vector = tern_op_operand(store, 0)->type, *element = tern_type_element(vector);
  int64_t size = (int64_t)tern_dense_element_size(element);
  if (tern_type_rank(vector) != 1 || tern_vector_type_scalable_mask(vector)) return false;
  // Bits of vectors of smaller elements lie closer than those of buffers.
  int64_t bytes =
      tern_type_is_index(element) || tern_type_bit_width(element) == 8 * size ? tern_type_dim(vector, 0) * size : 0;
  if (bytes < 16 || bytes > CACHE_LINE || (bytes & (bytes - 1)) || tern_type_rank(view->type) > MAX_RANK) return false;
  tern_mixed_index_t indices[MAX_RANK];
  for (size_t d = 0; d < tern_type_rank(view->type); ++d)
    indices[d] = tern_mixed_dynamic(tern_op_operand(store, 2 + d));
  int64_t divisor = divisor_of_place(view->type, indices);
  for (const tern_op_t *op; (op = tern_value_defining_op(view)) && tern_op_is(op, TERN_MEMREF(SUBVIEW));) {
    view = tern_op_operand(op, 0);
    if (tern_type_rank(view->type) > MAX_RANK ||
        !tern_index_list_read(op, "offsets", "static_offsets", indices, MAX_RANK)) {
      return false;
    }
    divisor = common_divisor(divisor, divisor_of_place(view->type, indices));
  }
  return divisor * size % bytes == 0;
}

// --- buffers that are only written ---

static bool is_large(const tern_op_t *op, int64_t least_bytes) {
  if (!tern_op_is(op, TERN_IREE(PLACEHOLDER)) || op->operand_count > 0 || op->result_count != 1) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  // Where elements begin is known from the address of the buffer if its layout says nothing else.
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type) || tern_memref_type_layout(type))
    return false;
  int64_t bytes;
  return __builtin_mul_overflow(tern_type_element_count(type),
                                (int64_t)tern_dense_element_size(tern_type_element(type)), &bytes) ||
         bytes >= least_bytes;
}

// All aligned stores to the buffer; none if something else is done with it.
static void collect_stores(tern_value_t *buffer, tern_op_list_t *out_stores) {
  value_list_t views = {0};
  size_t before = out_stores->count;
  bool is_right = true;
  tern_vec_push(&views, buffer);
  for (size_t i = 0; i < views.count && is_right; ++i) {
    tern_value_for_each_use(views.values[i], use) {
      tern_op_t *op = use->owner;
      if (tern_op_is(op, TERN_MEMREF(SUBVIEW)) && tern_op_operand(op, 0) == views.values[i]) {
        tern_vec_push(&views, tern_op_result(op, 0));
      } else if (tern_op_is(op, TERN_VECTOR(STORE))) {
        if (is_aligned(op)) tern_vec_push(out_stores, op);
      } else if (!tern_op_is(op, TERN_VECTOR(MASKEDSTORE)) && !tern_op_is(op, TERN_MEMREF(DIM))) {
        is_right = false;
      }
    }
  }
  if (!is_right) out_stores->count = before;
  tern_vec_deinitialize(&views);
}

// --- both ways ---

static tern_value_t *build_is_aligned(tern_builder_t *b, const value_list_t *buffers) {
  tern_value_t *all = NULL;
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_value_t *address =
        tern_build_value(b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), .operands = TERN_VALUES(buffers->values[i]),
                         .types = TERN_TYPES(tern_index_type_get(b->context)));
    all = all ? tern_build_value(b, TERN_ARITH(ORI), .operands = TERN_VALUES(all, address)) : address;
  }
  tern_value_t *low =
      tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(all, tern_build_index(b, CACHE_LINE - 1)));
  return tern_arith_cmpi(b, TERN_CMPI_EQ, low, tern_build_index(b, 0));
}

// Everything behind `last`, the definition of the last of the buffers.
static void build_both_ways(tern_op_t *last, const value_list_t *buffers, const tern_op_list_t *stores) {
  tern_context_t *context = tern_op_context(last);
  tern_builder_t b = tern_builder_after(last);
  tern_op_t *if_op = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(build_is_aligned(&b, buffers)), .regions = 2);
  tern_builder_t inner = b;
  tern_op_t *ends[2];
  for (size_t i = 0; i < 2; ++i) {
    tern_builder_add_block(&inner, &if_op->regions[i], (tern_types_t){0});
    ends[i] = tern_build(&inner, TERN_SCF(YIELD), .operands = {0});
  }
  tern_map_t mapping = {0};
  inner = tern_builder_before(ends[1]);
  for (tern_op_t *op = if_op->next, *next; op && (next = op->next); op = next) {
    tern_builder_clone(&inner, op, &mapping);
    tern_op_move_before(op, ends[0]);
  }
  tern_map_deinitialize(&mapping);
  for (size_t i = 0; i < stores->count; ++i) {
    tern_op_t *store = stores->values[i];
    const tern_type_t *vector = tern_op_operand(store, 0)->type;
    int64_t bytes = tern_type_dim(vector, 0) * (int64_t)tern_dense_element_size(tern_type_element(vector));
    tern_op_set_attr(store, "nontemporal", tern_bool_attr_get(context, true));
    tern_op_set_attr(store, "alignment", tern_integer_attr_get(tern_i_type_get(context, 64), bytes));
  }
  inner = tern_builder_before(ends[0]);
  const tern_attr_t *ordering =
      tern_enum_attr_get(context, TERN_LLVM_ENUM(ATOMIC_ORDERING), TERN_LLVM_ORDERING_SEQ_CST);
  tern_build(&inner, TERN_LLVM(FENCE), .attrs = TERN_ATTRS({"ordering", ordering}));
}

static tern_walk_result_t add_temporary(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t *total = user, bytes = MAX_TEMPORARIES + 1;
  if (!tern_type_has_static_shape(type) ||
      __builtin_mul_overflow(tern_type_element_count(type), (int64_t)tern_dense_element_size(tern_type_element(type)),
                             &bytes) ||
      __builtin_add_overflow(*total, bytes, total)) {
    *total = MAX_TEMPORARIES + 1;
    return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static bool run_on_function(tern_op_t *func, int64_t least_bytes) {
  tern_region_t *region = &func->regions[0];
  int64_t temporaries = 0;
  if (tern_region_is_empty(region) || region->first_block->next || region->first_block->last_op->operand_count > 0) {
    return false;
  }
  tern_op_walk_pre(func, add_temporary, &temporaries);
  if (temporaries > MAX_TEMPORARIES) return false;
  tern_op_list_t stores = {0};
  value_list_t buffers = {0};
  tern_op_t *last = NULL;
  tern_block_for_each_op(region->first_block, op) {
    size_t before = stores.count;
    if (is_large(op, least_bytes)) collect_stores(tern_op_result(op, 0), &stores);
    if (stores.count == before) continue;
    tern_vec_push(&buffers, tern_op_result(op, 0));
    last = op;
  }
  if (last) build_both_ways(last, &buffers, &stores);
  tern_vec_deinitialize(&stores);
  tern_vec_deinitialize(&buffers);
  return last != NULL;
}

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t least_bytes = tern_pass_int(pass, "least-bytes");
  if (least_bytes < 1) return tern_op_error(root, "option 'least-bytes' must be positive");
  tern_op_list_t functions = tern_op_collect_row(root, TERN_OUTERMOST, TERN_FUNC(FUNC));
  for (size_t i = 0; i < functions.count; ++i) {
    if (run_on_function(functions.values[i], least_bytes)) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&functions);
  return true;
}

static const tern_option_def_t options[] = {
    {"least-bytes", TERN_OPTION_INT, "16777216", "Bytes of a buffer that is large", NULL},
};

const tern_pass_def_t tern_vector_nontemporal_stores_pass = {
    .name = "VectorNontemporalStores",
    .flag = "vector-nontemporal-stores",
    .summary = "Write large outputs of a dispatch past the caches",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-functions - functions with such stores", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

// ttg: Triton's programs once it is said which thread has which elements of a tensor, and how shared memory is laid out
// (upstream: TritonGPU of Triton 3.6).
//
// Which thread has what is the encoding of a tensor's type; dialect/ttg/layout.h has each encoding as a linear layout.

#ifndef TERN_DIALECT_TTG_TTG_H_
#define TERN_DIALECT_TTG_TTG_H_

#include "ir/op_def.h"

// On an scf.for, a unit: products of warp groups are waited for where their sums are first used, in this iteration or the next, and not
// right behind them.
#define TERN_TTG_LATE_WAITS "tern.late_waits"

enum {
#define OP(ID, ...) TERN_TTG_##ID,
#include "dialect/ttg/ttg_ops.def"
#undef OP
  TERN_TTG_OP_COUNT
};
extern const tern_op_row_t tern_ttg_ops[];
extern const tern_dialect_t tern_ttg_dialect;
#define TERN_TTG(ID) (&tern_ttg_ops[TERN_TTG_##ID])

// --- encodings ---

typedef enum tern_ttg_attr {
#define ENCODING(ID, ...) TERN_TTG_ATTR_##ID,
#include "dialect/ttg/ttg_encodings.def"
#undef ENCODING
  TERN_TTG_ENCODING_COUNT,
  TERN_TTG_ATTR_SHARED_MEMORY = TERN_TTG_ENCODING_COUNT,
  TERN_TTG_ATTR_COUNT
} tern_ttg_attr_t;
extern const tern_attr_row_t tern_ttg_attrs[];

typedef enum tern_ttg_field {
#define FIELD(ID, ...) TERN_TTG_FIELD_##ID,
#include "dialect/ttg/ttg_fields.def"
#undef FIELD
  TERN_TTG_FIELD_COUNT
} tern_ttg_field_t;

enum { TERN_TTG_MAX_FIELDS = 8 };

// Is `attr`, which may be NULL, of this kind?
static inline bool tern_attr_is_ttg(const tern_attr_t *attr, tern_ttg_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_ttg_attrs[id];
}
// Any encoding of ttg; one that deals a tensor to threads; one of shared memory.
bool tern_ttg_is_encoding(const tern_attr_t *attr);
bool tern_ttg_is_distributed(const tern_attr_t *attr);
bool tern_ttg_is_shared(const tern_attr_t *attr);
static inline tern_ttg_attr_t tern_ttg_attr_id(const tern_attr_t *encoding) {
  return (tern_ttg_attr_t)((const tern_attr_row_t *)encoding->row - tern_ttg_attrs);
}
bool tern_ttg_has_field(const tern_attr_t *encoding, tern_ttg_field_t field);
// Fields that the encoding has. A number or flag; the encoding that it is made from.
int64_t tern_ttg_number(const tern_attr_t *encoding, tern_ttg_field_t field);
static inline const tern_attr_t *tern_ttg_parent(const tern_attr_t *encoding) {
  return (const tern_attr_t *)(uintptr_t)tern_ttg_number(encoding, TERN_TTG_FIELD_PARENT);
}
// Of a list: its length, and number `index`. Bases are a list of as many numbers for each basis as there are dimensions.
size_t tern_ttg_count(const tern_attr_t *encoding, tern_ttg_field_t field);
int64_t tern_ttg_at(const tern_attr_t *encoding, tern_ttg_field_t field, size_t index);
size_t tern_ttg_rank(const tern_attr_t *encoding);
// How many bases there are.
size_t tern_ttg_basis_count(const tern_attr_t *encoding, tern_ttg_field_t field);
// How many threads of a warp, warps of a block, and blocks of a cluster a distributed encoding is made for; for shared
// memory only the last.
int64_t tern_ttg_threads_per_warp(const tern_attr_t *encoding);
int64_t tern_ttg_warps_per_cta(const tern_attr_t *encoding);
int64_t tern_ttg_ctas_per_cga(const tern_attr_t *encoding);

// The value of a field, to make encodings of.
typedef struct tern_ttg_value {
  tern_ttg_field_t field;
  uint64_t value;  // number, flag, or address of an attribute: a dense array of i32, or the parent
} tern_ttg_value_t;
// A list, as the value of a field.
uint64_t tern_ttg_list(tern_context_t *context, const int64_t *values, size_t count);
// `values` are those of all fields, in any order; what is left out is 0, an empty list, or what is not printed.
const tern_attr_t *tern_ttg_encoding_get(tern_context_t *context, tern_ttg_attr_t id, const tern_ttg_value_t *values,
                                         size_t count);
#define TERN_TTG_VALUES(...) \
  ((const tern_ttg_value_t[]){__VA_ARGS__}), sizeof((const tern_ttg_value_t[]){__VA_ARGS__}) / sizeof(tern_ttg_value_t)
// The encoding with other values of some fields.
const tern_attr_t *tern_ttg_encoding_with(const tern_attr_t *encoding, const tern_ttg_value_t *values, size_t count);
const tern_attr_t *tern_ttg_shared_memory_get(tern_context_t *context);

// The encoding of ttg that a tensor or a memory descriptor has; NULL: none.
const tern_attr_t *tern_ttg_type_encoding(const tern_type_t *type);

// The same tensor with another encoding.
static inline const tern_type_t *tern_ttg_with_encoding(const tern_type_t *tensor, const tern_attr_t *encoding) {
  return tern_tensor_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), encoding);
}

// --- types ---

// Parameters of the types:
//   memdesc       [element, encoding, memory space, is mutable, rank, dims..., rank of the allocation, its dims...]
//   async.token   []
typedef enum tern_ttg_type { TERN_TTG_TYPE_MEMDESC, TERN_TTG_TYPE_ASYNC_TOKEN, TERN_TTG_TYPE_COUNT } tern_ttg_type_t;
extern const tern_type_row_t tern_ttg_types[];

static inline bool tern_type_is_ttg(const tern_type_t *type, tern_ttg_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_ttg_types[id];
}

// What a memory descriptor says.
typedef struct tern_memdesc {
  const tern_type_t *element;
  const tern_attr_t *encoding, *memory_space;
  bool is_mutable;
  size_t rank;
  const int64_t *dims;
  // Of what was allocated, of which the descriptor may see a part. Its last `rank` dimensions are those of the descriptor.
  size_t alloc_rank;
  const int64_t *alloc_dims;
} tern_memdesc_t;

tern_memdesc_t tern_memdesc_read(const tern_type_t *type);
const tern_type_t *tern_memdesc_get(const tern_memdesc_t *memdesc);
// Is the part all of it?
bool tern_memdesc_is_whole(const tern_memdesc_t *memdesc);

// --- what surrounds an op ---

// `ttg.num-warps` of the partition, function or module around `op`, which may be one itself; 0: nobody says it.
int64_t tern_ttg_lookup_num_warps(const tern_op_t *op);
int64_t tern_ttg_lookup_num_ctas(const tern_op_t *op);
int64_t tern_ttg_lookup_threads_per_warp(const tern_op_t *op);
// N of `ttg.target = "cuda:N"` of the module; false: it has no such target.
bool tern_ttg_cuda_capability(const tern_op_t *module, int64_t *out);
// Do the encodings of the op's operands and results go with its shapes and what surrounds it? Of each op of tt and ttg.
bool tern_ttg_verify_layouts(const tern_op_t *op);

// --- checks that ops of several dialects share; false after an error at the op ---

// Is it a barrier, a descriptor of one number of 64 bits?
bool tern_ttg_check_barrier(const tern_op_t *op, const tern_type_t *memdesc);
// Have two types, tensors or memory descriptors, the same elements in the same shape?
bool tern_ttg_check_move(const tern_op_t *op, const tern_type_t *from, const tern_type_t *to);
// Is the result as large as the source, and twice as large along `axis`?
bool tern_ttg_check_unpacked_shape(const tern_op_t *op, const tern_type_t *source, const tern_type_t *result,
                                   int64_t axis);
// Memory of type `memdesc` that holds `source` (a tensor type) from the beginning, or, with NULL, nothing.
bool tern_ttg_check_alloc(const tern_op_t *op, const tern_type_t *source, const tern_type_t *memdesc);

// --- inference: what an op's result is encoded as, so that each thread has what it had ---
// NULL after saying what is wrong in `*out_error`, a literal; encodings of other dialects, and no encoding, give themselves.

const tern_attr_t *tern_ttg_infer_trans(const tern_attr_t *encoding, const int64_t *shape, const tern_attr_t *order,
                                        const char **out_error);
const tern_attr_t *tern_ttg_infer_expand_dims(const tern_attr_t *encoding, size_t axis, const char **out_error);
const tern_attr_t *tern_ttg_infer_reduce(const tern_attr_t *encoding, size_t axis);
// `shape` is the operand's.
const tern_attr_t *tern_ttg_infer_join(const tern_attr_t *encoding, const int64_t *shape, const char **out_error);
const tern_attr_t *tern_ttg_infer_split(const tern_attr_t *encoding, const int64_t *shape, const char **out_error);
const tern_attr_t *tern_ttg_infer_reshape(const tern_attr_t *encoding, const int64_t *shape,
                                          const int64_t *result_shape, size_t result_rank, const char **out_error);
// What is unpacked is twice as long along `axis`; `shape` is the result's, and `encoding` too.
const tern_attr_t *tern_ttg_infer_fp4_source(const tern_attr_t *encoding, const int64_t *shape, size_t axis,
                                             const char **out_error);
// The other way round: `shape` and `encoding` are those of what is unpacked.
const tern_attr_t *tern_ttg_infer_fp4_result(const tern_attr_t *encoding, const int64_t *shape, size_t axis,
                                             const char **out_error);
// Memory that is seen as one of another shape.
const tern_attr_t *tern_ttg_infer_memory_reshape(const tern_attr_t *encoding, const int64_t *shape,
                                                 const int64_t *result_shape, size_t result_rank,
                                                 const char **out_error);
// May operand `index` of a product be encoded so, if the result is? NULL, or what is wrong.
const char *tern_ttg_check_dot_operand(const tern_attr_t *operand, size_t index, const tern_attr_t *result);

#endif  // TERN_DIALECT_TTG_TTG_H_

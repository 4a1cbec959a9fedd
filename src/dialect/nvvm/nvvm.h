// nvvm: what NVIDIA's GPUs have beyond LLVM IR, an op for each intrinsic or PTX instruction. Semantics are those of the
// PTX ISA.

#ifndef TERN_DIALECT_NVVM_NVVM_H_
#define TERN_DIALECT_NVVM_NVVM_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_NVVM_##ID,
#include "dialect/nvvm/nvvm_ops.def"
#undef OP
  TERN_NVVM_OP_COUNT
};
extern const tern_op_row_t tern_nvvm_ops[];
extern const tern_dialect_t tern_nvvm_dialect;
#define TERN_NVVM(ID) (&tern_nvvm_ops[TERN_NVVM_##ID])

// Enums: TERN_NVVM_ENUM_SHFL_KIND and so on; their values: TERN_NVVM_SHFL_KIND_BFLY and so on.
typedef enum tern_nvvm_enum {
#define ENUM(ID, ...) TERN_NVVM_ENUM_##ID,
#include "dialect/nvvm/nvvm_enums.def"
#undef ENUM
  TERN_NVVM_ENUM_COUNT
} tern_nvvm_enum_t;
enum {
#define ENUM(ID, MNEMONIC, IS_SPACED, SUMMARY, CASES) CASES
#define CASE(ENUM_ID, ID, NAME, VALUE) TERN_NVVM_##ENUM_ID##_##ID = VALUE,
#include "dialect/nvvm/nvvm_enums.def"
#undef ENUM
#undef CASE
};
extern const tern_enum_row_t tern_nvvm_enums[];
#define TERN_NVVM_ENUM(ID) (&tern_nvvm_enums[TERN_NVVM_ENUM_##ID])

// Parameters of the attributes:
//   shape                [m, n, k]
//   ld_st_matrix_shape   [m, n]
//   target               [optimisation level, triple ident, chip ident, features ident, flags or 0, link or 0, is the
//                        architecture checked]
typedef enum tern_nvvm_attr {
  TERN_NVVM_ATTR_SHAPE,
  TERN_NVVM_ATTR_LD_ST_MATRIX_SHAPE,
  TERN_NVVM_ATTR_TARGET,
  TERN_NVVM_ATTR_COUNT
} tern_nvvm_attr_t;
extern const tern_attr_row_t tern_nvvm_attrs[];
#define TERN_NVVM_ATTR(ID) (&tern_nvvm_attrs[TERN_NVVM_ATTR_##ID])
static inline bool tern_attr_is_nvvm(const tern_attr_t *attr, tern_nvvm_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_nvvm_attrs[id];
}
const tern_attr_t *tern_nvvm_shape_get(tern_context_t *context, int64_t m, int64_t n, int64_t k);
const tern_attr_t *tern_nvvm_matrix_shape_get(tern_context_t *context, int64_t m, int64_t n);
const tern_attr_t *tern_nvvm_enum_get(tern_context_t *context, tern_nvvm_enum_t id, int64_t value);

// #nvvm.target: what a gpu.module is compiled for.
typedef struct tern_nvvm_target {
  int64_t level;  // 0 to 3
  tern_str_t triple, chip, features;
  const tern_attr_t *flags;  // dictionary, or NULL: "fast", "ftz", "ptxas-cmd-options"
  const tern_attr_t *link;   // array of the names of bitcode files, or NULL
  bool is_checked;           // ops that the chip lacks are errors
} tern_nvvm_target_t;
// The defaults of an attribute that says nothing: level 2, sm_50.
tern_nvvm_target_t tern_nvvm_target_default(void);
tern_nvvm_target_t tern_nvvm_target_of(const tern_attr_t *attr);
// NULL after an error at `loc` where a member is not allowed.
const tern_attr_t *tern_nvvm_target_get(const tern_attr_t *loc, const tern_nvvm_target_t *target);
// False after an error: an op in the gpu.module `module` that the chip of the target lacks.
bool tern_nvvm_verify_target(const tern_op_t *module, const tern_attr_t *target);

// Address spaces of pointers.
typedef enum tern_nvvm_space {
  TERN_NVVM_GENERIC = 0,
  TERN_NVVM_GLOBAL = 1,
  TERN_NVVM_SHARED = 3,
  TERN_NVVM_CONSTANT = 4,
  TERN_NVVM_LOCAL = 5,
  TERN_NVVM_TENSOR = 6,
  TERN_NVVM_SHARED_CLUSTER = 7,
} tern_nvvm_space_t;
tern_nvvm_space_t tern_nvvm_pointer_space(const tern_value_t *pointer);

// Has wmma accumulators of mma_type `sum` for operands of mma_type `factor`?
bool tern_nvvm_wmma_has_product(int64_t factor, int64_t sum);
// The registers of a fragment of wmma: how many, and of what type.
typedef struct tern_nvvm_fragment {
  const tern_type_t *element;
  size_t count;
} tern_nvvm_fragment_t;
// `element` is of mma_type, `which` of mma_frag. A count of 0: there is no such fragment.
tern_nvvm_fragment_t tern_nvvm_fragment_of(tern_context_t *context, int64_t element, int64_t which, int64_t m,
                                           int64_t n, int64_t k);
// The mma_type that operands of a type stand for, or -1: integers say too little but for accumulators.
int64_t tern_nvvm_mma_type_of(const tern_type_t *type, bool is_accumulator);
// Value of an enum or integer attribute of an op; `otherwise` if it is absent.
int64_t tern_nvvm_value(const tern_op_t *op, const char *name, int64_t otherwise);
// Parameter `index` of the attribute `name`, a shape.
int64_t tern_nvvm_shape_at(const tern_op_t *op, const char *name, size_t index);

#endif  // TERN_DIALECT_NVVM_NVVM_H_

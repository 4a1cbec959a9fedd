// spirv: rules of the ops of several invocations, and of accesses to memory: groups, atomics, cooperative matrices, mesh
// shaders.

#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static int64_t scope_of(const tern_op_t *op) { return tern_enum_attr_value(tern_op_attr(op, "execution_scope")); }

// --- groups ---

bool tern_spirv_verify_group_scope(const tern_op_t *op) {
  int64_t scope = scope_of(op);
  return scope == TERN_SPIRV_SCOPE_WORKGROUP || scope == TERN_SPIRV_SCOPE_SUBGROUP ||
         tern_op_error(op, "execution scope must be 'Workgroup' or 'Subgroup'");
}

bool tern_spirv_verify_subgroup_scope(const tern_op_t *op) {
  return scope_of(op) == TERN_SPIRV_SCOPE_SUBGROUP ||
         tern_op_error(op, "failed to verify that execution_scope must be Scope of value Subgroup");
}

bool tern_spirv_verify_group_broadcast(const tern_op_t *op) {
  if (!tern_spirv_verify_group_scope(op)) return false;
  const tern_type_t *id = tern_op_operand(op, 1)->type;
  if (id->kind != TERN_TYPE_VECTOR) return true;
  long long count = tern_type_dim(id, 0);
  return count == 2 || count == 3 ||
         tern_op_error(op, "localid is a vector and can be with only  2 or 3 components, actual number is %lld", count);
}

// Operand `index`, the size of a cluster, is a constant power of two.
static bool verify_cluster_size(const tern_op_t *op, size_t index) {
  const tern_attr_t *size = tern_value_constant(tern_op_operand(op, index));
  if (!size || !tern_attr_is_integer(size)) {
    return tern_op_error(op, "cluster size operand must come from a constant op");
  }
  int64_t value = tern_integer_attr_value(size);
  return (value > 0 && (value & (value - 1)) == 0) || tern_op_error(op, "cluster size operand must be a power of two");
}

bool tern_spirv_verify_non_uniform_reduction(const tern_op_t *op) {
  if (!tern_spirv_verify_group_scope(op)) return false;
  size_t count = op->operand_count;
  int64_t operation = tern_enum_attr_value(tern_op_attr(op, "group_operation"));
  if (operation == TERN_SPIRV_GROUPOPERATION_CLUSTEREDREDUCE && count == 1) {
    return tern_op_error(op, "cluster size operand must be provided for 'ClusteredReduce' group operation");
  }
  return count == 1 || verify_cluster_size(op, 1);
}

bool tern_spirv_verify_non_uniform_rotate(const tern_op_t *op) {
  return tern_spirv_verify_group_scope(op) && (op->operand_count < 3 || verify_cluster_size(op, 2));
}

bool tern_spirv_verify_non_uniform_shuffle(const tern_op_t *op) {
  if (!tern_spirv_verify_group_scope(op)) return false;
  return tern_integer_type_signedness(tern_op_operand(op, 1)->type) != TERN_SIGNED ||
         tern_op_error(op, "second operand must be a singless/unsigned integer");
}

// Minor version of SPIR-V that the op's target has; 0 if none is said.
static uint64_t target_version(const tern_op_t *op) {
  for (const tern_op_t *parent = op; parent; parent = tern_op_parent(parent)) {
    const tern_attr_t *env = tern_op_attr(parent, "spirv.target_env");
    if (!tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV)) continue;
    const tern_attr_t *vce = (const tern_attr_t *)(uintptr_t)env->params[0];
    return vce->params[0];
  }
  return 0;
}

bool tern_spirv_verify_non_uniform_broadcast(const tern_op_t *op) {
  if (!tern_spirv_verify_group_scope(op)) return false;
  // Before version 1.5 the id has to be a constant, maybe one that specialization sets.
  if (target_version(op) >= 5) return true;
  const tern_op_t *id = tern_value_defining_op(tern_op_operand(op, 1));
  bool is_constant = id && (tern_op_has_trait(id, TERN_TRAIT_CONSTANT_LIKE) ||
                            tern_str_equal_cstr(tern_ident_str(id->def->name), "spirv.mlir.referenceof"));
  return is_constant || tern_op_error(op, "id must be the result of a constant op");
}

bool tern_spirv_verify_subgroup_block(const tern_op_t *op) {
  bool is_write = op->operand_count == 2;
  const tern_type_t *value = is_write ? tern_op_operand(op, 1)->type : op->results[0].type;
  if (value->kind == TERN_TYPE_VECTOR) value = tern_type_element(value);
  return value == tern_spirv_pointer_pointee(tern_op_operand(op, 0)->type) ||
         tern_op_error(op, "mismatch in result type and pointer type");
}

// --- atomics ---

static bool verify_memory_semantics(const tern_op_t *op, const char *attr) {
  int64_t orders = tern_enum_attr_value(tern_op_attr(op, attr)) &
                   (TERN_SPIRV_MEMORYSEMANTICS_ACQUIRE | TERN_SPIRV_MEMORYSEMANTICS_RELEASE |
                    TERN_SPIRV_MEMORYSEMANTICS_ACQUIRERELEASE | TERN_SPIRV_MEMORYSEMANTICS_SEQUENTIALLYCONSISTENT);
  return (orders & (orders - 1)) == 0 ||
         tern_op_error(op,
                       "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,"
                       "`AcquireRelease` or `SequentiallyConsistent`");
}

bool tern_spirv_verify_atomic(const tern_op_t *op) { return verify_memory_semantics(op, "semantics"); }

// --- cooperative matrices ---

bool tern_spirv_verify_cooperative_access(const tern_op_t *op) {
  const tern_type_t *pointee = tern_spirv_pointer_pointee(tern_op_operand(op, 0)->type);
  if (!tern_spirv_type_is_scalar(pointee) && pointee->kind != TERN_TYPE_VECTOR) {
    return tern_op_error(op, "Pointer must point to a scalar or vector type but provided '%s'",
                         tern_type_text(pointee));
  }
  const tern_attr_t *access_attr = tern_op_attr(op, "memory_operand");
  if (!access_attr) return true;
  int64_t access = tern_enum_attr_value(access_attr);
  bool is_load = tern_op_is(op, TERN_SPIRV(KHR_COOPERATIVEMATRIXLOAD));
  int64_t refused = is_load ? TERN_SPIRV_MEMORYACCESS_MAKEPOINTERAVAILABLE : TERN_SPIRV_MEMORYACCESS_MAKEPOINTERVISIBLE;
  if (access & refused) {
    return tern_op_error(op, "not compatible with memory operand 'MakePointer%s'", is_load ? "Available" : "Visible");
  }
  bool is_aligned = access & TERN_SPIRV_MEMORYACCESS_ALIGNED, has_alignment = tern_op_attr(op, "alignment") != NULL;
  if (is_aligned && !has_alignment) return tern_op_error(op, "missing value for the 'Aligned' memory operand");
  return is_aligned || !has_alignment ||
         tern_op_error(op, "found alignment attribute for non-'Aligned' memory operand");
}

bool tern_spirv_verify_cooperative_multiply(const tern_op_t *op) {
  static const struct {
    uint32_t use;
    const char *name;
  } uses[] = {{TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXAKHR, "MatrixA"},
              {TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXBKHR, "MatrixB"},
              {TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXACCUMULATORKHR, "MatrixAcc"}};
  const tern_type_t *types[3];
  bool are_integers = true, are_in_one_scope = true;
  for (size_t i = 0; i < 3; ++i) {
    types[i] = tern_op_operand(op, i)->type;
    if (tern_spirv_coop_matrix_use(types[i]) != uses[i].use) {
      return tern_op_error(op, "operand #%zu must be of use '%s'", i, uses[i].name);
    }
    are_integers &= tern_type_is_integer(tern_spirv_element_type(types[i]));
    are_in_one_scope &= tern_spirv_coop_matrix_scope(types[i]) == tern_spirv_coop_matrix_scope(types[0]);
  }
  if (!are_in_one_scope) return tern_op_error(op, "matrix scope mismatch");
  if (tern_spirv_coop_matrix_rows(types[0]) != tern_spirv_coop_matrix_rows(types[2])) {
    return tern_op_error(op, "matrix size mismatch on dimension 'M'");
  }
  if (tern_spirv_coop_matrix_columns(types[1]) != tern_spirv_coop_matrix_columns(types[2])) {
    return tern_op_error(op, "matrix size mismatch on dimension 'N'");
  }
  if (tern_spirv_coop_matrix_columns(types[0]) != tern_spirv_coop_matrix_rows(types[1])) {
    return tern_op_error(op, "matrix size mismatch on dimension 'K'");
  }
  return are_integers || !tern_op_attr(op, "matrix_operands") ||
         tern_op_error(op, "Matrix Operands require all matrix element types to be Integer Types");
}

// --- mesh shaders ---

bool tern_spirv_verify_emit_mesh_tasks(const tern_op_t *op) {
  if (op->operand_count < 4) return true;
  uint32_t storage_class = tern_spirv_pointer_storage_class(tern_op_operand(op, 3)->type);
  return storage_class == TERN_SPIRV_STORAGECLASS_TASKPAYLOADWORKGROUPEXT ||
         tern_op_error(op, "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT");
}

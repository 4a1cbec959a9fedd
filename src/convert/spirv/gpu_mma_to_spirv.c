// Matrices of subgroups to cooperative matrices (SPV_KHR_cooperative_matrix; upstream: GPUToSPIRV's WmmaOpsToSPIRV).
//
//   %a = gpu.subgroup_mma_load_matrix %m[%i] {leadDimension = 40 : index} : memref<?xf16, 3> -> ... "AOp"
// becomes
//   %p = spirv.AccessChain %m[%c0, %i] : ...
//   %a = spirv.KHR.CooperativeMatrixLoad %p, %c40, <RowMajor> : !spirv.ptr<f16, Workgroup>, i32 -> !spirv.coopmatrix<...>
//
// The distance between rows counts elements of what the pointer leads to: of an array of vectors, vectors. Modules with
// cooperative matrices use the Vulkan memory model; what that asks of their barriers and accesses is done at the end.

#include "convert/spirv/to_spirv.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

const tern_type_t *tern_spirv_cooperative_type(const tern_type_t *matrix) {
  static const uint32_t uses[] = {
      [TERN_GPU_MATRIX_A] = TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXAKHR,
      [TERN_GPU_MATRIX_B] = TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXBKHR,
      [TERN_GPU_MATRIX_C] = TERN_SPIRV_COOPERATIVEMATRIXUSE_MATRIXACCUMULATORKHR,
  };
  const tern_type_t *element = tern_gpu_matrix_element(matrix);
  // SPIR-V's operations name the sign, not its types.
  if (tern_type_is_integer(element)) element = tern_i_type_get(matrix->context, tern_integer_type_width(element));
  return tern_spirv_coop_matrix_type_get(element, (uint32_t)tern_gpu_matrix_rows(matrix),
                                         (uint32_t)tern_gpu_matrix_columns(matrix), TERN_SPIRV_SCOPE_SUBGROUP,
                                         uses[tern_gpu_matrix_use(matrix)]);
}

// --- memory ---

typedef struct place {
  tern_value_t *pointer, *distance;
  const tern_attr_t *layout;
} place_t;

static bool find_place(const emitter_t *e, tern_op_t *op, size_t memref, tern_values_t operands, place_t *out_place) {
  tern_values_t indices = {operands.values + memref + 1, operands.count - memref - 1};
  const tern_type_t *type = tern_op_operand(op, memref)->type;
  int64_t distance = tern_integer_attr_value(tern_op_attr(op, "leadDimension"));
  out_place->pointer = tern_spirv_element_pointer(e->conversion, op, memref, indices, true);
  if (out_place->pointer) {
    int64_t lanes = tern_type_element_count(tern_spirv_pointer_pointee(out_place->pointer->type));
    if (distance % lanes != 0) return tern_op_error(op, "has rows that do not begin with a vector of the memory");
    distance /= lanes;
  } else {
    out_place->pointer = tern_spirv_element_pointer(e->conversion, op, memref, indices, false);
  }
  if (!out_place->pointer) return false;
  const tern_type_t *stored = tern_type_element(tern_spirv_pointer_pointee(out_place->pointer->type));
  if (tern_type_bit_width(stored) != tern_type_bit_width(tern_type_element(type))) {
    return tern_op_error(op, "accesses a matrix of '%s' in memory that the target keeps as words of '%s'",
                         tern_type_text(tern_type_element(type)), tern_type_text(stored));
  }
  bool is_transposed = tern_op_attr(op, "transpose") != NULL;
  out_place->distance = tern_spirv_emit_int(e, tern_i_type_get(e->b->context, 32), distance);
  out_place->layout = tern_enum_attr_get(e->b->context, TERN_SPIRV_ENUM(COOP_MATRIX_LAYOUT_KHR),
                                         is_transposed ? TERN_SPIRV_COOPERATIVEMATRIXLAYOUT_COLUMNMAJORKHR
                                                       : TERN_SPIRV_COOPERATIVEMATRIXLAYOUT_ROWMAJORKHR);
  return true;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  place_t place;
  if (!e.type || !find_place(&e, op, 0, operands, &place)) return false;
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, TERN_SPIRV(KHR_COOPERATIVEMATRIXLOAD),
                       .operands = TERN_VALUES(place.pointer, place.distance), .types = TERN_TYPES(e.type),
                       .attrs = TERN_ATTRS({"matrix_layout", place.layout})));
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  place_t place;
  if (!find_place(&e, op, 1, operands, &place)) return false;
  tern_build(e.b, TERN_SPIRV(KHR_COOPERATIVEMATRIXSTORE),
             .operands = TERN_VALUES(place.pointer, operands.values[0], place.distance),
             .attrs = TERN_ATTRS({"matrix_layout", place.layout}));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- arithmetic ---

static bool is_signed(const tern_op_t *op, size_t operand) {
  const tern_type_t *element = tern_gpu_matrix_element(tern_op_operand(op, operand)->type);
  return tern_type_is_integer(element) && tern_integer_type_signedness(element) != TERN_UNSIGNED;
}

static bool convert_compute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!e.type) return false;
  int64_t signs = 0;
  if (is_signed(op, 0)) signs |= TERN_SPIRV_COOPERATIVEMATRIXOPERANDS_MATRIXASIGNEDCOMPONENTSKHR;
  if (is_signed(op, 1)) signs |= TERN_SPIRV_COOPERATIVEMATRIXOPERANDS_MATRIXBSIGNEDCOMPONENTSKHR;
  if (is_signed(op, 2)) {
    signs |= TERN_SPIRV_COOPERATIVEMATRIXOPERANDS_MATRIXCSIGNEDCOMPONENTSKHR |
             TERN_SPIRV_COOPERATIVEMATRIXOPERANDS_MATRIXRESULTSIGNEDCOMPONENTSKHR;
  }
  const tern_attr_t *attr = tern_enum_attr_get(e.b->context, TERN_SPIRV_ENUM(COOPERATIVE_MATRIX_OPERANDS_KHR), signs);
  tern_named_attr_t attrs[] = {{"matrix_operands", attr}};
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, TERN_SPIRV(KHR_COOPERATIVEMATRIXMULADD), .operands = operands, .types = TERN_TYPES(e.type),
                       .attrs = {attrs, signs ? 1 : 0}));
}

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  return e.type && tern_conversion_replace_value(conversion, op,
                                                 tern_build_value(e.b, TERN_SPIRV(COMPOSITECONSTRUCT),
                                                                  .operands = operands, .types = TERN_TYPES(e.type)));
}

static const tern_op_row_t *const elementwise_rows[] = {
    [TERN_GPU_MATRIX_ADDF] = TERN_SPIRV(FADD),       [TERN_GPU_MATRIX_MULF] = TERN_SPIRV(FMUL),
    [TERN_GPU_MATRIX_SUBF] = TERN_SPIRV(FSUB),       [TERN_GPU_MATRIX_DIVF] = TERN_SPIRV(FDIV),
    [TERN_GPU_MATRIX_ADDI] = TERN_SPIRV(IADD),       [TERN_GPU_MATRIX_MULI] = TERN_SPIRV(IMUL),
    [TERN_GPU_MATRIX_SUBI] = TERN_SPIRV(ISUB),       [TERN_GPU_MATRIX_DIVS] = TERN_SPIRV(SDIV),
    [TERN_GPU_MATRIX_DIVU] = TERN_SPIRV(UDIV),       [TERN_GPU_MATRIX_NEGATEF] = TERN_SPIRV(FNEGATE),
    [TERN_GPU_MATRIX_NEGATES] = TERN_SPIRV(SNEGATE), [TERN_GPU_MATRIX_EXTF] = TERN_SPIRV(FCONVERT),
    [TERN_GPU_MATRIX_TRUNCF] = TERN_SPIRV(FCONVERT),
};

static bool convert_elementwise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  const tern_attr_t *kind = tern_op_attr(op, "opType");
  const tern_op_row_t *row = elementwise_rows[tern_enum_attr_value(kind)];
  if (!e.type) return false;
  if (!row) return tern_op_error(op, "is an operation that SPIR-V does not have for cooperative matrices");
  bool is_unary = row == TERN_SPIRV(FCONVERT) || row == TERN_SPIRV(FNEGATE) || row == TERN_SPIRV(SNEGATE);
  if (operands.count != (is_unary ? 1 : 2)) {
    return tern_op_error(op, "has %zu operands where its operation takes %d", operands.count, is_unary ? 1 : 2);
  }
  return tern_conversion_replace_value(conversion, op,
                                       tern_build_value(e.b, row, .operands = operands, .types = TERN_TYPES(e.type)));
}

// --- elements of an invocation ---

static bool read_position(const tern_op_t *op, size_t first, const tern_attr_t **out_indices) {
  int64_t value;
  bool is_known =
      op->operand_count == first + 1 && tern_index_constant(tern_op_operand(op, first), &value) && value >= 0;
  if (!is_known) return tern_op_error(op, "needs one constant index: SPIR-V takes elements by number");
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *index = tern_integer_attr_get(tern_i_type_get(context, 32), value);
  *out_indices = tern_array_attr_get(context, &index, 1);
  return true;
}

static bool convert_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  const tern_attr_t *indices;
  if (!e.type || !read_position(op, 1, &indices)) return false;
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, TERN_SPIRV(COMPOSITEEXTRACT), .operands = TERN_VALUES(operands.values[0]),
                       .types = TERN_TYPES(e.type), .attrs = TERN_ATTRS({"indices", indices})));
}

static bool convert_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  const tern_attr_t *indices;
  if (!e.type || !read_position(op, 2, &indices)) return false;
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, TERN_SPIRV(COMPOSITEINSERT),
                       .operands = TERN_VALUES(operands.values[0], operands.values[1]), .types = TERN_TYPES(e.type),
                       .attrs = TERN_ATTRS({"indices", indices})));
}

const tern_conversion_pattern_t tern_gpu_mma_to_spirv_patterns[] = {
    {"matrix-load", TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 1, convert_load},
    {"matrix-store", TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, convert_store},
    {"matrix-compute", TERN_GPU(SUBGROUP_MMA_COMPUTE), 1, convert_compute},
    {"matrix-constant", TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX), 1, convert_constant},
    {"matrix-elementwise", TERN_GPU(SUBGROUP_MMA_ELEMENTWISE), 1, convert_elementwise},
    {"matrix-extract", TERN_GPU(SUBGROUP_MMA_EXTRACT_THREAD_LOCAL), 1, convert_extract},
    {"matrix-insert", TERN_GPU(SUBGROUP_MMA_INSERT_THREAD_LOCAL), 1, convert_insert},
    {0},
};

// --- the Vulkan memory model ---

typedef struct memory_use {
  bool has_matrices;
  bool has_buffer_barriers;  // invocations communicate through buffers
} memory_use_t;

static int64_t enum_value(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : 0;
}

static tern_walk_result_t note_use(tern_op_t *op, void *user) {
  memory_use_t *use = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    use->has_matrices |= tern_type_is_spirv_coop_matrix(tern_op_result(op, i)->type);
  }
  if (tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) || tern_op_is(op, TERN_SPIRV(MEMORYBARRIER))) {
    use->has_buffer_barriers |= (enum_value(op, "memory_semantics") & TERN_SPIRV_MEMORYSEMANTICS_UNIFORMMEMORY) != 0;
  }
  return TERN_WALK_ADVANCE;
}

static void share_access(tern_op_t *op, const char *attr, const memory_use_t *use) {
  uint32_t where = tern_spirv_pointer_storage_class(tern_op_operand(op, 0)->type);
  bool is_shared = where == TERN_SPIRV_STORAGECLASS_WORKGROUP ||
                   (where == TERN_SPIRV_STORAGECLASS_STORAGEBUFFER && use->has_buffer_barriers);
  if (!is_shared) return;
  int64_t flags = enum_value(op, attr) | TERN_SPIRV_MEMORYACCESS_NONPRIVATEPOINTER;
  tern_op_set_attr(op, attr, tern_enum_attr_get(tern_op_context(op), TERN_SPIRV_ENUM(MEMORY_ACCESS), flags));
}

// In this model a write is seen by others only if it is no private one, and made available and visible by a barrier.
static tern_walk_result_t adapt_op(tern_op_t *op, void *user) {
  const memory_use_t *use = user;
  tern_context_t *context = tern_op_context(op);
  if (tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) || tern_op_is(op, TERN_SPIRV(MEMORYBARRIER))) {
    int64_t semantics = enum_value(op, "memory_semantics");
    if (semantics) semantics |= TERN_SPIRV_MEMORYSEMANTICS_MAKEAVAILABLE | TERN_SPIRV_MEMORYSEMANTICS_MAKEVISIBLE;
    tern_op_set_attr(op, "memory_semantics", tern_enum_attr_get(context, TERN_SPIRV_ENUM(MEMORY_SEMANTICS), semantics));
  } else if (tern_op_is(op, TERN_SPIRV(LOAD)) || tern_op_is(op, TERN_SPIRV(STORE))) {
    share_access(op, "memory_access", use);
  } else if (tern_op_is(op, TERN_SPIRV(KHR_COOPERATIVEMATRIXLOAD)) ||
             tern_op_is(op, TERN_SPIRV(KHR_COOPERATIVEMATRIXSTORE))) {
    share_access(op, "memory_operand", use);
  }
  // The scope Device takes a capability of its own here; what runs in one dispatch is of one queue.
  if (tern_op_attr(op, "memory_scope") && enum_value(op, "memory_scope") == TERN_SPIRV_SCOPE_DEVICE) {
    tern_op_set_attr(op, "memory_scope",
                     tern_enum_attr_get(context, TERN_SPIRV_ENUM(SCOPE), TERN_SPIRV_SCOPE_QUEUEFAMILY));
  }
  return TERN_WALK_ADVANCE;
}

void tern_spirv_choose_memory_model(tern_op_t *module) {
  memory_use_t use = {0};
  tern_op_walk_pre(module, note_use, &use);
  if (!use.has_matrices) return;
  tern_op_walk_pre(module, adapt_op, &use);
  tern_op_set_attr(
      module, "memory_model",
      tern_enum_attr_get(tern_op_context(module), TERN_SPIRV_ENUM(MEMORY_MODEL), TERN_SPIRV_MEMORYMODEL_VULKAN));
}

// gpu: what the verifier asks beyond the rows.

#include <inttypes.h>

#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- functions and launches ---

// Buffers `start` to `end` of the body's arguments lie in `space`, unless that was lowered to a number.
static bool verify_buffers(const tern_op_t *op, const tern_block_t *body, size_t start, size_t end, int64_t space) {
  for (size_t i = start; i < end; ++i) {
    const tern_type_t *type = body->args[i]->type;
    if (type->kind != TERN_TYPE_MEMREF) return tern_op_error(op, "expected memref type in attribution");
    const tern_attr_t *actual = tern_memref_type_memory_space(type);
    bool is_named = actual && actual->kind == TERN_ATTR_ENUM && actual->row == TERN_GPU_ENUM(ADDRESS_SPACE);
    if (!is_named || tern_enum_attr_value(actual) == space) continue;
    return tern_op_error(op, "expected memory space %s in attribution",
                         tern_enum_case_name(TERN_GPU_ENUM(ADDRESS_SPACE), space));
  }
  return true;
}

bool tern_gpu_verify_func(const tern_op_t *op) {
  const tern_attr_t *type_attr = tern_op_attr(op, "function_type");
  const tern_type_t *type = tern_type_attr_value(type_attr);
  size_t input_count = tern_function_type_input_count(type);
  if (tern_op_attr(op, "gpu.kernel") && tern_function_type_result_count(type) > 0) {
    return tern_op_error(op, "expected void return type for kernel function");
  }
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body) return tern_op_error(op, "expected body with at least one block");
  size_t workgroup_end = input_count + tern_gpu_workgroup_buffer_count(op);
  if (body->arg_count < workgroup_end) {
    return tern_op_error(op, "expected at least %zu arguments to body region but got %u", workgroup_end,
                         body->arg_count);
  }
  tern_types_t inputs = tern_function_type_inputs(type);
  for (size_t i = 0; i < input_count; ++i) {
    if (body->args[i]->type == inputs.values[i]) continue;
    return tern_op_error(op, "expected body region argument #%zu to be of type '%s', got '%s'", i,
                         tern_type_text(inputs.values[i]), tern_type_text(body->args[i]->type));
  }
  return verify_buffers(op, body, input_count, workgroup_end, TERN_GPU_ADDRESS_SPACE_WORKGROUP) &&
         verify_buffers(op, body, workgroup_end, body->arg_count, TERN_GPU_ADDRESS_SPACE_PRIVATE);
}

bool tern_gpu_verify_return(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent(op);
  const tern_attr_t *type_attr = function ? tern_op_attr(function, "function_type") : NULL;
  if (!type_attr || type_attr->kind != TERN_ATTR_TYPE) return true;
  const tern_type_t *type = tern_type_attr_value(type_attr);
  if (type->kind != TERN_TYPE_FUNCTION) return true;
  tern_types_t results = tern_function_type_results(type);
  if (results.count != op->operand_count) {
    tern_op_error(op, "expected %zu result operands but got %u", results.count, op->operand_count);
    tern_emit_note(function->loc, "return type declared here");
    return false;
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (tern_op_operand(op, i)->type == results.values[i]) continue;
    return tern_op_error(op, "unexpected type '%s' for operand #%zu, the function gives '%s'",
                         tern_type_text(tern_op_operand(op, i)->type), i, tern_type_text(results.values[i]));
  }
  return true;
}

static bool verify_clusters(const tern_op_t *op) {
  size_t count = 0;
  static const char *const names[] = {"clusterSizeX", "clusterSizeY", "clusterSizeZ"};
  for (size_t i = 0; i < 3; ++i) count += tern_op_operand_named(op, names[i]) != NULL;
  return count == 0 || count == 3 || tern_op_error(op, "expected no or three cluster sizes but got %zu", count);
}

static bool verify_block_ends(const tern_op_t *op, const tern_block_t *block) {
  const tern_op_t *last = block->last_op;
  if (!last || last->successor_count > 0 || tern_op_is(last, TERN_GPU(TERMINATOR))) return true;
  tern_op_error(last, "expected 'gpu.terminator' or a terminator with successors");
  tern_emit_note(op->loc, "in 'gpu.launch' body region");
  return false;
}

bool tern_gpu_verify_launch(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (!verify_clusters(op)) return false;
  if (!body) return tern_op_error(op, "expected body with at least one block");
  size_t config_count = tern_gpu_launch_config_arg_count(op);
  size_t workgroup_end = config_count + tern_gpu_workgroup_buffer_count(op);
  if (body->arg_count < workgroup_end) {
    return tern_op_error(op, "unexpected number of region arguments: expected at least %zu but got %u", workgroup_end,
                         body->arg_count);
  }
  for (size_t i = 0; i < config_count; ++i) {
    if (!tern_type_is_index(body->args[i]->type)) {
      return tern_op_error(op, "expected region argument #%zu to be of index type", i);
    }
  }
  if (!verify_buffers(op, body, config_count, workgroup_end, TERN_GPU_ADDRESS_SPACE_WORKGROUP) ||
      !verify_buffers(op, body, workgroup_end, body->arg_count, TERN_GPU_ADDRESS_SPACE_PRIVATE)) {
    return false;
  }
  bool is_right = true;
  tern_region_for_each_block(&op->regions[0], block) is_right &= verify_block_ends(op, block);
  return is_right;
}

static bool verify_container(const tern_op_t *op) {
  const tern_op_t *module = tern_op_parent(op);
  while (module && !tern_str_equal_cstr(tern_op_name(module), "builtin.module")) module = tern_op_parent(module);
  const tern_attr_t *mark = module ? tern_op_attr(module, "gpu.container_module") : NULL;
  return (mark && mark->kind == TERN_ATTR_UNIT) ||
         tern_op_error(op, "expected the closest surrounding module to have the 'gpu.container_module' attribute");
}

bool tern_gpu_verify_launch_func(const tern_op_t *op) {
  const tern_attr_t *kernel = tern_op_attr(op, "kernel");
  if (tern_symbol_ref_attr_count(kernel) != 2) {
    return tern_op_error(op, "expected the kernel as @module::@kernel but got %s", tern_attr_text(kernel));
  }
  return verify_clusters(op) && verify_container(op);
}

// --- reductions and exchanges ---

static bool is_float_reduction(int64_t kind) {
  return kind == TERN_GPU_REDUCE_MINNUMF || kind == TERN_GPU_REDUCE_MAXNUMF || kind == TERN_GPU_REDUCE_MINIMUMF ||
         kind == TERN_GPU_REDUCE_MAXIMUMF;
}

static bool verify_reduction(const tern_op_t *op) {
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "op"));
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  bool is_any = kind == TERN_GPU_REDUCE_ADD || kind == TERN_GPU_REDUCE_MUL;
  if (is_any || is_float_reduction(kind) == tern_type_is_float(element)) return true;
  return tern_op_error(op, "`%s` reduction operation is not compatible with type '%s'",
                       tern_enum_case_name(TERN_GPU_ENUM(ALL_REDUCE_OP), kind), tern_type_text(type));
}

// A body of two arguments whose blocks end in gpu.yield of one value, all of the reduced type.
static bool verify_reduction_body(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_block_t *entry = tern_op_body(op, 0);
  if (entry->arg_count != 2) return tern_op_error(op, "expected two region arguments");
  for (size_t i = 0; i < 2; ++i) {
    if (entry->args[i]->type != type) return tern_op_error(op, "incorrect region argument type");
  }
  size_t yield_count = 0;
  tern_region_for_each_block(&op->regions[0], block) {
    const tern_op_t *last = block->last_op;
    if (!last || !tern_op_is(last, TERN_GPU(YIELD))) continue;
    ++yield_count;
    if (last->operand_count != 1) return tern_op_error(op, "expected one gpu.yield operand");
    if (tern_op_operand(last, 0)->type != type) return tern_op_error(op, "incorrect gpu.yield type");
  }
  return yield_count > 0 || tern_op_error(op, "expected gpu.yield op in region");
}

bool tern_gpu_verify_all_reduce(const tern_op_t *op) {
  bool has_body = tern_op_body(op, 0) != NULL, has_kind = tern_op_attr(op, "op") != NULL;
  if (has_body == has_kind) return tern_op_error(op, "expected either an op attribute or a non-empty body");
  return has_body ? verify_reduction_body(op) : verify_reduction(op);
}

bool tern_gpu_verify_subgroup_reduce(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (type->kind == TERN_TYPE_VECTOR && tern_vector_type_scalable_mask(type)) {
    return tern_op_error(op, "is not compatible with scalable vector types");
  }
  const tern_attr_t *size_attr = tern_op_attr(op, "cluster_size"), *stride_attr = tern_op_attr(op, "cluster_stride");
  int64_t size = size_attr ? tern_integer_attr_value(size_attr) : 0;
  int64_t stride = stride_attr ? tern_integer_attr_value(stride_attr) : 1;
  if (size_attr && (size <= 0 || (size & (size - 1)))) {
    return tern_op_error(op, "cluster size %" PRId64 " is not a power of two", size);
  }
  if (stride != 1 && !size_attr)
    return tern_op_error(op, "cluster stride can only be specified if cluster size is specified");
  if (stride <= 0 || (stride & (stride - 1))) {
    return tern_op_error(op, "cluster stride %" PRId64 " is not a power of two", stride);
  }
  return verify_reduction(op);
}

bool tern_gpu_verify_rotate(const tern_op_t *op) {
  int64_t offset = tern_integer_attr_value(tern_op_attr(op, "offset"));
  int64_t width = tern_integer_attr_value(tern_op_attr(op, "width"));
  return offset < width || tern_op_error(op, "offset must be in the range [0, %" PRId64 ")", width);
}

bool tern_gpu_verify_subgroup_broadcast(const tern_op_t *op) {
  bool is_specific = tern_enum_attr_value(tern_op_attr(op, "broadcast_type")) == 1;
  bool has_lane = tern_op_operand_named(op, "lane") != NULL;
  if (is_specific == has_lane) return true;
  return tern_op_error(op, is_specific ? "lane must be specified for `specific_lane` broadcast type"
                                       : "lane can only be specified for `specific_lane` broadcast type");
}

// --- memory ---

bool tern_gpu_verify_dynamic_shared_memory(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *space = tern_memref_type_memory_space(type);
  bool is_workgroup = space && space->kind == TERN_ATTR_ENUM && space->row == TERN_GPU_ENUM(ADDRESS_SPACE) &&
                      tern_enum_attr_value(space) == TERN_GPU_ADDRESS_SPACE_WORKGROUP;
  if (!is_workgroup) return tern_op_error(op, "address space must be address_space<workgroup>");
  return tern_type_dim(type, 0) == TERN_DYNAMIC ||
         tern_op_error(op, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>");
}

bool tern_gpu_verify_alloc(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *layout = tern_memref_type_layout(type);
  size_t start, count, dynamic_count = tern_type_dynamic_dim_count(type), symbol_count = 0;
  if (layout && layout->kind == TERN_ATTR_AFFINE_MAP) symbol_count = tern_affine_map_attr_value(layout)->symbol_count;
  tern_op_operands_named(op, "dynamicSizes", &start, &count);
  if (count != dynamic_count) {
    return tern_op_error(op, "incorrect number of dynamic sizes, has %zu, expected %zu", count, dynamic_count);
  }
  tern_op_operands_named(op, "symbolOperands", &start, &count);
  return count == symbol_count || tern_op_error(op, "symbol operand count does not equal memref symbol count");
}

bool tern_gpu_verify_memcpy(const tern_op_t *op) {
  const tern_type_t *destination = tern_op_operand_named(op, "dst")->type;
  const tern_type_t *source = tern_op_operand_named(op, "src")->type;
  if (tern_type_element(source) != tern_type_element(destination)) {
    return tern_op_error(op, "arguments have incompatible element type");
  }
  bool is_same = tern_type_rank(source) == tern_type_rank(destination);
  for (size_t i = 0; is_same && i < tern_type_rank(source); ++i) {
    int64_t a = tern_type_dim(source, i), b = tern_type_dim(destination, i);
    is_same = a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC;
  }
  return is_same || tern_op_error(op, "arguments have incompatible shape");
}

bool tern_gpu_verify_memset(const tern_op_t *op) {
  const tern_type_t *destination = tern_op_operand_named(op, "dst")->type;
  const tern_type_t *value = tern_op_operand_named(op, "value")->type;
  return tern_type_element(destination) == tern_type_element(value) ||
         tern_op_error(op, "failed to verify that all of {dst, value} have same element type");
}

// --- attributes on other ops ---

static bool verify_known_size(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  bool is_right = attr->kind == TERN_ATTR_DENSE_ARRAY && tern_type_is_i(tern_attr_type(attr), 32);
  if (!is_right) return tern_op_error(op, "%.*s must be a dense i32 array", (int)name.size, name.data);
  return tern_dense_array_attr_count(attr) == 3 ||
         tern_op_error(op, "%.*s must contain exactly 3 elements", (int)name.size, name.data);
}

static bool verify_launch_target(const tern_op_t *module, const tern_op_t *launch) {
  const tern_attr_t *kernel = tern_op_attr(launch, "kernel");
  if (!kernel || kernel->kind != TERN_ATTR_SYMBOL_REF || tern_symbol_ref_attr_count(kernel) != 2) return true;
  tern_str_t container_name = tern_symbol_ref_attr_at(kernel, 0);
  tern_op_t *container = tern_symbol_lookup_in(module, container_name);
  if (!container) {
    return tern_op_error(launch, "kernel container '%.*s' is undefined", (int)container_name.size, container_name.data);
  }
  if (tern_op_is(container, TERN_GPU(BINARY))) return true;
  if (!tern_op_is(container, TERN_GPU(MODULE))) {
    return tern_op_error(launch, "kernel module '%.*s' is undefined", (int)container_name.size, container_name.data);
  }
  tern_op_t *function = tern_symbol_lookup_in(container, tern_symbol_ref_attr_at(kernel, 1));
  if (!function) return tern_op_error(launch, "kernel function '%s' is undefined", tern_attr_text(kernel));
  if (!tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE) && !tern_op_is(function, TERN_GPU(FUNC))) {
    tern_op_error(launch, "referenced kernel '%s' is not a function", tern_attr_text(kernel));
    tern_emit_note(function->loc, "see the kernel definition here");
    return false;
  }
  if (!tern_op_attr(function, "gpu.kernel")) {
    return tern_op_error(launch, "kernel function is missing the 'gpu.kernel' attribute");
  }
  const tern_attr_t *type_attr = tern_op_attr(function, "function_type");
  if (!tern_op_is(function, TERN_GPU(FUNC)) || !type_attr || type_attr->kind != TERN_ATTR_TYPE) return true;
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(type_attr));
  size_t start, count;
  tern_op_operands_named(launch, "kernelOperands", &start, &count);
  if (count != inputs.count) {
    return tern_op_error(launch, "got %zu kernel operands but expected %zu", count, inputs.count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(launch, start + i)->type != inputs.values[i]) {
      return tern_op_error(launch, "type of function argument %zu does not match", i);
    }
  }
  return true;
}

// Launches in the functions of the module, no deeper.
static tern_walk_result_t check_launch(tern_op_t *op, void *user) {
  const tern_op_t *module = user;
  const tern_op_t *function = tern_op_parent(op);
  bool is_ours = tern_op_is(op, TERN_GPU(LAUNCH_FUNC)) && function && tern_op_parent(function) == module;
  return !is_ours || verify_launch_target(module, op) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

bool tern_gpu_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  if (tern_str_equal_cstr(name, "gpu.known_block_size") || tern_str_equal_cstr(name, "gpu.known_grid_size") ||
      tern_str_equal_cstr(name, "gpu.known_cluster_size")) {
    return verify_known_size(op, name, attr);
  }
  if (attr->kind != TERN_ATTR_UNIT || !tern_str_equal_cstr(name, "gpu.container_module")) return true;
  if (!tern_str_equal_cstr(tern_op_name(op), "builtin.module")) {
    return tern_op_error(op, "expected 'gpu.container_module' attribute to be attached to 'builtin.module'");
  }
  return tern_op_walk_pre((tern_op_t *)op, check_launch, (void *)op) != TERN_WALK_INTERRUPT;
}

// Verifiers of the ops that are run, and the fold of transform.merge_handles.

#include "base/vec.h"
#include "dialect/transform/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

bool tern_transform_verify_split_handle(const tern_op_t *op) {
  const tern_attr_t *overflow = tern_op_attr(op, "overflow_result");
  if (overflow && (tern_integer_attr_value(overflow) < 0 || tern_integer_attr_value(overflow) >= op->result_count)) {
    return tern_op_error(op, "overflow_result is not a valid result index");
  }
  tern_handle_kind_t kind = tern_handle_kind(tern_op_operand(op, 0)->type);
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_handle_kind(tern_op_result(op, i)->type) == kind) continue;
    return tern_op_error(op, "expects result types to implement the same transform interface as the operand type");
  }
  return true;
}

bool tern_transform_verify_merge_handles(const tern_op_t *op) {
  return op->operand_count || tern_op_error(op, "expected 1 or more operands, but found 0");
}

tern_fold_status_t tern_transform_fold_merge_handles(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results) {
  (void)operands;
  if (tern_op_attr(op, "deduplicate") || op->operand_count != 1) return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

bool tern_transform_verify_num_associations(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_is_transform(type, TERN_TRANSFORM_TYPE_ANY_PARAM)) return true;
  const tern_type_t *i64 = tern_i_type_get(type->context, 64);
  if (tern_type_is_transform(type, TERN_TRANSFORM_TYPE_PARAM) && type->params[0] == (uint64_t)(uintptr_t)i64)
    return true;
  return tern_emit_error(op->loc, "expected the parameter type to take the number, an 'i64', but got %s",
                         tern_type_text(type));
}

bool tern_transform_verify_positions(const tern_op_t *op) {
  return tern_transform_verify_list(op, "raw_position_list");
}

bool tern_transform_verify_list(const tern_op_t *op, const char *name) {
  const tern_attr_t *list = tern_op_attr(op, name);
  size_t count = tern_int_list_attr_count(list);
  bool is_all = tern_op_attr(op, "is_all") != NULL;
  if (is_all && tern_op_attr(op, "is_inverted")) {
    return tern_op_error(op, "cannot request both 'all' and 'inverted' values in the list");
  }
  if (is_all && count) return tern_op_error(op, "cannot both request 'all' and specific values in the list");
  if (!is_all && !count) return tern_op_error(op, "must request specific values in the list if 'all' is not specified");
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (tern_int_list_attr_at(list, i) == tern_int_list_attr_at(list, k)) {
        return tern_op_error(op, "expected the listed values to be unique");
      }
    }
  }
  return true;
}

bool tern_transform_verify_patterns(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body) return true;
  tern_block_for_each_op(body, child) {
    if (tern_transform_effects_of(child)->is_pattern && tern_is_transform(child)) continue;
    tern_op_error(op, "expected ops in its body that name patterns");
    tern_emit_note(child->loc, "this names none: '%.*s'", (int)tern_op_name(child).size, tern_op_name(child).data);
    return false;
  }
  return true;
}

static bool verify_option_value(const tern_op_t *op, const tern_attr_t *value, size_t count, size_t *seen) {
  if (value->kind == TERN_ATTR_ARRAY) {
    for (size_t i = 0; i < tern_array_attr_count(value); ++i) {
      if (!verify_option_value(op, tern_array_attr_at(value, i), count, seen)) return false;
    }
    return true;
  }
  if (!tern_attr_is_param_operand(value)) return true;
  int64_t index = tern_integer_attr_value((const tern_attr_t *)(uintptr_t)value->params[0]);
  if (index < 0 || (size_t)index >= count) {
    return tern_op_error(op, "dynamic option index %lld is out of bounds for the number of dynamic options: %zu",
                         (long long)index, count);
  }
  ++*seen;
  return true;
}

bool tern_transform_verify_registered_pass(const tern_op_t *op) {
  const tern_attr_t *options = tern_op_attr(op, "options");
  size_t count = op->operand_count - 1, seen = 0;
  for (size_t i = 0; i < tern_dictionary_attr_count(options); ++i) {
    if (!verify_option_value(op, tern_dictionary_attr_at(options, i), count, &seen)) return false;
  }
  return seen == count ||
         tern_op_error(op, "expects each of its %zu parameters once among the options but uses %zu", count, seen);
}

// Dynamic entries of a list are as many as the operands of the group.
static bool verify_sizes(const tern_op_t *op, const char *list_name, const char *group) {
  const tern_attr_t *list = tern_op_attr(op, list_name);
  size_t start, count, dynamic = 0;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) dynamic += tern_int_list_attr_at(list, i) == TERN_DYNAMIC;
  return dynamic == count ||
         tern_op_error(op, "expected %zu operands in '%s', as many as '%s' has dynamic entries, but got %zu", dynamic,
                       group, list_name, count);
}

static size_t count_tiled(const tern_attr_t *sizes) {
  size_t tiled = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); ++i) tiled += tern_int_list_attr_at(sizes, i) != 0;
  return tiled;
}

bool tern_transform_verify_tile_using_for(const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "static_sizes"), *scalable = tern_op_attr(op, "scalable_sizes");
  if (!verify_sizes(op, "static_sizes", "dynamic_sizes")) return false;
  if (tern_int_list_attr_count(scalable) != tern_int_list_attr_count(sizes)) {
    return tern_op_error(op, "expected same number of sizes (%zu) and scalable sizes (%zu)",
                         tern_int_list_attr_count(sizes), tern_int_list_attr_count(scalable));
  }
  size_t loops = op->result_count - 1u, tiled = count_tiled(sizes);
  return loops == tiled ||
         tern_op_error(op, "expected number of loops to tile (%zu) to match number of `loops` results (%zu)", tiled,
                       loops);
}

bool tern_transform_verify_tile_using_forall(const tern_op_t *op) {
  size_t start, threads, sizes, packed_threads, packed_sizes;
  tern_op_operands_named(op, "num_threads", &start, &threads);
  tern_op_operands_named(op, "tile_sizes", &start, &sizes);
  tern_op_operands_named(op, "packed_num_threads", &start, &packed_threads);
  tern_op_operands_named(op, "packed_tile_sizes", &start, &packed_sizes);
  size_t static_threads = tern_int_list_attr_count(tern_op_attr(op, "static_num_threads"));
  size_t static_sizes = tern_int_list_attr_count(tern_op_attr(op, "static_tile_sizes"));
  if (static_threads && packed_threads) {
    return tern_op_error(op, "num_threads and packed_num_threads are mutually exclusive");
  }
  if (static_sizes && packed_sizes) {
    return tern_op_error(op, "tile_sizes and packed_tile_sizes are mutually exclusive");
  }
  if (!static_threads && !packed_threads && !static_sizes && !packed_sizes) {
    return tern_op_error(op, "either (packed_)num_threads or (packed_)tile_sizes must be specified");
  }
  return verify_sizes(op, "static_num_threads", "num_threads") && verify_sizes(op, "static_tile_sizes", "tile_sizes");
}

static bool verify_permutation(const tern_op_t *op, const tern_attr_t *list, size_t limit, const char *what) {
  size_t count = tern_int_list_attr_count(list);
  for (size_t i = 0; i < count; ++i) {
    int64_t value = tern_int_list_attr_at(list, i);
    if (value == TERN_DYNAMIC) continue;
    if (value < 0 || (size_t)value >= limit) {
      return tern_op_error(op, "expects %s values to be in range [0, %zu), found: %lld", what, limit, (long long)value);
    }
    for (size_t k = 0; k < i; ++k) {
      if (tern_int_list_attr_at(list, k) == value) {
        return tern_op_error(op, "expects %s values to be unique, found duplicate: %lld", what, (long long)value);
      }
    }
  }
  return true;
}

bool tern_transform_verify_fuse(const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "static_tile_sizes");
  size_t loops = op->result_count - 1u, count = tern_int_list_attr_count(sizes);
  size_t expected = tern_op_attr(op, "use_forall") ? 1 : count_tiled(sizes);
  if (!verify_sizes(op, "static_tile_sizes", "tile_sizes") ||
      !verify_sizes(op, "static_tile_interchange", "tile_interchange")) {
    return false;
  }
  if (!verify_permutation(op, tern_op_attr(op, "static_tile_interchange"), count, "interchange")) return false;
  return loops == expected || tern_op_error(op, "expects %zu loop results", expected);
}

bool tern_transform_verify_split(const tern_op_t *op) {
  bool is_dynamic = tern_integer_attr_value(tern_op_attr(op, "static_chunk_sizes")) == TERN_DYNAMIC;
  return is_dynamic == (op->operand_count > 1) ||
         tern_op_error(op, "expects either a dynamic or a static split point to be provided");
}

bool tern_transform_verify_replace(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->first_op != body->last_op || !body->first_op) return tern_op_error(op, "expected one operation in block");
  if (body->arg_count) return tern_op_error(op, "expected zero arguments in block");
  const tern_op_t *replacement = body->first_op;
  return (!replacement->operand_count && !replacement->result_count) ||
         tern_op_error(op, "expected replacement without operands and results");
}

// Upstream's types of this kind name one op.
static bool names_op(const tern_op_t *op, const tern_type_t *type, const char *what, size_t index, const char *name) {
  bool is_named = tern_type_is_transform(type, TERN_TRANSFORM_TYPE_OP) &&
                  tern_str_equal_cstr(tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[0]), name);
  return is_named || tern_op_error(op, "%s #%zu must be Transform IR handle to %s operations, but got '%s'", what,
                                   index, name, tern_type_text(type));
}

static bool verify_named_handles(const tern_op_t *op, const char *operand, const char *const *results) {
  if (!names_op(op, tern_op_operand(op, 0)->type, "operand", 0, operand)) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!names_op(op, tern_op_result(op, i)->type, "result", i, results[i])) return false;
  }
  return true;
}

bool tern_transform_verify_for_handle(const tern_op_t *op) {
  return names_op(op, tern_op_operand(op, 0)->type, "operand", 0, "scf.for");
}

bool tern_transform_verify_lower_pack(const tern_op_t *op) {
  static const char *const results[] = {"tensor.pad", "tensor.expand_shape", "linalg.transpose"};
  return verify_named_handles(op, "linalg.pack", results);
}

bool tern_transform_verify_lower_unpack(const tern_op_t *op) {
  static const char *const results[] = {"tensor.empty", "linalg.transpose", "tensor.collapse_shape",
                                        "tensor.extract_slice"};
  return verify_named_handles(op, "linalg.unpack", results);
}

bool tern_transform_verify_empty_tensor(const tern_op_t *op) {
  static const char *const results[] = {"bufferization.alloc_tensor"};
  return verify_named_handles(op, "tensor.empty", results);
}

bool tern_transform_verify_map_forall_to_blocks(const tern_op_t *op) {
  size_t count = tern_int_list_attr_count(tern_op_attr(op, "grid_dims"));
  return count == 0 || count == 3 || tern_op_error(op, "transform requires empty or size-3 grid_dims");
}

bool tern_transform_verify_dialect_to_llvm(const tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "dialect_name"));
  return (name.size && tern_context_find_dialect(tern_op_context(op), name)) ||
         tern_op_error(op, "unknown dialect or dialect not loaded: %.*s", (int)name.size, name.data);
}

// Rules of what goes on among processes: collectives, channels, feeds, tokens and futures.

#include "base/vec.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/symbol.h"

// --- groups of processes ---

typedef struct groups_rule {
  bool is_full;           // groups are of one size: none is padded with -1
  bool allows_gaps;       // not every id below the greatest one has to be there
  int64_t expected_size;  // of a group; 0: any
} groups_rule_t;

// How many different ids there are; false after an error.
static bool check_ids(const tern_hlo_subject_t *subject, const tern_attr_t *groups, const groups_rule_t *rule,
                      size_t *out_count) {
  size_t count = tern_int_list_attr_count(groups);
  *out_count = 0;
  for (size_t i = 0; i < count; ++i) {
    int64_t id = tern_int_list_attr_at(groups, i);
    if (rule->allows_gaps && id < 0) {
      return tern_hlo_error(subject, "replica_groups values must be positive, but was given %lld", (long long)id);
    }
    if (id < -1 || (id == -1 && rule->is_full)) {
      return tern_hlo_error(subject, "Invalid replica id %lld", (long long)id);
    }
    if (id < 0) continue;
    ++*out_count;
    for (size_t j = 0; j < i; ++j) {
      if (tern_int_list_attr_at(groups, j) == id) {
        return tern_hlo_error(subject, "replica id #%lld seen more than once", (long long)id);
      }
    }
  }
  return true;
}

static bool has_id(const tern_attr_t *groups, int64_t id) {
  for (size_t i = 0; i < tern_int_list_attr_count(groups); ++i) {
    if (tern_int_list_attr_at(groups, i) == id) return true;
  }
  return false;
}

static bool check_groups(const tern_hlo_subject_t *subject, const groups_rule_t *rule) {
  const tern_attr_t *groups = tern_hlo_attr(subject, "replica_groups");
  // Axes of a mesh are checked where the mesh is known.
  if (groups && tern_hlo_is_mesh_attr(groups, "replica_group_mesh_axes")) return true;
  const tern_type_t *type = groups ? tern_attr_type(groups) : NULL;
  if (!type || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 2) {
    return tern_hlo_error(subject, "replica groups should be a rank 2 tensor");
  }
  size_t count;
  if (!check_ids(subject, groups, rule, &count)) return false;
  for (size_t id = 0; id < count && !rule->allows_gaps; ++id) {
    if (!has_id(groups, (int64_t)id)) return tern_hlo_error(subject, "replica id #%zu not seen in replica groups", id);
  }
  return rule->expected_size == 0 || tern_type_dim(type, 1) == rule->expected_size ||
         tern_hlo_error(subject, "group size of replica_groups must be %lld", (long long)rule->expected_size);
}

// Numbers of devices, as use_global_device_ids says ids are, go with a channel.
static bool check_channel(const tern_hlo_subject_t *subject) {
  tern_hlo_dims_t handle;
  bool has_channel = tern_hlo_attr_field(tern_hlo_attr(subject, "channel_handle"), "channel_handle", "handle", &handle);
  int64_t id = has_channel ? handle.values[0] : 0;
  return !tern_hlo_attr(subject, "use_global_device_ids") || id > 0 ||
         tern_hlo_error(subject, "channel_id must be positive when useGlobalDeviceIds is set but got: %lld",
                        (long long)id);
}

bool tern_hlo_verify_mesh_uses(const tern_op_t *op) {
  const tern_attr_t *groups = tern_op_attr(op, "replica_groups");
  if (!tern_hlo_is_mesh_attr(groups, "replica_group_mesh_axes")) return true;
  const tern_attr_t *mesh = (const tern_attr_t *)(uintptr_t)groups->params[0];
  if (mesh->kind != TERN_ATTR_SYMBOL_REF || tern_symbol_lookup_nearest(op, mesh)) return true;
  tern_str_t name = tern_symbol_ref_attr_at(mesh, 0);
  return tern_op_error(op, "replica_groups: mesh symbol '%.*s' not found", (int)name.size, name.data);
}

// --- collectives ---

static bool check_counts(const tern_hlo_subject_t *subject) {
  return tern_hlo_operand_count(subject) == subject->op->result_count ||
         tern_hlo_error(subject, "requires the same number of operands and results");
}

static bool rule_collective(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return check_groups(subject, &(groups_rule_t){0});
}
TERN_HLO_RULE(collective)

static bool rule_all_reduce(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (!check_counts(subject)) return false;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    out_types[i] = tern_type_with_element(operand, tern_type_element(subject->op->results[i].type));
  }
  return check_groups(subject, &(groups_rule_t){0}) && check_channel(subject);
}
TERN_HLO_CHECK(all_reduce)

// One process of each group gives or takes: the first one, or the one that an element of the last operand says.
static bool rule_rooted(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  bool has_root = tern_hlo_attr(subject, "has_dynamic_root") != NULL;
  size_t operand_count = tern_hlo_operand_count(subject), count = subject->op->result_count;
  if (count == 0 || operand_count != count + has_root) {
    return tern_hlo_error(subject, "expects %zu operands for %zu results%s, and at least one result, but got %zu",
                          count + has_root, count, has_root ? " and their roots" : "", operand_count);
  }
  if (has_root) {
    const tern_type_t *roots = tern_hlo_operand_type(subject, count);
    if (tern_type_rank(roots) != 1 || !tern_hlo_is_dim_compatible(tern_type_dim(roots, 0), (int64_t)count)) {
      return tern_hlo_error(subject, "expects a root for each of %zu values, but got '%s'", count,
                            tern_type_text(roots));
    }
  }
  bool has_body = subject->op->region_count > 0;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    const tern_type_t *result = has_body ? subject->op->results[i].type : operand;
    out_types[i] = tern_type_with_element(operand, tern_type_element(result));
  }
  return check_groups(subject, &(groups_rule_t){.allows_gaps = !has_body, .is_full = !has_body}) &&
         check_channel(subject);
}
TERN_HLO_CHECK(rooted)

// `larger` is `smaller` but for dimension `dim`, of which it has a multiple. The words are for the messages.
typedef struct split {
  const tern_type_t *larger, *smaller;
  const char *larger_name, *smaller_name;
  const char *what;  // "gather"
} split_t;

static bool check_multiple(const tern_hlo_subject_t *subject, const split_t *split, size_t dim) {
  int64_t a = tern_type_dim(split->larger, dim), b = tern_type_dim(split->smaller, dim);
  return a == TERN_DYNAMIC || b == TERN_DYNAMIC || a % b == 0 ||
         tern_hlo_error(subject,
                        "%s %s dimension has size %lld, expected to be a multiple of %s %s dimension size %lld",
                        split->larger_name, split->what, (long long)a, split->smaller_name, split->what, (long long)b);
}

static bool rule_all_gather(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  int64_t dim = tern_hlo_int(subject, "all_gather_dim", 0);
  if (!check_counts(subject)) return false;
  for (size_t i = 0; i < tern_hlo_operand_count(subject); ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i), *result = subject->op->results[i].type;
    size_t rank = tern_type_rank(operand);
    if (!tern_hlo_have_compatible_elements(operand, result)) {
      return tern_hlo_error(subject, "requires the same element type for operand and result at index %zu", i);
    }
    if ((uint64_t)dim >= rank) return tern_hlo_error(subject, "all_gather_dim must be a valid index of operand");
    if (tern_type_rank(result) != rank) {
      return tern_hlo_error(subject, "operand and result must have the same rank");
    }
    if (tern_type_dim(operand, (size_t)dim) == 0) {
      return tern_hlo_error(subject, "dimension size of operand at 'all_gather_dim' cannot be zero");
    }
    for (size_t d = 0; d < rank; ++d) {
      if (d != (size_t)dim && !tern_hlo_is_dim_compatible(tern_type_dim(operand, d), tern_type_dim(result, d))) {
        return tern_hlo_error(
            subject, "operand and result should have the same shape except for the dimension size at 'all_gather_dim'");
      }
    }
    if (!check_multiple(subject, &(split_t){result, operand, "result", "operand", "gather"}, (size_t)dim)) return false;
  }
  return check_groups(subject, &(groups_rule_t){.is_full = true}) && check_channel(subject);
}
TERN_HLO_CHECK(all_gather)

static bool rule_reduce_scatter(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *result = subject->op->results[0].type;
  size_t rank = tern_type_rank(operand);
  int64_t dim = tern_hlo_int(subject, "scatter_dimension", 0);
  if (!check_groups(subject, &(groups_rule_t){.is_full = true}) || !check_channel(subject)) return false;
  if (tern_type_rank(result) != rank) return tern_hlo_error(subject, "operand and result should have same rank");
  if ((uint64_t)dim >= rank) {
    return tern_hlo_error(subject, "scatter dim should be less than operand/result rank");
  }
  if (tern_type_dim(result, (size_t)dim) == 0) {
    return tern_hlo_error(subject, "result dimension size at scatter_dimension cannot be zero");
  }
  if (tern_type_dim(operand, (size_t)dim) == 0) {
    return tern_hlo_error(subject, "operand dimension size at scatter_dimension cannot be zero");
  }
  if (!check_multiple(subject, &(split_t){operand, result, "operand", "result", "scatter"}, (size_t)dim)) return false;
  for (size_t d = 0; d < rank; ++d) {
    int64_t a = tern_type_dim(operand, d), b = tern_type_dim(result, d);
    if (d != (size_t)dim && !tern_hlo_is_dim_compatible(a, b)) {
      return tern_hlo_error(subject, "non scatter dimensions should be same for operand (%lld) and result (%lld)",
                            (long long)a, (long long)b);
    }
  }
  return true;
}
TERN_HLO_CHECK(reduce_scatter)

// The type of what a process has after the exchange; NULL after an error.
static const tern_type_t *exchanged_type(const tern_hlo_subject_t *subject, const tern_type_t *operand, int64_t parts) {
  int64_t dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand);
  int64_t split = tern_hlo_int(subject, "split_dimension", 0), concat = tern_hlo_int(subject, "concat_dimension", 0);
  if ((uint64_t)split >= rank || (uint64_t)concat >= rank) {
    bool is_split = (uint64_t)split >= rank;
    tern_hlo_error(subject, "AllToAll %s %lld is out-of-bounds for input rank %zu",
                   is_split ? "split_dimension" : "concat_dimension", (long long)(is_split ? split : concat), rank);
    return NULL;
  }
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(operand, d);
  if (dims[split] != TERN_DYNAMIC) {
    if (dims[split] % parts != 0) {
      tern_hlo_error(subject, "split dimension has size %lld, expected to be a multiple of split_count %lld",
                     (long long)dims[split], (long long)parts);
      return NULL;
    }
    dims[split] /= parts;
  }
  if (dims[concat] != TERN_DYNAMIC && __builtin_mul_overflow(dims[concat], parts, &dims[concat])) {
    tern_hlo_error(subject, "has a result whose size overflows");
    return NULL;
  }
  return tern_hlo_bounded_type(subject, operand, dims, dims, rank);
}

static bool rule_all_to_all(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (!check_counts(subject)) return false;
  for (size_t i = 0; i < count; ++i) out_types[i] = tern_hlo_operand_type(subject, i);
  // Without dimensions each operand goes to a process of its own.
  if (!tern_hlo_attr(subject, "split_dimension")) return check_groups(subject, &(groups_rule_t){.is_full = true});
  int64_t parts = tern_hlo_int(subject, "split_count", 1);
  if (!check_groups(subject, &(groups_rule_t){.is_full = true, .expected_size = parts})) return false;
  for (size_t i = 0; i < count; ++i) {
    out_types[i] = exchanged_type(subject, out_types[i], parts);
    if (!out_types[i]) return false;
  }
  return true;
}
TERN_HLO_CHECK(all_to_all)

// Nobody sends twice, nobody is sent to twice.
static bool check_pairs(const tern_hlo_subject_t *subject, const tern_attr_t *pairs) {
  const tern_type_t *type = tern_attr_type(pairs);
  size_t rank = type && type->kind == TERN_TYPE_TENSOR ? tern_type_rank(type) : 0;
  if (rank != 2) {
    return tern_hlo_error(subject, "expect source_target_pairs attribute to be of rank 2, but got rank %zu", rank);
  }
  if (tern_type_dim(type, 1) != 2) {
    return tern_hlo_error(subject, "expect source_target_pairs attribute of shape (N, 2), but got (%lld, %lld)",
                          (long long)tern_type_dim(type, 0), (long long)tern_type_dim(type, 1));
  }
  size_t count = tern_int_list_attr_count(pairs);
  for (size_t i = 0; i < count; ++i) {
    int64_t id = tern_int_list_attr_at(pairs, i);
    if (id < 0) return tern_hlo_error(subject, "replica ids in source_target_pairs must be >= 0.");
    for (size_t j = i % 2; j < i; j += 2) {
      if (tern_int_list_attr_at(pairs, j) != id) continue;
      return tern_hlo_error(subject, "duplicate %s not allowed.", i % 2 ? "targets" : "sources");
    }
  }
  return true;
}

static bool rule_collective_permute(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return check_pairs(subject, tern_hlo_attr(subject, "source_target_pairs"));
}
TERN_HLO_RULE(collective_permute)

static bool rule_id(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_tensor(tern_integer_type_get(subject->context, 32, TERN_UNSIGNED), NULL, 0);
  return true;
}
TERN_HLO_RULE(id)

// --- channels, feeds and tokens ---

static bool rule_token(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_dialect_type_get(subject->context, &subject->def->dialect->types[0], NULL, 0);
  return true;
}
TERN_HLO_RULE(token)

// The last result is a token, the others are tensors. `everything` begins the message.
static bool check_received(const tern_hlo_subject_t *subject, const char *everything) {
  size_t count = subject->op->result_count;
  if (count == 0) return tern_hlo_error(subject, "result is expected to be at least of size 1, but got 0");
  for (size_t i = count; i-- > 0;) {
    const tern_type_t *type = subject->op->results[i].type;
    bool is_token = type->kind == TERN_TYPE_DIALECT, is_last = i + 1 == count;
    if (is_token == is_last) continue;
    return tern_hlo_error(subject, "%s to be of %s type, but got '%s'",
                          is_last ? "last element of result types is expected" : everything,
                          is_last ? "token" : "tensor", tern_type_text(type));
  }
  return true;
}

static bool check_layout(const tern_hlo_subject_t *subject, const tern_attr_t *layout) {
  size_t count = subject->op->result_count - 1;
  if (tern_array_attr_count(layout) != count) {
    return tern_hlo_error(
        subject,
        "layout-attribute size must be %zu (which is the number of op-results - 1 (for token result)), but got %zu",
        count, tern_array_attr_count(layout));
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *element = tern_array_attr_at(layout, i);
    if (element->kind != TERN_ATTR_ARRAY) {
      return tern_hlo_error(subject, "layout-attribute expected to have elements of type array, but got %s",
                            tern_attr_text(element));
    }
    for (size_t j = 0; j < tern_array_attr_count(element); ++j) {
      const tern_attr_t *leaf = tern_array_attr_at(element, j);
      if (tern_attr_is_integer(leaf)) continue;
      return tern_hlo_error(subject, "layout-attribute's leaf elements are expected to be of type integer, but got %s",
                            tern_attr_text(leaf));
    }
  }
  return true;
}

static bool rule_infeed(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_attr_t *layout = tern_hlo_attr(subject, "layout");
  return check_received(subject, "all elements of result types, except the last element, are expected") &&
         (!layout || check_layout(subject, layout));
}
TERN_HLO_CHECK(infeed)

// The kinds of channels, by the number in their handles.
enum { DEVICE_TO_DEVICE = 1, DEVICE_TO_HOST = 2, HOST_TO_DEVICE = 3 };

// `kind` is that of transfers with the host.
static bool check_transfer(const tern_hlo_subject_t *subject, int64_t kind, const char *name) {
  tern_hlo_dims_t type;
  bool is_host = tern_hlo_int(subject, "is_host_transfer", 0) != 0;
  if (!tern_hlo_attr_field(tern_hlo_attr(subject, "channel_handle"), "channel_handle", "type", &type)) return true;
  return type.values[0] == (is_host ? kind : DEVICE_TO_DEVICE) ||
         tern_hlo_error(subject, "channel_type should be %s when is_host_transfer is %s",
                        is_host ? name : "DEVICE_TO_DEVICE", is_host ? "true" : "false");
}

static bool rule_send(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return rule_token(subject, out_types) && check_transfer(subject, DEVICE_TO_HOST, "DEVICE_TO_HOST");
}
TERN_HLO_CHECK(send)

static bool rule_recv(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  return check_transfer(subject, HOST_TO_DEVICE, "HOST_TO_DEVICE") &&
         check_received(subject, "everything but the last element of result types is expected");
}
TERN_HLO_CHECK(recv)

// --- futures ---

// What may run beside the rest of a program.
static bool is_asynchronous(const tern_op_t *op) {
  static const tern_hlo_t ids[] = {
      TERN_HLO_ALL_GATHER,         TERN_HLO_ALL_REDUCE,          TERN_HLO_ALL_TO_ALL,     TERN_HLO_COLLECTIVE_BROADCAST,
      TERN_HLO_COLLECTIVE_PERMUTE, TERN_HLO_COLLECTIVE_REDUCE,   TERN_HLO_REDUCE_SCATTER, TERN_HLO_SLICE,
      TERN_HLO_DYNAMIC_SLICE,      TERN_HLO_DYNAMIC_UPDATE_SLICE};
  for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); ++i) {
    if (tern_hlo_is(op, ids[i])) return true;
  }
  return false;
}

static bool rule_async_start(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_op_t *op = subject->op;
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count != op->operand_count) {
    return tern_hlo_error(subject, "number of operands (%u) must match number of region arguments (%u)",
                          op->operand_count, body->arg_count);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_hlo_operand_type(subject, i);
    if (type == body->args[i]->type) continue;
    return tern_hlo_error(subject, "operand type '%s' at index %zu must match region argument type '%s'",
                          tern_type_text(type), i, tern_type_text(body->args[i]->type));
  }
  const tern_op_t *end = body->last_op, *inner = body->first_op;
  if (!end || !tern_hlo_is(end, TERN_HLO_RETURN) || inner == end || inner->next != end) {
    return tern_hlo_error(subject, "region must contain exactly one operation and a return");
  }
  if (!is_asynchronous(inner)) return tern_hlo_error(subject, "region must contain a collective or slice operation");
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < end->operand_count; ++i) tern_vec_push(&types, tern_op_operand(end, i)->type);
  out_types[0] =
      tern_hlo_future_type_get(subject->def->dialect, subject->context, (tern_types_t){types.values, types.count});
  tern_vec_deinitialize(&types);
  return out_types[0] || tern_hlo_error(subject, "expects its region to return one or more tensors");
}
TERN_HLO_CHECK(async_start)

static bool rule_async_done(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  tern_types_t types = tern_hlo_future_types(tern_hlo_operand_type(subject, 0));
  if (types.count != 1) {
    return tern_hlo_error(subject, "waits for one result, but the future has %zu", types.count);
  }
  out_types[0] = types.values[0];
  return true;
}
TERN_HLO_RULE(async_done)

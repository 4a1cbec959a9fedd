// Verifiers of affine: maps go with operands, and operands may be what they are used as.

#include <inttypes.h>

#include "dialect/affine/hooks.h"
#include "dialect/affine/index_basis.h"
#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"

// --- operands of maps ---

// Are the operands [start, start + count) dims, and from `dim_count` on symbols?
static bool verify_dims_and_symbols(const tern_op_t *op, size_t start, size_t count, size_t dim_count) {
  const tern_region_t *scope = tern_affine_scope_of(op);
  for (size_t i = 0; i < count; i++) {
    const tern_value_t *value = tern_op_operand(op, start + i);
    if (i < dim_count) {
      if (!tern_affine_is_valid_dim(value, scope)) return tern_op_error(op, "operand cannot be used as a dimension id");
    } else if (!tern_affine_is_valid_symbol(value, scope)) {
      return tern_op_error(op, "operand cannot be used as a symbol");
    }
  }
  return true;
}

// Subscripts may be dims or symbols; `what` is how messages call one.
static bool verify_subscripts(const tern_op_t *op, size_t start, size_t count, const char *what, const char *of) {
  const tern_region_t *scope = tern_affine_scope_of(op);
  for (size_t i = 0; i < count; i++) {
    const tern_value_t *value = tern_op_operand(op, start + i);
    if (!tern_type_is_index(value->type)) return tern_op_error(op, "%s to %s must have 'index' type", what, of);
    if (!tern_affine_is_valid_dim(value, scope))
      return tern_op_error(op, "%s must be a valid dimension or symbol identifier", what);
  }
  return true;
}

static bool verify_input_count(const tern_op_t *op, const tern_affine_map_t *map) {
  return op->operand_count == tern_affine_map_inputs(map) ||
         tern_op_error(op, "operand count and affine map dimension and symbol count must match");
}

bool tern_affine_verify_apply(const tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  if (!verify_input_count(op, map)) return false;
  if (map->result_count != 1) return tern_op_error(op, "mapping must produce one value");
  // A symbol is what is the same in the whole scope; a dim may be a symbol, but not the other way round.
  const tern_region_t *scope = tern_affine_scope_of(op);
  for (size_t i = map->dim_count; i < op->operand_count; i++) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (tern_affine_is_valid_dim(value, scope) && !tern_affine_is_valid_symbol(value, scope))
      return tern_op_error(op, "dimensional operand cannot be used as a symbol");
  }
  return true;
}

bool tern_affine_verify_min_max(const tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  if (!verify_input_count(op, map)) return false;
  return map->result_count > 0 || tern_op_error(op, "affine map expect at least one result");
}

// --- regions ---

// Initial values, the body's arguments and the results go together (upstream: LoopLikeOpInterface).
static bool verify_carried(const tern_op_t *op, size_t count) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count - 1 != count)
    return tern_op_error(op, "different number of inits and region iter_args: %zu != %" PRIu32, count,
                         body->arg_count - 1);
  for (size_t i = 0; i < count; i++) {
    const tern_type_t *init = tern_op_operand(op, op->operand_count - count + i)->type, *arg = body->args[1 + i]->type;
    if (init != arg)
      return tern_op_error(op, "%zu-th init and %zu-th region iter_arg have different type: '%s' != '%s'", i, i,
                           tern_type_text(init), tern_type_text(arg));
    // What is yielded has the result's type: affine.yield saw to that.
    if (arg != op->results[i].type)
      return tern_op_error(op, "%zu-th region iter_arg and %zu-th yielded value have different type: '%s' != '%s'", i,
                           i, tern_type_text(arg), tern_type_text(op->results[i].type));
  }
  return true;
}

bool tern_affine_verify_for_regions(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count == 0 || !tern_type_is_index(body->args[0]->type))
    return tern_op_error(op, "expected body to have a single index argument for the induction variable");
  size_t init_count = op->operand_count - tern_affine_for_inits(op);
  for (int is_lower = 1; is_lower >= 0; is_lower--) {
    const tern_affine_map_t *map = tern_affine_for_map(op, is_lower);
    size_t start, count;
    tern_op_operand_group(op, is_lower ? 0 : 1, &start, &count);
    if (map->result_count == 0)
      return tern_op_error(op, "expected %s bound map to have at least one result", is_lower ? "lower" : "upper");
    if (count != tern_affine_map_inputs(map))
      return tern_op_error(op, "%s bound operand count and affine map dimension and symbol count must match",
                           is_lower ? "lower" : "upper");
    if (!verify_dims_and_symbols(op, start, count, map->dim_count)) return false;
  }
  if (init_count != op->result_count)
    return tern_op_error(op, "mismatch between the number of loop-carried values and results");
  if (tern_affine_for_step(op) <= 0) return tern_op_error(op, "expected step to be a positive integer");
  return verify_carried(op, init_count);
}

bool tern_affine_verify_if(const tern_op_t *op) {
  const tern_integer_set_t *set = tern_integer_set_attr_value(tern_op_attr(op, "condition"));
  if (op->operand_count != (size_t)set->dim_count + set->symbol_count)
    return tern_op_error(op, "operand count and condition integer set dimension and symbol count must match");
  for (size_t i = 0; i < 2; i++) {
    if (tern_op_body(op, i) && tern_op_body(op, i)->arg_count > 0)
      return tern_op_error(op, "region #%zu should have no arguments", i);
  }
  return verify_dims_and_symbols(op, 0, op->operand_count, set->dim_count);
}

bool tern_affine_verify_if_regions(const tern_op_t *op) {
  if (op->result_count == 0 || !tern_region_is_empty(&op->regions[1])) return true;
  tern_op_error(op,
                "along control flow edge from parent to parent: region branch point has 0 operands, but region "
                "successor needs %" PRIu32 " inputs",
                op->result_count);
  tern_emit_note(op->loc, "region branch point");
  return false;
}

bool tern_affine_verify_yield(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || (!tern_op_is(parent, TERN_AFFINE(FOR)) && !tern_op_is(parent, TERN_AFFINE(IF)) &&
                  !tern_op_is(parent, TERN_AFFINE(PARALLEL))))
    return tern_op_error(op, "only terminates affine.if/for/parallel regions");
  if (parent->result_count != op->operand_count)
    return tern_op_error(op, "parent of yield must have same number of results as the yield operands");
  for (size_t i = 0; i < op->operand_count; i++)
    if (tern_op_operand(op, i)->type != parent->results[i].type)
      return tern_op_error(op, "types mismatch between yield op and its parent");
  return true;
}

// Which result types a reduction takes, by the names of arith's kinds.
static bool takes_type(int64_t kind, const tern_type_t *type) {
  static const struct {
    const char *name;
    enum { FLOAT, INTEGER, SIGNED, UNSIGNED, ANY } types;
  } kinds[] = {
      {"addf", FLOAT},     {"addi", INTEGER},   {"assign", ANY},   {"mulf", FLOAT},  {"muli", INTEGER},
      {"maximumf", FLOAT}, {"minimumf", FLOAT}, {"maxs", SIGNED},  {"mins", SIGNED}, {"maxu", UNSIGNED},
      {"minu", UNSIGNED},  {"ori", INTEGER},    {"andi", INTEGER},
  };
  const char *name = tern_enum_case_name(TERN_ARITH_ENUM(ATOMIC_RMW_KIND), kind);
  bool is_integer = type->kind == TERN_TYPE_INTEGER;
  for (size_t i = 0; name && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
    if (strcmp(kinds[i].name, name) != 0) continue;
    switch (kinds[i].types) {
      case FLOAT: return tern_type_is_float(type);
      case INTEGER: return is_integer;
      // Signless integers are refused, as upstream does: the kind alone does not make them signed.
      case SIGNED: return is_integer && tern_integer_type_signedness(type) == TERN_SIGNED;
      case UNSIGNED: return is_integer && tern_integer_type_signedness(type) == TERN_UNSIGNED;
      default: return true;
    }
  }
  return false;
}

static bool verify_group_sum(const tern_op_t *op, const char *what, const tern_attr_t *groups,
                             const tern_affine_map_t *map) {
  uint64_t sum = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(groups); i++) {
    int64_t size = tern_int_list_attr_at(groups, i);
    if (size < 1) return tern_op_error(op, "expected %s bound map to have at least one result", what);
    sum += (uint64_t)size;
  }
  return sum == map->result_count || tern_op_error(op, "expected %s bounds map to have %" PRIu64 " results", what, sum);
}

bool tern_affine_verify_parallel(const tern_op_t *op) {
  const tern_attr_t *lower_groups = tern_op_attr(op, "lowerBoundsGroups");
  const tern_attr_t *upper_groups = tern_op_attr(op, "upperBoundsGroups");
  const tern_affine_map_t *lower = tern_affine_map_at(op, "lowerBoundsMap");
  const tern_affine_map_t *upper = tern_affine_map_at(op, "upperBoundsMap");
  const tern_attr_t *reductions = tern_op_attr(op, "reductions");
  size_t rank = tern_affine_parallel_rank(op), arg_count = tern_op_body(op, 0)->arg_count;
  size_t lower_count = tern_int_list_attr_count(lower_groups), upper_count = tern_int_list_attr_count(upper_groups);
  if (lower_count != rank || upper_count != rank || arg_count != rank)
    return tern_op_error(op,
                         "the number of region arguments (%zu) and the number of map groups for lower (%zu) and upper "
                         "bound (%zu), and the number of steps (%zu) must all match",
                         arg_count, lower_count, upper_count, rank);
  for (size_t i = 0; i < rank; i++) {
    if (!tern_type_is_index(tern_op_body(op, 0)->args[i]->type))
      return tern_op_error(op, "expected region argument #%zu to be an index", i);
    if (tern_affine_parallel_step(op, i) <= 0) return tern_op_error(op, "expected step #%zu to be positive", i);
  }
  if (!verify_group_sum(op, "lower", lower_groups, lower) || !verify_group_sum(op, "upper", upper_groups, upper))
    return false;
  if (op->operand_count != tern_affine_map_inputs(lower) + tern_affine_map_inputs(upper))
    return tern_op_error(op, "operand count and affine map dimension and symbol count must match");
  if (tern_array_attr_count(reductions) != op->result_count)
    return tern_op_error(op, "a reduction must be specified for each output");
  for (size_t i = 0; i < op->result_count; i++)
    if (!takes_type(tern_integer_attr_value(tern_array_attr_at(reductions, i)), op->results[i].type))
      return tern_op_error(op, "result type cannot match reduction attribute");
  return verify_dims_and_symbols(op, 0, tern_affine_map_inputs(lower), lower->dim_count) &&
         verify_dims_and_symbols(op, tern_affine_map_inputs(lower), tern_affine_map_inputs(upper), upper->dim_count);
}

// --- accesses ---

bool tern_affine_verify_access(const tern_op_t *op) {
  size_t memref;
  tern_affine_is_access(op, &memref);
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  const tern_type_t *type = tern_op_operand(op, memref)->type;
  bool is_load = memref == 0;
  const tern_type_t *value = is_load ? op->results[0].type : tern_op_operand(op, 0)->type;
  bool is_vector = tern_op_is(op, TERN_AFFINE(VECTOR_LOAD)) || tern_op_is(op, TERN_AFFINE(VECTOR_STORE));
  if (!is_vector && value != tern_type_element(type)) {
    return is_load ? tern_op_error(op, "result type must match element type of memref")
                   : tern_op_error(op, "value to store must have the same type as memref element type");
  }
  if (map->result_count != tern_type_rank(type))
    return tern_op_error(op, "affine map num results must equal memref rank");
  if (tern_affine_map_inputs(map) != op->operand_count - memref - 1)
    return tern_op_error(op, "expects as many subscripts as affine map inputs");
  if (!verify_dims_and_symbols(op, memref + 1, tern_affine_map_inputs(map), map->dim_count)) return false;
  return !is_vector || tern_type_element(value) == tern_type_element(type) ||
         tern_op_error(op, "requires memref and vector types of the same elemental type");
}

bool tern_affine_verify_prefetch(const tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  if (map->result_count != tern_type_rank(tern_op_operand(op, 0)->type))
    return tern_op_error(op, "affine.prefetch affine map num results must equal memref rank");
  if (tern_affine_map_inputs(map) + 1 != op->operand_count) return tern_op_error(op, "too few operands");
  return verify_subscripts(op, 1, op->operand_count - 1, "index", "prefetch");
}

// Is `operand` a memref that the map's results index?
static bool verify_dma_memref(const tern_op_t *op, size_t operand, const tern_affine_map_t *map, const char *what) {
  const tern_type_t *type = tern_op_operand(op, operand)->type;
  if (type->kind != TERN_TYPE_MEMREF) return tern_op_error(op, "expected DMA %s to be of memref type", what);
  return map->result_count == tern_type_rank(type) ||
         tern_op_error(op, "affine map of the DMA %s must have as many results as its memref has dimensions", what);
}

bool tern_affine_verify_dma_start(const tern_op_t *op) {
  static const char *const memrefs[] = {"source", "destination", "tag"};
  static const char *const indices[] = {"src index", "dst index", "tag index"};
  static const char *const names[] = {"src_map", "dst_map", "tag_map"};
  tern_affine_dma_t dma;
  for (size_t i = 0; i < 3; i++) {
    const tern_attr_t *map = tern_op_attr(op, names[i]);
    if (!map || map->kind != TERN_ATTR_AFFINE_MAP) return tern_op_error(op, "requires an affine map '%s'", names[i]);
  }
  if (!tern_affine_dma_start_read(op, &dma)) return tern_op_error(op, "incorrect number of operands");
  for (size_t i = 0; i < 3; i++)
    if (!verify_dma_memref(op, dma.memrefs[i], dma.maps[i], memrefs[i])) return false;
  for (size_t i = 0; i < 3; i++)
    if (!verify_subscripts(op, dma.memrefs[i] + 1, tern_affine_map_inputs(dma.maps[i]), indices[i], "dma_start"))
      return false;
  for (size_t i = dma.number; i < op->operand_count; i++)
    if (!tern_type_is_index(tern_op_operand(op, i)->type))
      return tern_op_error(op, "number of elements and strides must have 'index' type");
  return true;
}

bool tern_affine_verify_dma_wait(const tern_op_t *op) {
  const tern_attr_t *map = tern_op_attr(op, "tag_map");
  if (!map || map->kind != TERN_ATTR_AFFINE_MAP) return tern_op_error(op, "requires an affine map 'tag_map'");
  size_t inputs = tern_affine_map_inputs(tern_affine_map_attr_value(map));
  if (op->operand_count != inputs + 2) return tern_op_error(op, "incorrect number of operands");
  if (!verify_dma_memref(op, 0, tern_affine_map_attr_value(map), "tag")) return false;
  if (!tern_type_is_index(tern_op_operand(op, inputs + 1)->type))
    return tern_op_error(op, "number of elements must have 'index' type");
  return verify_subscripts(op, 1, inputs, "index", "dma_wait");
}

// --- delinearize_index, linearize_index ---

static bool verify_dynamic_basis(const tern_op_t *op) {
  const tern_attr_t *basis = tern_op_attr(op, "static_basis");
  size_t start, count, dynamic_count = 0;
  tern_op_operands_named(op, "dynamic_basis", &start, &count);
  for (size_t i = 0; i < tern_int_list_attr_count(basis); i++)
    dynamic_count += tern_int_list_attr_at(basis, i) == TERN_DYNAMIC;
  return dynamic_count == count ||
         tern_op_error(op,
                       "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis "
                       "entry) -- this can only happen due to an incorrect fold/rewrite");
}

static bool has_basis_for(const tern_op_t *op, size_t index_count) {
  size_t size_count = tern_int_list_attr_count(tern_op_attr(op, "static_basis"));
  return index_count == size_count || index_count == size_count + 1;
}

bool tern_affine_verify_delinearize_index(const tern_op_t *op) {
  const tern_attr_t *basis = tern_op_attr(op, "static_basis");
  if (!has_basis_for(op, op->result_count))
    return tern_op_error(op, "should return an index for each basis element and up to one extra index");
  if (!verify_dynamic_basis(op)) return false;
  for (size_t i = 0; i < tern_int_list_attr_count(basis); i++) {
    int64_t size = tern_int_list_attr_at(basis, i);
    if (size <= 0 && size != TERN_DYNAMIC) return tern_op_error(op, "no basis element may be statically non-positive");
  }
  return true;
}

bool tern_affine_verify_linearize_index(const tern_op_t *op) {
  if (!has_basis_for(op, tern_affine_index_count(op)))
    return tern_op_error(op, "should be passed a basis element for each index except possibly the first");
  return verify_dynamic_basis(op);
}

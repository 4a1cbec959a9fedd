// Verifiers of memref ops that allocate or access memory; those of views are in verify_view.c.

#include <inttypes.h>

#include "dialect/memref/hooks.h"
#include "dialect/memref/memref.h"
#include "ir/symbol.h"

// --- allocation ---

// Symbols that a layout needs at an allocation.
static size_t symbol_count(const tern_type_t *type) {
  const tern_attr_t *layout = tern_memref_type_layout(type);
  if (!layout) return 0;
  if (layout->kind == TERN_ATTR_AFFINE_MAP) return tern_affine_map_attr_value(layout)->symbol_count;
  if (layout->kind != TERN_ATTR_STRIDED_LAYOUT) return 0;
  size_t count = 0;
  for (size_t i = 0; i < layout->param_count; i++) count += (int64_t)layout->params[i] == TERN_DYNAMIC;
  return count;
}

bool tern_memref_verify_allocation(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  size_t start, sizes, symbols;
  tern_op_operand_group(op, 0, &start, &sizes);
  tern_op_operand_group(op, 1, &start, &symbols);
  size_t dynamic_count = tern_type_dynamic_dim_count(type);
  if (sizes != dynamic_count)
    return tern_op_error(op, "incorrect number of dynamic sizes, has %zu, expected %zu", sizes, dynamic_count);
  if (symbols != symbol_count(type))
    return tern_op_error(op, "symbol operand count does not equal memref symbol count: expected %zu, got %zu",
                         symbol_count(type), symbols);
  if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) return true;
  for (const tern_op_t *scope = tern_op_parent(op); scope; scope = tern_op_parent(scope))
    if (tern_op_has_trait(scope, TERN_TRAIT_ALLOCATION_SCOPE)) return true;
  return tern_op_error(op, "requires an ancestor op with AutomaticAllocationScope trait");
}

bool tern_memref_verify_alloca_scope(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *last = body ? body->last_op : NULL;
  if (!last || !tern_op_is(last, TERN_MEMREF(ALLOCA_SCOPE_RETURN))) return true;
  bool is_same = last->operand_count == op->result_count;
  for (size_t i = 0; is_same && i < op->result_count; i++)
    is_same = tern_op_operand(last, i)->type == op->results[i].type;
  return is_same || tern_op_error(last, "operands do not match the results of the scope around it");
}

bool tern_memref_verify_realloc(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_memref_type_layout(source) || tern_memref_type_layout(result))
    return tern_emit_error(op->loc, "unsupported layout for %s memref type '%s'",
                           tern_memref_type_layout(source) ? "source" : "result",
                           tern_type_text(tern_memref_type_layout(source) ? source : result));
  if (tern_memref_type_memory_space(source) != tern_memref_type_memory_space(result))
    return tern_emit_error(op->loc,
                           "different memory spaces specified for source memref type '%s' and result memref "
                           "type '%s'",
                           tern_type_text(source), tern_type_text(result));
  if (tern_type_element(source) != tern_type_element(result))
    return tern_emit_error(op->loc,
                           "different element types specified for source memref type '%s' and result memref "
                           "type '%s'",
                           tern_type_text(source), tern_type_text(result));
  bool has_size = op->operand_count > 1;
  if (tern_type_dim(result, 0) == TERN_DYNAMIC && !has_size)
    return tern_emit_error(op->loc, "missing dimension operand for result type '%s'", tern_type_text(result));
  if (tern_type_dim(result, 0) != TERN_DYNAMIC && has_size)
    return tern_emit_error(op->loc, "unnecessary dimension operand for result type '%s'", tern_type_text(result));
  return true;
}

// --- access ---

bool tern_memref_verify_load(const tern_op_t *op) {
  size_t rank = tern_type_rank(tern_op_operand(op, 0)->type);
  return op->operand_count == 1 + rank ||
         tern_op_error(op, "incorrect number of indices for load, expected %zu but got %u", rank,
                       op->operand_count - 1);
}

bool tern_memref_verify_store(const tern_op_t *op) {
  size_t rank = tern_type_rank(tern_op_operand(op, 1)->type);
  return op->operand_count == 2 + rank || tern_op_error(op, "store index operand count not equal to memref rank");
}

bool tern_memref_verify_prefetch(const tern_op_t *op) {
  size_t rank = tern_type_rank(tern_op_operand(op, 0)->type);
  return op->operand_count == 1 + rank || tern_op_error(op, "too few indices");
}

bool tern_memref_verify_assume_alignment(const tern_op_t *op) {
  int64_t alignment = tern_integer_attr_value(tern_op_attr(op, "alignment"));
  return (alignment & (alignment - 1)) == 0 || tern_op_error(op, "alignment must be power of 2");
}

bool tern_memref_verify_distinct_objects(const tern_op_t *op) {
  if (op->operand_count == 0) return tern_op_error(op, "expected at least one operand");
  bool is_same = op->operand_count == op->result_count;
  for (size_t i = 0; is_same && i < op->operand_count; i++)
    is_same = tern_op_operand(op, i)->type == op->results[i].type;
  return is_same || tern_op_error(op, "operand types and result types must match");
}

// --- atomics ---

bool tern_memref_verify_atomic_rmw(const tern_op_t *op) {
  // The cases of arith.atomic_rmw_kind that are for floats, and those for integers; `assign` is for both.
  enum { FLOAT = 1, INTEGER = 2 };
  static const uint8_t kinds[] = {FLOAT, INTEGER, INTEGER, FLOAT | INTEGER, FLOAT, FLOAT,   INTEGER, INTEGER,
                                  FLOAT, FLOAT,   INTEGER, INTEGER,         FLOAT, INTEGER, INTEGER, INTEGER};
  static const char *const names[] = {"addf",     "addi",    "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu",
                                      "minimumf", "minnumf", "mins", "minu",   "mulf",     "muli",    "ori",  "xori"};
  const tern_type_t *memref = tern_op_operand(op, 1)->type, *value = tern_op_operand(op, 0)->type;
  if (op->operand_count != 2 + tern_type_rank(memref))
    return tern_op_error(op, "expects the number of subscripts to be equal to memref rank");
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  if (kind < 0 || kind >= (int64_t)sizeof(kinds)) return tern_op_error(op, "has an unknown kind");
  if (kinds[kind] == FLOAT && !tern_type_is_float(value))
    return tern_op_error(op, "with kind '%s' expects a floating-point type", names[kind]);
  if (kinds[kind] == INTEGER && !tern_type_is_integer(value))
    return tern_op_error(op, "with kind '%s' expects an integer type", names[kind]);
  return true;
}

static tern_walk_result_t find_effect(tern_op_t *op, void *user) {
  const tern_op_t *root = user;
  if (op == root || tern_op_effects(op) == 0) return TERN_WALK_ADVANCE;
  tern_op_error(op, "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects");
  return TERN_WALK_INTERRUPT;
}

bool tern_memref_verify_generic_atomic_rmw_type(const tern_op_t *op) {
  return op->results[0].type == tern_type_element(tern_op_operand(op, 0)->type) ||
         tern_op_error(op, "failed to verify that result type matches element type of memref");
}

bool tern_memref_verify_generic_atomic_rmw(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t rank = tern_type_rank(tern_op_operand(op, 0)->type);
  if (op->operand_count != 1 + rank)
    return tern_op_error(op, "expects the number of subscripts to be equal to memref rank");
  if (!body || body->arg_count != 1) return tern_op_error(op, "expected single number of entry block arguments");
  if (op->results[0].type != body->args[0]->type)
    return tern_op_error(op, "expected block argument of the same type result type");
  return tern_op_walk_pre((tern_op_t *)op, find_effect, (void *)op) != TERN_WALK_INTERRUPT;
}

bool tern_memref_verify_atomic_yield(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || parent->result_count != 1) return true;
  const tern_type_t *expected = parent->results[0].type, *type = tern_op_operand(op, 0)->type;
  return expected == type || tern_op_error(op, "types mismatch between yield op: '%s' and its parent: '%s'",
                                           tern_type_text(type), tern_type_text(expected));
}

// --- dma ---

// A memref at `*position` and its indices; moves behind them. At least `rest` operands come after.
static bool verify_dma_memref(const tern_op_t *op, size_t *position, const char *what, size_t rest) {
  const tern_type_t *type = *position < op->operand_count ? tern_op_operand(op, *position)->type : NULL;
  if (!type || type->kind != TERN_TYPE_MEMREF) return tern_op_error(op, "expected %s to be of memref type", what);
  size_t end = *position + 1 + tern_type_rank(type);
  if (end + rest > op->operand_count) return tern_op_error(op, "expected at least %zu operands", end + rest);
  for (size_t i = *position + 1; i < end; i++)
    if (!tern_type_is_index(tern_op_operand(op, i)->type))
      return tern_op_error(op, "expected %s indices to be of index type", what);
  *position = end;
  return true;
}

bool tern_memref_verify_dma_start(const tern_op_t *op) {
  size_t position = 0;
  if (op->operand_count < 4) return tern_op_error(op, "expected at least 4 operands");
  if (!verify_dma_memref(op, &position, "source", 3) || !verify_dma_memref(op, &position, "destination", 2))
    return false;
  if (position >= op->operand_count || !tern_type_is_index(tern_op_operand(op, position)->type))
    return tern_op_error(op, "expected num elements to be of index type");
  position++;
  if (!verify_dma_memref(op, &position, "tag", 0)) return false;
  size_t rest = op->operand_count - position;
  if (rest != 0 && rest != 2) return tern_op_error(op, "incorrect number of operands");
  for (; position < op->operand_count; position++)
    if (!tern_type_is_index(tern_op_operand(op, position)->type))
      return tern_op_error(op, "expected stride and num elements per stride to be of type index");
  return true;
}

bool tern_memref_verify_dma_wait(const tern_op_t *op) {
  size_t rank = tern_type_rank(tern_op_operand(op, 0)->type), indices = op->operand_count - 2;
  return indices == rank || tern_op_error(op,
                                          "expected tagIndices to have the same number of elements as the tagMemRef "
                                          "rank, expected %zu, but got %zu",
                                          rank, indices);
}

// --- globals ---

static void append_shape(tern_string_builder_t *out, const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); i++)
    tern_string_builder_append_format(out, "%s%lld", i ? ", " : "", (long long)tern_type_dim(type, i));
}

bool tern_memref_verify_global(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type))
    return tern_op_error(op, "type should be static shaped memref, but got '%s'", tern_type_text(type));
  if (!value || value->kind == TERN_ATTR_UNIT) return true;
  const tern_type_t *value_type = tern_attr_type(value);
  if (!value_type || !tern_type_is_ranked(value_type))
    return tern_op_error(op, "initial value should be a unit or elements attribute, but got %s", tern_attr_text(value));
  const tern_type_t *expected =
      tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
  if (tern_type_element(value_type) != tern_type_element(type))
    return tern_op_error(op, "initial value element expected to be of type '%s', but was of type '%s'",
                         tern_type_text(tern_type_element(type)), tern_type_text(tern_type_element(value_type)));
  if (value_type == expected) return true;
  tern_string_builder_t shapes = {0};
  append_shape(&shapes, expected);
  tern_string_builder_append_cstr(&shapes, " but was ");
  append_shape(&shapes, value_type);
  tern_str_t text = tern_string_builder_view(&shapes);
  tern_op_error(op, "initial value shape expected to be %.*s", (int)text.size, text.data);
  tern_string_builder_deinitialize(&shapes);
  return false;
}

bool tern_memref_verify_get_global(const tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "name");
  tern_str_t text = tern_symbol_ref_attr_at(name, 0);
  const tern_op_t *global = tern_symbol_lookup_nearest(op, name);
  if (!global || !tern_op_is(global, TERN_MEMREF(GLOBAL)))
    return tern_op_error(op, "'%.*s' does not reference a valid global memref", (int)text.size, text.data);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(global, "type")), *result = op->results[0].type;
  return type == result || tern_op_error(op, "result type '%s' does not match type '%s' of the global memref @%.*s",
                                         tern_type_text(result), tern_type_text(type), (int)text.size, text.data);
}

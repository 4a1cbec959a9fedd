// --stablehlo-assert-shapes: sizes that must be equal, and are known when the program runs only, are compared then.
//
//   %r = stablehlo.add %x, %y : tensor<?xf32>                   %a = tensor.dim %x, %c0
//                                                               %b = tensor.dim %y, %c0
//                                                        ->     %0 = arith.cmpi eq, %a, %b : index
//                                                               cf.assert %0, "'stablehlo.add' op: ..."
//                                                               %r = stablehlo.add %x, %y : tensor<?xf32>
//
// This is ours: what an op of sizes that do not fit each other does is undefined, and would be reading memory of others. Sizes are
// followed back to where they come from: through ops that keep them, and through the lists of sizes that dynamic ops have. Two that
// come from one place, or were compared before, are not compared.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/cf/cf.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// Where a size comes from.
typedef struct origin {
  tern_value_t *value;  // NULL: it is known
  int64_t number;       // the size, the dimension of a tensor, or the element of a list in row-major order
  bool is_element;
} origin_t;

typedef struct fact {
  origin_t known, equal;
  const tern_block_t *block;
} fact_t;

typedef struct checker {
  tern_op_list_t ops;
  TERN_VEC(fact_t) facts;
  size_t count;
} checker_t;

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

// --- origins ---

static origin_t trace_dim(tern_value_t *value, int64_t dim);

static origin_t trace_element(tern_value_t *list, int64_t position) {
  const tern_attr_t *constant = tern_value_constant(list);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    return (origin_t){NULL, tern_integer_attr_value(tern_dense_elements_attr_at(constant, (size_t)position)), false};
  }
  tern_op_t *op = tern_value_defining_op(list);
  switch (op ? tern_hlo_id(op) : TERN_HLO_NONE) {
    case TERN_HLO_CONVERT:
    case TERN_HLO_RESHAPE: return trace_element(tern_op_operand(op, 0), position);
    case TERN_HLO_GET_DIMENSION_SIZE:
      return trace_dim(tern_op_operand(op, 0), tern_integer_attr_value(tern_op_attr(op, "dimension")));
    case TERN_HLO_CONCATENATE:
      for (size_t i = 0; i < op->operand_count && tern_type_rank(list->type) == 1; ++i) {
        int64_t count = tern_type_dim(tern_op_operand(op, i)->type, 0);
        if (count == TERN_DYNAMIC) break;
        if (position < count) return trace_element(tern_op_operand(op, i), position);
        position -= count;
      }
      break;
    default: break;
  }
  return (origin_t){list, position, true};
}

// The operand that a dimension of the result is one of, as it is; NULL if there is none.
static tern_value_t *find_source(const tern_op_t *op, size_t result, int64_t *dim) {
  const tern_attr_t *list;
  size_t rank = tern_type_rank(op->results[result].type);
  if (tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE)) return tern_op_operand(op, 0);
  switch (tern_hlo_id(op)) {
    case TERN_HLO_CONVERT:
    case TERN_HLO_COMPARE:
    case TERN_HLO_REVERSE: return tern_op_operand(op, 0);
    case TERN_HLO_SELECT:
    case TERN_HLO_CLAMP: return tern_op_operand(op, 1);
    case TERN_HLO_SORT: return tern_op_operand(op, result);
    case TERN_HLO_CONCATENATE:
      return tern_integer_attr_value(tern_op_attr(op, "dimension")) == *dim ? NULL : tern_op_operand(op, 0);
    case TERN_HLO_TRANSPOSE:
      *dim = tern_int_list_attr_at(tern_op_attr(op, "permutation"), (size_t)*dim);
      return tern_op_operand(op, 0);
    case TERN_HLO_REDUCE:
      list = tern_op_attr(op, "dimensions");
      for (int64_t d = 0, kept = 0; d < (int64_t)(rank + tern_int_list_attr_count(list)); ++d) {
        bool is_reduced = false;
        for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) is_reduced |= tern_int_list_attr_at(list, i) == d;
        if (is_reduced || kept++ != *dim) continue;
        *dim = d;
        return tern_op_operand(op, result);
      }
      return NULL;
    default: return NULL;
  }
}

// The operand that is the list of the sizes of the result.
static tern_value_t *find_shape(const tern_op_t *op) {
  switch (tern_hlo_id(op)) {
    case TERN_HLO_DYNAMIC_BROADCAST_IN_DIM:
    case TERN_HLO_DYNAMIC_RESHAPE: return tern_op_operand(op, 1);
    case TERN_HLO_DYNAMIC_IOTA: return tern_op_operand(op, 0);
    default: return NULL;
  }
}

static origin_t trace_dim(tern_value_t *value, int64_t dim) {
  for (;;) {
    int64_t size = tern_type_dim(value->type, (size_t)dim);
    if (size != TERN_DYNAMIC) return (origin_t){NULL, size, false};
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || tern_hlo_id(op) == TERN_HLO_NONE) break;
    tern_value_t *shape = find_shape(op), *source;
    if (shape) return trace_element(shape, dim);
    source = find_source(op, value->index, &dim);
    if (!source || !is_tensor(source)) break;
    value = source;
  }
  return (origin_t){value, dim, false};
}

// --- facts ---

static bool is_same(const origin_t *a, const origin_t *b) {
  return a->value == b->value && a->number == b->number && a->is_element == b->is_element;
}

static bool is_inside(const tern_block_t *block, const tern_block_t *outer) {
  while (block && block != outer) {
    const tern_op_t *parent = tern_block_parent_op(block);
    block = parent ? parent->block : NULL;
  }
  return block != NULL;
}

// What it is equal to by the comparisons that come before `block`.
static origin_t simplify(const checker_t *c, origin_t origin, const tern_block_t *block) {
  for (size_t i = 0; i < c->facts.count; ++i) {
    const fact_t *fact = &c->facts.values[i];
    if (is_same(&fact->equal, &origin) && is_inside(block, fact->block)) origin = fact->known;
  }
  return origin;
}

// --- comparisons ---

static tern_value_t *build_size(tern_builder_t *b, const origin_t *origin) {
  if (!origin->value) return tern_build_index(b, origin->number);
  if (!origin->is_element) return tern_tensor_build_dim(b, origin->value, (size_t)origin->number);
  const tern_type_t *type = origin->value->type;
  tern_value_t *operands[TERN_INDEX_LIST_MAX + 1] = {origin->value};
  int64_t position = origin->number;
  size_t rank = tern_type_rank(type);
  for (size_t d = rank; d-- > 0;) {
    operands[d + 1] = tern_build_index(b, position % tern_type_dim(type, d));
    position /= tern_type_dim(type, d);
  }
  tern_value_t *number = tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = {operands, rank + 1},
                                          .types = TERN_TYPES(tern_type_element(type)));
  if (tern_type_is_index(number->type)) return number;
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(number),
                          .types = TERN_TYPES(tern_index_type_get(b->context)));
}

static bool has_signless_list(const origin_t *origin) {
  if (!origin->value || !origin->is_element) return true;
  const tern_type_t *element = tern_type_element(origin->value->type);
  bool is_plain = tern_type_is_index(element) ||
                  (tern_type_is_integer(element) && tern_integer_type_signedness(element) == TERN_SIGNLESS);
  return is_plain && tern_type_has_static_shape(origin->value->type) &&
         tern_type_rank(origin->value->type) <= TERN_INDEX_LIST_MAX;
}

// Dimension `x_dim` of `x` must be as large as dimension `y_dim` of `y`.
static void require_equal(checker_t *c, tern_op_t *op, tern_value_t *x, int64_t x_dim, tern_value_t *y, int64_t y_dim) {
  origin_t a = simplify(c, trace_dim(x, x_dim), op->block), b = simplify(c, trace_dim(y, y_dim), op->block);
  if (is_same(&a, &b) || (!a.value && !b.value) || !has_signless_list(&a) || !has_signless_list(&b)) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *sizes[] = {build_size(&builder, &a), build_size(&builder, &b)};
  tern_value_t *is_equal = tern_build_value(
      &builder, TERN_ARITH(CMPI), .operands = {sizes, 2}, .types = TERN_TYPES(tern_i_type_get(builder.context, 1)),
      .attrs = TERN_ATTRS({"predicate", tern_integer_attr_get(tern_i_type_get(builder.context, 64), TERN_CMPI_EQ)}));
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(
      &text,
      "'%.*s' op has operands that do not fit each other: the sizes of dimension %lld and of "
      "dimension %lld differ",
      (int)tern_op_name(op).size, tern_op_name(op).data, (long long)x_dim, (long long)y_dim);
  const tern_attr_t *message = tern_string_attr_get(builder.context, tern_string_builder_view(&text));
  tern_build(&builder, TERN_CF(ASSERT), .operands = TERN_VALUES(is_equal), .attrs = TERN_ATTRS({"msg", message}));
  tern_string_builder_deinitialize(&text);
  // What is known is kept.
  fact_t fact = b.value ? (fact_t){a, b, op->block} : (fact_t){b, a, op->block};
  tern_vec_push(&c->facts, fact);
  ++c->count;
}

// Two operands, of the same rank unless one is a scalar, but for dimension `except`.
static void require_same_shape(checker_t *c, tern_op_t *op, size_t first, size_t second, int64_t except) {
  tern_value_t *x = tern_op_operand(op, first), *y = tern_op_operand(op, second);
  if (!is_tensor(x) || !is_tensor(y) || tern_type_rank(x->type) != tern_type_rank(y->type)) return;
  for (size_t d = 0; d < tern_type_rank(x->type); ++d) {
    if ((int64_t)d != except) require_equal(c, op, x, (int64_t)d, y, (int64_t)d);
  }
}

// The first operands.
static void require_same_shapes(checker_t *c, tern_op_t *op, size_t count, int64_t except) {
  for (size_t i = 1; i < count; ++i) require_same_shape(c, op, 0, i, except);
}

static void check_dot_general(checker_t *c, tern_op_t *op) {
  tern_dot_dimension_numbers_t n;
  if (!tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &n)) return;
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  for (size_t i = 0; i < n.lhs_batching.count; ++i) {
    require_equal(c, op, lhs, n.lhs_batching.values[i], rhs, n.rhs_batching.values[i]);
  }
  for (size_t i = 0; i < n.lhs_contracting.count; ++i) {
    require_equal(c, op, lhs, n.lhs_contracting.values[i], rhs, n.rhs_contracting.values[i]);
  }
}

static void check_op(checker_t *c, tern_op_t *op) {
  switch (tern_hlo_id(op)) {
    case TERN_HLO_COMPARE: require_same_shapes(c, op, 2, -1); return;
    case TERN_HLO_SELECT:
      require_same_shape(c, op, 1, 2, -1);
      require_same_shape(c, op, 0, 1, -1);
      return;
    case TERN_HLO_CLAMP:
      require_same_shape(c, op, 1, 0, -1);
      require_same_shape(c, op, 1, 2, -1);
      return;
    case TERN_HLO_MAP:
    case TERN_HLO_SORT: require_same_shapes(c, op, op->operand_count, -1); return;
    case TERN_HLO_REDUCE:
    case TERN_HLO_REDUCE_WINDOW: require_same_shapes(c, op, op->operand_count / 2, -1); return;
    case TERN_HLO_CONCATENATE:
      require_same_shapes(c, op, op->operand_count, tern_integer_attr_value(tern_op_attr(op, "dimension")));
      return;
    case TERN_HLO_DOT: {
      tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
      if (tern_type_rank(lhs->type)) require_equal(c, op, lhs, (int64_t)tern_type_rank(lhs->type) - 1, rhs, 0);
      return;
    }
    case TERN_HLO_DOT_GENERAL: check_dot_general(c, op); return;
    default:
      if (tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE)) require_same_shapes(c, op, op->operand_count, -1);
  }
}

// --- the pass ---

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  checker_t *c = user;
  bool is_dynamic = false;
  if (tern_hlo_id(op) == TERN_HLO_NONE || op->operand_count < 2) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    is_dynamic |= type->kind == TERN_TYPE_TENSOR && !tern_type_has_static_shape(type);
  }
  if (is_dynamic) tern_vec_push(&c->ops, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  checker_t checker = {0};
  tern_op_walk_pre(root, collect, &checker);
  for (size_t i = 0; i < checker.ops.count; ++i) check_op(&checker, checker.ops.values[i]);
  tern_pass_count(pass, 0, checker.count);
  tern_vec_deinitialize(&checker.ops);
  tern_vec_deinitialize(&checker.facts);
  return true;
}

const tern_pass_def_t tern_stablehlo_assert_shapes_pass = {
    .flag = "stablehlo-assert-shapes",
    .name = "StablehloAssertShapesPass",
    .summary = "Compare sizes that must be equal when the program runs",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_cf_dialect, &tern_tensor_dialect, NULL},
    .statistics = (const char *const[]){"num-compared - pairs of sizes that are compared", NULL},
    .run = run,
};

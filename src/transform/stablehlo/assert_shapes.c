// --stablehlo-assert-shapes: sizes that must be equal, and are known when the program runs only, are compared then.
//
//   %r = stablehlo.add %x, %y : tensor<?xf32>                   %a = tensor.dim %x, %c0
//                                                               %b = tensor.dim %y, %c0
//                                                        ->     %0 = arith.cmpi eq, %a, %b : index
//                                                               cf.assert %0, "'stablehlo.add' op: ..."
//                                                               %r = stablehlo.add %x, %y : tensor<?xf32>
//
// This is ours: what an op of sizes that do not fit each other does is undefined, and would be reading memory of others. So are slices,
// windows of gathers and scatters, and updates that reach beyond an operand, and reshapes to another number of elements. Sizes are
// followed back to where they come from: through ops that keep them, and through the lists of sizes that dynamic ops have. Two that
// come from one place, or were compared before, are not compared.

#include <stdarg.h>

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

static tern_value_t *build_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

static tern_value_t *build_and(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  return build_binary(b, TERN_ARITH(ANDI), lhs, rhs);
}

static tern_value_t *compare(tern_builder_t *b, tern_cmpi_predicate_t predicate, const origin_t *lhs,
                             const origin_t *rhs) {
  tern_value_t *size = build_size(b, lhs);
  return tern_arith_cmpi(b, predicate, size, build_size(b, rhs));
}

static bool has_signless_list(const origin_t *origin) {
  if (!origin->value || !origin->is_element) return true;
  const tern_type_t *element = tern_type_element(origin->value->type);
  bool is_plain = tern_type_is_index(element) ||
                  (tern_type_is_integer(element) && tern_integer_type_signedness(element) == TERN_SIGNLESS);
  return is_plain && tern_type_has_static_shape(origin->value->type) &&
         tern_type_rank(origin->value->type) <= TERN_INDEX_LIST_MAX;
}

// Where the size comes from, by all that was compared before the op.
static origin_t find_dim(const checker_t *c, const tern_op_t *op, tern_value_t *value, int64_t dim) {
  return simplify(c, trace_dim(value, dim), op->block);
}

static origin_t find_element(const checker_t *c, const tern_op_t *op, tern_value_t *list, int64_t position) {
  return simplify(c, trace_element(list, position), op->block);
}

static origin_t number_origin(int64_t number) { return (origin_t){NULL, number, false}; }

// The program ends with the message, behind the op's name, where `holds` does not.
static void build_assert(checker_t *c, tern_builder_t *b, const tern_op_t *op, tern_value_t *holds, const char *format,
                         ...) __attribute__((format(printf, 5, 6)));
static void build_assert(checker_t *c, tern_builder_t *b, const tern_op_t *op, tern_value_t *holds, const char *format,
                         ...) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "'%.*s' op ", (int)tern_op_name(op).size, tern_op_name(op).data);
  va_list arguments;
  va_start(arguments, format);
  tern_string_builder_append_vformat(&text, format, arguments);
  va_end(arguments);
  const tern_attr_t *message = tern_string_attr_get(b->context, tern_string_builder_view(&text));
  tern_build(b, TERN_CF(ASSERT), .operands = TERN_VALUES(holds), .attrs = TERN_ATTRS({"msg", message}));
  tern_string_builder_deinitialize(&text);
  ++c->count;
}

// Dimension `x_dim` of `x` must be as large as dimension `y_dim` of `y`.
static void require_equal(checker_t *c, tern_op_t *op, tern_value_t *x, int64_t x_dim, tern_value_t *y, int64_t y_dim) {
  origin_t a = find_dim(c, op, x, x_dim), b = find_dim(c, op, y, y_dim);
  if (is_same(&a, &b) || (!a.value && !b.value) || !has_signless_list(&a) || !has_signless_list(&b)) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *is_equal = compare(&builder, TERN_CMPI_EQ, &a, &b);
  build_assert(c, &builder, op, is_equal,
               "has operands that do not fit each other: the sizes of dimension %lld and of dimension %lld differ",
               (long long)x_dim, (long long)y_dim);
  // What is known is kept.
  fact_t fact = b.value ? (fact_t){a, b, op->block} : (fact_t){b, a, op->block};
  tern_vec_push(&c->facts, fact);
}

// `size` must not be larger than dimension `dim` of operand `position`.
static void require_room(checker_t *c, tern_op_t *op, origin_t size, size_t position, int64_t dim) {
  origin_t room = find_dim(c, op, tern_op_operand(op, position), dim);
  if (is_same(&size, &room) || !has_signless_list(&size) || !has_signless_list(&room)) return;
  if (!size.value && (size.number <= 0 || (!room.value && size.number <= room.number))) return;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *is_inside = compare(&b, TERN_CMPI_SLE, &size, &room);
  build_assert(c, &b, op, is_inside, "reaches beyond dimension %lld of its operand", (long long)dim);
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

// --- places inside of operands ---

// The entries of a list of the op's, one for each dimension of its first operand, must not be larger than these.
static void require_room_for_list(checker_t *c, tern_op_t *op, const char *name) {
  const tern_attr_t *list = tern_op_attr(op, name);
  for (size_t d = 0; list && d < tern_int_list_attr_count(list); ++d) {
    require_room(c, op, number_origin(tern_int_list_attr_at(list, d)), 0, (int64_t)d);
  }
}

// The update must fit into the operand.
static void require_room_for_update(checker_t *c, tern_op_t *op) {
  tern_value_t *update = tern_op_operand(op, 1);
  for (size_t d = 0; d < tern_type_rank(update->type); ++d) {
    require_room(c, op, find_dim(c, op, update, (int64_t)d), 0, (int64_t)d);
  }
}

static bool lists(tern_hlo_dims_t dims, int64_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == dim) return true;
  }
  return false;
}

// Windows of updates must fit into the inputs, and there must be one for each index.
static void check_scatter(checker_t *c, tern_op_t *op) {
  static const char name[] = "scatter";
  const tern_attr_t *numbers = tern_op_attr(op, "scatter_dimension_numbers");
  tern_hlo_dims_t window, inserted, batching = {0}, vector = {0};
  size_t count = (op->operand_count - 1) / 2;
  tern_value_t *input = tern_op_operand(op, 0), *indices = tern_op_operand(op, count);
  if (!numbers || !tern_hlo_attr_field(numbers, name, "update_window_dims", &window) ||
      !tern_hlo_attr_field(numbers, name, "inserted_window_dims", &inserted)) {
    return;
  }
  if (!tern_hlo_attr_field(numbers, name, "input_batching_dims", &batching)) batching = (tern_hlo_dims_t){0};
  if (!tern_hlo_attr_field(numbers, name, "index_vector_dim", &vector)) vector = (tern_hlo_dims_t){0};
  int64_t vector_dim = vector.count ? vector.values[0] : 0;
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *update = tern_op_operand(op, count + 1 + i);
    for (int64_t d = 0, next = 0; d < (int64_t)tern_type_rank(input->type); ++d) {
      if (lists(inserted, d) || lists(batching, d)) continue;
      require_room(c, op, find_dim(c, op, update, window.values[next++]), i, d);
    }
    for (int64_t u = 0, next = 0; u < (int64_t)tern_type_rank(update->type); ++u) {
      if (lists(window, u)) continue;
      if (next == vector_dim) ++next;
      require_equal(c, op, update, u, indices, next++);
    }
  }
}

// Where a slice begins and ends, and its steps, are numbers that are known when the program runs.
static void check_real_dynamic_slice(checker_t *c, tern_op_t *op) {
  enum { START, LIMIT, STEP, COUNT };
  for (int64_t d = 0; d < (int64_t)tern_type_rank(op->results[0].type); ++d) {
    origin_t bounds[COUNT], room = find_dim(c, op, tern_op_operand(op, 0), d);
    bool is_known = !room.value, can_build = has_signless_list(&room);
    for (size_t i = 0; i < COUNT; ++i) {
      bounds[i] = find_element(c, op, tern_op_operand(op, 1 + i), d);
      is_known &= !bounds[i].value;
      can_build &= has_signless_list(&bounds[i]);
    }
    bool is_right = is_known && bounds[START].number >= 0 && bounds[START].number <= bounds[LIMIT].number &&
                    bounds[LIMIT].number <= room.number && bounds[STEP].number >= 1;
    // All of a dimension.
    is_right |= !bounds[START].value && bounds[START].number == 0 && is_same(&bounds[LIMIT], &room) &&
                !bounds[STEP].value && bounds[STEP].number >= 1;
    if (is_right || !can_build) continue;
    tern_builder_t b = tern_builder_before(op);
    const origin_t zero = number_origin(0), one = number_origin(1);
    tern_value_t *is_inside = compare(&b, TERN_CMPI_SGE, &bounds[START], &zero);
    is_inside = build_and(&b, is_inside, compare(&b, TERN_CMPI_SLE, &bounds[START], &bounds[LIMIT]));
    is_inside = build_and(&b, is_inside, compare(&b, TERN_CMPI_SLE, &bounds[LIMIT], &room));
    is_inside = build_and(&b, is_inside, compare(&b, TERN_CMPI_SGE, &bounds[STEP], &one));
    build_assert(c, &b, op, is_inside, "has bounds of dimension %lld that are not inside of its operand", (long long)d);
  }
}

// --- numbers of elements ---

// The sizes of a value, or those in a list if that is not NULL. False: they are not all numbers that can be computed here.
static bool find_sizes(const checker_t *c, const tern_op_t *op, tern_value_t *value, tern_value_t *list,
                       origin_t *sizes) {
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    bool is_listed = list && tern_type_dim(value->type, d) == TERN_DYNAMIC;
    sizes[d] = is_listed ? find_element(c, op, list, (int64_t)d) : find_dim(c, op, value, (int64_t)d);
    if (!has_signless_list(&sizes[d])) return false;
  }
  return true;
}

// The product of the sizes that are known; the others are moved to the front, and counted.
static int64_t take_known(origin_t *sizes, size_t rank, size_t *out_count) {
  int64_t product = 1;
  *out_count = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (sizes[d].value) {
      sizes[(*out_count)++] = sizes[d];
    } else {
      product *= sizes[d].number;
    }
  }
  return product;
}

// Are they the same, in any order?
static bool are_same_sizes(const origin_t *a, const origin_t *b, size_t count) {
  bool is_taken[TERN_INDEX_LIST_MAX] = {0};
  for (size_t i = 0; i < count; ++i) {
    size_t k = 0;
    while (k < count && (is_taken[k] || !is_same(&a[i], &b[k]))) ++k;
    if (k == count) return false;
    is_taken[k] = true;
  }
  return true;
}

static tern_value_t *build_product(tern_builder_t *b, int64_t known, const origin_t *sizes, size_t count) {
  tern_value_t *product = tern_build_index(b, known);
  for (size_t i = 0; i < count; ++i) product = tern_build_index_mul(b, product, build_size(b, &sizes[i]));
  return product;
}

// The result must have as many elements as the operand.
static void check_reshape(checker_t *c, tern_op_t *op, tern_value_t *list) {
  tern_value_t *from = tern_op_operand(op, 0), *to = &op->results[0];
  origin_t old_sizes[TERN_INDEX_LIST_MAX], new_sizes[TERN_INDEX_LIST_MAX];
  size_t old_count, new_count;
  if (tern_type_rank(from->type) > TERN_INDEX_LIST_MAX || tern_type_rank(to->type) > TERN_INDEX_LIST_MAX ||
      !find_sizes(c, op, from, NULL, old_sizes) || (list && !find_sizes(c, op, to, list, new_sizes))) {
    return;
  }
  // What a reshape without a list has is written in its type, all of it.
  for (size_t d = 0; !list && d < tern_type_rank(to->type); ++d) {
    new_sizes[d] = number_origin(tern_type_dim(to->type, d));
    if (new_sizes[d].number == TERN_DYNAMIC) return;
  }
  int64_t old_known = take_known(old_sizes, tern_type_rank(from->type), &old_count);
  int64_t new_known = take_known(new_sizes, tern_type_rank(to->type), &new_count);
  if (old_known == new_known && old_count == new_count && are_same_sizes(old_sizes, new_sizes, old_count)) return;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *before = build_product(&b, old_known, old_sizes, old_count);
  tern_value_t *after = build_product(&b, new_known, new_sizes, new_count);
  build_assert(c, &b, op, tern_arith_cmpi(&b, TERN_CMPI_EQ, before, after),
               "has a result of another number of elements");
}

// Each dimension of the operand is one element, or as many as the result has.
static void check_broadcast(checker_t *c, tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, "broadcast_dimensions");
  for (size_t d = 0; list && d < tern_int_list_attr_count(list); ++d) {
    int64_t to = tern_int_list_attr_at(list, d);
    origin_t size = find_dim(c, op, tern_op_operand(op, 0), (int64_t)d);
    bool is_listed = tern_type_dim(op->results[0].type, (size_t)to) == TERN_DYNAMIC;
    origin_t wanted =
        is_listed ? find_element(c, op, tern_op_operand(op, 1), to) : find_dim(c, op, &op->results[0], to);
    bool is_decided = !size.value && (size.number == 1 || !wanted.value);
    if (is_decided || is_same(&size, &wanted) || !has_signless_list(&size) || !has_signless_list(&wanted)) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *fits = compare(&b, TERN_CMPI_EQ, &size, &wanted);
    const origin_t one = number_origin(1);
    if (size.value) fits = build_binary(&b, TERN_ARITH(ORI), fits, compare(&b, TERN_CMPI_EQ, &size, &one));
    build_assert(c, &b, op, fits, "has an operand whose dimension %lld has neither one element nor those of the result",
                 (long long)d);
  }
}

static void check_op(checker_t *c, tern_op_t *op) {
  switch (tern_hlo_id(op)) {
    case TERN_HLO_SLICE: require_room_for_list(c, op, "limit_indices"); return;
    case TERN_HLO_DYNAMIC_SLICE:
    case TERN_HLO_GATHER: require_room_for_list(c, op, "slice_sizes"); return;
    case TERN_HLO_DYNAMIC_GATHER:
      for (size_t d = 0; d < tern_type_rank(tern_op_operand(op, 0)->type); ++d) {
        require_room(c, op, find_element(c, op, tern_op_operand(op, 2), (int64_t)d), 0, (int64_t)d);
      }
      return;
    case TERN_HLO_DYNAMIC_UPDATE_SLICE: require_room_for_update(c, op); return;
    case TERN_HLO_REAL_DYNAMIC_SLICE: check_real_dynamic_slice(c, op); return;
    case TERN_HLO_SCATTER: check_scatter(c, op); return;
    case TERN_HLO_RESHAPE: check_reshape(c, op, NULL); return;
    case TERN_HLO_DYNAMIC_RESHAPE: check_reshape(c, op, tern_op_operand(op, 1)); return;
    case TERN_HLO_DYNAMIC_BROADCAST_IN_DIM: check_broadcast(c, op); return;
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

static bool is_dynamic_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && !tern_type_has_static_shape(type);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  checker_t *c = user;
  int id = tern_hlo_id(op);
  if (id == TERN_HLO_NONE) return TERN_WALK_ADVANCE;
  // What lists of numbers say is found when it runs, whatever the types are.
  bool is_dynamic = id == TERN_HLO_REAL_DYNAMIC_SLICE || id == TERN_HLO_DYNAMIC_GATHER;
  for (size_t i = 0; i < op->operand_count; ++i) is_dynamic |= is_dynamic_tensor(tern_op_operand(op, i)->type);
  for (size_t i = 0; i < op->result_count; ++i) is_dynamic |= is_dynamic_tensor(op->results[i].type);
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

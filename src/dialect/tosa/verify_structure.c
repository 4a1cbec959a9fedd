// tosa: verifiers of graphs inside of ops, of variables and shapes, and of block scaled numbers. Upstream: TosaOps.cpp.

#include "dialect/builtin/builtin.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static bool fit(int64_t a, int64_t b) { return a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC; }

// Whether the first `rank` dims of both may be the same.
static bool dims_fit(const tern_type_t *a, const tern_type_t *b, size_t rank) {
  for (size_t i = 0; i < rank; ++i) {
    if (!fit(tern_type_dim(a, i), tern_type_dim(b, i))) return false;
  }
  return true;
}

static bool shapes_fit(const tern_type_t *a, const tern_type_t *b) {
  if (!tern_type_is_ranked(a) || !tern_type_is_ranked(b)) return true;
  return tern_type_rank(a) == tern_type_rank(b) && dims_fit(a, b, tern_type_rank(a));
}

static bool check_same_type(const tern_op_t *op, const tern_type_t *a, const char *a_name, const tern_type_t *b,
                            const char *b_name) {
  if (!tern_type_is_shaped(a) || !tern_type_is_shaped(b)) {
    return tern_op_error(op, "require tensors for %s and %s", a_name, b_name);
  }
  if (tern_type_element(a) != tern_type_element(b)) {
    return tern_op_error(op, "require same element type for %s ('%s') and %s ('%s')", a_name,
                         tern_type_text(tern_type_element(a)), b_name, tern_type_text(tern_type_element(b)));
  }
  return shapes_fit(a, b) || tern_op_error(op, "require same shapes for %s ('%s') and %s ('%s')", a_name,
                                           tern_type_text(a), b_name, tern_type_text(b));
}

// --- graphs ---

// Values in a row: what comes into an op or a block, or leaves them.
typedef struct value_list {
  tern_value_t *const *values;  // NULL: the operands or results of `op`
  const tern_op_t *op;
  bool are_results;
  size_t first, count;
  const char *name;
} value_list_t;

static value_list_t operands_of(const tern_op_t *op, size_t first, const char *name) {
  return (value_list_t){.op = op, .first = first, .count = op->operand_count - first, .name = name};
}
static value_list_t results_of(const tern_op_t *op, const char *name) {
  return (value_list_t){.op = op, .are_results = true, .count = op->result_count, .name = name};
}
static value_list_t args_of(const tern_block_t *block, const char *name) {
  return (value_list_t){.values = block->args, .count = block->arg_count, .name = name};
}

static const tern_type_t *type_at(const value_list_t *list, size_t index) {
  if (list->values) return list->values[index]->type;
  return list->are_results ? list->op->results[index].type : tern_op_operand(list->op, list->first + index)->type;
}

static bool check_same_types(const tern_op_t *op, value_list_t a, value_list_t b) {
  if (a.count != b.count) {
    return tern_op_error(op, "require same number of values in %s (%zu) and %s (%zu)", a.name, a.count, b.name,
                         b.count);
  }
  for (size_t i = 0; i < a.count; ++i) {
    if (!check_same_type(op, type_at(&a, i), a.name, type_at(&b, i), b.name)) return false;
  }
  return true;
}

static const tern_block_t *graph(const tern_op_t *op, size_t index) { return op->regions[index].first_block; }

// The end of a graph, or NULL: it has none, which is said elsewhere.
static const tern_op_t *yield_of(const tern_op_t *op, size_t index) {
  const tern_op_t *last = graph(op, index)->last_op;
  return last && tern_op_is(last, TERN_TOSA(YIELD)) ? last : NULL;
}

static bool has_one_element(const tern_type_t *type) {
  return !tern_type_is_ranked(type) || !tern_type_has_static_shape(type) || tern_type_element_count(type) == 1;
}

bool tern_tosa_verify_if(const tern_op_t *op) {
  static const char *const names[][2] = {{"'then_graph' arguments", "'then_graph' results"},
                                         {"'else_graph' arguments", "'else_graph' results"}};
  for (size_t i = 0; i < 2; ++i) {
    if (!check_same_types(op, args_of(graph(op, i), names[i][0]), operands_of(op, 1, "'input_list'"))) return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    const tern_op_t *yield = yield_of(op, i);
    if (!yield) continue;
    if (!check_same_types(op, operands_of(yield, 0, names[i][1]), results_of(op, "'output_list'"))) return false;
  }
  const tern_type_t *condition = tern_op_operand(op, 0)->type;
  return has_one_element(condition) ||
         tern_op_error(op, "'condition' must be a size 1 tensor, got '%s'", tern_type_text(condition));
}

bool tern_tosa_verify_while(const tern_op_t *op) {
  value_list_t inputs = operands_of(op, 0, "'input_list'");
  if (!check_same_types(op, inputs, results_of(op, "'output_list'")) ||
      !check_same_types(op, args_of(graph(op, 0), "'cond_graph' arguments"), inputs) ||
      !check_same_types(op, args_of(graph(op, 1), "'body_graph' arguments"), inputs)) {
    return false;
  }
  const tern_op_t *yield = yield_of(op, 1), *condition = yield_of(op, 0);
  if (yield && !check_same_types(op, operands_of(yield, 0, "'body_graph' results"), inputs)) return false;
  if (!condition) return true;
  if (condition->operand_count != 1) return tern_op_error(op, "require 'cond_graph' only have one result");
  const tern_type_t *type = tern_op_operand(condition, 0)->type;
  if (!has_one_element(type)) {
    return tern_op_error(op, "'cond_graph' result must be a size 1 tensor, got '%s'", tern_type_text(type));
  }
  return tern_type_is_i(tern_type_element(type), 1) ||
         tern_op_error(op, "'cond_graph' result must be a boolean tensor, got '%s'", tern_type_text(type));
}

// --- variables ---

static const tern_type_t *variable_type(const tern_op_t *variable) {
  enum { MAX_RANK = 32 };
  const tern_attr_t *shape = tern_op_attr(variable, "var_shape");
  int64_t dims[MAX_RANK];
  size_t rank = tern_int_list_attr_count(shape);
  for (size_t i = 0; i < rank && i < MAX_RANK; ++i) {
    int64_t dim = tern_int_list_attr_at(shape, i);
    dims[i] = dim < 0 ? TERN_DYNAMIC : dim;
  }
  return tern_tensor_type_get(tern_type_attr_value(tern_op_attr(variable, "type")), dims,
                              rank < MAX_RANK ? rank : MAX_RANK, NULL);
}

// Reads and writes name a variable of the module around them, and its type.
bool tern_tosa_verify_variable_access(const tern_op_t *op) {
  tern_op_t *table = tern_op_parent(op);
  while (table && !tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) table = tern_op_parent(table);
  if (!table) return true;
  bool is_read = tern_op_is(op, TERN_TOSA(VARIABLE_READ));
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "name"));
  const tern_op_t *variable = tern_symbol_lookup_in(table, name);
  if (!variable || !tern_op_is(variable, TERN_TOSA(VARIABLE))) {
    return tern_op_error(op, "'%.*s' has not been declared by 'tosa.variable'", (int)name.size, name.data);
  }
  const tern_type_t *type = is_read ? op->results[0].type : tern_op_operand(op, 0)->type;
  return check_same_type(op, type, is_read ? "'output1'" : "'input1'", variable_type(variable), "the input tensor");
}

// --- shapes ---

// A cast stands for the tensor of a program of 2023-24, which may be known at run time only.
static bool makes_shapes(const tern_op_t *op) {
  int id = tern_tosa_id(op);
  return (id >= TERN_TOSA_CONST_SHAPE && id <= TERN_TOSA_DIM) ||
         tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
}

// Shapes are computed by ops on shapes alone.
bool tern_tosa_verify_resolvable_shapes(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!tern_tosa_is_shape_type(value->type)) continue;
    const tern_op_t *producer = tern_value_defining_op(value);
    if (!producer || !makes_shapes(producer)) return tern_op_error(op, "shape operand is not compile time resolvable");
  }
  return true;
}

bool tern_tosa_verify_same_ranks(const tern_op_t *op) {
  int64_t rank = tern_tosa_shape_type_rank(tern_op_operand(op, 0)->type);
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (tern_tosa_shape_type_rank(tern_op_operand(op, i)->type) == rank) continue;
    return tern_op_error(op, "operands don't have matching ranks");
  }
  if (tern_tosa_shape_type_rank(op->results[0].type) != rank) {
    return tern_op_error(op, "result shape has different rank than operands");
  }
  return tern_tosa_verify_resolvable_shapes(op);
}

bool tern_tosa_verify_dim(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  int64_t axis = tern_tosa_int(op, "axis", 0);
  if (tern_tosa_shape_type_rank(result) != 1) {
    return tern_op_error(op, "expect output shape type to contain one element, got '%s'", tern_type_text(result));
  }
  return !tern_type_is_ranked(type) || (axis >= 0 && (uint64_t)axis < tern_type_rank(type)) ||
         tern_op_error(op, "expect axis to be in the range [0, %zu), got %lld", tern_type_rank(type), (long long)axis);
}

bool tern_tosa_verify_concat_shape(const tern_op_t *op) {
  int64_t rank = tern_tosa_shape_type_rank(op->results[0].type), sum = 0;
  for (size_t i = 0; i < op->operand_count; ++i) sum += tern_tosa_shape_type_rank(tern_op_operand(op, i)->type);
  if (rank != sum) {
    return tern_op_error(op,
                         "requires output shape rank to be equal to the sum of the input shape ranks (%lld), got %lld",
                         (long long)sum, (long long)rank);
  }
  return tern_tosa_verify_resolvable_shapes(op);
}

bool tern_tosa_verify_slice_shape(const tern_op_t *op) {
  int64_t start, size;
  size_t count;
  int64_t rank = tern_tosa_shape_type_rank(tern_op_operand(op, 0)->type);
  int64_t result = tern_tosa_shape_type_rank(op->results[0].type);
  bool has_start = tern_tosa_constant_list(tern_op_operand(op, 1), &start, 1, &count) && count == 1;
  bool has_size = tern_tosa_constant_list(tern_op_operand(op, 2), &size, 1, &count) && count == 1;
  if (has_start && start < 0) return tern_op_error(op, "expected non-negative start index, got %lld", (long long)start);
  if (has_size && size <= 0) return tern_op_error(op, "expected positive size, got %lld", (long long)size);
  if (has_size && size != result) {
    return tern_op_error(op, "expected output type size to be equal to size attribute, got %lld vs %lld",
                         (long long)result, (long long)size);
  }
  if (has_size && has_start && start + size > rank) {
    return tern_op_error(op, "expected start + size to be less than or equal to input shape rank (%lld), got %lld",
                         (long long)rank, (long long)(start + size));
  }
  return tern_tosa_verify_resolvable_shapes(op);
}

// --- block scaled numbers ---

static bool check_scales(const tern_op_t *op, const tern_type_t *data, const char *data_name, const tern_type_t *scale,
                         const char *scale_name) {
  if (!tern_type_is_ranked(data) || !tern_type_is_ranked(scale)) return true;
  size_t rank = tern_type_rank(data);
  if (tern_type_rank(scale) != rank || !dims_fit(data, scale, rank - 1)) {
    return tern_op_error(op, "require compatible shapes for %s ('%s') and %s ('%s') except for the last dimension",
                         data_name, tern_type_text(data), scale_name, tern_type_text(scale));
  }
  int64_t last = tern_type_dim(data, rank - 1), block_size = tern_tosa_enum_value(op, "block_size", 32);
  if (last == TERN_DYNAMIC || fit(last / block_size, tern_type_dim(scale, rank - 1))) return true;
  return tern_op_error(op, "expect last dimension of %s (%lld) to be equal to last dimension of %s / block_size (%lld)",
                       scale_name, (long long)tern_type_dim(scale, rank - 1), data_name,
                       (long long)(last / block_size));
}

// Casts of data with a scale for each block of the last dimension.
bool tern_tosa_verify_block_cast(const tern_op_t *op) {
  bool is_from = tern_op_is(op, TERN_TOSA(CAST_FROM_BLOCK_SCALED));
  const tern_type_t *input = tern_op_operand(op, 0)->type, *output = op->results[0].type;
  if (!shapes_fit(input, output)) {
    return tern_op_error(op, "require compatible shapes for input_data ('%s') and output_data ('%s')",
                         tern_type_text(input), tern_type_text(output));
  }
  if (tern_type_is_ranked(input)) {
    int64_t last = tern_type_dim(input, tern_type_rank(input) - 1);
    int64_t block_size = tern_tosa_enum_value(op, "block_size", 32);
    if (last != TERN_DYNAMIC && last % block_size != 0) {
      return tern_op_error(op, "expect last dimension of input_data (%lld) to be divisible by block_size (%lld)",
                           (long long)last, (long long)block_size);
    }
  }
  return is_from ? check_scales(op, input, "input_data", tern_op_operand(op, 1)->type, "input_scale")
                 : check_scales(op, output, "output_data", op->results[1].type, "output_scale");
}

// A size that several operands tell.
typedef struct known_size {
  int64_t value;
  const char *name;
} known_size_t;

// Takes what dimension `dim` of an operand says of a size.
static bool take_size(const tern_op_t *op, size_t index, const char *operand, size_t dim, known_size_t *size) {
  const tern_type_t *type = tern_op_operand(op, index)->type;
  if (!tern_type_is_ranked(type)) return true;
  int64_t value = tern_type_dim(type, dim);
  if (!fit(size->value, value)) {
    return tern_op_error(op, "expected %s of %s to match size %lld, got %lld", size->name, operand,
                         (long long)size->value, (long long)value);
  }
  if (size->value == TERN_DYNAMIC) size->value = value;
  return true;
}

bool tern_tosa_verify_block_matmul(const tern_op_t *op) {
  enum { A, A_SCALE, B, B_SCALE };
  int64_t block_size = tern_tosa_enum_value(op, "block_size", 32);
  const tern_type_t *a = tern_type_element(tern_op_operand(op, A)->type),
                    *b = tern_type_element(tern_op_operand(op, B)->type);
  if (a != b) {
    return tern_op_error(op, "expect A_data and B_data to have same element type, got '%s' and '%s'", tern_type_text(a),
                         tern_type_text(b));
  }
  known_size_t n = {TERN_DYNAMIC, "batch"}, d = {TERN_DYNAMIC, "batch"}, h = {TERN_DYNAMIC, "height"},
               w = {TERN_DYNAMIC, "width"}, c = {TERN_DYNAMIC, "channels"}, blocks = {TERN_DYNAMIC, "C/block_size"};
  if (!take_size(op, A, "a_data", 0, &n) || !take_size(op, A, "a_data", 1, &h) || !take_size(op, A, "a_data", 2, &c) ||
      !take_size(op, A_SCALE, "a_scale", 0, &n) || !take_size(op, A_SCALE, "a_scale", 1, &h) ||
      !take_size(op, A_SCALE, "a_scale", 2, &blocks) || !take_size(op, B, "b_data", 0, &d) ||
      !take_size(op, B, "b_data", 2, &c) || !take_size(op, B, "b_data", 1, &w) ||
      !take_size(op, B_SCALE, "b_scale", 0, &d) || !take_size(op, B_SCALE, "b_scale", 1, &w) ||
      !take_size(op, B_SCALE, "b_scale", 2, &blocks)) {
    return false;
  }
  if (!fit(n.value, d.value) && d.value != 1) {
    return tern_op_error(op, "expect B matrix batch size to be broadcast compatible with A, got D=%lld vs N=%lld",
                         (long long)d.value, (long long)n.value);
  }
  if (c.value != TERN_DYNAMIC && c.value % block_size != 0) {
    return tern_op_error(op, "expect C to be a multiple of block size, got C=%lld, block_size=%lld", (long long)c.value,
                         (long long)block_size);
  }
  if (c.value != TERN_DYNAMIC && !fit(blocks.value, c.value / block_size)) {
    return tern_op_error(op, "expect scale operands dimension 2 to equal C/block_size (%lld/%lld), got %lld",
                         (long long)c.value, (long long)block_size, (long long)blocks.value);
  }
  const int64_t dims[] = {n.value == TERN_DYNAMIC ? d.value : n.value, h.value, w.value};
  const tern_type_t *result = op->results[0].type,
                    *expected = tern_tensor_type_get(tern_type_element(result), dims, 3, NULL);
  return shapes_fit(result, expected) ||
         tern_op_error(op, "expected output shape of '%s', got '%s'", tern_type_text(expected), tern_type_text(result));
}

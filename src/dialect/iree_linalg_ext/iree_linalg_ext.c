// iree_linalg_ext: semantics and checks are those of IREE's LinalgExt.

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

#include "dialect/iree_linalg_ext/hooks.h"
#include "ir/diagnostic.h"
#include "ir/op.h"

// --- operands ---

static tern_value_t *operand_of(const tern_op_t *op, const char *group, size_t index) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return index < count ? tern_op_operand(op, start + index) : NULL;
}

static size_t count_of(const tern_op_t *op, const char *group) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count;
}

size_t tern_linalg_ext_input_count(const tern_op_t *op) { return count_of(op, "inputs"); }
size_t tern_linalg_ext_output_count(const tern_op_t *op) { return count_of(op, "outputs"); }
tern_value_t *tern_linalg_ext_input(const tern_op_t *op, size_t index) { return operand_of(op, "inputs", index); }
tern_value_t *tern_linalg_ext_output(const tern_op_t *op, size_t index) { return operand_of(op, "outputs", index); }

tern_traits_t tern_linalg_ext_effects(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind == TERN_TYPE_MEMREF) return TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE;
  }
  return 0;
}

// --- verification ---

static bool is_own_yield(const tern_op_t *op, const tern_op_t *end) {
  tern_str_t name = tern_op_name(end), rest = tern_op_name(op), dialect = tern_str_split(&rest, '.');
  return tern_op_has_trait(end, TERN_TRAIT_RETURN_LIKE) && tern_str_equal(tern_str_split(&name, '.'), dialect);
}

bool tern_linalg_ext_verify_body(const tern_op_t *op, tern_value_t *const *values, size_t count, size_t repeat,
                                 const tern_type_t *yielded) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->arg_count != count * repeat) {
    return tern_op_error(op, "has a body with %u arguments, expected %zu", body ? body->arg_count : 0, count * repeat);
  }
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (body->args[i]->type != tern_type_element(values[i / repeat]->type)) {
      return tern_op_error(op, "has a body whose argument %zu is no element of the tensor it stands for", i);
    }
  }
  const tern_op_t *end = body->last_op;
  if (!end || !is_own_yield(op, end) || end->operand_count != 1 || tern_op_operand(end, 0)->type != yielded) {
    return tern_op_error(op, "has a body that does not yield one value of the right type");
  }
  return true;
}

bool tern_linalg_ext_verify_dimension(const tern_op_t *op, const tern_value_t *value) {
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  if (dimension >= 0 && (uint64_t)dimension < tern_type_rank(value->type)) return true;
  return tern_op_error(op, "has dimension %lld, but its operand has rank %zu", (long long)dimension,
                       tern_type_rank(value->type));
}

bool tern_linalg_ext_are_ranked(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tern_type_is_shaped(type) && !tern_type_is_ranked(type)) return tern_op_error(op, "has an unranked operand");
  }
  return true;
}

static bool have_same_dims(const tern_type_t *a, size_t a_dim, const tern_type_t *b, size_t b_dim) {
  int64_t left = tern_type_dim(a, a_dim), right = tern_type_dim(b, b_dim);
  return left == right || left == TERN_DYNAMIC || right == TERN_DYNAMIC;
}

bool tern_linalg_ext_verify_dimension_map(const tern_op_t *op, size_t rank) {
  const tern_attr_t *map = tern_op_attr(op, "dimension_map");
  bool is_mapped[64] = {0};
  for (size_t i = 0; i < tern_int_list_attr_count(map); ++i) {
    int64_t dim = tern_int_list_attr_at(map, i);
    if (dim < 0 || (uint64_t)dim >= rank || rank > 64 || is_mapped[dim]) {
      return tern_op_error(op, "has a dimension_map that names no dims of the %s, each once",
                           tern_op_is(op, TERN_IREE_LINALG_EXT(GATHER)) ? "source" : "output");
    }
    is_mapped[dim] = true;
  }
  return true;
}

static bool verify_scatter(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 2 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes updates and indices, and has one output");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  tern_value_t *updates = tern_linalg_ext_input(op, 0), *indices = tern_linalg_ext_input(op, 1);
  tern_value_t *original = tern_linalg_ext_output(op, 0);
  const tern_attr_t *map = tern_op_attr(op, "dimension_map");
  size_t depth = tern_int_list_attr_count(map), rank = tern_type_rank(original->type);
  size_t update_rank = tern_type_rank(updates->type), index_rank = tern_type_rank(indices->type);
  if (!tern_type_is_integer(tern_type_element(indices->type)) &&
      !tern_type_is_index(tern_type_element(indices->type))) {
    return tern_op_error(op, "has indices that are no integers");
  }
  if (depth == 0 || depth > rank) return tern_op_error(op, "has a dimension_map of %zu dims for rank %zu", depth, rank);
  bool has_depth_dim = index_rank > 0 && tern_type_dim(indices->type, index_rank - 1) == (int64_t)depth &&
                       update_rank + 1 >= index_rank + rank - depth && update_rank == index_rank - 1 + rank - depth;
  size_t batch = has_depth_dim ? index_rank - 1 : index_rank;
  if (!has_depth_dim && depth != 1) return tern_op_error(op, "has indices whose last dim is not %zu", depth);
  if (update_rank != batch + rank - depth) {
    return tern_op_error(op, "has updates of rank %zu, expected %zu batch dims and %zu of a slice", update_rank, batch,
                         rank - depth);
  }
  if (!tern_linalg_ext_verify_dimension_map(op, rank)) return false;
  for (size_t i = 0; i < batch; ++i) {
    if (!have_same_dims(updates->type, i, indices->type, i)) {
      return tern_op_error(op, "has updates and indices that differ in dim %zu", i);
    }
  }
  return tern_linalg_ext_verify_body(op, &original, 1, 2, tern_type_element(original->type));
}

bool tern_linalg_ext_verify_sort(const tern_op_t *op) {
  size_t count = tern_linalg_ext_output_count(op);
  if (tern_linalg_ext_input_count(op) != 0 || count == 0) return tern_op_error(op, "has outputs only");
  if (!tern_linalg_ext_are_ranked(op) || !tern_linalg_ext_verify_dimension(op, tern_linalg_ext_output(op, 0)))
    return false;
  for (size_t i = 1; i < count; ++i) {
    const tern_type_t *first = tern_linalg_ext_output(op, 0)->type, *type = tern_linalg_ext_output(op, i)->type;
    bool is_same = tern_type_rank(first) == tern_type_rank(type);
    for (size_t d = 0; is_same && d < tern_type_rank(type); ++d) is_same = have_same_dims(first, d, type, d);
    if (!is_same) return tern_op_error(op, "has outputs of different shapes");
  }
  size_t start;
  tern_op_operands_named(op, "outputs", &start, &count);
  tern_value_t *values[64];
  if (count > 64) return tern_op_error(op, "has more than 64 outputs");
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_operand(op, start + i);
  return tern_linalg_ext_verify_body(op, values, count, 2, tern_i_type_get(tern_op_context(op), 1));
}

static bool verify_fft(const tern_op_t *op) {
  size_t inputs = tern_linalg_ext_input_count(op);
  if ((inputs != 1 && inputs != 3) || tern_linalg_ext_output_count(op) != 2) {
    return tern_op_error(op, "takes a stage and, optionally, two parts of coefficients, and has two outputs");
  }
  if (!tern_type_is_index(tern_linalg_ext_input(op, 0)->type)) return tern_op_error(op, "has a stage that is no index");
  if (!tern_linalg_ext_are_ranked(op)) return false;
  const tern_type_t *type = tern_linalg_ext_output(op, 0)->type;
  int64_t length = tern_type_rank(type) ? tern_type_dim(type, tern_type_rank(type) - 1) : 0;
  if (length != TERN_DYNAMIC && (length <= 0 || (length & (length - 1)) != 0)) {
    return tern_op_error(op, "transforms %lld elements, which is no power of two", (long long)length);
  }
  return tern_linalg_ext_output(op, 1)->type == type || tern_op_error(op, "has parts of different types");
}

bool tern_linalg_ext_verify_scan(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 1 || tern_linalg_ext_output_count(op) != 2) {
    return tern_op_error(op, "takes one input and has two outputs");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  tern_value_t *input = tern_linalg_ext_input(op, 0), *output = tern_linalg_ext_output(op, 0);
  size_t rank = tern_type_rank(input->type);
  if (!tern_linalg_ext_verify_dimension(op, input)) return false;
  if (tern_type_rank(output->type) != rank || tern_type_rank(tern_linalg_ext_output(op, 1)->type) != rank - 1) {
    return tern_op_error(op, "has outputs of other ranks than the input's and one less");
  }
  const tern_type_t *element = tern_type_element(output->type);
  if (tern_type_element(input->type) != element || tern_type_element(tern_linalg_ext_output(op, 1)->type) != element) {
    return tern_op_error(op, "has input, output and accumulator of different elements");
  }
  return tern_linalg_ext_verify_body(op, &output, 1, 2, tern_type_element(output->type));
}

// --- tables ---

const tern_op_row_t tern_iree_linalg_ext_ops[] = {
#define OP(ID, NAME, ...) [TERN_IREE_LINALG_EXT_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/iree_linalg_ext/iree_linalg_ext_ops.def"
#undef OP
};

static const tern_enum_row_t enums[] = {
    [TERN_LINALG_EXT_ENUM_ITERATOR_TYPE] = {.name = "iree_linalg_ext.iterator_type",
                                            .attr_name = "iree_linalg_ext.iterator_type",
                                            .storage_width = 32,
                                            .cases = (const tern_enum_case_t[]){{"parallel", 0}, {"reduction", 1}},
                                            .case_count = 2},
};

const tern_dialect_t tern_iree_linalg_ext_dialect = {
    .name = "iree_linalg_ext",
    .summary = "Sorting, scattering, prefix sums, transforms and attention in destination passing style",
    .ops = tern_iree_linalg_ext_ops,
    .op_count = TERN_IREE_LINALG_EXT_OP_COUNT,
    .enums = enums,
    .enum_count = TERN_LINALG_EXT_ENUM_COUNT,
};

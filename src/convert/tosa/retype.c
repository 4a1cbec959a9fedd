// Changing types everywhere at once, in place.

#include "convert/tosa/retype.h"

#include <stdlib.h>

#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"

static void retype_list(tern_types_t types, tern_retype_fn_t retype, const tern_type_t **out_types) {
  for (size_t i = 0; i < types.count; ++i) out_types[i] = tern_retype_type(types.values[i], retype);
}

const tern_type_t *tern_retype_type(const tern_type_t *type, tern_retype_fn_t retype) {
  if (type->kind == TERN_TYPE_FUNCTION) {
    tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
    const tern_type_t **types = tern_malloc((inputs.count + results.count + 1) * sizeof(*types));
    retype_list(inputs, retype, types);
    retype_list(results, retype, types + inputs.count);
    const tern_type_t *made = tern_function_type_get(type->context, (tern_types_t){types, inputs.count},
                                                     (tern_types_t){types + inputs.count, results.count});
    free(types);
    return made;
  }
  if (tern_type_is_shaped(type)) type = tern_type_with_element(type, tern_retype_type(tern_type_element(type), retype));
  return retype(type);
}

static const tern_attr_t *retype_elements(const tern_attr_t *attr, tern_retype_fn_t retype) {
  const tern_type_t *type = tern_attr_type(attr), *made = tern_retype_type(type, retype);
  if (type == made || !tern_type_is_integer(tern_type_element(type))) return attr;
  if (tern_dense_elements_attr_is_splat(attr)) {
    int64_t value = tern_integer_attr_value(tern_dense_elements_attr_at(attr, 0));
    return tern_dense_elements_attr_get_splat(made, tern_integer_attr_get(tern_type_element(made), value));
  }
  size_t count = tern_dense_elements_attr_count(attr);
  int64_t *values = tern_malloc((count + 1) * sizeof(*values));
  for (size_t i = 0; i < count; ++i) values[i] = tern_integer_attr_value(tern_dense_elements_attr_at(attr, i));
  const tern_attr_t *result = tern_dense_elements_attr_get_i64(made, values, count);
  free(values);
  return result;
}

const tern_attr_t *tern_retype_attr(const tern_attr_t *attr, tern_retype_fn_t retype) {
  switch (attr->kind) {
    case TERN_ATTR_TYPE: return tern_type_attr_get(tern_retype_type(tern_type_attr_value(attr), retype));
    case TERN_ATTR_INTEGER: {
      const tern_type_t *type = tern_attr_type(attr), *made = tern_retype_type(type, retype);
      return type == made ? attr : tern_integer_attr_get(made, tern_integer_attr_value(attr));
    }
    case TERN_ATTR_DENSE_ELEMENTS: return retype_elements(attr, retype);
    case TERN_ATTR_ARRAY: {
      size_t count = tern_array_attr_count(attr);
      const tern_attr_t **list = tern_malloc((count + 1) * sizeof(*list));
      for (size_t i = 0; i < count; ++i) list[i] = tern_retype_attr(tern_array_attr_at(attr, i), retype);
      const tern_attr_t *result = tern_array_attr_get(attr->context, list, count);
      free(list);
      return result;
    }
    case TERN_ATTR_DICTIONARY: {
      const tern_attr_t *result = attr;
      for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
        tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attr, i));
        // What a caller sees stays as it was written.
        if (tern_str_equal_cstr(name, "iree.abi.encoding")) continue;
        const tern_attr_t *value = tern_dictionary_attr_at(attr, i), *made = tern_retype_attr(value, retype);
        if (made != value) result = tern_dictionary_attr_with(attr->context, result, name, made);
      }
      return result;
    }
    default: return attr;
  }
}

typedef struct retyping {
  tern_retype_fn_t retype;
  tern_op_list_t casts;
} retyping_t;

static bool is_cast(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(EXTUI)) || tern_op_is(op, TERN_ARITH(TRUNCI)) ||
         tern_op_is(op, TERN_ARITH(BITCAST)) || tern_op_is(op, TERN_TENSOR(BITCAST)) ||
         tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
}

static tern_walk_result_t retype_op(tern_op_t *op, void *user) {
  retyping_t *r = user;
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = tern_retype_type(op->results[i].type, r->retype);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t a = 0; a < block->arg_count; ++a)
        block->args[a]->type = tern_retype_type(block->args[a]->type, r->retype);
    }
  }
  const tern_attr_t *all = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    const tern_attr_t *value = tern_dictionary_attr_at(all, i), *made = tern_retype_attr(value, r->retype);
    if (made != value) tern_op_set_attr_str(op, tern_ident_str(tern_dictionary_attr_name(all, i)), made);
  }
  if (is_cast(op) && op->operand_count == 1 && op->result_count == 1) tern_vec_push(&r->casts, op);
  return TERN_WALK_ADVANCE;
}

void tern_retype_all(tern_op_t *root, tern_retype_fn_t retype) {
  retyping_t r = {.retype = retype};
  tern_op_walk_post(root, retype_op, &r);
  for (size_t i = 0; i < r.casts.count; ++i) {
    tern_op_t *op = r.casts.values[i];
    if (tern_op_operand(op, 0)->type != tern_op_result(op, 0)->type) continue;
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&r.casts);
}

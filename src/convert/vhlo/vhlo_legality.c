// What a version of VHLO has: ops, attributes and types by their tables, and what ops learned without a new name.

#include "convert/vhlo/vhlo_versions.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool refuse(tern_string_builder_t *out_why, tern_vhlo_version_t first, const char *what) {
  if (out_why) {
    tern_string_builder_append_format(out_why, "%s is there from %u.%u.%u on", what, tern_vhlo_version_major(first),
                                      tern_vhlo_version_minor(first), tern_vhlo_version_patch(first));
  }
  return false;
}

// --- types and attributes, with all they hold ---

typedef struct question {
  tern_vhlo_version_t version;
  tern_string_builder_t *why;
} question_t;

static bool is_type_there(const tern_type_t *type, const question_t *q);
static bool is_attr_there(const tern_attr_t *attr, const question_t *q);

static bool are_types_there(const tern_type_t *type, size_t start, size_t end, const question_t *q) {
  for (size_t i = start; i < end; ++i) {
    if (!is_type_there(tern_vhlo_type_param(type, i), q)) return false;
  }
  return true;
}

static bool is_type_there(const tern_type_t *type, const question_t *q) {
  if (!tern_vhlo_is_type(type)) return true;
  tern_vhlo_type_id_t id = tern_vhlo_type_id(type);
  tern_vhlo_version_t first = tern_vhlo_type_infos[id].first;
  if (first > q->version) return refuse(q->why, first, tern_type_text(type));
  const tern_attr_t *encoding;
  switch (id) {
    case TERN_VHLO_TYPE_COMPLEX:
    case TERN_VHLO_TYPE_UNRANKED_TENSOR:
    case TERN_VHLO_TYPE_BUFFER: return are_types_there(type, 0, 1, q);
    case TERN_VHLO_TYPE_TENSOR:
      encoding = (const tern_attr_t *)(uintptr_t)type->params[1];
      return are_types_there(type, 0, 1, q) && (!encoding || is_attr_there(encoding, q));
    case TERN_VHLO_TYPE_TUPLE:
    case TERN_VHLO_TYPE_FUTURE: return are_types_there(type, 0, type->param_count, q);
    case TERN_VHLO_TYPE_FUNC: return are_types_there(type, 1, type->param_count, q);
    case TERN_VHLO_TYPE_QUANT:
    case TERN_VHLO_TYPE_QUANT_PER_AXIS: return are_types_there(type, 1, 3, q);
    default: return true;
  }
}

// A case that came later than its enum.
static bool is_case_there(const tern_attr_t *attr, const question_t *q) {
  tern_vhlo_version_t first = TERN_VHLO_VERSION(1, 22, 0);
  const char *name = tern_enum_case_name(attr->row, tern_enum_attr_value(attr));
  bool is_late = attr->row == &tern_vhlo_enums[TERN_VHLO_ENUM_COMPARISON_TYPE] && strcmp(name, "WEAKORDER") == 0;
  return !is_late || first <= q->version || refuse(q->why, first, tern_attr_text(attr));
}

static bool are_fields_there(const tern_attr_t *attr, const tern_vhlo_field_t *fields, const question_t *q) {
  const uint64_t *param = attr->params;
  for (size_t i = 0; i < TERN_VHLO_MAX_FIELDS && fields[i].name; ++i) {
    const tern_attr_t *inner = (const tern_attr_t *)(uintptr_t)*param;
    bool is_attr = fields[i].kind == TERN_VHLO_FIELD_ATTR || fields[i].kind == TERN_VHLO_FIELD_OPTIONAL_ATTR;
    if (is_attr && inner && !is_attr_there(inner, q)) return false;
    param += fields[i].kind == TERN_VHLO_FIELD_LIST ? 1 + *param : 1;
  }
  return true;
}

static bool is_attr_there(const tern_attr_t *attr, const question_t *q) {
  if (!tern_vhlo_is_attr(attr)) return true;
  if (attr->kind == TERN_ATTR_ENUM) {
    tern_vhlo_version_t first = tern_vhlo_enum_infos[(const tern_enum_row_t *)attr->row - tern_vhlo_enums].first;
    return first > q->version ? refuse(q->why, first, tern_attr_text(attr)) : is_case_there(attr, q);
  }
  size_t id = (size_t)((const tern_attr_row_t *)attr->row - tern_vhlo_attrs);
  tern_vhlo_version_t first = tern_vhlo_attr_infos[id].first;
  if (first > q->version) return refuse(q->why, first, tern_attr_text(attr));
  switch ((tern_vhlo_attr_id_t)id) {
    case TERN_VHLO_ATTR_ARRAY:
    case TERN_VHLO_ATTR_DICT:
      for (size_t i = 0; i < attr->param_count; ++i) {
        if (!is_attr_there(tern_vhlo_attr_param(attr, i), q)) return false;
      }
      return true;
    case TERN_VHLO_ATTR_FLOAT:
    case TERN_VHLO_ATTR_INTEGER:
    case TERN_VHLO_ATTR_TENSOR:
      return is_type_there(tern_vhlo_type_of(tern_attr_type(tern_vhlo_attr_param(attr, 0)), false), q);
    case TERN_VHLO_ATTR_TYPE: return is_type_there((const tern_type_t *)(uintptr_t)attr->params[0], q);
    default: return are_fields_there(attr, tern_vhlo_attr_infos[id].fields, q);
  }
}

// --- what ops learned ---

static const tern_type_t *element_of(const tern_value_t *value) {
  const tern_type_t *type = value->type;
  if (!tern_vhlo_is_type(type)) return type;
  bool is_tensor = type->row == TERN_VHLO_TYPE(TENSOR) || type->row == TERN_VHLO_TYPE(UNRANKED_TENSOR);
  return is_tensor ? tern_vhlo_type_param(type, 0) : type;
}

static bool accumulates_in_another_type(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count && i < op->result_count; ++i) {
    if (element_of(tern_op_operand(op, i)) != element_of(tern_op_result(op, i))) return true;
  }
  return false;
}

static bool has_dictionary_or_typed_ffi(const tern_op_t *op) {
  const tern_attr_t *version = tern_op_attr(op, "api_version");
  return tern_vhlo_attr_is(tern_op_attr(op, "backend_config"), TERN_VHLO_ATTR_DICT) ||
         version == tern_vhlo_enum_attr_get(tern_op_context(op), TERN_VHLO_ENUM_API_VERSION, 4);
}

static bool has_future(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_value_t *value =
        i < op->operand_count ? tern_op_operand(op, i) : tern_op_result(op, i - op->operand_count);
    if (tern_vhlo_is_type(value->type) && value->type->row == TERN_VHLO_TYPE(FUTURE)) return true;
  }
  return false;
}

static bool has_mixed_operands(const tern_op_t *op) {
  return op->operand_count > 1 && element_of(tern_op_operand(op, 0)) != element_of(tern_op_operand(op, 1));
}

static bool is_split_f8_product(const tern_op_t *op) {
  const tern_attr_t *type = tern_op_attr(op, "lhs_precision_type");
  const tern_attr_t *count = tern_op_attr(op, "num_primitive_operations");
  if (!tern_vhlo_attr_is(type, TERN_VHLO_ATTR_TYPE) || !tern_vhlo_attr_is(count, TERN_VHLO_ATTR_INTEGER)) return false;
  const tern_type_t *precision = (const tern_type_t *)(uintptr_t)type->params[0];
  int64_t number = tern_integer_attr_value(tern_vhlo_attr_param(count, 0));
  return precision->row == TERN_VHLO_TYPE(F8E4M3FN) && (number == 3 || number == 4);
}

static const struct {
  tern_vhlo_t op;
  tern_vhlo_version_t first;
  bool (*is_used)(const tern_op_t *op);
  const char *what;
} learned[] = {
    {TERN_VHLO_ALL_REDUCE_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type, "a result of another type"},
    {TERN_VHLO_REDUCE_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type, "a result of another type"},
    {TERN_VHLO_REDUCE_SCATTER_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type, "a result of another type"},
    {TERN_VHLO_REDUCE_WINDOW_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type, "a result of another type"},
    {TERN_VHLO_SCATTER_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type, "a result of another type"},
    {TERN_VHLO_SELECT_AND_SCATTER_V1, TERN_VHLO_VERSION(0, 17, 0), accumulates_in_another_type,
     "a result of another type"},
    {TERN_VHLO_CUSTOM_CALL_V1, TERN_VHLO_VERSION(1, 3, 0), has_dictionary_or_typed_ffi,
     "a dictionary or typed interface of a custom call"},
    {TERN_VHLO_CUSTOM_CALL_V1, TERN_VHLO_VERSION(1, 17, 0), has_future, "a future of a custom call"},
    {TERN_VHLO_CONVOLUTION_V1, TERN_VHLO_VERSION(1, 20, 0), has_mixed_operands, "a pair of operands of two types"},
    {TERN_VHLO_DYNAMIC_CONV_V2, TERN_VHLO_VERSION(1, 20, 0), has_mixed_operands, "a pair of operands of two types"},
    {TERN_VHLO_DOT_GENERAL_V2, TERN_VHLO_VERSION(1, 21, 0), is_split_f8_product, "an algorithm of several f8 products"},
};

static bool knows_what_is_used(const tern_op_t *op, const question_t *q) {
  for (size_t i = 0; i < sizeof(learned) / sizeof(learned[0]); ++i) {
    if (op->def->row != &tern_vhlo_ops[learned[i].op] || learned[i].first <= q->version) continue;
    if (learned[i].is_used(op)) return refuse(q->why, learned[i].first, learned[i].what);
  }
  return true;
}

// --- ops ---

static bool are_values_there(const tern_op_t *op, const question_t *q) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_type_there(tern_op_operand(op, i)->type, q)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_type_there(tern_op_result(op, i)->type, q)) return false;
  }
  return true;
}

bool tern_vhlo_op_is_of_version(const tern_op_t *op, tern_vhlo_version_t version, tern_string_builder_t *out_why) {
  const tern_vhlo_lifetime_t *lifetime = tern_vhlo_op_lifetime(op);
  const question_t q = {version, out_why};
  if (version < lifetime->first) return refuse(out_why, lifetime->first, "the op");
  if (version > lifetime->last) {
    if (out_why) {
      tern_string_builder_append_format(
          out_why, "the op is there up to %u.%u.%u", tern_vhlo_version_major(lifetime->last),
          tern_vhlo_version_minor(lifetime->last), tern_vhlo_version_patch(lifetime->last));
    }
    return false;
  }
  if (!knows_what_is_used(op, &q) || !are_values_there(op, &q)) return false;
  const tern_attr_t *attrs = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); ++i) {
    if (!is_attr_there(tern_dictionary_attr_at(attrs, i), &q)) return false;
  }
  return true;
}

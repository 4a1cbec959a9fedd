// All attributes of an op at a time: VHLO has dimension numbers and their like in parts, and no defaults.

#include "asm/parser.h"
#include "convert/vhlo/vhlo_attrs.h"
#include "ir/context.h"

// --- attributes that StableHLO keeps together ---

enum { MAX_PARTS = 9 };

typedef enum part_kind { LIST, NUMBER, FLAG, TYPE } part_kind_t;

typedef struct whole {
  const char *mnemonic;  // of StableHLO's attribute
  const char *name;      // by which ops have it
  struct {
    const char *name;
    part_kind_t kind;
  } parts[MAX_PARTS];
} whole_t;

static const whole_t wholes[] = {
    {"dot",
     "dot_dimension_numbers",
     {{"lhs_batching_dimensions", LIST},
      {"rhs_batching_dimensions", LIST},
      {"lhs_contracting_dimensions", LIST},
      {"rhs_contracting_dimensions", LIST}}},
    {"gather",
     "dimension_numbers",
     {{"offset_dims", LIST},
      {"collapsed_slice_dims", LIST},
      {"operand_batching_dims", LIST},
      {"start_indices_batching_dims", LIST},
      {"start_index_map", LIST},
      {"index_vector_dim", NUMBER}}},
    {"scatter",
     "scatter_dimension_numbers",
     {{"update_window_dims", LIST},
      {"inserted_window_dims", LIST},
      {"input_batching_dims", LIST},
      {"scatter_indices_batching_dims", LIST},
      {"scatter_dims_to_operand_dims", LIST},
      {"index_vector_dim", NUMBER}}},
    {"conv",
     "dimension_numbers",
     {{"input_batch_dimension", NUMBER},
      {"input_feature_dimension", NUMBER},
      {"input_spatial_dimensions", LIST},
      {"kernel_input_feature_dimension", NUMBER},
      {"kernel_output_feature_dimension", NUMBER},
      {"kernel_spatial_dimensions", LIST},
      {"output_batch_dimension", NUMBER},
      {"output_feature_dimension", NUMBER},
      {"output_spatial_dimensions", LIST}}},
    {"dot_algorithm",
     "algorithm",
     {{"lhs_precision_type", TYPE},
      {"rhs_precision_type", TYPE},
      {"accumulation_type", TYPE},
      {"lhs_component_count", NUMBER},
      {"rhs_component_count", NUMBER},
      {"num_primitive_operations", NUMBER},
      {"allow_imprecise_accumulation", FLAG}}},
};
enum { WHOLE_COUNT = sizeof(wholes) / sizeof(wholes[0]) };

// --- attributes that StableHLO leaves out ---

typedef enum default_kind {
  FIXED,       // the attribute that `text` is
  ONES,        // as many ones as the list `text` has elements
  ZERO_PAIRS,  // as many pairs of zeros
  FALSES,
  PRECISIONS,  // two of DEFAULT; any number of them is the same
  NEEDED,      // StableHLO needs what older spellings left out: added, but not taken away
} default_kind_t;

typedef struct default_row {
  tern_vhlo_t op;
  const char *name;
  default_kind_t kind;
  const char *text;
} default_row_t;

#define FALSE_TEXT "#vhlo.bool_v1<false>"
#define ZERO_TEXT "#vhlo.integer_v1<0 : i64>"
#define ONE_TEXT "#vhlo.integer_v1<1 : i64>"
#define EMPTY_ARRAY "#vhlo.array_v1<[]>"
#define EMPTY_STRING "#vhlo.string_v1<\"\">"
#define EMPTY_LIST "#vhlo.tensor_v1<dense<> : tensor<0xi64>>"
#define NO_TYPE "#vhlo.type_v1<!vhlo.none_v1>"
#define ANY_ACCURACY                                                              \
  "#vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, " \
  "mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>"
#define ACCURATE(ID) {TERN_VHLO_##ID, "result_accuracy", FIXED, ANY_ACCURACY}
#define CONVOLUTION(ID)                                                        \
  {TERN_VHLO_##ID, "window_strides", ONES, "input_spatial_dimensions"},        \
      {TERN_VHLO_##ID, "lhs_dilation", ONES, "input_spatial_dimensions"},      \
      {TERN_VHLO_##ID, "rhs_dilation", ONES, "input_spatial_dimensions"},      \
      {TERN_VHLO_##ID, "window_reversal", FALSES, "input_spatial_dimensions"}, \
      {TERN_VHLO_##ID, "feature_group_count", NEEDED, ONE_TEXT},               \
      {TERN_VHLO_##ID, "batch_group_count", NEEDED, ONE_TEXT}, {               \
    TERN_VHLO_##ID, "precision_config", PRECISIONS, NULL                       \
  }
#define GROUPS(ID) \
  {TERN_VHLO_##ID, "channel_id", FIXED, ZERO_TEXT}, { TERN_VHLO_##ID, "use_global_device_ids", FIXED, FALSE_TEXT }
#define TRANSFER(ID) \
  {TERN_VHLO_##ID, "is_host_transfer", FIXED, FALSE_TEXT}, { TERN_VHLO_##ID, "source_target_pairs", FIXED, EMPTY_LIST }

static const default_row_t defaults[] = {
    {TERN_VHLO_FUNC_V1, "sym_visibility", FIXED, EMPTY_STRING},
    {TERN_VHLO_FUNC_V1, "arg_attrs", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_FUNC_V1, "res_attrs", FIXED, EMPTY_ARRAY},
    GROUPS(ALL_GATHER_V2),
    GROUPS(ALL_REDUCE_V2),
    GROUPS(REDUCE_SCATTER_V1),
    {TERN_VHLO_ALL_TO_ALL_V2, "channel_id", FIXED, ZERO_TEXT},
    {TERN_VHLO_COLLECTIVE_PERMUTE_V1, "channel_id", FIXED, ZERO_TEXT},
    {TERN_VHLO_COLLECTIVE_BROADCAST_V2, "channel_id", FIXED, ZERO_TEXT},
    {TERN_VHLO_COLLECTIVE_BROADCAST_V2, "has_dynamic_root", FIXED, FALSE_TEXT},
    GROUPS(COLLECTIVE_REDUCE_V1),
    {TERN_VHLO_COLLECTIVE_REDUCE_V1, "has_dynamic_root", FIXED, FALSE_TEXT},
    {TERN_VHLO_CHOLESKY_V1, "lower", FIXED, FALSE_TEXT},
    {TERN_VHLO_COMPARE_V1, "compare_type", FIXED, "#vhlo<comparison_type_v1 NOTYPE>"},
    {TERN_VHLO_COMPOSITE_V2, "version", FIXED, ZERO_TEXT},
    {TERN_VHLO_COMPOSITE_V2, "composite_attributes", FIXED, "#vhlo.dict_v1<{}>"},
    CONVOLUTION(CONVOLUTION_V1),
    {TERN_VHLO_CONVOLUTION_V1, "padding", ZERO_PAIRS, "input_spatial_dimensions"},
    CONVOLUTION(DYNAMIC_CONV_V2),
    {TERN_VHLO_CUSTOM_CALL_V2, "has_side_effect", FIXED, FALSE_TEXT},
    {TERN_VHLO_CUSTOM_CALL_V2, "backend_config", FIXED, EMPTY_STRING},
    {TERN_VHLO_CUSTOM_CALL_V2, "api_version", FIXED, "#vhlo<api_version_v1 API_VERSION_ORIGINAL>"},
    {TERN_VHLO_CUSTOM_CALL_V2, "called_computations", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_CUSTOM_CALL_V2, "operand_layouts", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_CUSTOM_CALL_V2, "result_layouts", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_CUSTOM_CALL_V2, "output_operand_aliases", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_CUSTOM_CALL_V2, "result_tilings", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_DOT_GENERAL_V2, "precision_config", PRECISIONS, NULL},
    {TERN_VHLO_DOT_GENERAL_V2, "lhs_precision_type", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "rhs_precision_type", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "accumulation_type", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "lhs_component_count", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "rhs_component_count", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "num_primitive_operations", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_GENERAL_V2, "allow_imprecise_accumulation", FIXED, NO_TYPE},
    {TERN_VHLO_DOT_V1, "precision_config", PRECISIONS, NULL},
    ACCURATE(CBRT_V2),
    ACCURATE(COSINE_V2),
    ACCURATE(EXPONENTIAL_V2),
    ACCURATE(EXPONENTIAL_MINUS_ONE_V2),
    ACCURATE(LOG_V2),
    ACCURATE(LOG_PLUS_ONE_V2),
    ACCURATE(LOGISTIC_V2),
    ACCURATE(RSQRT_V2),
    ACCURATE(SINE_V2),
    ACCURATE(SQRT_V2),
    ACCURATE(TAN_V2),
    ACCURATE(TANH_V2),
    {TERN_VHLO_DYNAMIC_BROADCAST_IN_DIM_V1, "known_expanding_dimensions", FIXED, EMPTY_LIST},
    {TERN_VHLO_DYNAMIC_BROADCAST_IN_DIM_V1, "known_nonexpanding_dimensions", FIXED, EMPTY_LIST},
    {TERN_VHLO_DYNAMIC_GATHER_V2, "indices_are_sorted", FIXED, FALSE_TEXT},
    {TERN_VHLO_GATHER_V2, "indices_are_sorted", FIXED, FALSE_TEXT},
    {TERN_VHLO_INFEED_V1, "infeed_config", FIXED, EMPTY_STRING},
    {TERN_VHLO_INFEED_V1, "layout", FIXED, EMPTY_ARRAY},
    {TERN_VHLO_OUTFEED_V1, "outfeed_config", FIXED, EMPTY_STRING},
    TRANSFER(RECV_V2),
    TRANSFER(SEND_V2),
    {TERN_VHLO_REDUCE_WINDOW_V1, "window_strides", ONES, "window_dimensions"},
    {TERN_VHLO_REDUCE_WINDOW_V1, "base_dilations", ONES, "window_dimensions"},
    {TERN_VHLO_REDUCE_WINDOW_V1, "window_dilations", ONES, "window_dimensions"},
    {TERN_VHLO_REDUCE_WINDOW_V1, "padding", ZERO_PAIRS, "window_dimensions"},
    {TERN_VHLO_SCATTER_V2, "indices_are_sorted", FIXED, FALSE_TEXT},
    {TERN_VHLO_SCATTER_V2, "unique_indices", FIXED, FALSE_TEXT},
    {TERN_VHLO_SELECT_AND_SCATTER_V1, "window_strides", ONES, "window_dimensions"},
    {TERN_VHLO_SELECT_AND_SCATTER_V1, "padding", ZERO_PAIRS, "window_dimensions"},
    {TERN_VHLO_SORT_V1, "dimension", FIXED, "#vhlo.integer_v1<-1 : i64>"},
    {TERN_VHLO_SORT_V1, "is_stable", FIXED, FALSE_TEXT},
};
enum { DEFAULT_COUNT = sizeof(defaults) / sizeof(defaults[0]) };

static const tern_attr_t *find(const tern_named_attr_list_t *attrs, const char *name) {
  for (size_t i = 0; i < attrs->count; ++i) {
    if (strcmp(attrs->values[i].name, name) == 0) return attrs->values[i].attr;
  }
  return NULL;
}

static void push(tern_named_attr_list_t *attrs, const char *name, const tern_attr_t *attr) {
  tern_vec_push(attrs, ((tern_named_attr_t){name, attr}));
}

static const tern_attr_t *splat(tern_context_t *context, uint32_t width, const int64_t *dims, size_t rank,
                                int64_t value) {
  const tern_type_t *element = tern_i_type_get(context, width);
  const tern_attr_t *number = tern_integer_attr_get(element, value);
  const tern_type_t *type = tern_tensor_type_get(element, dims, rank, NULL);
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_TENSOR, tern_dense_elements_attr_get_splat(type, number));
}

// NULL if the list that says how many there are is missing.
static const tern_attr_t *default_attr(tern_context_t *context, const default_row_t *row,
                                       const tern_named_attr_list_t *attrs) {
  if (row->kind == FIXED || row->kind == NEEDED) return tern_parse_attr_text(context, tern_str_from_cstr(row->text));
  if (row->kind == PRECISIONS) {
    const tern_attr_t *precision = tern_vhlo_enum_attr_get(context, TERN_VHLO_ENUM_PRECISION, 0);
    return tern_vhlo_array_attr_get(context, (const tern_attr_t *const[]){precision, precision}, 2);
  }
  const tern_attr_t *list = find(attrs, row->text);
  if (!tern_vhlo_attr_is(list, TERN_VHLO_ATTR_TENSOR)) return NULL;
  int64_t dims[2] = {(int64_t)tern_dense_elements_attr_count(tern_vhlo_attr_param(list, 0)), 2};
  return splat(context, row->kind == FALSES ? 1 : 64, dims, row->kind == ZERO_PAIRS ? 2 : 1, row->kind == ONES);
}

static bool is_default(tern_context_t *context, const default_row_t *row, const tern_named_attr_list_t *attrs,
                       const tern_attr_t *attr) {
  if (row->kind == NEEDED) return false;
  if (row->kind != PRECISIONS) return attr == default_attr(context, row, attrs);
  bool is_right = tern_vhlo_attr_is(attr, TERN_VHLO_ATTR_ARRAY);
  for (size_t i = 0; is_right && i < attr->param_count; ++i) {
    is_right = tern_vhlo_attr_param(attr, i) == tern_vhlo_enum_attr_get(context, TERN_VHLO_ENUM_PRECISION, 0);
  }
  return is_right;
}

// --- to VHLO ---

static const whole_t *find_whole(const tern_attr_t *attr) {
  if (attr->kind != TERN_ATTR_DIALECT) return NULL;
  const char *name = ((const tern_attr_row_t *)attr->row)->name;
  if (strncmp(name, "stablehlo.", 10) != 0) return NULL;
  for (size_t i = 0; i < WHOLE_COUNT; ++i) {
    if (strcmp(name + 10, wholes[i].mnemonic) == 0) return &wholes[i];
  }
  return NULL;
}

static bool push_parts(const whole_t *whole, const tern_attr_t *attr, tern_named_attr_list_t *out_attrs) {
  tern_context_t *context = attr->context;
  for (size_t i = 0; i < MAX_PARTS && whole->parts[i].name; ++i) {
    tern_hlo_dims_t dims;
    const tern_attr_t *part = NULL;
    if (!tern_hlo_attr_field(attr, whole->mnemonic, whole->parts[i].name, &dims)) return false;
    if (whole->parts[i].kind == LIST) {
      part = tern_vhlo_list_attr_get(context, dims.values, dims.count);
    } else if (whole->parts[i].kind == NUMBER) {
      part = tern_vhlo_integer_attr_get(context, dims.values[0]);
    } else if (whole->parts[i].kind == FLAG) {
      part = tern_vhlo_bool_attr_get(context, dims.values[0] != 0);
    } else {
      const tern_type_t *type = tern_vhlo_type_of((const tern_type_t *)(uintptr_t)dims.values[0], false);
      part = type ? tern_vhlo_type_attr_get(type) : NULL;
    }
    if (!part) return false;
    push(out_attrs, whole->parts[i].name, part);
  }
  return true;
}

// A channel is a number, and for sends and receives a kind.
static bool push_channel(const tern_op_t *op, const tern_attr_t *attr, tern_named_attr_list_t *out_attrs) {
  if (attr->kind != TERN_ATTR_DIALECT || attr->param_count != 2) return false;
  push(out_attrs, "channel_id", tern_vhlo_integer_attr_get(attr->context, (int64_t)attr->params[0]));
  if (tern_hlo_is(op, TERN_HLO_SEND) || tern_hlo_is(op, TERN_HLO_RECV)) {
    push(out_attrs, "channel_type", tern_vhlo_integer_attr_get(attr->context, (int64_t)attr->params[1]));
  }
  return true;
}

static bool push_attr(const tern_op_t *op, const char *name, const tern_attr_t *attr, bool keeps_others,
                      tern_named_attr_list_t *out_attrs) {
  const whole_t *whole = find_whole(attr);
  if (whole) return push_parts(whole, attr, out_attrs);
  if (strcmp(name, "operandSegmentSizes") == 0) return true;
  const tern_attr_t *converted = NULL;
  if (tern_hlo_id(op) == TERN_HLO_NONE) {
    converted = tern_vhlo_attr_of(attr, keeps_others);
  } else if (strcmp(name, "channel_handle") == 0) {
    return push_channel(op, attr, out_attrs);
  } else if (attr->kind == TERN_ATTR_UNIT && tern_op_def_slot(op->def, tern_str_from_cstr(name)) >= 0) {
    converted = tern_vhlo_bool_attr_get(attr->context, true);
  } else if (strcmp(name, "api_version") == 0 && tern_attr_is_integer(attr)) {
    int64_t value = tern_integer_attr_value(attr);
    bool is_case = tern_enum_case_name(&tern_vhlo_enums[TERN_VHLO_ENUM_API_VERSION], value) != NULL;
    if (is_case) converted = tern_vhlo_enum_attr_get(attr->context, TERN_VHLO_ENUM_API_VERSION, value);
  } else {
    converted = tern_vhlo_attr_of(attr, keeps_others);
  }
  push(out_attrs, name, converted);
  return converted != NULL;
}

bool tern_vhlo_attrs_of_op(const tern_op_t *op, tern_vhlo_t vhlo, bool keeps_others, tern_named_attr_list_t *out_attrs,
                           const char **out_culprit) {
  const tern_attr_t *dictionary = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    *out_culprit = tern_dictionary_attr_name(dictionary, i)->data;
    if (!push_attr(op, *out_culprit, tern_dictionary_attr_at(dictionary, i), keeps_others, out_attrs)) return false;
  }
  for (size_t i = 0; i < DEFAULT_COUNT; ++i) {
    if (defaults[i].op != vhlo || find(out_attrs, defaults[i].name)) continue;
    const tern_attr_t *attr = default_attr(tern_op_context(op), &defaults[i], out_attrs);
    *out_culprit = defaults[i].name;
    if (!attr) return false;
    push(out_attrs, defaults[i].name, attr);
  }
  return true;
}

// --- from VHLO ---

// Takes the parts of a whole out of `attrs` (NULL marks what is gone). False if some are there and others not, or they
// are not of their kind.
static bool join_parts(tern_context_t *context, const whole_t *whole, tern_named_attr_list_t *attrs,
                       const tern_attr_t **out_attr) {
  TERN_VEC(int64_t) numbers[MAX_PARTS] = {0};
  tern_hlo_dims_t lists[MAX_PARTS] = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < MAX_PARTS && whole->parts[i].name; ++i) {
    const tern_attr_t *part = find(attrs, whole->parts[i].name);
    const tern_attr_t *inner = part ? tern_vhlo_attr_to_builtin(part, false) : NULL;
    part_kind_t kind = whole->parts[i].kind;
    is_right = inner && (kind == LIST   ? inner->kind == TERN_ATTR_DENSE_ELEMENTS &&
                                              tern_type_is_i(tern_type_element(tern_attr_type(inner)), 64) &&
                                              tern_type_rank(tern_attr_type(inner)) == 1
                         : kind == TYPE ? inner->kind == TERN_ATTR_TYPE
                                        : tern_attr_is_integer(inner));
    if (!is_right) break;
    if (kind == LIST) {
      for (size_t j = 0; j < tern_int_list_attr_count(inner); ++j) {
        tern_vec_push(&numbers[i], tern_int_list_attr_at(inner, j));
      }
    } else {
      tern_vec_push(&numbers[i],
                    kind == TYPE ? (int64_t)(uintptr_t)tern_type_attr_value(inner) : tern_integer_attr_value(inner));
    }
    lists[i] = (tern_hlo_dims_t){numbers[i].values, numbers[i].count};
  }
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "stablehlo.%s", whole->mnemonic);
  const tern_attr_row_t *row = tern_context_find_attr(context, tern_string_builder_view(&name));
  tern_string_builder_deinitialize(&name);
  *out_attr = is_right ? tern_hlo_fields_attr_get(context, row, lists) : NULL;
  for (size_t i = 0; i < MAX_PARTS; ++i) tern_vec_deinitialize(&numbers[i]);
  for (size_t i = 0; i < attrs->count; ++i) {
    for (size_t j = 0; j < MAX_PARTS && whole->parts[j].name; ++j) {
      if (strcmp(attrs->values[i].name, whole->parts[j].name) == 0) attrs->values[i].attr = NULL;
    }
  }
  return is_right;
}

static bool is_number(const tern_attr_t *attr) { return tern_vhlo_attr_is(attr, TERN_VHLO_ATTR_INTEGER); }
static int64_t number_of(const tern_attr_t *attr) { return tern_integer_attr_value(tern_vhlo_attr_param(attr, 0)); }

static bool join_channel(tern_context_t *context, tern_hlo_t hlo, tern_named_attr_list_t *attrs,
                         tern_named_attr_list_t *out_attrs) {
  const tern_attr_t *id = find(attrs, "channel_id"), *type = find(attrs, "channel_type");
  bool has_type = hlo == TERN_HLO_SEND || hlo == TERN_HLO_RECV;
  if (!id && !type) return true;
  if (!is_number(id) || (has_type ? !is_number(type) : type != NULL)) return false;
  uint64_t params[] = {(uint64_t)number_of(id), has_type ? (uint64_t)number_of(type) : 0};
  const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("stablehlo.channel_handle"));
  push(out_attrs, "channel_handle", tern_dialect_attr_get(context, row, params, 2));
  for (size_t i = 0; i < attrs->count; ++i) {
    const char *name = attrs->values[i].name;
    if (strcmp(name, "channel_id") == 0 || strcmp(name, "channel_type") == 0) attrs->values[i].attr = NULL;
  }
  return true;
}

static const tern_attr_t *symbol_of(const tern_attr_t *attr) {
  if (!tern_attr_is_string(attr) || tern_string_attr_value(attr).size == 0) return NULL;
  return tern_flat_symbol_ref_attr_get(attr->context, tern_string_attr_value(attr));
}

static const tern_attr_t *symbols_of(const tern_attr_t *attr) {
  if (attr->kind != TERN_ATTR_ARRAY) return NULL;
  TERN_VEC(const tern_attr_t *) list = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_array_attr_count(attr); ++i) {
    const tern_attr_t *symbol = symbol_of(tern_array_attr_at(attr, i));
    tern_vec_push(&list, symbol);
    is_right = symbol != NULL;
  }
  const tern_attr_t *symbols = is_right ? tern_array_attr_get(attr->context, list.values, list.count) : NULL;
  tern_vec_deinitialize(&list);
  return symbols;
}

// What a converted attribute has to be under this name. NULL if it cannot.
static const tern_attr_t *adjust(const tern_op_def_t *def, const char *name, const tern_attr_t *attr) {
  if (strcmp(name, "callee") == 0 || strcmp(name, "decomposition") == 0) return symbol_of(attr);
  if (strcmp(name, "called_computations") == 0) return symbols_of(attr);
  int slot = tern_op_def_slot(def, tern_str_from_cstr(name));
  bool is_flag = slot >= 0 && strcmp(def->attrs[slot].constraint->name, "UnitAttr") == 0;
  if (is_flag) return tern_attr_is_integer(attr) ? tern_unit_attr_get(attr->context) : NULL;
  return tern_hlo_normalize_attr(attr->context, def, tern_str_from_cstr(name), attr);
}

static void remove_defaults(tern_context_t *context, tern_vhlo_t vhlo, tern_named_attr_list_t *attrs) {
  // First looked at, then removed: some say how long others are.
  bool is_gone[DEFAULT_COUNT] = {false};
  for (size_t i = 0; i < DEFAULT_COUNT; ++i) {
    const tern_attr_t *attr = defaults[i].op == vhlo ? find(attrs, defaults[i].name) : NULL;
    is_gone[i] = attr && is_default(context, &defaults[i], attrs, attr);
  }
  for (size_t i = 0; i < DEFAULT_COUNT; ++i) {
    for (size_t j = 0; is_gone[i] && j < attrs->count; ++j) {
      if (strcmp(attrs->values[j].name, defaults[i].name) == 0) attrs->values[j].attr = NULL;
    }
  }
}

// True if the op has one of the parts.
static bool has_parts(const whole_t *whole, const tern_op_def_t *def, const tern_named_attr_list_t *attrs) {
  if (tern_op_def_slot(def, tern_str_from_cstr(whole->name)) < 0) return false;
  return find(attrs, whole->parts[0].name) != NULL;
}

static bool convert_list(tern_op_t const *op, const tern_op_def_t *def, tern_hlo_t hlo, bool keeps_others,
                         tern_named_attr_list_t *attrs, tern_named_attr_list_t *out_attrs, const char **out_culprit) {
  tern_context_t *context = tern_op_context(op);
  for (size_t i = 0; hlo != TERN_HLO_NONE && i < WHOLE_COUNT; ++i) {
    const tern_attr_t *attr;
    if (!has_parts(&wholes[i], def, attrs)) continue;
    *out_culprit = wholes[i].parts[0].name;
    if (!join_parts(context, &wholes[i], attrs, &attr)) return false;
    push(out_attrs, wholes[i].name, attr);
  }
  *out_culprit = "channel_id";
  if (hlo != TERN_HLO_NONE && !join_channel(context, hlo, attrs, out_attrs)) return false;
  for (size_t i = 0; i < attrs->count; ++i) {
    const tern_attr_t *attr = attrs->values[i].attr;
    if (!attr) continue;
    *out_culprit = attrs->values[i].name;
    const tern_attr_t *converted = tern_vhlo_attr_to_builtin(attr, keeps_others);
    if (converted) converted = adjust(def, *out_culprit, converted);
    if (!converted) return false;
    push(out_attrs, *out_culprit, converted);
  }
  return true;
}

bool tern_vhlo_attrs_to_op(const tern_op_t *op, const tern_op_row_t *target, bool keeps_others,
                           tern_named_attr_list_t *out_attrs, const char **out_culprit) {
  tern_context_t *context = tern_op_context(op);
  const tern_vhlo_lifetime_t *lifetime = tern_vhlo_op_lifetime(op);
  const tern_attr_t *dictionary = tern_op_attr_dictionary(op);
  tern_named_attr_list_t attrs = {0};
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    push(&attrs, tern_dictionary_attr_name(dictionary, i)->data, tern_dictionary_attr_at(dictionary, i));
  }
  remove_defaults(context, (tern_vhlo_t)(op->def->row - tern_vhlo_ops), &attrs);
  bool is_right =
      convert_list(op, tern_op_def_of(context, target), lifetime->hlo, keeps_others, &attrs, out_attrs, out_culprit);
  tern_vec_deinitialize(&attrs);
  return is_right;
}

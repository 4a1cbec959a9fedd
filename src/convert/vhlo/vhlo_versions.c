// One version of an op as another: a table of the ops that changed.

#include "convert/vhlo/vhlo_versions.h"

#include "asm/parser.h"
#include "base/vec.h"
#include "ir/context.h"
#include "rewrite/builder.h"

enum { MAX_ADDED = 7 };

// An attribute that the newer op has and the older has not, and what it is where the older op means the same.
typedef struct added {
  const char *name;
  const char *text;
} added_t;

typedef struct change {
  tern_vhlo_t older, newer;
  bool is_single;       // the older op has one operand
  bool has_regions;     // of the newer op only
  const char *removed;  // an attribute of the older op only, which is not read
  added_t added[MAX_ADDED];
} change_t;

#define EMPTY_LIST "#vhlo.tensor_v1<dense<> : tensor<0xi64>>"
#define NO_TYPE "#vhlo.type_v1<!vhlo.none_v1>"
#define ANY_ACCURACY                                                              \
  "#vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, " \
  "mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>"
#define CHANGE(ID) .older = TERN_VHLO_##ID##_V1, .newer = TERN_VHLO_##ID##_V2
#define ACCURATE(ID)                                           \
  {                                                            \
    CHANGE(ID), .added = { {"result_accuracy", ANY_ACCURACY} } \
  }

static const change_t changes[] = {
    {CHANGE(ALL_GATHER), .is_single = true},
    {CHANGE(ALL_REDUCE), .is_single = true},
    {CHANGE(ALL_TO_ALL), .is_single = true},
    ACCURATE(CBRT),
    {CHANGE(COLLECTIVE_BROADCAST), .is_single = true, .added = {{"has_dynamic_root", "#vhlo.bool_v1<false>"}}},
    {CHANGE(COMPOSITE), .has_regions = true},
    ACCURATE(COSINE),
    {CHANGE(CUSTOM_CALL), .added = {{"result_tilings", "#vhlo.array_v1<[]>"}}},
    {CHANGE(DOT_GENERAL), .added = {{"lhs_precision_type", NO_TYPE},
                                    {"rhs_precision_type", NO_TYPE},
                                    {"accumulation_type", NO_TYPE},
                                    {"lhs_component_count", NO_TYPE},
                                    {"rhs_component_count", NO_TYPE},
                                    {"num_primitive_operations", NO_TYPE},
                                    {"allow_imprecise_accumulation", NO_TYPE}}},
    {CHANGE(DYNAMIC_CONV), .removed = "padding"},
    {CHANGE(DYNAMIC_GATHER),
     .added = {{"operand_batching_dims", EMPTY_LIST}, {"start_indices_batching_dims", EMPTY_LIST}}},
    ACCURATE(EXPONENTIAL),
    ACCURATE(EXPONENTIAL_MINUS_ONE),
    {CHANGE(GATHER), .added = {{"operand_batching_dims", EMPTY_LIST}, {"start_indices_batching_dims", EMPTY_LIST}}},
    ACCURATE(LOG),
    ACCURATE(LOG_PLUS_ONE),
    ACCURATE(LOGISTIC),
    {CHANGE(RECV), .added = {{"source_target_pairs", EMPTY_LIST}}},
    ACCURATE(RSQRT),
    {CHANGE(SCATTER), .added = {{"input_batching_dims", EMPTY_LIST}, {"scatter_indices_batching_dims", EMPTY_LIST}}},
    {CHANGE(SEND), .added = {{"source_target_pairs", EMPTY_LIST}}},
    ACCURATE(SINE),
    ACCURATE(SQRT),
    ACCURATE(TAN),
    ACCURATE(TANH),
};

typedef TERN_VEC(tern_named_attr_t) attrs_t;

static const tern_attr_t *attr_from(const tern_op_t *op, const char *text) {
  return tern_parse_attr_text(tern_op_context(op), tern_str_from_cstr(text));
}

static bool is_empty_list(const tern_attr_t *attr) {
  return tern_vhlo_attr_is(attr, TERN_VHLO_ATTR_TENSOR) &&
         tern_dense_elements_attr_count(tern_vhlo_attr_param(attr, 0)) == 0;
}

// --- downwards: what the older op cannot say has to be as it was then ---

static bool can_go_down(const tern_op_t *op, const change_t *change, tern_string_builder_t *out_why) {
  for (size_t i = 0; i < MAX_ADDED && change->added[i].name; ++i) {
    const added_t *added = &change->added[i];
    const tern_attr_t *attr = tern_op_attr(op, added->name);
    bool is_same = attr == attr_from(op, added->text) || (strcmp(added->text, EMPTY_LIST) == 0 && is_empty_list(attr));
    if (is_same) continue;
    tern_string_builder_append_format(out_why, "the op has a '%s' that it had not before", added->name);
    return false;
  }
  if (change->is_single && (op->operand_count != 1 || op->result_count != 1)) {
    tern_string_builder_append_cstr(out_why, "the op had one operand and one result before");
    return false;
  }
  if (change->has_regions && op->region_count > 0) {
    tern_string_builder_append_cstr(out_why, "the op had no regions before");
    return false;
  }
  return true;
}

// The padding that dynamic_conv_v1 has as an attribute too: zeros, two for each spatial dimension.
static const tern_attr_t *zero_padding(const tern_op_t *op) {
  const tern_type_t *lhs = op->operand_count ? tern_op_operand(op, 0)->type : NULL;
  if (!lhs || !tern_vhlo_is_type(lhs) || lhs->row != TERN_VHLO_TYPE(TENSOR) || lhs->param_count < 4) return NULL;
  const tern_type_t *i64 = tern_i_type_get(tern_op_context(op), 64);
  int64_t dims[] = {(int64_t)lhs->param_count - 4, 2};
  const tern_attr_t *zero = tern_integer_attr_get(i64, 0);
  const tern_attr_t *zeros = tern_dense_elements_attr_get_splat(tern_tensor_type_get(i64, dims, 2, NULL), zero);
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_TENSOR, zeros);
}

// --- one step ---

static bool is_left_out(const change_t *change, const char *name, bool is_down) {
  if (!is_down) return change->removed && strcmp(name, change->removed) == 0;
  for (size_t i = 0; i < MAX_ADDED && change->added[i].name; ++i) {
    if (strcmp(name, change->added[i].name) == 0) return true;
  }
  return false;
}

static bool collect_attrs(const tern_op_t *op, const change_t *change, bool is_down, attrs_t *attrs) {
  const tern_attr_t *dictionary = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    const char *name = tern_dictionary_attr_name(dictionary, i)->data;
    if (is_left_out(change, name, is_down)) continue;
    tern_vec_push(attrs, ((tern_named_attr_t){name, tern_dictionary_attr_at(dictionary, i)}));
  }
  for (size_t i = 0; !is_down && i < MAX_ADDED && change->added[i].name; ++i) {
    tern_vec_push(attrs, ((tern_named_attr_t){change->added[i].name, attr_from(op, change->added[i].text)}));
  }
  if (!is_down || !change->removed) return true;
  const tern_attr_t *padding = zero_padding(op);
  tern_vec_push(attrs, ((tern_named_attr_t){change->removed, padding}));
  return padding != NULL;
}

static tern_op_t *replace(tern_op_t *op, const tern_op_row_t *row, const attrs_t *attrs) {
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  tern_value_t **operands = tern_malloc((op->operand_count + 1) * sizeof(*operands));
  for (size_t i = 0; i < op->result_count; ++i) types[i] = op->results[i].type;
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  tern_op_t *replacement = tern_op_create(b.context, &(tern_op_state_t){
                                                         .def = tern_op_def_of(b.context, row),
                                                         .loc = op->loc,
                                                         .operands = {operands, op->operand_count},
                                                         .result_types = {types, op->result_count},
                                                         .attrs = {attrs->values, attrs->count},
                                                         .region_count = op->region_count,
                                                     });
  tern_builder_insert(&b, replacement);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_take_blocks(&replacement->regions[i], &op->regions[i]);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(replacement, i));
  }
  tern_op_destroy(op);
  free(types);
  free(operands);
  return replacement;
}

tern_op_t *tern_vhlo_op_step_to_version(tern_op_t *op, tern_vhlo_version_t version, tern_string_builder_t *out_why) {
  const tern_vhlo_lifetime_t *lifetime = tern_vhlo_op_lifetime(op);
  bool is_down = version<lifetime->first, is_up = version> lifetime->last;
  tern_vhlo_t id = (tern_vhlo_t)(op->def->row - tern_vhlo_ops);
  const change_t *change = NULL;
  for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
    if ((is_down && changes[i].newer == id) || (is_up && changes[i].older == id)) change = &changes[i];
  }
  if (!change || (is_down && !can_go_down(op, change, out_why))) return NULL;
  attrs_t attrs = {0};
  tern_op_t *replacement = NULL;
  if (collect_attrs(op, change, is_down, &attrs)) {
    replacement = replace(op, &tern_vhlo_ops[is_down ? change->older : change->newer], &attrs);
  }
  tern_vec_deinitialize(&attrs);
  return replacement;
}

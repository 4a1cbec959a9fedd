// llvm: the hand-written syntax of calls, with operand bundles, and of landing pads.

#include "asm/format/function.h"
#include "dialect/llvm/llvm_hooks.h"

// --- operand bundles: ["tag"(%a, %b : i32, i64), "other"()] ---

typedef struct bundles {
  TERN_VEC(const tern_attr_t *) tags;
  TERN_VEC(int32_t) sizes;
  tern_operand_list_t operands;
  tern_type_list_t types;
} bundles_t;

static void deinitialize_bundles(bundles_t *bundles) {
  tern_vec_deinitialize(&bundles->tags);
  tern_vec_deinitialize(&bundles->sizes);
}

static bool parse_bundle(tern_parser_t *parser, bundles_t *bundles) {
  tern_str_t tag;
  if (!tern_parse_string(parser, &tag) || !tern_parse_token(parser, "(")) return false;
  size_t operand_count = bundles->operands.count, type_count = bundles->types.count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_token(parser, ")")) {
    if (!tern_parse_operand_list(parser, NULL, &bundles->operands) || !tern_parse_token(parser, ":") ||
        !tern_parse_type_list(parser, &bundles->types) || !tern_parse_token(parser, ")"))
      return false;
  }
  operand_count = bundles->operands.count - operand_count;
  type_count = bundles->types.count - type_count;
  if (operand_count != type_count)
    return tern_parser_error_at(parser, pos,
                                "expected %zu types for operand bundle operands for operand bundle #%zu, but actually "
                                "got %zu",
                                operand_count, bundles->sizes.count, type_count);
  tern_vec_push(&bundles->tags, tern_string_attr_get(tern_parser_context(parser), tag));
  tern_vec_push(&bundles->sizes, (int32_t)operand_count);
  return true;
}

static bool parse_bundles(tern_parser_t *parser, tern_parsed_op_t *op, bundles_t *bundles) {
  if (!tern_parse_optional_token(parser, "[") || tern_parse_optional_token(parser, "]")) return true;
  do {
    if (!parse_bundle(parser, bundles)) return false;
  } while (tern_parse_optional_token(parser, ","));
  if (!tern_parse_token(parser, "]")) return false;
  tern_op_add_attr(parser, op, "op_bundle_tags",
                   tern_array_attr_get(tern_parser_context(parser), bundles->tags.values, bundles->tags.count));
  return true;
}

// Adds the operands of the bundles and their sizes.
static bool resolve_bundles(tern_parser_t *parser, tern_parsed_op_t *op, const bundles_t *bundles) {
  if (!tern_op_resolve_operands_each(parser, op, &bundles->operands, &bundles->types)) return false;
  tern_op_add_attr(
      parser, op, "op_bundle_sizes",
      tern_dense_i32_array_attr_get(tern_parser_context(parser), bundles->sizes.values, bundles->sizes.count));
  return true;
}

static void print_bundles(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *tags = tern_op_attr(op, "op_bundle_tags"), *sizes = tern_op_attr(op, "op_bundle_sizes");
  if (!tags || !sizes || tern_array_attr_count(tags) == 0) return;
  size_t start, count;
  tern_op_operands_named(op, "op_bundle_operands", &start, &count);
  tern_printer_text(printer, " [");
  for (size_t i = 0; i < tern_array_attr_count(tags) && i < tern_dense_array_attr_count(sizes); i++) {
    size_t size = (size_t)tern_dense_array_attr_int(sizes, i);
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(tags, i));
    tern_printer_char(printer, '(');
    if (size > 0) {
      tern_printer_operands(printer, op, start, size);
      tern_printer_text(printer, " : ");
      tern_printer_operand_types(printer, op, start, size);
    }
    tern_printer_char(printer, ')');
    start += size;
  }
  tern_printer_char(printer, ']');
}

// --- what call and invoke share ---

// `@f` or `%pointer`, and the arguments in parentheses.
static bool parse_callee(tern_parser_t *parser, tern_parsed_op_t *op, tern_operand_list_t *operands,
                         bool *out_is_direct) {
  tern_unresolved_operand_t pointer;
  bool is_indirect;
  if (!tern_parse_optional_operand(parser, &pointer, &is_indirect)) return false;
  *out_is_direct = !is_indirect;
  if (is_indirect) {
    tern_operand_list_push(parser, operands, pointer);
  } else {
    tern_str_t name;
    if (!tern_parse_symbol_name(parser, &name)) return false;
    tern_op_add_attr(parser, op, "callee", tern_flat_symbol_ref_attr_get(tern_parser_context(parser), name));
  }
  return tern_parse_operand_list(parser, "()", operands);
}

static bool parse_vararg(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_keyword(parser, "vararg")) return true;
  if (!tern_parse_token(parser, "(")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (!tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE))
    return tern_parser_error_at(parser, pos, "expected an LLVM function type");
  tern_op_add_attr(parser, op, "var_callee_type", tern_type_attr_get(type));
  return tern_parse_token(parser, ")");
}

// `: (pointer type,)? (types) -> type`; resolves the operands.
static bool parse_types(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                        bool is_direct) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, ":")) return false;
  size_t first = 0;
  if (!is_direct) {
    const tern_type_t *pointer = tern_parse_type(parser);
    if (!pointer) return false;
    if (!tern_parse_optional_token(parser, ","))
      return tern_parser_error_at(parser, pos, "expected indirect call to have 2 trailing types");
    if (!tern_op_resolve_operand(parser, op, operands->values[0], pointer)) return false;
    first = 1;
  }
  tern_function_signature_t signature = {0};
  // Two errors, as upstream has them: what the list of types lacks, and what it would have been.
  if (!tern_parser_at_token(parser, "(")) {
    tern_parse_token(parser, "(");
    return tern_parser_error_at(
        parser, pos, is_direct ? "expected direct call to have 1 trailing types" : "expected trailing function type");
  }
  if (!tern_function_parse_signature(parser, false, &signature)) return false;
  if (signature.results.count > 1) return tern_parser_error_at(parser, pos, "expected function with 0 or 1 result");
  if (signature.results.count == 1 && tern_type_is_llvm(signature.results.values[0], TERN_LLVM_VOID))
    return tern_parser_error_at(parser, pos, "expected a non-void result type");
  if (signature.args.count != operands->count - first)
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, operands->count - first, signature.args.count);
  for (size_t i = 0; i < signature.args.count; i++)
    if (!tern_op_resolve_operand(parser, op, operands->values[first + i], signature.args.values[i].type)) return false;
  tern_function_add_arg_attrs(parser, op, &signature);
  if (signature.results.count > 0) tern_op_add_result_type(parser, op, signature.results.values[0]);
  return true;
}

static void print_callee(tern_printer_t *printer, const tern_op_t *op, size_t count) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  if (callee)
    tern_printer_attr(printer, callee);
  else
    tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, callee ? 0 : 1, callee ? count : count - 1);
  tern_printer_char(printer, ')');
}

static void print_vararg(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *type = tern_op_attr(op, "var_callee_type");
  if (!type) return;
  tern_printer_text(printer, " vararg(");
  tern_printer_type(printer, tern_type_attr_value(type));
  tern_printer_char(printer, ')');
}

static void print_attrs_at(tern_printer_t *printer, const tern_op_t *op, const char *name, size_t index) {
  const tern_attr_t *list = tern_op_attr(op, name);
  if (!list || list->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(list)) return;
  const tern_attr_t *attrs = tern_array_attr_at(list, index);
  if (attrs->kind != TERN_ATTR_DICTIONARY || tern_dictionary_attr_count(attrs) == 0) return;
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, attrs);
}

// `(types {attrs}) -> type`
static void print_signature(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count) {
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_type(printer, tern_op_operand(op, start + i)->type);
    print_attrs_at(printer, op, "arg_attrs", i);
  }
  tern_printer_text(printer, ") -> ");
  if (op->result_count == 0) {
    tern_printer_text(printer, "()");
    return;
  }
  const tern_attr_t *attrs = tern_op_attr(op, "res_attrs");
  bool has_attrs =
      attrs && tern_array_attr_count(attrs) > 0 && tern_dictionary_attr_count(tern_array_attr_at(attrs, 0)) > 0;
  if (has_attrs) tern_printer_char(printer, '(');
  tern_printer_type(printer, op->results[0].type);
  print_attrs_at(printer, op, "res_attrs", 0);
  if (has_attrs) tern_printer_char(printer, ')');
}

static void print_types(tern_printer_t *printer, const tern_op_t *op, size_t count) {
  bool is_direct = tern_op_attr(op, "callee") != NULL;
  tern_printer_text(printer, " : ");
  if (!is_direct) {
    tern_printer_type(printer, tern_op_operand(op, 0)->type);
    tern_printer_text(printer, ", ");
  }
  print_signature(printer, op, is_direct ? 0 : 1, is_direct ? count : count - 1);
}

static const char *const elided_of_calls[] = {"callee",         "TailCallKind",        "var_callee_type",
                                              "CConv",          "operandSegmentSizes", "op_bundle_sizes",
                                              "op_bundle_tags", "arg_attrs",           "res_attrs"};
enum { ELIDED_COUNT = sizeof(elided_of_calls) / sizeof(elided_of_calls[0]) };

static void add_segments(tern_parser_t *parser, tern_parsed_op_t *op, const int32_t *sizes, size_t count) {
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), sizes, count));
}

// --- call ---

bool tern_llvm_parse_call(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  bundles_t bundles = {0};
  bool is_direct = true;
  tern_llvm_parse_keyword(parser, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  tern_llvm_parse_keyword(parser, op, "TailCallKind", TERN_LLVM_ENUM(TAIL_CALL_KIND), 0);
  bool is_right = parse_callee(parser, op, &operands, &is_direct) && parse_vararg(parser, op) &&
                  parse_bundles(parser, op, &bundles) && tern_op_parse_optional_attr_dict(parser, op) &&
                  parse_types(parser, op, &operands, is_direct) && resolve_bundles(parser, op, &bundles);
  if (is_right) add_segments(parser, op, (int32_t[]){(int32_t)operands.count, (int32_t)bundles.operands.count}, 2);
  deinitialize_bundles(&bundles);
  return is_right;
}

void tern_llvm_print_call(tern_printer_t *printer, const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "callee_operands", &start, &count);
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  tern_llvm_print_keyword(printer, op, "TailCallKind", TERN_LLVM_ENUM(TAIL_CALL_KIND), 0);
  print_callee(printer, op, count);
  print_vararg(printer, op);
  print_bundles(printer, op);
  tern_printer_attr_dict(printer, op, elided_of_calls, ELIDED_COUNT);
  print_types(printer, op, count);
}

// --- invoke: ... to ^bb1(%a : i32) unwind ^bb2 ... ---

// A successor's operands come before the call's own are resolved, so they are put aside.
typedef struct destination {
  tern_block_t *block;
  tern_operand_list_t operands;
  tern_type_list_t types;
} destination_t;

static bool parse_destination(tern_parser_t *parser, tern_parsed_op_t *op, destination_t *out_destination) {
  if (!tern_op_parse_successor(parser, op, &out_destination->block)) return false;
  if (!tern_parse_optional_token(parser, "(")) return true;
  return tern_parse_operand_list(parser, NULL, &out_destination->operands) && tern_parse_token(parser, ":") &&
         tern_parse_type_list(parser, &out_destination->types) && tern_parse_token(parser, ")");
}

bool tern_llvm_parse_invoke(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  bundles_t bundles = {0};
  destination_t normal = {0}, unwind = {0};
  bool is_direct = true;
  tern_llvm_parse_keyword(parser, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  bool is_right = parse_callee(parser, op, &operands, &is_direct) && tern_parse_keyword(parser, "to") &&
                  parse_destination(parser, op, &normal) && tern_parse_keyword(parser, "unwind") &&
                  parse_destination(parser, op, &unwind) && parse_vararg(parser, op) &&
                  parse_bundles(parser, op, &bundles) && tern_op_parse_optional_attr_dict(parser, op) &&
                  parse_types(parser, op, &operands, is_direct) &&
                  tern_op_resolve_operands_each(parser, op, &normal.operands, &normal.types) &&
                  tern_op_resolve_operands_each(parser, op, &unwind.operands, &unwind.types) &&
                  resolve_bundles(parser, op, &bundles);
  if (is_right)
    add_segments(parser, op,
                 (int32_t[]){(int32_t)operands.count, (int32_t)normal.operands.count, (int32_t)unwind.operands.count,
                             (int32_t)bundles.operands.count},
                 4);
  deinitialize_bundles(&bundles);
  return is_right;
}

void tern_llvm_print_invoke(tern_printer_t *printer, const tern_op_t *op) {
  size_t start, count, dest_start, dest_count;
  tern_op_operands_named(op, "callee_operands", &start, &count);
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  print_callee(printer, op, count);
  tern_printer_text(printer, " to ");
  tern_op_operands_named(op, "normalDestOperands", &dest_start, &dest_count);
  tern_printer_successor_and_operands(printer, op, 0, dest_start, dest_count);
  tern_printer_text(printer, " unwind ");
  tern_op_operands_named(op, "unwindDestOperands", &dest_start, &dest_count);
  tern_printer_successor_and_operands(printer, op, 1, dest_start, dest_count);
  print_vararg(printer, op);
  print_bundles(printer, op);
  tern_printer_attr_dict(printer, op, elided_of_calls, ELIDED_COUNT);
  print_types(printer, op, count);
}

// --- call_intrinsic: "llvm.name"(%a) bundles? attr-dict : (types) -> type ---

bool tern_llvm_parse_call_intrinsic(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  tern_operand_list_t operands = {0};
  bundles_t bundles = {0};
  bool is_right = tern_parse_string(parser, &name) && tern_parse_operand_list(parser, "()", &operands) &&
                  parse_bundles(parser, op, &bundles) && tern_op_parse_optional_attr_dict(parser, op);
  if (is_right) tern_op_add_attr(parser, op, "intrin", tern_string_attr_get(tern_parser_context(parser), name));
  is_right = is_right && parse_types(parser, op, &operands, true) && resolve_bundles(parser, op, &bundles);
  if (is_right) add_segments(parser, op, (int32_t[]){(int32_t)operands.count, (int32_t)bundles.operands.count}, 2);
  deinitialize_bundles(&bundles);
  return is_right;
}

void tern_llvm_print_call_intrinsic(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"intrin",         "operandSegmentSizes", "op_bundle_sizes",
                                       "op_bundle_tags", "arg_attrs",           "res_attrs"};
  size_t start, count;
  tern_op_operands_named(op, "args", &start, &count);
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "intrin"));
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, start, count);
  tern_printer_char(printer, ')');
  print_bundles(printer, op);
  tern_printer_attr_dict(printer, op, elided, 6);
  tern_printer_text(printer, " : ");
  print_signature(printer, op, start, count);
}

// --- intr.assume: %condition bundles? : i1 attr-dict ---

bool tern_llvm_parse_assume(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t condition;
  bundles_t bundles = {0};
  const tern_type_t *type;
  bool is_right = tern_parse_operand(parser, &condition) && parse_bundles(parser, op, &bundles) &&
                  tern_parse_colon_type(parser, &type) && tern_op_parse_optional_attr_dict(parser, op) &&
                  tern_op_resolve_operand(parser, op, condition, type) && resolve_bundles(parser, op, &bundles);
  deinitialize_bundles(&bundles);
  return is_right;
}

void tern_llvm_print_assume(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"op_bundle_sizes", "op_bundle_tags"};
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  print_bundles(printer, op);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_attr_dict(printer, op, elided, 2);
}

// --- landingpad: cleanup? (catch %a : type) (filter %b : type) : type ---

bool tern_llvm_parse_landingpad(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_parse_optional_keyword(parser, "cleanup"))
    tern_op_add_attr(parser, op, "cleanup", tern_unit_attr_get(tern_parser_context(parser)));
  while (tern_parse_optional_token(parser, "(")) {
    tern_unresolved_operand_t operand;
    const tern_type_t *type;
    if (!tern_parse_optional_keyword(parser, "filter") && !tern_parse_keyword(parser, "catch")) return false;
    if (!tern_parse_operand(parser, &operand) || !tern_parse_colon_type(parser, &type) ||
        !tern_op_resolve_operand(parser, op, operand, type) || !tern_parse_token(parser, ")"))
      return false;
  }
  const tern_type_t *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_llvm_print_landingpad(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"cleanup"};
  tern_printer_text(printer, tern_op_attr(op, "cleanup") ? " cleanup " : " ");
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_value_t *value = tern_op_operand(op, i);
    tern_printer_text(printer, tern_type_is_llvm(value->type, TERN_LLVM_ARRAY) ? "(filter " : "(catch ");
    tern_printer_value(printer, value);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, value->type);
    tern_printer_text(printer, ") ");
  }
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, ": ");
  tern_printer_type(printer, op->results[0].type);
}

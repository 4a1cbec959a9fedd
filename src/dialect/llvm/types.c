// llvm: types, their syntax and what may be inside of what.
//
// Inside of an llvm type, other llvm types are written without `!llvm.`: !llvm.struct<(ptr, array<2 x f32>)>.

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "ir/context.h"

static uint64_t to_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }
static const void *to_pointer(uint64_t param) { return (const void *)(uintptr_t)param; }

// --- making ---

// A type of `head_count` parameters in `head` and the types that follow.
static const tern_type_t *make_type(tern_context_t *context, enum tern_llvm_type which, const uint64_t *head,
                                    size_t head_count, tern_types_t types) {
  TERN_VEC(uint64_t) params = {0};
  for (size_t i = 0; i < head_count; i++) tern_vec_push(&params, head[i]);
  for (size_t i = 0; i < types.count; i++) tern_vec_push(&params, to_param(types.values[i]));
  const tern_type_t *type = tern_dialect_type_get(context, &tern_llvm_types[which], params.values, params.count);
  tern_vec_deinitialize(&params);
  return type;
}

const tern_type_t *tern_llvm_ptr_type(tern_context_t *context, unsigned address_space) {
  uint64_t space = address_space;
  return tern_dialect_type_get(context, &tern_llvm_types[TERN_LLVM_PTR], &space, 1);
}

const tern_type_t *tern_llvm_void_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_llvm_types[TERN_LLVM_VOID], NULL, 0);
}

const tern_type_t *tern_llvm_array_type(const tern_type_t *element, uint64_t count) {
  uint64_t params[] = {to_param(element), count};
  return tern_dialect_type_get(element->context, &tern_llvm_types[TERN_LLVM_ARRAY], params, 2);
}

static const tern_type_t *make_struct(tern_context_t *context, const tern_ident_t *name, bool is_opaque, bool is_packed,
                                      tern_types_t elements) {
  uint64_t head[] = {is_packed, name != NULL, to_param(name), is_opaque};
  return make_type(context, TERN_LLVM_STRUCT, head, 4, elements);
}

const tern_type_t *tern_llvm_struct_type(tern_context_t *context, tern_types_t elements, bool is_packed) {
  return make_struct(context, NULL, false, is_packed, elements);
}

const tern_type_t *tern_llvm_struct_of(const tern_type_t *element, size_t count) {
  TERN_VEC(const tern_type_t *) elements = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&elements, element);
  const tern_type_t *type =
      tern_llvm_struct_type(element->context, (tern_types_t){elements.values, elements.count}, false);
  tern_vec_deinitialize(&elements);
  return type;
}

const tern_type_t *tern_llvm_func_type(const tern_type_t *result, tern_types_t inputs, bool is_vararg) {
  uint64_t head[] = {to_param(result), is_vararg};
  return make_type(result->context, TERN_LLVM_FUNC_TYPE, head, 2, inputs);
}

// --- what may be inside of what ---

static bool is_float(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_BF16:
    case TERN_TYPE_F16:
    case TERN_TYPE_F32:
    case TERN_TYPE_F64:
    case TERN_TYPE_F80:
    case TERN_TYPE_F128: return true;
    default: return tern_type_is_llvm(type, TERN_LLVM_PPC_FP128);
  }
}

static bool is_own(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row >= tern_llvm_types &&
         type->row < tern_llvm_types + TERN_LLVM_TYPE_COUNT;
}

bool tern_llvm_is_compatible(const tern_type_t *type) {
  if (tern_type_is_signless(type) || is_float(type)) return true;
  if (type->kind == TERN_TYPE_VECTOR) {
    const tern_type_t *element = tern_type_element(type);
    return tern_type_rank(type) == 1 &&
           (tern_type_is_signless(element) || is_float(element) || tern_type_is_llvm(element, TERN_LLVM_PTR) ||
            tern_type_is_llvm_address(element));
  }
  return is_own(type) || tern_type_is_llvm_address(type);
}

// Types of members and elements have a size. What other dialects mean by theirs is known when these are lowered.
static bool may_be_element(const tern_type_t *type) {
  static const enum tern_llvm_type without_size[] = {TERN_LLVM_VOID, TERN_LLVM_LABEL, TERN_LLVM_METADATA,
                                                     TERN_LLVM_FUNC_TYPE, TERN_LLVM_TOKEN};
  for (size_t i = 0; i < sizeof(without_size) / sizeof(without_size[0]); i++)
    if (tern_type_is_llvm(type, without_size[i])) return false;
  return true;
}

static bool may_be_argument(const tern_type_t *type) {
  return tern_llvm_is_compatible(type) && !tern_type_is_llvm(type, TERN_LLVM_VOID) &&
         !tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE);
}

static bool may_be_result(const tern_type_t *type) {
  return tern_llvm_is_compatible(type) && !tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE) &&
         !tern_type_is_llvm(type, TERN_LLVM_METADATA) && !tern_type_is_llvm(type, TERN_LLVM_LABEL);
}

// --- parsing ---

// Builtin types are not written as LLVM's.
const char *tern_llvm_unknown_type_message(tern_str_t name) {
  static const char *const builtin[] = {"tensor", "memref", "vector", "complex", "tuple", "index", "none", "tf32"};
  bool is_builtin = name.size > 1 && (name.data[0] == 'f' || name.data[0] == 'i');
  for (size_t i = 1; is_builtin && i < name.size; i++) is_builtin = name.data[i] >= '0' && name.data[i] <= '9';
  for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++)
    is_builtin = is_builtin || tern_str_equal_cstr(name, builtin[i]);
  return is_builtin || tern_str_equal_cstr(name, "bf16") ? "unexpected type, expected keyword" : "unknown LLVM type";
}

// A type as it stands inside of an llvm type: with or without `!llvm.`.
static const tern_type_t *parse_inner(tern_parser_t *parser) {
  const tern_type_t *type;
  if (!tern_parse_optional_type(parser, &type)) return NULL;
  if (type) return type;
  tern_str_t keyword;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &keyword)) return NULL;
  for (size_t i = 0; i < TERN_LLVM_TYPE_COUNT; i++) {
    const tern_type_row_t *row = &tern_llvm_types[i];
    if (!tern_str_equal_cstr(keyword, row->name + strlen("llvm."))) continue;
    return row->parse ? row->parse(parser, row) : tern_dialect_type_get(tern_parser_context(parser), row, NULL, 0);
  }
  tern_parser_error_at(parser, pos, "unknown LLVM type: %.*s", (int)keyword.size, keyword.data);
  return NULL;
}

static const tern_type_t *parse_ptr(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  int64_t space = 0;
  if (tern_parse_optional_token(parser, "<")) {
    if (!tern_parse_integer(parser, &space)) return NULL;
    if (space < 0 || space > UINT32_MAX) {
      tern_parser_error(parser, "address space out of range");
      return NULL;
    }
    if (!tern_parse_token(parser, ">")) return NULL;
  }
  return tern_llvm_ptr_type(tern_parser_context(parser), (unsigned)space);
}

static const tern_type_t *parse_array(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  const int64_t *dims;
  size_t count;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_dimension_list(parser, false, true, &dims, &count)) return NULL;
  if (count != 1) {
    tern_parser_error_at(parser, pos, "expected a single number of elements");
    return NULL;
  }
  pos = tern_parser_pos(parser);
  const tern_type_t *element = parse_inner(parser);
  if (!element || !tern_parse_token(parser, ">")) return NULL;
  if (!may_be_element(element)) {
    tern_parser_error_at(parser, pos, "invalid array element type: '%s'", tern_type_text(element));
    return NULL;
  }
  return tern_llvm_array_type(element, (uint64_t)dims[0]);
}

static const tern_type_t *parse_func(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *result = parse_inner(parser);
  if (!result || !tern_parse_token(parser, "(")) return NULL;
  if (!may_be_result(result)) {
    tern_parser_error_at(parser, pos, "invalid function result type: '%s'", tern_type_text(result));
    return NULL;
  }
  tern_type_list_t inputs = {0};
  bool is_vararg = false;
  if (!tern_parser_at_token(parser, ")")) {
    do {
      if (tern_parse_optional_token(parser, "...")) {
        is_vararg = true;
        break;
      }
      pos = tern_parser_pos(parser);
      const tern_type_t *input = parse_inner(parser);
      if (!input) return NULL;
      if (!may_be_argument(input)) {
        tern_parser_error_at(parser, pos, "invalid function argument type: '%s'", tern_type_text(input));
        return NULL;
      }
      tern_type_list_push(parser, &inputs, input);
    } while (tern_parse_optional_token(parser, ","));
  }
  if (!tern_parse_token(parser, ")") || !tern_parse_token(parser, ">")) return NULL;
  return tern_llvm_func_type(result, (tern_types_t){inputs.values, inputs.count}, is_vararg);
}

// The identified structs of a context, by name: a name stands for one body. Those whose bodies are being read are
// marked.
static const char identified_structs, open_structs;

static void destroy_map(void *map) {
  tern_map_deinitialize(map);
  free(map);
}

static tern_map_t *find_map(tern_context_t *context, const char *which) {
  tern_map_t *map = tern_context_extension(context, which);
  if (map) return map;
  map = tern_realloc_array(NULL, 1, sizeof(*map));
  *map = (tern_map_t){0};
  tern_context_set_extension(context, which, map, destroy_map);
  return map;
}

static const tern_type_t *make_identified(tern_parser_t *parser, tern_source_pos_t pos, tern_str_t name, bool is_opaque,
                                          bool is_packed, tern_types_t elements) {
  tern_context_t *context = tern_parser_context(parser);
  tern_map_t *map = find_map(context, &identified_structs);
  const tern_ident_t *ident = tern_ident_get(context, name);
  const tern_type_t *type = make_struct(context, ident, is_opaque, is_packed, elements);
  const tern_type_t *known = tern_map_get(map, ident);
  if (known && known != type) {
    tern_parser_error_at(
        parser, pos,
        is_opaque ? "redeclaring defined struct as opaque" : "identified type already used with a different body");
    return NULL;
  }
  if (!known) tern_map_set(map, ident, (void *)(uintptr_t)type);
  return type;
}

// `(types)`; false after an error.
static bool parse_members(tern_parser_t *parser, tern_type_list_t *elements) {
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parser_at_token(parser, ")")) {
    do {
      tern_source_pos_t pos = tern_parser_pos(parser);
      const tern_type_t *element = parse_inner(parser);
      if (!element) return false;
      if (!may_be_element(element))
        return tern_parser_error_at(parser, pos, "invalid LLVM structure element type: '%s'", tern_type_text(element));
      tern_type_list_push(parser, elements, element);
    } while (tern_parse_optional_token(parser, ","));
  }
  return tern_parse_token(parser, ")");
}

// The members of a struct of this name, which none of them may be: pointers do not say what they point to.
static bool parse_named_members(tern_parser_t *parser, tern_source_pos_t pos, tern_str_t name,
                                tern_type_list_t *elements) {
  tern_context_t *context = tern_parser_context(parser);
  tern_map_t *map = find_map(context, &open_structs);
  const tern_ident_t *ident = tern_ident_get(context, name);
  if (tern_map_get(map, ident))
    return tern_parser_error_at(parser, pos, "identifier already used for an enclosing struct");
  tern_map_set(map, ident, (void *)(uintptr_t)ident);
  bool is_right = parse_members(parser, elements);
  tern_map_set(find_map(context, &open_structs), ident, NULL);
  return is_right;
}

static const tern_type_t *parse_struct(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_str_t name = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t name_pos = tern_parser_pos(parser);
  bool is_identified = tern_parse_optional_string(parser, &name);
  if (is_identified && tern_parser_at_token(parser, ">")) {
    tern_parser_error_at(parser, name_pos, "struct without a body only allowed in a recursive struct");
    return NULL;
  }
  if (is_identified && !tern_parse_token(parser, ",")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_keyword(parser, "opaque")) {
    if (!is_identified) {
      tern_parser_error_at(parser, pos, "only identified structs can be opaque");
      return NULL;
    }
    if (!tern_parse_token(parser, ">")) return NULL;
    return make_identified(parser, pos, name, true, false, (tern_types_t){0});
  }
  bool is_packed = tern_parse_optional_keyword(parser, "packed");
  pos = tern_parser_pos(parser);
  tern_type_list_t elements = {0};
  bool is_right =
      is_identified ? parse_named_members(parser, name_pos, name, &elements) : parse_members(parser, &elements);
  if (!is_right || !tern_parse_token(parser, ">")) return NULL;
  tern_types_t types = {elements.values, elements.count};
  if (is_identified) return make_identified(parser, pos, name, false, is_packed, types);
  return tern_llvm_struct_type(tern_parser_context(parser), types, is_packed);
}

// `<"name", types..., integers...>`
static const tern_type_t *parse_target(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_str_t name;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t name_pos = tern_parser_pos(parser);
  if (!tern_parse_string(parser, &name)) {
    tern_parser_error_at(parser, name_pos,
                         "failed to parse LLVMTargetExtType parameter 'extTypeName' which is to be a "
                         "`::llvm::StringRef`");
    return NULL;
  }
  tern_context_t *context = tern_parser_context(parser);
  TERN_VEC(uint64_t) params = {0};
  tern_vec_push(&params, to_param(tern_ident_get(context, name)));
  tern_vec_push(&params, 0);
  bool is_right = true, has_integers = false;
  while (is_right && tern_parse_optional_token(parser, ",")) {
    int64_t value;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (tern_parse_optional_integer(parser, &value)) {
      if (value < 0 || value > UINT32_MAX) is_right = tern_parser_error_at(parser, pos, "integer out of range");
      has_integers = true;
      tern_vec_push(&params, (uint64_t)value);
      continue;
    }
    if (has_integers) {
      is_right = tern_parser_error_at(parser, pos, "failed to parse parameter list for target extension type");
      break;
    }
    const tern_type_t *type = parse_inner(parser);
    is_right = type != NULL;
    tern_vec_push(&params, to_param(type));
    params.values[1]++;
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const tern_type_t *type = is_right ? tern_dialect_type_get(context, row, params.values, params.count) : NULL;
  tern_vec_deinitialize(&params);
  return type;
}

// --- printing ---

static const tern_type_t *type_at(const tern_type_t *type, size_t index) { return to_pointer(type->params[index]); }

// A type inside another goes without its dialect's name, if it is LLVM's alone: floats, to which upstream counts
// ppc_fp128, are not.
static void print_inner(tern_printer_t *printer, const tern_type_t *type) {
  if (!is_own(type) || tern_type_is_llvm(type, TERN_LLVM_PPC_FP128)) {
    tern_printer_type(printer, type);
    return;
  }
  tern_printer_text(printer, type->row->name + strlen("llvm."));
  if (type->row->print) type->row->print(printer, type);
}

static void print_inner_list(tern_printer_t *printer, tern_types_t types) {
  for (size_t i = 0; i < types.count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_inner(printer, types.values[i]);
  }
}

static void print_ptr(tern_printer_t *printer, const tern_type_t *type) {
  if (type->params[0] != 0) tern_printer_format(printer, "<%llu>", (unsigned long long)type->params[0]);
}

static void print_array(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%llu x ", (unsigned long long)type->params[1]);
  print_inner(printer, type_at(type, 0));
  tern_printer_char(printer, '>');
}

static void print_func(tern_printer_t *printer, const tern_type_t *type) {
  tern_types_t inputs = {(const tern_type_t *const *)(const void *)&type->params[2], type->param_count - 2};
  tern_printer_char(printer, '<');
  print_inner(printer, type_at(type, 0));
  tern_printer_text(printer, " (");
  print_inner_list(printer, inputs);
  if (type->params[1]) tern_printer_text(printer, inputs.count > 0 ? ", ..." : "...");
  tern_printer_text(printer, ")>");
}

static void print_struct(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  if (type->params[1]) {
    tern_printer_quoted(printer, tern_ident_str(to_pointer(type->params[2])));
    tern_printer_text(printer, ", ");
  }
  if (type->params[3]) {
    tern_printer_text(printer, "opaque>");
    return;
  }
  tern_printer_text(printer, type->params[0] ? "packed (" : "(");
  print_inner_list(printer, tern_llvm_struct_elements(type));
  tern_printer_text(printer, ")>");
}

static void print_target(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_quoted(printer, tern_ident_str(to_pointer(type->params[0])));
  for (size_t i = 2; i < type->param_count; i++) {
    tern_printer_text(printer, ", ");
    if (i < 2 + type->params[1])
      tern_printer_type(printer, type_at(type, i));
    else
      tern_printer_int(printer, (int64_t)type->params[i]);
  }
  tern_printer_char(printer, '>');
}

// --- the table ---

const tern_type_row_t tern_llvm_types[] = {
    [TERN_LLVM_PTR] = {"llvm.ptr", "LLVM pointer type", parse_ptr, print_ptr, NULL, NULL},
    [TERN_LLVM_STRUCT] = {"llvm.struct", "LLVM structure type", parse_struct, print_struct, NULL, NULL},
    [TERN_LLVM_ARRAY] = {"llvm.array", "LLVM array type", parse_array, print_array, NULL, NULL},
    [TERN_LLVM_FUNC_TYPE] = {"llvm.func", "LLVM function type", parse_func, print_func, NULL, NULL},
    [TERN_LLVM_VOID] = {"llvm.void", "LLVM void type", NULL, NULL, NULL, NULL},
    [TERN_LLVM_LABEL] = {"llvm.label", "LLVM label type", NULL, NULL, NULL, NULL},
    [TERN_LLVM_TOKEN] = {"llvm.token", "LLVM token type", NULL, NULL, NULL, NULL},
    [TERN_LLVM_METADATA] = {"llvm.metadata", "LLVM metadata type", NULL, NULL, NULL, NULL},
    [TERN_LLVM_PPC_FP128] = {"llvm.ppc_fp128", "pair of doubles as one float", NULL, NULL, NULL, NULL},
    [TERN_LLVM_X86_AMX] = {"llvm.x86_amx", "AMX tile type", NULL, NULL, NULL, NULL},
    [TERN_LLVM_TARGET] = {"llvm.target", "LLVM target extension type", parse_target, print_target, NULL, NULL},
};

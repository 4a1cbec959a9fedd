// Assembly formats, from the row's string to a tree of elements.
//
// Grammar and checks are those of mlir-tblgen's OpFormatGen; so are the rules for spaces, which depend only on the
// format and are therefore decided here, once.

#include <stdio.h>

#include "asm/format/private.h"
#include "base/vec.h"

typedef enum token_kind {
  TOKEN_END,
  TOKEN_WORD,      // directive names
  TOKEN_VARIABLE,  // $name
  TOKEN_LITERAL,   // `text`
  TOKEN_STRING,    // "text"
  TOKEN_PUNCTUATION,
} token_kind_t;

typedef struct token {
  token_kind_t kind;
  tern_str_t text;  // without the quotes
} token_t;

typedef struct compiler {
  tern_context_t *context;
  tern_arena_t *arena;
  tern_format_t *format;
  const tern_op_def_t *def;
  const char *cursor;
  token_t token;
  const char *message;  // the first error, or NULL
  tern_format_seen_t seen;
  size_t last_region;  // one past the last region bound: they are to be in order
} compiler_t;

static const char *format_message(compiler_t *compiler, const char *text, tern_str_t detail) {
  size_t size = strlen(text) + detail.size + 8;
  char *message = tern_arena_alloc(compiler->arena, size);
  snprintf(message, size, text, (int)detail.size, detail.data);
  return message;
}

// Notes an error whose `%.*s` is `detail`. Always NULL.
static tern_element_t *fail(compiler_t *compiler, const char *text, tern_str_t detail) {
  if (!compiler->message) compiler->message = format_message(compiler, text, detail);
  return NULL;
}

// --- tokens ---

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static token_t quoted_token(compiler_t *compiler, token_kind_t kind, char quote) {
  const char *start = ++compiler->cursor;
  while (*compiler->cursor && *compiler->cursor != quote) {
    if (quote == '"' && compiler->cursor[0] == '\\' && compiler->cursor[1]) ++compiler->cursor;
    ++compiler->cursor;
  }
  token_t token = {kind, tern_str_make(start, (size_t)(compiler->cursor - start))};
  if (*compiler->cursor) {
    ++compiler->cursor;
  } else {
    fail(compiler, "unterminated literal '%.*s'", token.text);
  }
  return token;
}

static void advance(compiler_t *compiler) {
  while (*compiler->cursor == ' ' || *compiler->cursor == '\n' || *compiler->cursor == '\t' ||
         *compiler->cursor == '\r') {
    ++compiler->cursor;
  }
  const char *start = compiler->cursor;
  if (*start == '\0') {
    compiler->token = (token_t){TOKEN_END, tern_str_make("end of format", 13)};
  } else if (*start == '`') {
    compiler->token = quoted_token(compiler, TOKEN_LITERAL, '`');
  } else if (*start == '"') {
    compiler->token = quoted_token(compiler, TOKEN_STRING, '"');
  } else if (is_letter(*start) || (*start == '$' && is_letter(start[1]))) {
    bool is_variable = *start == '$';
    ++compiler->cursor;
    while (is_letter(*compiler->cursor) || is_digit(*compiler->cursor) || (!is_variable && *compiler->cursor == '-')) {
      ++compiler->cursor;
    }
    tern_str_t text = tern_str_make(start, (size_t)(compiler->cursor - start));
    compiler->token = is_variable ? (token_t){TOKEN_VARIABLE, tern_str_drop(text, 1)} : (token_t){TOKEN_WORD, text};
  } else {
    ++compiler->cursor;
    compiler->token = (token_t){TOKEN_PUNCTUATION, tern_str_make(start, 1)};
  }
}

static bool at_punctuation(const compiler_t *compiler, char c) {
  return compiler->token.kind == TOKEN_PUNCTUATION && compiler->token.text.data[0] == c;
}

static bool take(compiler_t *compiler, char c) {
  if (!at_punctuation(compiler, c)) return false;
  advance(compiler);
  return true;
}

static bool expect(compiler_t *compiler, char c) {
  if (take(compiler, c)) return true;
  char text[32];
  snprintf(text, sizeof text, "expected '%c' before '%%.*s'", c);
  fail(compiler, text, compiler->token.text);
  return false;
}

// --- elements ---

typedef enum place { PLACE_TOP, PLACE_TYPE, PLACE_REF, PLACE_CUSTOM } place_t;

static tern_element_t *make_element(compiler_t *compiler, tern_element_kind_t kind, tern_str_t text) {
  tern_element_t *element = tern_arena_alloc_zeroed(compiler->arena, sizeof *element);
  element->kind = kind;
  element->text = text;
  return element;
}

typedef TERN_VEC(tern_element_t *) element_vec_t;

static tern_element_list_t keep_list(compiler_t *compiler, element_vec_t *vec) {
  tern_element_list_t list = {tern_arena_copy(compiler->arena, vec->values, vec->count * sizeof(tern_element_t *)),
                              vec->count};
  tern_vec_deinitialize(vec);
  return list;
}

static tern_element_t *compile_element(compiler_t *compiler, place_t place);

// Marks `*seen` and complains if the format binds the variable twice, or reads it before it is bound.
static bool bind(compiler_t *compiler, place_t place, bool *seen, tern_str_t name) {
  if (place == PLACE_REF) {
    if (!*seen) fail(compiler, "'%.*s' must be bound before it is referenced", name);
    return *seen;
  }
  if (*seen) {
    fail(compiler, "'%.*s' is already bound", name);
    return false;
  }
  *seen = true;
  return true;
}

#define FIND(list, list_count, wanted)                                        \
  do {                                                                        \
    for (size_t i = 0; i < (list_count); ++i) {                               \
      if (tern_str_equal(tern_ident_str((list)[i].name), (wanted))) return i; \
    }                                                                         \
    return SIZE_MAX;                                                          \
  } while (0)
static size_t find_attr(const tern_op_def_t *def, tern_str_t name) { FIND(def->attrs, def->attr_count, name); }
static size_t find_operand(const tern_op_def_t *def, tern_str_t name) { FIND(def->operands, def->operand_count, name); }
static size_t find_result(const tern_op_def_t *def, tern_str_t name) { FIND(def->results, def->result_count, name); }
static size_t find_region(const tern_op_def_t *def, tern_str_t name) { FIND(def->regions, def->region_count, name); }
static size_t find_successor(const tern_op_def_t *def, tern_str_t name) {
  FIND(def->successors, def->successor_count, name);
}
#undef FIND

// Operands, results, attributes: inside type(...) a name only says whose type.
static tern_element_t *compile_variable(compiler_t *compiler, place_t place) {
  const tern_op_def_t *def = compiler->def;
  tern_str_t name = compiler->token.text;
  advance(compiler);
  tern_element_t *element = make_element(compiler, TERN_ELEMENT_ATTR, name);
  element->is_ref = place == PLACE_REF;
  if ((element->index = find_attr(def, name)) != SIZE_MAX) {
    if (place == PLACE_TYPE) return fail(compiler, "attribute '%.*s' has no place in a type directive", name);
    return bind(compiler, place, &compiler->format->attr_is_used[element->index], name) ? element : NULL;
  }
  if ((element->index = find_operand(def, name)) != SIZE_MAX) {
    element->kind = TERN_ELEMENT_OPERAND;
    if (place == PLACE_TYPE) return element;
    return bind(compiler, place, &compiler->seen.operands[element->index], name) ? element : NULL;
  }
  if ((element->index = find_result(def, name)) != SIZE_MAX) {
    element->kind = TERN_ELEMENT_RESULT;
    return place == PLACE_TYPE ? element : fail(compiler, "result '%.*s' can only stand in a type directive", name);
  }
  if ((element->index = find_region(def, name)) != SIZE_MAX && place != PLACE_TYPE) {
    element->kind = TERN_ELEMENT_REGION;
    if (place != PLACE_REF && element->index < compiler->last_region) {
      return fail(compiler, "region '%.*s' is out of order", name);
    }
    compiler->last_region = element->index;
    return bind(compiler, place, &compiler->seen.regions[element->index], name) ? element : NULL;
  }
  if ((element->index = find_successor(def, name)) != SIZE_MAX && place != PLACE_TYPE) {
    element->kind = TERN_ELEMENT_SUCCESSOR;
    return bind(compiler, place, &compiler->seen.successors[element->index], name) ? element : NULL;
  }
  return fail(compiler, "'%.*s' is no operand, result, attribute, region or successor of the op", name);
}

// Marks the types that a type directive's operand stands for as written.
static bool see_type(compiler_t *compiler, const tern_element_t *child, bool is_ref) {
  tern_format_t *format = compiler->format;
  if (child->kind == TERN_ELEMENT_OPERANDS) {
    format->has_all_operand_types = true;
    return true;
  }
  if (child->kind == TERN_ELEMENT_RESULTS) {
    format->has_all_result_types = true;
    return true;
  }
  size_t value = child->index + (child->kind == TERN_ELEMENT_RESULT ? compiler->def->operand_count : 0);
  return bind(compiler, is_ref ? PLACE_REF : PLACE_TOP, &compiler->seen.types[value], child->text);
}

// What stands inside type(...): a variable, `operands` or `results`; custom directives' arguments may have refs of it.
static tern_element_t *compile_type_operand(compiler_t *compiler, bool is_ref) {
  tern_element_t *child = NULL;
  if (compiler->token.kind == TOKEN_VARIABLE) {
    child = compile_variable(compiler, PLACE_TYPE);
  } else if (tern_str_equal_cstr(compiler->token.text, "operands")) {
    child = make_element(compiler, TERN_ELEMENT_OPERANDS, compiler->token.text);
    advance(compiler);
  } else if (tern_str_equal_cstr(compiler->token.text, "results")) {
    child = make_element(compiler, TERN_ELEMENT_RESULTS, compiler->token.text);
    advance(compiler);
  } else {
    return fail(compiler, "'%.*s' has no type", compiler->token.text);
  }
  if (!child) return NULL;
  return see_type(compiler, child, is_ref) ? child : NULL;
}

static tern_element_t *compile_type(compiler_t *compiler, place_t place) {
  tern_element_t *element = make_element(compiler, TERN_ELEMENT_TYPE, TERN_STR("type"));
  element->is_ref = place == PLACE_REF;
  if (!expect(compiler, '(')) return NULL;
  tern_element_t *child = compile_type_operand(compiler, place == PLACE_REF);
  if (!child || !expect(compiler, ')')) return NULL;
  element->children.values = tern_arena_copy(compiler->arena, &child, sizeof child);
  element->children.count = 1;
  return element;
}

static tern_element_t *compile_functional_type(compiler_t *compiler) {
  tern_element_t *element = make_element(compiler, TERN_ELEMENT_FUNCTIONAL_TYPE, TERN_STR("functional-type"));
  if (!expect(compiler, '(')) return NULL;
  tern_element_t *children[2];
  if (!(children[0] = compile_type_operand(compiler, false)) || !expect(compiler, ',')) return NULL;
  if (!(children[1] = compile_type_operand(compiler, false)) || !expect(compiler, ')')) return NULL;
  element->children.values = tern_arena_copy(compiler->arena, children, sizeof children);
  element->children.count = 2;
  return element;
}

static tern_element_t *compile_custom(compiler_t *compiler) {
  if (!expect(compiler, '<')) return NULL;
  tern_element_t *element = make_element(compiler, TERN_ELEMENT_CUSTOM, compiler->token.text);
  const tern_custom_directive_t *custom =
      tern_format_find_custom(compiler->context, compiler->def->dialect, element->text);
  if (!custom) return fail(compiler, "custom directive '%.*s' is not registered", element->text);
  element->custom = *custom;
  advance(compiler);
  if (!expect(compiler, '>') || !expect(compiler, '(')) return NULL;
  element_vec_t args = {0};
  if (!at_punctuation(compiler, ')')) {
    do {
      tern_element_t *arg = NULL;
      if (compiler->token.kind == TOKEN_STRING) {
        arg = make_element(compiler, TERN_ELEMENT_STRING, compiler->token.text);
        advance(compiler);
      } else {
        arg = compile_element(compiler, PLACE_CUSTOM);
      }
      if (!arg) break;
      tern_vec_push(&args, arg);
    } while (take(compiler, ','));
  }
  element->children = keep_list(compiler, &args);
  return !compiler->message && expect(compiler, ')') ? element : NULL;
}

static tern_element_t *compile_oilist(compiler_t *compiler) {
  tern_element_t *element = make_element(compiler, TERN_ELEMENT_OILIST, TERN_STR("oilist"));
  element_vec_t clauses = {0};
  if (!expect(compiler, '(')) return NULL;
  do {
    if (compiler->token.kind != TOKEN_LITERAL) {
      fail(compiler, "an oilist clause starts with a literal, not with '%.*s'", compiler->token.text);
      break;
    }
    tern_element_t *clause = make_element(compiler, TERN_ELEMENT_CLAUSE, compiler->token.text);
    advance(compiler);
    element_vec_t children = {0};
    while (!compiler->message && !at_punctuation(compiler, '|') && !at_punctuation(compiler, ')') &&
           compiler->token.kind != TOKEN_END) {
      tern_element_t *child = compile_element(compiler, PLACE_TOP);
      if (child) tern_vec_push(&children, child);
    }
    clause->children = keep_list(compiler, &children);
    tern_vec_push(&clauses, clause);
  } while (!compiler->message && take(compiler, '|'));
  element->children = keep_list(compiler, &clauses);
  return !compiler->message && expect(compiler, ')') ? element : NULL;
}

// ref(x), qualified(x): a flag on what is inside.
static tern_element_t *compile_wrapped(compiler_t *compiler, place_t place, bool is_ref) {
  if (!expect(compiler, '(')) return NULL;
  tern_element_t *element = compile_element(compiler, is_ref ? PLACE_REF : place);
  if (!element || !expect(compiler, ')')) return NULL;
  if (is_ref) {
    element->is_ref = true;
  } else {
    element->is_qualified = true;
  }
  return element;
}

static tern_element_t *compile_directive(compiler_t *compiler, place_t place) {
  tern_str_t name = compiler->token.text;
  advance(compiler);
  if (tern_str_equal_cstr(name, "attr-dict") || tern_str_equal_cstr(name, "attr-dict-with-keyword")) {
    tern_element_t *element = make_element(compiler, TERN_ELEMENT_ATTR_DICT, name);
    element->with_keyword = name.size > 9;
    element->is_ref = place == PLACE_REF;
    if (place == PLACE_TOP) compiler->seen.has_attr_dict = true;
    return element;
  }
  if (tern_str_equal_cstr(name, "prop-dict")) {
    compiler->format->has_prop_dict = true;
    return make_element(compiler, TERN_ELEMENT_PROP_DICT, name);
  }
  if (tern_str_equal_cstr(name, "operands")) {
    compiler->format->has_all_operands = true;
    return make_element(compiler, TERN_ELEMENT_OPERANDS, name);
  }
  if (tern_str_equal_cstr(name, "regions")) {
    compiler->seen.has_all_regions = true;
    return make_element(compiler, TERN_ELEMENT_REGIONS, name);
  }
  if (tern_str_equal_cstr(name, "successors")) {
    compiler->seen.has_all_successors = true;
    return make_element(compiler, TERN_ELEMENT_SUCCESSORS, name);
  }
  if (tern_str_equal_cstr(name, "type")) return compile_type(compiler, place);
  if (tern_str_equal_cstr(name, "functional-type")) return compile_functional_type(compiler);
  if (tern_str_equal_cstr(name, "custom")) return compile_custom(compiler);
  if (tern_str_equal_cstr(name, "oilist")) return compile_oilist(compiler);
  if (tern_str_equal_cstr(name, "ref")) return compile_wrapped(compiler, place, true);
  if (tern_str_equal_cstr(name, "qualified")) return compile_wrapped(compiler, place, false);
  return fail(compiler, "unknown directive '%.*s'", name);
}

static tern_element_t *compile_literal(compiler_t *compiler) {
  tern_str_t text = compiler->token.text;
  advance(compiler);
  if (text.size == 0 || tern_str_equal_cstr(text, " ")) return make_element(compiler, TERN_ELEMENT_SPACE, text);
  if (tern_str_equal_cstr(text, "\\n") || tern_str_equal_cstr(text, "\n")) {
    return make_element(compiler, TERN_ELEMENT_NEWLINE, text);
  }
  return make_element(compiler, TERN_ELEMENT_LITERAL, text);
}

// The elements of one side of an optional group, up to its ')'. Finds the anchor.
static tern_element_list_t compile_group(compiler_t *compiler, const tern_element_t **inout_anchor) {
  element_vec_t elements = {0};
  while (!compiler->message && !at_punctuation(compiler, ')') && compiler->token.kind != TOKEN_END) {
    tern_element_t *element = compile_element(compiler, PLACE_TOP);
    if (!element) break;
    tern_vec_push(&elements, element);
    if (!take(compiler, '^')) continue;
    if (*inout_anchor) fail(compiler, "a group has one anchor; '%.*s' is a second", element->text);
    *inout_anchor = element;
  }
  if (!compiler->message) expect(compiler, ')');
  return keep_list(compiler, &elements);
}

// The first element that is text, or NULL.
static tern_element_t *first_parsed(tern_element_list_t list) {
  for (size_t i = 0; i < list.count; ++i) {
    if (list.values[i]->kind != TERN_ELEMENT_SPACE && list.values[i]->kind != TERN_ELEMENT_NEWLINE) {
      return list.values[i];
    }
  }
  return NULL;
}

static bool is_unit_attr(const compiler_t *compiler, const tern_element_t *element) {
  if (!element || element->kind != TERN_ELEMENT_ATTR) return false;
  const char *shape = compiler->def->attrs[element->index].constraint->shape;
  return strcmp(compiler->def->attrs[element->index].constraint->name, "UnitProp") == 0 ||
         (shape && strcmp(shape, "unit") == 0);
}

static bool may_guard(const tern_element_t *element) {
  switch (element->kind) {
    case TERN_ELEMENT_LITERAL:
    case TERN_ELEMENT_ATTR:
    case TERN_ELEMENT_OPERAND:
    case TERN_ELEMENT_REGION:
    case TERN_ELEMENT_CUSTOM: return true;
    default: return false;
  }
}

static tern_element_t *compile_optional(compiler_t *compiler) {
  tern_element_t *group = make_element(compiler, TERN_ELEMENT_OPTIONAL, TERN_STR("optional group"));
  group->children = compile_group(compiler, &group->anchor);
  if (!compiler->message && take(compiler, ':')) {
    bool had_anchor = group->anchor != NULL;
    if (!expect(compiler, '(')) return NULL;
    group->others = compile_group(compiler, &group->anchor);
    group->is_inverted = !had_anchor && group->anchor;
  }
  if (compiler->message || !expect(compiler, '?')) return NULL;
  const tern_element_t *guard = first_parsed(group->children);
  if (!guard || !may_guard(guard))
    return fail(compiler, "an optional group cannot start with '%.*s'", guard ? guard->text : TERN_STR(")"));
  if (!group->anchor) return fail(compiler, "the optional group at '%.*s' has no anchor", guard->text);
  tern_element_t *anchor = (tern_element_t *)group->anchor;
  anchor->is_elided = is_unit_attr(compiler, anchor) && anchor != guard && anchor != first_parsed(group->others);
  return group;
}

static tern_element_t *compile_element(compiler_t *compiler, place_t place) {
  switch (compiler->token.kind) {
    case TOKEN_VARIABLE: return compile_variable(compiler, place);
    case TOKEN_WORD: return compile_directive(compiler, place);
    case TOKEN_LITERAL:
      if (place == PLACE_TOP) return compile_literal(compiler);
      break;
    case TOKEN_PUNCTUATION:
      if (place == PLACE_TOP && take(compiler, '(')) return compile_optional(compiler);
      break;
    default: break;
  }
  return fail(compiler, "unexpected '%.*s'", compiler->token.text);
}

// --- spaces ---

typedef struct spacing {
  bool emit;             // a space is due before the next element
  bool was_punctuation;  // the last element was
} spacing_t;

static bool is_one_of(char c, const char *set) { return c && strchr(set, c) != NULL; }

static bool wants_space_before(tern_str_t literal, bool was_punctuation) {
  if (literal.size != 1 && !tern_str_equal_cstr(literal, "->")) return true;
  return !is_one_of(literal.data[0], was_punctuation ? ">)}]," : "<>(){}[],");
}

static void space_literal(tern_element_t *element, spacing_t *spacing) {
  element->space_before = spacing->emit && wants_space_before(element->text, spacing->was_punctuation);
  spacing->emit = element->text.size != 1 || !is_one_of(element->text.data[0], "<({[");
  spacing->was_punctuation = !is_letter(element->text.data[0]);
}

static void space_list(tern_element_list_t list, spacing_t *spacing) {
  for (size_t i = 0; i < list.count; ++i) {
    tern_element_t *element = list.values[i];
    if (element->is_elided) continue;
    switch (element->kind) {
      case TERN_ELEMENT_LITERAL: space_literal(element, spacing); break;
      case TERN_ELEMENT_SPACE:
        spacing->was_punctuation = element->text.size == 0;
        spacing->emit = false;
        break;
      case TERN_ELEMENT_NEWLINE: break;
      case TERN_ELEMENT_ATTR_DICT: spacing->was_punctuation = false; break;
      case TERN_ELEMENT_PROP_DICT: spacing->was_punctuation = false; break;
      case TERN_ELEMENT_OPTIONAL:
        space_list(element->children, spacing);
        space_list(element->others, spacing);
        break;
      case TERN_ELEMENT_OILIST:
        for (size_t k = 0; k < element->children.count; ++k) {
          space_literal(element->children.values[k], spacing);
          space_list(element->children.values[k]->children, spacing);
        }
        break;
      default:
        element->space_before = spacing->emit || !spacing->was_punctuation;
        spacing->emit = true;
        spacing->was_punctuation = false;
        break;
    }
  }
}

// --- the whole ---

// In an oilist a unit attribute alone after its keyword is said by the keyword.
static void elide_unit_clauses(const compiler_t *compiler, tern_element_list_t list) {
  for (size_t i = 0; i < list.count; ++i) {
    if (list.values[i]->kind != TERN_ELEMENT_OILIST) continue;
    for (size_t k = 0; k < list.values[i]->children.count; ++k) {
      tern_element_list_t children = list.values[i]->children.values[k]->children;
      if (children.count == 1 && is_unit_attr(compiler, children.values[0])) children.values[0]->is_elided = true;
    }
  }
}

static void check_bound(compiler_t *compiler) {
  const tern_op_def_t *def = compiler->def;
  const tern_format_seen_t *seen = &compiler->seen;
  if (!seen->has_attr_dict) fail(compiler, "'attr-dict' directive not found%.*s", tern_str_make("", 0));
  for (size_t i = 0; i < def->operand_count && !compiler->format->has_all_operands; ++i) {
    if (!seen->operands[i]) fail(compiler, "operand '%.*s' not found", tern_ident_str(def->operands[i].name));
  }
  for (size_t i = 0; i < def->region_count && !seen->has_all_regions; ++i) {
    if (!seen->regions[i]) fail(compiler, "region '%.*s' not found", tern_ident_str(def->regions[i].name));
  }
  for (size_t i = 0; i < def->successor_count && !seen->has_all_successors; ++i) {
    if (!seen->successors[i]) fail(compiler, "successor '%.*s' not found", tern_ident_str(def->successors[i].name));
  }
}

static bool *make_flags(compiler_t *compiler, size_t count) {
  return tern_arena_alloc_zeroed(compiler->arena, count + 1);
}

static tern_format_t *compile(tern_context_t *context, const tern_op_def_t *def, const char **out_message) {
  compiler_t compiler = {
      .context = context, .arena = tern_context_arena(context), .def = def, .cursor = def->row->format};
  tern_format_t *format = tern_arena_alloc_zeroed(compiler.arena, sizeof *format);
  compiler.format = format;
  format->def = def;
  format->attr_is_used = make_flags(&compiler, def->attr_count);
  compiler.seen.operands = make_flags(&compiler, def->operand_count);
  compiler.seen.regions = make_flags(&compiler, def->region_count);
  compiler.seen.successors = make_flags(&compiler, def->successor_count);
  compiler.seen.types = make_flags(&compiler, def->operand_count + def->result_count);
  advance(&compiler);
  element_vec_t elements = {0};
  while (!compiler.message && compiler.token.kind != TOKEN_END) {
    tern_element_t *element = compile_element(&compiler, PLACE_TOP);
    if (element) tern_vec_push(&elements, element);
  }
  format->elements = keep_list(&compiler, &elements);
  if (!compiler.message) check_bound(&compiler);
  if (!compiler.message) tern_format_plan_types(context, format, &compiler.seen, &compiler.message);
  if (compiler.message) {
    *out_message = compiler.message;
    return NULL;
  }
  elide_unit_clauses(&compiler, format->elements);
  spacing_t spacing = {.emit = true, .was_punctuation = false};
  space_list(format->elements, &spacing);
  return format;
}

const tern_format_t *tern_format_get(tern_context_t *context, const tern_op_def_t *def, const char **out_message) {
  *out_message = NULL;
  if (def->format) return def->format;
  if (!def->row || !def->row->format) {
    *out_message = "the op has no assembly format";
    return NULL;
  }
  tern_format_t *format = compile(context, def, out_message);
  // Definitions belong to the context and are handed out as const; the format is the one thing filled in later.
  if (format) ((tern_op_def_t *)def)->format = format;
  return format;
}

// String literals: prefixes, escapes, neighbours that become one, and f-strings with the expressions in them.

#include <stdlib.h>
#include <string.h>

#include "frontend/triton/syntax/parser_private.h"

typedef struct literal {
  const tl_token_t *token;
  tern_str_t body;  // within the quotes
  bool is_raw, is_bytes, is_formatted;
} literal_t;

static literal_t open_literal(const tl_token_t *token) {
  literal_t literal = {.token = token};
  tern_str_t text = token->text;
  size_t i = 0;
  for (; text.data[i] != '\'' && text.data[i] != '"'; ++i) {
    literal.is_raw |= strchr("rR", text.data[i]) != NULL;
    literal.is_bytes |= strchr("bB", text.data[i]) != NULL;
    literal.is_formatted |= strchr("fF", text.data[i]) != NULL;
  }
  bool is_long = text.size >= i + 6 && text.data[i + 1] == text.data[i] && text.data[i + 2] == text.data[i];
  size_t quotes = is_long ? 3 : 1;
  literal.body = tern_str_make(text.data + i + quotes, text.size - i - 2 * quotes);
  return literal;
}

static void append_utf8(tern_string_builder_t *out, uint32_t code) {
  if (code < 0x80) {
    tern_string_builder_append_char(out, (char)code);
    return;
  }
  int extra = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const uint8_t leads[] = {0, 0xC0, 0xE0, 0xF0};
  tern_string_builder_append_char(out, (char)(leads[extra] | (code >> (6 * extra))));
  while (extra-- > 0) tern_string_builder_append_char(out, (char)(0x80 | ((code >> (6 * extra)) & 0x3F)));
}

// The digits of an escape, up to `most`; how many there were.
static size_t read_digits(tern_str_t text, int base, size_t most, uint32_t *out_value) {
  size_t i = 0;
  char digit[2] = {0};
  *out_value = 0;
  for (; i < most && i < text.size; ++i) {
    digit[0] = text.data[i];
    char *rest;
    unsigned long value = strtoul(digit, &rest, base);
    if (*rest != '\0' || digit[0] == '\0' || digit[0] == ' ' || digit[0] == '+' || digit[0] == '-') break;
    *out_value = *out_value * (uint32_t)base + (uint32_t)value;
  }
  return i;
}

// What a backslash stands for; the number of characters behind it that belong to it. 0: the escape is malformed.
static size_t append_escape(tern_str_t text, tern_string_builder_t *out) {
  static const char names[] = "abfnrtv\\'\"", values[] = "\a\b\f\n\r\t\v\\'\"";
  if (text.size == 0) return 0;
  char c = text.data[0];
  const char *name = c ? strchr(names, c) : NULL;
  uint32_t code;
  if (name) {
    tern_string_builder_append_char(out, values[name - names]);
    return 1;
  }
  if (c == '\n') return 1;
  if (c == '\r') return text.size > 1 && text.data[1] == '\n' ? 2 : 1;
  size_t octal = read_digits(text, 8, 3, &code);
  if (octal > 0) {
    append_utf8(out, code);
    return octal;
  }
  size_t wanted = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (wanted > 0) {
    if (read_digits(tern_str_drop(text, 1), 16, wanted, &code) != wanted || code > 0x10FFFF) return 0;
    append_utf8(out, code);
    return wanted + 1;
  }
  tern_string_builder_append_char(out, '\\');
  tern_string_builder_append_char(out, c);
  return 1;
}

static bool append_text(tl_parser_t *parser, const literal_t *literal, tern_str_t text, tern_string_builder_t *out) {
  for (size_t i = 0; i < text.size;) {
    if (text.data[i] != '\\' || literal->is_raw) {
      tern_string_builder_append_char(out, text.data[i++]);
      continue;
    }
    size_t taken = append_escape(tern_str_drop(text, i + 1), out);
    if (taken == 0) {
      tl_syntax_error(parser, literal->token, "malformed escape in a string literal");
      return false;
    }
    i += 1 + taken;
  }
  return true;
}

// --- f-strings ---

typedef struct joined {
  tl_parser_t *parser;
  const literal_t *literal;
  tl_node_vec_t values;
  tern_string_builder_t text;  // what has been read since the last value
} joined_t;

static tl_node_t *constant_string(tl_parser_t *parser, const tl_token_t *token, tern_string_builder_t *text) {
  tl_node_t *node = tl_new_node(parser, TL_CONSTANT, token);
  node->op = TL_CONSTANT_STRING;
  node->text = tern_str_make(tern_arena_copy(parser->source->arena, text->data, text->size), text->size);
  tern_string_builder_deinitialize(text);
  return node;
}

static void flush_text(joined_t *joined) {
  if (joined->text.size == 0) return;
  tern_vec_push(&joined->values, constant_string(joined->parser, joined->literal->token, &joined->text));
}

// Where the expression in braces ends: at `!`, `:`, `=` or `}` outside of brackets and strings.
static size_t measure_field(tern_str_t text) {
  int depth = 0;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i], next = i + 1 < text.size ? text.data[i + 1] : '\0';
    if (c == '\'' || c == '"') {
      size_t rest = tern_str_find_char(tern_str_drop(text, i + 1), c);
      i += rest + 1;
    } else if (strchr("([{", c)) {
      ++depth;
    } else if (depth > 0 && strchr(")]}", c)) {
      --depth;
    } else if (depth == 0 && strchr("!<>=", c) && next == '=') {
      ++i;
    } else if (depth == 0 && strchr("!:=}", c)) {
      return i;
    }
  }
  return text.size;
}

static bool parse_formatted(joined_t *joined, tern_str_t text, int depth);

// Behind the opening brace; the number of characters up to behind the closing one, 0 after an error.
static size_t parse_field(joined_t *joined, tern_str_t text, int depth) {
  tl_parser_t *parser = joined->parser;
  const tl_token_t *token = joined->literal->token;
  size_t at = measure_field(text);
  tl_source_t source = *parser->source;
  source.text = tern_str_make(text.data, at);
  source.line = token->line;
  source.column = token->column;
  source.is_expression = true;
  tl_node_t *node = tl_new_node(parser, TL_FORMATTED_VALUE, token);
  if (tern_str_trim(source.text).size == 0)
    return tl_syntax_error(parser, token, "f-string: empty expression not allowed"), 0;
  if (!tl_enter(parser)) return 0;
  node->a = tern_tl_parse(&source);
  --parser->depth;
  if (!node->a) return 0;
  if (at < text.size && text.data[at] == '=') {
    tern_string_builder_append(&joined->text, tern_str_make(text.data, ++at));
    node->op = 'r';
  }
  while (at < text.size && text.data[at] == ' ') ++at;
  if (at + 1 < text.size && text.data[at] == '!') {
    node->op = (uint8_t)text.data[at + 1];
    at += 2;
  }
  flush_text(joined);
  if (at < text.size && text.data[at] == ':') {
    size_t end = ++at;
    for (int braces = 0; end < text.size && (text.data[end] != '}' || braces > 0); ++end) {
      braces += (text.data[end] == '{') - (text.data[end] == '}');
    }
    joined_t spec = {.parser = parser, .literal = joined->literal};
    node->b = tl_new_node(parser, TL_JOINED_STR, token);
    bool is_right = depth < 2 && parse_formatted(&spec, tern_str_make(text.data + at, end - at), depth + 1);
    node->b->list = tl_take_nodes(parser, &spec.values);
    if (!is_right)
      return depth < 2 ? 0 : (tl_syntax_error(parser, token, "f-string: expressions nested too deeply"), 0);
    at = end;
  }
  tern_vec_push(&joined->values, node);
  if (at < text.size && text.data[at] == '}') return at + 1;
  return tl_syntax_error(parser, token, "f-string: expecting '}'"), 0;
}

static bool parse_formatted(joined_t *joined, tern_str_t text, int depth) {
  bool is_right = true;
  for (size_t i = 0, start = 0; is_right && i <= text.size; ++i) {
    char c = i < text.size ? text.data[i] : '\0';
    if (i < text.size && c == '\\' && !joined->literal->is_raw) {
      ++i;
      continue;
    }
    if (i < text.size && c != '{' && c != '}') continue;
    is_right = append_text(joined->parser, joined->literal, tern_str_make(text.data + start, i - start), &joined->text);
    if (!is_right || i == text.size) break;
    bool is_doubled = i + 1 < text.size && text.data[i + 1] == c;
    if (is_doubled) {
      tern_string_builder_append_char(&joined->text, c);
      ++i;
    } else if (c == '}') {
      is_right = tl_syntax_error(joined->parser, joined->literal->token, "f-string: single '}' is not allowed") != NULL;
    } else {
      size_t taken = parse_field(joined, tern_str_drop(text, i + 1), depth);
      is_right = taken > 0;
      i += taken;
    }
    start = i + 1;
  }
  if (is_right && depth > 0) flush_text(joined);
  if (!is_right) tern_string_builder_deinitialize(&joined->text);
  return is_right;
}

tl_node_t *tl_parse_string(tl_parser_t *parser) {
  const tl_token_t *first = parser->at;
  literal_t literal = {0};
  joined_t joined = {.parser = parser, .literal = &literal};
  bool is_formatted = false, is_bytes = open_literal(first).is_bytes, is_right = true;
  for (; is_right && parser->at->kind == TL_TOKEN_STRING; ++parser->at) {
    literal = open_literal(parser->at);
    is_formatted |= literal.is_formatted;
    if (literal.is_bytes != is_bytes) {
      is_right = tl_syntax_error(parser, parser->at, "cannot mix bytes and nonbytes literals") != NULL;
    } else if (literal.is_formatted) {
      is_right = parse_formatted(&joined, literal.body, 0);
    } else {
      is_right = append_text(parser, &literal, literal.body, &joined.text);
    }
  }
  tl_node_t *node = NULL;
  if (is_right && !is_formatted) {
    node = constant_string(parser, first, &joined.text);
    if (is_bytes) node->op = TL_CONSTANT_BYTES;
  } else if (is_right) {
    flush_text(&joined);
    node = tl_new_node(parser, TL_JOINED_STR, first);
  }
  tern_string_builder_deinitialize(&joined.text);
  tl_nodes_t values = tl_take_nodes(parser, &joined.values);
  if (is_formatted && node) node->list = values;
  return node;
}

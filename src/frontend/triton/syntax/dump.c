// Syntax trees as text: whole for dumps, and as expressions for messages.

#include <stdio.h>
#include <string.h>

#include "frontend/triton/syntax/ast.h"

static const struct {
  const char *name, *members;
} nodes[] = {
#define NODE(ID, NAME, MEMBERS) [TL_##ID] = {NAME, MEMBERS},
#include "frontend/triton/syntax/ast_nodes.def"
#undef NODE
};

static const struct {
  const char *name, *text, *method;
} operators[] = {
#define OPERATOR(ID, NAME, TEXT, METHOD) [TL_OP_##ID] = {NAME, TEXT, METHOD},
#include "frontend/triton/syntax/operators.def"
#undef OPERATOR
};

const char *tern_tl_node_name(tl_node_kind_t kind) { return nodes[kind].name; }
const char *tern_tl_operator_text(tl_operator_t op) { return operators[op].text; }
const char *tern_tl_operator_method(tl_operator_t op) { return operators[op].method; }

typedef tern_string_builder_t out_t;

static void put(out_t *out, const char *text) { tern_string_builder_append_cstr(out, text); }

// --- constants ---

static void put_integer(out_t *out, __int128 value) {
  char digits[48];
  size_t at = sizeof digits;
  unsigned __int128 rest = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
  do digits[--at] = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (value < 0) digits[--at] = '-';
  tern_string_builder_append(out, tern_str_make(digits + at, sizeof digits - at));
}

static void put_quoted(out_t *out, tern_str_t text) {
  tern_string_builder_append_char(out, '\'');
  for (size_t i = 0; i < text.size; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '\n') {
      put(out, "\\n");
    } else if (c < 0x20) {
      tern_string_builder_append_format(out, "\\x%02x", c);
    } else {
      if (c == '\'' || c == '\\') tern_string_builder_append_char(out, '\\');
      tern_string_builder_append_char(out, (char)c);
    }
  }
  tern_string_builder_append_char(out, '\'');
}

static void put_constant(out_t *out, const tl_node_t *node) {
  switch ((tl_constant_kind_t)node->op) {
    case TL_CONSTANT_NONE: put(out, "None"); return;
    case TL_CONSTANT_BOOL: put(out, node->integer ? "True" : "False"); return;
    case TL_CONSTANT_INT: put_integer(out, node->integer); return;
    case TL_CONSTANT_HUGE: put(out, "<huge>"); return;
    case TL_CONSTANT_FLOAT: tern_string_builder_append_format(out, "%.17g", node->real); return;
    case TL_CONSTANT_COMPLEX: tern_string_builder_append_format(out, "%.17gj", node->real); return;
    case TL_CONSTANT_ELLIPSIS: put(out, "Ellipsis"); return;
    case TL_CONSTANT_BYTES: put(out, "b"); break;
    case TL_CONSTANT_STRING: break;
  }
  put_quoted(out, node->text);
}

// --- dumps ---

static void indent(out_t *out, int depth) {
  for (int i = 0; i < depth; ++i) put(out, "  ");
}

static void dump_node(const tl_node_t *node, const char *member, int depth, out_t *out);

static void dump_list(const tl_nodes_t *list, const char *member, int depth, out_t *out) {
  if (list->count == 0) return;
  indent(out, depth);
  tern_string_builder_append_format(out, "%s:\n", member);
  for (size_t i = 0; i < list->count; ++i) dump_node(list->values[i], NULL, depth + 1, out);
}

// Members that stand on the node's own line.
static bool put_inline(const tl_node_t *node, const char *slot, const char *member, out_t *out) {
  static const char *const kinds[] = {"positional", "keyword", "rest", "rest_keywords"};
  if (strcmp(slot, "text") == 0 || strcmp(slot, "text2") == 0) {
    tern_str_t text = slot[4] ? node->text2 : node->text;
    if (text.size > 0) tern_string_builder_append_format(out, " %s=%.*s", member, (int)text.size, text.data);
  } else if (strcmp(slot, "op") == 0) {
    tern_string_builder_append_format(out, " %s=%s", member, operators[node->op].name);
  } else if (strcmp(slot, "ops") == 0) {
    for (size_t i = 0; i < node->text.size; ++i) {
      tern_string_builder_append_format(out, "%s%s", i ? "," : " ops=", operators[(uint8_t)node->text.data[i]].name);
    }
  } else if (strcmp(slot, "value") == 0) {
    put(out, " value=");
    put_constant(out, node);
  } else if (strcmp(slot, "conversion") == 0) {
    if (node->op) tern_string_builder_append_format(out, " conversion=%c", node->op);
  } else if (strcmp(slot, "parameter") == 0) {
    if (node->op) tern_string_builder_append_format(out, " kind=%s", kinds[node->op]);
  } else if (strcmp(slot, "number") == 0) {
    if (node->op) tern_string_builder_append_format(out, " %s=%d", member, node->op);
  } else {
    return false;
  }
  return true;
}

static void dump_below(const tl_node_t *node, const char *slot, const char *member, int depth, out_t *out) {
  const tl_node_t *const children[] = {node->a, node->b, node->c, node->d};
  const tl_nodes_t *const lists[] = {&node->list, &node->list2, &node->list3};
  if (slot[1] == '\0') {
    if (children[slot[0] - 'a']) dump_node(children[slot[0] - 'a'], member, depth, out);
  } else if (strncmp(slot, "list", 4) == 0) {
    dump_list(lists[slot[4] ? slot[4] - '1' : 0], member, depth, out);
  }
}

// Visits each `member=slot` of a node's row.
static void dump_members(const tl_node_t *node, bool is_inline, int depth, out_t *out) {
  char member[32], slot[16];
  int used;
  for (const char *at = nodes[node->kind].members; sscanf(at, " %31[^=]=%15s%n", member, slot, &used) == 2;
       at += used) {
    if (is_inline) {
      put_inline(node, slot, member, out);
    } else {
      dump_below(node, slot, member, depth, out);
    }
  }
}

static void dump_node(const tl_node_t *node, const char *member, int depth, out_t *out) {
  indent(out, depth);
  if (member) tern_string_builder_append_format(out, "%s: ", member);
  put(out, node ? nodes[node->kind].name : "None");
  if (node) {
    dump_members(node, true, depth, out);
    tern_string_builder_append_format(out, " @%u:%u", node->line, node->column);
  }
  put(out, "\n");
  if (node) dump_members(node, false, depth + 1, out);
}

void tern_tl_dump(const tl_node_t *node, tern_string_builder_t *out) { dump_node(node, NULL, 0, out); }

// --- expressions ---

static void put_list(const tl_nodes_t *list, const char *open, const char *close, out_t *out) {
  put(out, open);
  for (size_t i = 0; i < list->count; ++i) {
    if (i > 0) put(out, ", ");
    if (list->values[i]) tern_tl_unparse(list->values[i], out);
  }
  put(out, close);
}

static void put_keywords(const tl_node_t *call, out_t *out) {
  for (size_t i = 0; i < call->list2.count; ++i) {
    const tl_node_t *keyword = call->list2.values[i];
    if (call->list.count + i > 0) put(out, ", ");
    tern_string_builder_append(out, keyword->text.size ? keyword->text : TERN_STR("**"));
    if (keyword->text.size) put(out, "=");
    tern_tl_unparse(keyword->a, out);
  }
}

void tern_tl_unparse(const tl_node_t *node, tern_string_builder_t *out) {
  switch (node->kind) {
    case TL_NAME: tern_string_builder_append(out, node->text); return;
    case TL_CONSTANT: put_constant(out, node); return;
    case TL_ATTRIBUTE:
      tern_tl_unparse(node->a, out);
      put(out, ".");
      tern_string_builder_append(out, node->text);
      return;
    case TL_CALL:
      tern_tl_unparse(node->a, out);
      put_list(&node->list, "(", "", out);
      put_keywords(node, out);
      put(out, ")");
      return;
    case TL_SUBSCRIPT:
      tern_tl_unparse(node->a, out);
      put(out, "[");
      tern_tl_unparse(node->b, out);
      put(out, "]");
      return;
    case TL_TUPLE: put_list(&node->list, "(", ")", out); return;
    case TL_LIST: put_list(&node->list, "[", "]", out); return;
    case TL_BIN_OP:
      tern_tl_unparse(node->a, out);
      tern_string_builder_append_format(out, " %s ", operators[node->op].text);
      tern_tl_unparse(node->b, out);
      return;
    case TL_UNARY_OP:
      put(out, operators[node->op].text);
      tern_tl_unparse(node->a, out);
      return;
    default: put(out, "..."); return;
  }
}

// --iree-flow-dump-dispatch-graph: writes which dispatch feeds which, as a graph of Graphviz (.dot) or a drawing (.svg).
//
//   digraph G { ... v3 [shape = box, label = "main_dispatch_0\ntensor<4xf32>"]; v3 -> v4 [label = "0"]; ... }
//
// Source: IREE's DumpDispatchGraph. One cluster for each function; ops that move tensors are nodes, values between them edges.
// A file that cannot be written is a warning: the program is compiled all the same.

#include <inttypes.h>

#include "base/file.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct node {
  const tern_op_t *op;      // or
  const tern_value_t *arg;  // an argument of the function
  size_t id, level;         // level: the longest way from an argument
  bool is_box;
  tern_string_builder_t label;  // lines end in \n
} node_t;

typedef struct edge {
  size_t from, to;
  tern_string_builder_t label;
} edge_t;

typedef struct graph {
  TERN_VEC(node_t) nodes;
  TERN_VEC(edge_t) edges;
  tern_map_t makers;  // value -> id + 1
} graph_t;

// --- nodes and edges ---

static bool is_shown(const tern_op_t *op) {
  if (tern_op_is(op, TERN_FLOW(DISPATCH)) || tern_op_is(op, TERN_FLOW(CALL)) || tern_op_is(op, TERN_UTIL(CALL)) ||
      tern_op_is(op, TERN_UTIL(RETURN)) || tern_op_is(op, TERN_UTIL(GLOBAL_STORE))) {
    return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    bool is_tensor = op->results[i].type->kind == TERN_TYPE_TENSOR;
    bool is_constant = tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE);
    if ((is_tensor && !is_constant) || tern_op_is(op, TERN_HAL(TENSOR_EXPORT))) return true;
  }
  return false;
}

static void append_label(const tern_op_t *op, tern_string_builder_t *out) {
  tern_string_builder_append(out, tern_op_name(op));
  const tern_attr_t *entries = tern_op_is(op, TERN_FLOW(DISPATCH)) ? tern_op_attr(op, "entry_points") : NULL;
  const tern_attr_t *symbol = entries ? tern_array_attr_at(entries, 0) : tern_op_attr(op, "callee");
  if (!symbol) symbol = tern_op_attr(op, "global");
  if (symbol) tern_string_builder_append_format(out, "\n%s", tern_attr_text(symbol));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_string_builder_append_format(out, "\n%s", tern_type_text(op->results[i].type));
  }
}

static size_t add_node(graph_t *graph, const tern_op_t *op, const tern_value_t *arg) {
  node_t node = {.op = op, .arg = arg, .id = graph->nodes.count};
  node.is_box = op ? tern_op_is(op, TERN_FLOW(DISPATCH)) : true;
  if (op) append_label(op, &node.label);
  tern_vec_push(&graph->nodes, node);
  return node.id;
}

static void add_edge(graph_t *graph, const tern_value_t *value, size_t to) {
  uintptr_t maker = (uintptr_t)tern_map_get(&graph->makers, value);
  if (!maker) return;
  edge_t edge = {.from = maker - 1, .to = to};
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && op->result_count > 1) tern_string_builder_append_format(&edge.label, "%" PRIu32, value->index);
  if (graph->nodes.values[to].level <= graph->nodes.values[edge.from].level) {
    graph->nodes.values[to].level = graph->nodes.values[edge.from].level + 1;
  }
  tern_vec_push(&graph->edges, edge);
}

typedef struct edge_walk {
  graph_t *graph;
  size_t to;
} edge_walk_t;

// An op uses what it and the ops inside of it use.
static tern_walk_result_t add_edges_of(tern_op_t *op, void *user) {
  edge_walk_t *walk = user;
  for (size_t i = 0; i < op->operand_count; ++i) add_edge(walk->graph, tern_op_operand(op, i), walk->to);
  return TERN_WALK_ADVANCE;
}

static void add_block(graph_t *graph, const tern_block_t *block) {
  tern_block_for_each_op(block, op) {
    bool is_control = op->region_count > 0;
    if (!is_shown(op) && !is_control) continue;
    size_t id = add_node(graph, op, NULL);
    edge_walk_t walk = {graph, id};
    tern_op_walk_pre(op, add_edges_of, &walk);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_map_set(&graph->makers, tern_op_result(op, i), (void *)(uintptr_t)(id + 1));
    }
  }
}

static void add_function(graph_t *graph, const tern_op_t *function) {
  const tern_block_t *entry = tern_op_body(function, 0);
  for (size_t i = 0; i < entry->arg_count; ++i) {
    size_t id = add_node(graph, NULL, entry->args[i]);
    tern_string_builder_append_format(&graph->nodes.values[id].label, "arg%zu\n%s", i,
                                      tern_type_text(entry->args[i]->type));
    tern_map_set(&graph->makers, entry->args[i], (void *)(uintptr_t)(id + 1));
  }
  for (const tern_block_t *block = entry; block; block = block->next) add_block(graph, block);
}

static void deinitialize_graph(graph_t *graph) {
  for (size_t i = 0; i < graph->nodes.count; ++i) tern_string_builder_deinitialize(&graph->nodes.values[i].label);
  for (size_t i = 0; i < graph->edges.count; ++i) tern_string_builder_deinitialize(&graph->edges.values[i].label);
  tern_vec_deinitialize(&graph->nodes);
  tern_vec_deinitialize(&graph->edges);
  tern_map_deinitialize(&graph->makers);
}

// --- dot ---

static void append_quoted(tern_str_t text, tern_string_builder_t *out) {
  tern_string_builder_append_char(out, '"');
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (c == '\n') {
      tern_string_builder_append_cstr(out, "\\n");
      continue;
    }
    if (c == '"' || c == '\\') tern_string_builder_append_char(out, '\\');
    tern_string_builder_append_char(out, c);
  }
  tern_string_builder_append_char(out, '"');
}

static void write_dot(const graph_t *graph, tern_str_t name, size_t number, size_t first_id,
                      tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "  subgraph cluster_%zu {\n    label = ", number);
  append_quoted(name, out);
  tern_string_builder_append_cstr(out, ";\n");
  for (size_t i = 0; i < graph->nodes.count; ++i) {
    const node_t *node = &graph->nodes.values[i];
    tern_string_builder_append_format(out, "    v%zu [shape = %s, label = ", first_id + node->id,
                                      node->is_box ? "box" : "ellipse");
    append_quoted(tern_string_builder_view(&node->label), out);
    tern_string_builder_append_cstr(out, "];\n");
  }
  tern_string_builder_append_cstr(out, "  }\n");
  for (size_t i = 0; i < graph->edges.count; ++i) {
    const edge_t *edge = &graph->edges.values[i];
    tern_string_builder_append_format(out, "  v%zu -> v%zu [label = ", first_id + edge->from, first_id + edge->to);
    append_quoted(tern_string_builder_view(&edge->label), out);
    tern_string_builder_append_cstr(out, "];\n");
  }
}

// --- svg: levels from top to bottom, nodes of a level side by side ---

enum { NODE_WIDTH = 260, LINE_HEIGHT = 14, LEVEL_HEIGHT = 110, NODE_GAP = 20 };

static size_t count_lines(tern_str_t text) {
  size_t count = 1;
  for (size_t i = 0; i < text.size; ++i) count += text.data[i] == '\n';
  return count;
}

// How many nodes of its level come before a node.
static size_t place_in_level(const graph_t *graph, size_t id) {
  size_t place = 0;
  for (size_t i = 0; i < id; ++i) place += graph->nodes.values[i].level == graph->nodes.values[id].level;
  return place;
}

static void append_escaped(tern_str_t text, tern_string_builder_t *out) {
  for (size_t i = 0; i < text.size; ++i) {
    switch (text.data[i]) {
      case '<': tern_string_builder_append_cstr(out, "&lt;"); break;
      case '>': tern_string_builder_append_cstr(out, "&gt;"); break;
      case '&': tern_string_builder_append_cstr(out, "&amp;"); break;
      default: tern_string_builder_append_char(out, text.data[i]);
    }
  }
}

static size_t node_x(const graph_t *graph, size_t id) {
  return NODE_GAP + place_in_level(graph, id) * (NODE_WIDTH + NODE_GAP);
}
static size_t node_y(const graph_t *graph, size_t id, size_t top) {
  return top + NODE_GAP + LINE_HEIGHT + graph->nodes.values[id].level * LEVEL_HEIGHT;
}

// Returns where the next function begins.
static size_t write_svg(const graph_t *graph, tern_str_t name, size_t top, size_t *inout_width,
                        tern_string_builder_t *out) {
  size_t bottom = top + LEVEL_HEIGHT;
  tern_string_builder_append_format(out, "<text x=\"%d\" y=\"%zu\" font-weight=\"bold\">@", NODE_GAP,
                                    top + LINE_HEIGHT);
  append_escaped(name, out);
  tern_string_builder_append_cstr(out, "</text>\n");
  for (size_t i = 0; i < graph->edges.count; ++i) {
    const edge_t *edge = &graph->edges.values[i];
    size_t lines = count_lines(tern_string_builder_view(&graph->nodes.values[edge->from].label));
    tern_string_builder_append_format(
        out, "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" stroke=\"gray\" marker-end=\"url(#arrow)\"/>\n",
        node_x(graph, edge->from) + NODE_WIDTH / 2, node_y(graph, edge->from, top) + lines * LINE_HEIGHT + 8,
        node_x(graph, edge->to) + NODE_WIDTH / 2, node_y(graph, edge->to, top));
  }
  for (size_t i = 0; i < graph->nodes.count; ++i) {
    const node_t *node = &graph->nodes.values[i];
    tern_str_t rest = tern_string_builder_view(&node->label);
    size_t x = node_x(graph, i), y = node_y(graph, i, top), height = count_lines(rest) * LINE_HEIGHT + 8;
    tern_string_builder_append_format(
        out, "<rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%zu\" rx=\"%d\" fill=\"%s\" stroke=\"black\"/>\n", x, y,
        NODE_WIDTH, height, node->is_box ? 0 : 10, node->is_box ? "lightblue" : "white");
    for (size_t line = 1; rest.size; ++line) {
      tern_string_builder_append_format(out, "<text x=\"%zu\" y=\"%zu\">", x + 6, y + line * LINE_HEIGHT);
      append_escaped(tern_str_split(&rest, '\n'), out);
      tern_string_builder_append_cstr(out, "</text>\n");
    }
    if (y + LEVEL_HEIGHT > bottom) bottom = y + LEVEL_HEIGHT;
    if (x + NODE_WIDTH + NODE_GAP > *inout_width) *inout_width = x + NODE_WIDTH + NODE_GAP;
  }
  return bottom;
}

// --- the file ---

static void write_graphs(tern_op_t *module, bool is_svg, tern_string_builder_t *out) {
  tern_string_builder_t parts = {0};
  size_t number = 0, next_id = 0, bottom = 0, width = NODE_WIDTH;
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_UTIL(FUNC)) || tern_region_is_empty(&op->regions[0])) continue;
    graph_t graph = {0};
    add_function(&graph, op);
    if (is_svg) {
      bottom = write_svg(&graph, tern_symbol_name(op), bottom, &width, &parts);
    } else {
      write_dot(&graph, tern_symbol_name(op), number++, next_id, &parts);
    }
    next_id += graph.nodes.count;
    deinitialize_graph(&graph);
  }
  if (is_svg) {
    tern_string_builder_append_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
        "font-family=\"monospace\" font-size=\"11\">\n<defs><marker id=\"arrow\" "
        "markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path "
        "d=\"M0,0 L8,4 L0,8 z\" fill=\"gray\"/></marker></defs>\n",
        width, bottom);
  } else {
    tern_string_builder_append_cstr(out, "digraph G {\n  compound = true;\n");
  }
  tern_string_builder_append(out, tern_string_builder_view(&parts));
  tern_string_builder_append_cstr(out, is_svg ? "</svg>\n" : "}\n");
  tern_string_builder_deinitialize(&parts);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t file = tern_pass_string(pass, "output-file");
  tern_string_builder_t text = {0}, path = {0};
  tern_string_builder_append(&path, file);
  char *name = tern_string_builder_take(&path);
  write_graphs(module, tern_str_ends_with(file, TERN_STR(".svg")), &text);
  tern_status_t status = tern_file_write(name, tern_string_builder_view(&text));
  if (!tern_status_is_ok(status)) {
    tern_emit_warning(module->loc, "the graph of dispatches cannot be written to '%s': %s", name, status.message);
  }
  free(name);
  tern_string_builder_deinitialize(&text);
  return true;
}

static const tern_option_def_t options[] = {
    {"output-file", TERN_OPTION_STRING, "dispatch.dot",
     "File to write: .svg is drawn, others are Graphviz; - is the output", NULL},
};

const tern_pass_def_t tern_dump_dispatch_graph_pass = {
    .flag = "iree-flow-dump-dispatch-graph",
    .alias = "iree-flow-dump-dispatch-graph-pass",
    .name = "DumpDispatchGraphPass",
    .anchor = "builtin.module",
    .summary = "Write the graph of dispatches",
    .options = options,
    .option_count = 1,
    .run = run,
};

// A profile as a page: one file without anything from elsewhere. Drawings are SVG; a few lines of script show what is
// under the pointer and sort the table.

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "graph.h"
#include "profile.h"

static const char style[] =
    ":root{color-scheme:light "
    "dark;--bg:#fbfbfa;--fg:#1d1f21;--soft:#6a6f76;--line:#dcdcd8;--card:#fff;--host:#c9ccd1;--"
    "sub:#e3e4e2}"
    "@media(prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#e6e6e3;--soft:#9aa0a8;--line:#33373d;--card:#1e2125;--"
    "host:#4a4f57;--sub:#2c3036}}"
    "body{margin:0;padding:28px 32px 60px;background:var(--bg);color:var(--fg);font:14px/1.5 system-ui,sans-serif}"
    "h1{font-size:20px;margin:0 0 4px}h2{font-size:15px;margin:32px 0 8px}p{margin:4px 0;color:var(--soft)}"
    ".cards{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}.card{background:var(--card);border:1px solid "
    "var(--line);"
    "border-radius:8px;padding:10px 16px;min-width:110px}.card b{display:block;font-size:18px;font-weight:600}"
    ".card span{color:var(--soft);font-size:12px}"
    "table{border-collapse:collapse;background:var(--card);border:1px solid "
    "var(--line);font-variant-numeric:tabular-nums;"
    "width:100%}th,td{padding:5px 10px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th{cursor:pointer;color:var(--soft);font-weight:500;font-size:12px}th:first-child,td:first-child{text-align:left;"
    "font-family:ui-monospace,monospace;font-size:12px}td.share{position:relative}td.share "
    "i{position:absolute;left:0;top:3px;"
    "bottom:3px;background:#5b8def33;border-radius:2px}"
    ".box{background:var(--card);border:1px solid "
    "var(--line);border-radius:8px;overflow:auto;padding:12px;max-height:80vh}"
    "svg text{font:11px ui-monospace,monospace;fill:#14161a;pointer-events:none}svg text.on{fill:var(--fg)}"
    "svg rect:hover{stroke:var(--fg);stroke-width:1.5}"
    "#tip{position:fixed;display:none;background:var(--card);border:1px solid "
    "var(--line);border-radius:6px;padding:8px "
    "12px;font-size:12px;white-space:pre;pointer-events:none;box-shadow:0 4px 16px #0003;z-index:9}";

static const char script[] =
    "const tip=document.getElementById('tip');"
    "document.addEventListener('mousemove',e=>{const t=e.target.closest&&e.target.closest('[data-tip]');"
    "if(!t){tip.style.display='none';return}tip.textContent=t.dataset.tip;tip.style.display='block';"
    "tip.style.left=Math.min(e.clientX+14,innerWidth-tip.offsetWidth-8)+'px';"
    "tip.style.top=Math.min(e.clientY+14,innerHeight-tip.offsetHeight-8)+'px'});"
    "document.querySelectorAll('th').forEach((h,i)=>h.onclick=()=>{const b=h.closest('table').tBodies[0];"
    "const v=r=>{const c=r.cells[i],n=parseFloat(c.dataset.value);return isNaN(n)?c.textContent:n};"
    "const d=h.dataset.down==='1'?1:-1;h.dataset.down=d===-1?'1':'0';"
    "[...b.rows].sort((x,y)=>{const p=v(x),q=v(y);return (typeof p==='number'&&typeof q==='number'?p-q:"
    "String(p).localeCompare(String(q)))*d}).forEach(r=>b.append(r))});"
    "const z=document.getElementById('zoom');"
    "z.oninput=()=>document.querySelectorAll('.flame').forEach(f=>f.setAttribute('width',z.value+'%'));";

static void write_text(FILE *file, const char *text) {
  for (const char *c = text; *c; ++c) {
    switch (*c) {
      case '&': fputs("&amp;", file); break;
      case '<': fputs("&lt;", file); break;
      case '>': fputs("&gt;", file); break;
      case '"': fputs("&quot;", file); break;
      default: fputc(*c, file); break;
    }
  }
}

// What tells dispatches of a program apart: `1_matmul_4x4x4_f32` of `main_dispatch_1_matmul_4x4x4_f32`.
static const char *short_name(const char *name) {
  const char *found = strstr(name, "_dispatch_");
  return found ? found + strlen("_dispatch_") : name;
}

// Colours go round the circle by golden sections, in the order of the table: neighbours differ.
static void write_colour(const bench_profile_t *profile, const tern_profile_command_t *command, FILE *file) {
  size_t index = 0;
  while (index < profile->row_count &&
         (profile->rows[index].kind != command->kind || strcmp(profile->rows[index].name, command->name) != 0)) {
    ++index;
  }
  if (command->kind != TERN_PROFILE_DISPATCH) {
    fputs("#b9bec6", file);
  } else {
    fprintf(file, "hsl(%d 58%% 68%%)", (int)fmod(212 + 137.508 * (double)index, 360));
  }
}

// What is shown of a command under the pointer.
static void write_tip(const bench_profile_t *profile, const bench_event_t *event, FILE *file) {
  bench_row_t row = bench_row_of_event(event);
  double gflops = bench_row_gflops(&row), part = bench_row_part_of_bound(profile, &row);
  const char *guess = row.is_estimated ? "~" : "";
  fputs(" data-tip=\"", file);
  write_text(file, row.name);
  fprintf(file, "\n%.2f us", row.seconds * 1e6);
  if (row.kind == TERN_PROFILE_DISPATCH && row.is_cost_known) {
    fprintf(file, "\n%s%.6g operations in %s", guess, row.costs[TERN_COST_FLOAT_OPS] + row.costs[TERN_COST_INTEGER_OPS],
            row.type == TERN_ELEMENT_TYPE_NONE ? "-" : tern_element_type_name(row.type));
  }
  fprintf(file, "\n%.0f bytes read, %.0f written", row.costs[TERN_COST_READ_BYTES], row.costs[TERN_COST_WRITTEN_BYTES]);
  if (!isnan(gflops)) fprintf(file, "\n%s%.2f GF/s", guess, gflops);
  fprintf(file, "\n%s%.2f GB/s", guess, bench_row_gbps(&row));
  if (!isnan(part)) fprintf(file, "\n%s%.1f%% of the bound", guess, 100 * part);
  fputc('"', file);
}

//---- The table ----

static void write_cell(FILE *file, double value, int digits, const char *guess) {
  if (isnan(value)) {
    fputs("<td data-value=-1>-</td>", file);
  } else {
    fprintf(file, "<td data-value=%.9g>%s%.*f</td>", value, guess, digits, value);
  }
}

static void write_table(const bench_profile_t *profile, FILE *file) {
  fputs(
      "<h2>Dispatches</h2><table><thead><tr><th>dispatch<th>a call<th>time (us)<th>share<th>type<th>GF/s<th>GB/s<th>% "
      "of "
      "bound</tr></thead><tbody>\n",
      file);
  double calls = (double)profile->warm_count;
  for (size_t i = 0; i < profile->row_count; ++i) {
    const bench_row_t *row = &profile->rows[i];
    const char *guess = row->is_estimated ? "~" : "";
    double share = profile->command_seconds > 0 ? 100 * row->seconds / profile->command_seconds : 0;
    fputs("<tr><td>", file);
    write_text(file, row->name);
    fputs("</td>", file);
    write_cell(file, (double)row->count / calls, 0, "");
    write_cell(file, row->seconds / calls * 1e6, 2, "");
    fprintf(file, "<td class=share data-value=%.9g><i style=\"width:%.2f%%\"></i>%.1f%%</td><td>%s</td>", share, share,
            share, row->type == TERN_ELEMENT_TYPE_NONE ? "-" : tern_element_type_name(row->type));
    write_cell(file, bench_row_gflops(row), 2, guess);
    write_cell(file, bench_row_gbps(row), 2, guess);
    write_cell(file, 100 * bench_row_part_of_bound(profile, row), 1, guess);
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table>\n", file);
}

//---- The flame chart ----

enum { BAR_HEIGHT = 24, AXIS_HEIGHT = 18, BAR_LEVELS = 3, TICKS = 10 };

// What a chart shows: `origin` is at its left edge, and `length` nanoseconds at its right one.
typedef struct chart {
  FILE *file;
  uint64_t origin;
  double length;
} chart_t;

static double place(const chart_t *chart, uint64_t time) {
  return 100 * (double)(int64_t)(time - chart->origin) / chart->length;
}

// The frame of a bar; the caller ends it with a colour, what is shown under the pointer, and end_bar().
static void begin_bar(const chart_t *chart, uint64_t begin, uint64_t end, int level) {
  fprintf(
      chart->file,
      "<svg x=\"%.4f%%\" y=\"%d\" width=\"%.4f%%\" height=\"%d\"><rect width=\"100%%\" height=\"%d\" rx=\"2\" fill=\"",
      place(chart, begin), AXIS_HEIGHT + level * BAR_HEIGHT, place(chart, end) - place(chart, begin), BAR_HEIGHT - 2,
      BAR_HEIGHT - 2);
}

static void end_bar(const chart_t *chart, uint64_t begin, uint64_t end, const char *class, const char *name) {
  fputs("/>", chart->file);
  if (place(chart, end) - place(chart, begin) > 0.3) {
    fprintf(chart->file, "<text x=\"5\" y=\"15\" class=\"%s\">", class);
    write_text(chart->file, name);
    fputs("</text>", chart->file);
  }
  fputs("</svg>\n", chart->file);
}

static void write_span(const chart_t *chart, bench_span_t span, int level, const char *colour, const char *name) {
  begin_bar(chart, span.begin, span.end, level);
  fprintf(chart->file, "%s\" data-tip=\"", colour);
  write_text(chart->file, name);
  fprintf(chart->file, "\n%.2f us\"", (double)(span.end - span.begin) * 1e-3);
  end_bar(chart, span.begin, span.end, "on", name);
}

static void write_axis(const chart_t *chart) {
  for (int i = 0; i <= TICKS; ++i) {
    fprintf(chart->file, "<line x1=\"%d%%\" x2=\"%d%%\" y1=\"0\" y2=\"%d\" stroke=\"var(--line)\"/>", i * 100 / TICKS,
            i * 100 / TICKS, AXIS_HEIGHT + BAR_LEVELS * BAR_HEIGHT);
    if (i == TICKS) continue;
    fprintf(chart->file, "<text x=\"%d%%\" dx=\"4\" y=\"11\" class=\"on\">%.1f us</text>\n", i * 100 / TICKS,
            chart->length * i / TICKS * 1e-3);
  }
}

static void write_chart(const bench_profile_t *profile, size_t call, FILE *file) {
  const bench_record_t *record = &profile->record;
  bench_span_t span = record->calls[call];
  const chart_t chart = {file, span.begin, (double)(span.end - span.begin)};
  char name[300];
  fprintf(file, "<div class=box><svg class=flame width=\"100%%\" height=\"%d\">\n",
          AXIS_HEIGHT + BAR_LEVELS * BAR_HEIGHT);
  write_axis(&chart);
  snprintf(name, sizeof name, "@%.200s, call %zu%s", profile->function, call, call ? "" : " (cold)");
  write_span(&chart, span, 0, "var(--host)", name);
  for (size_t i = 0; i < record->submission_count; ++i) {
    bool is_inside = record->submissions[i].begin >= span.begin && record->submissions[i].end <= span.end;
    if (is_inside) write_span(&chart, record->submissions[i], 1, "var(--sub)", "submission");
  }
  for (size_t i = 0; i < record->event_count; ++i) {
    const bench_event_t *event = &record->events[i];
    if (event->call != call) continue;
    begin_bar(&chart, event->command.begin, event->command.end, 2);
    write_colour(profile, &event->command, file);
    fputc('"', file);
    write_tip(profile, event, file);
    end_bar(&chart, event->command.begin, event->command.end, "", short_name(event->command.name));
  }
  fputs("</svg></div>\n", file);
}

// The warm call whose time is in the middle.
static size_t typical_call(const bench_record_t *record) {
  size_t best = 1, best_distance = SIZE_MAX;
  for (size_t i = 1; i < record->call_count; ++i) {
    uint64_t length = record->calls[i].end - record->calls[i].begin;
    size_t below = 0;
    for (size_t j = 1; j < record->call_count; ++j) below += record->calls[j].end - record->calls[j].begin < length;
    size_t middle = (record->call_count - 1) / 2, distance = below > middle ? below - middle : middle - below;
    if (distance < best_distance) best = i, best_distance = distance;
  }
  return best;
}

static void write_charts(const bench_profile_t *profile, FILE *file) {
  fputs(
      "<h2>A warm call</h2><p>The call, its submissions, and their commands. <label>Zoom <input id=zoom type=range "
      "min=100 "
      "max=4000 value=100></label></p>\n",
      file);
  write_chart(profile, typical_call(&profile->record), file);
  fputs("<h2>The cold call</h2>\n", file);
  write_chart(profile, 0, file);
}

//---- The graph ----

enum { NODE_WIDTH = 190, NODE_HEIGHT = 38, GAP_X = 34, GAP_Y = 34, GRAPH_LIMIT = 400, MAX_BEND = 8 };

static int node_x(const bench_graph_t *graph, size_t node) {
  return 8 + (int)graph->positions[node] * (NODE_WIDTH + GAP_X);
}
static int node_y(const bench_graph_t *graph, size_t node) {
  return 8 + (int)graph->levels[node] * (NODE_HEIGHT + GAP_Y);
}

// Straight down to the next level; past others on their right.
static void write_edge(const bench_graph_t *graph, const bench_edge_t *edge, FILE *file) {
  size_t span = graph->levels[edge->to] - graph->levels[edge->from];
  int x1 = node_x(graph, edge->from), y1 = node_y(graph, edge->from), x2 = node_x(graph, edge->to);
  int y2 = node_y(graph, edge->to), bend = GAP_Y / 2;
  fputs("<path d=\"", file);
  if (span == 1) {
    x1 += NODE_WIDTH / 2, x2 += NODE_WIDTH / 2, y1 += NODE_HEIGHT;
    fprintf(file, "M%d %dC%d %d %d %d %d %d", x1, y1, x1, y1 + bend, x2, y2 - bend, x2, y2 - 2);
  } else {
    x1 += NODE_WIDTH, x2 += NODE_WIDTH, y1 += NODE_HEIGHT / 2, y2 += NODE_HEIGHT / 2;
    bend = 16 + 8 * (span < MAX_BEND ? (int)span : MAX_BEND);
    fprintf(file, "M%d %dC%d %d %d %d %d %d", x1, y1, x1 + bend, y1, x2 + bend, y2, x2 + 2, y2);
  }
  fputs("\" fill=\"none\" stroke=\"var(--soft)\" stroke-opacity=\".55\" marker-end=\"url(#tip-of-edge)\"/>\n", file);
}

static void write_node(const bench_profile_t *profile, const bench_graph_t *graph, size_t node, FILE *file) {
  const bench_event_t *event = &graph->events[node];
  fprintf(file, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><rect width=\"%d\" height=\"%d\" rx=\"5\" fill=\"",
          node_x(graph, node), node_y(graph, node), NODE_WIDTH, NODE_HEIGHT, NODE_WIDTH, NODE_HEIGHT);
  write_colour(profile, &event->command, file);
  fputc('"', file);
  write_tip(profile, event, file);
  fputs("/><text x=\"8\" y=\"15\">", file);
  write_text(file, short_name(event->command.name));
  fprintf(file, "</text><text x=\"8\" y=\"30\">%.2f us</text></svg>\n", (double)bench_event_duration(event) * 1e-3);
}

static void write_graph(const bench_profile_t *profile, FILE *file) {
  bench_graph_t graph;
  bench_graph_make(&profile->record, typical_call(&profile->record), GRAPH_LIMIT, &graph);
  int width = 16 + 10 * MAX_BEND + (int)graph.width * (NODE_WIDTH + GAP_X),
      height = 16 + (int)graph.level_count * (NODE_HEIGHT + GAP_Y);
  fputs("<h2>What uses what</h2><p>Commands of that call, below those whose results they read.", file);
  if (graph.count == GRAPH_LIMIT) fprintf(file, " The first %d of them.", GRAPH_LIMIT);
  fprintf(file,
          "</p><div class=box><svg width=\"%d\" height=\"%d\"><defs><marker id=\"tip-of-edge\" viewBox=\"0 0 8 8\" "
          "refX=\"6\" refY=\"4\" "
          "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" "
          "fill=\"var(--soft)\"/></marker></defs>\n",
          width, height);
  for (size_t i = 0; i < graph.edge_count; ++i) write_edge(&graph, &graph.edges[i], file);
  for (size_t i = 0; i < graph.count; ++i) write_node(profile, &graph, i, file);
  fputs("</svg></div>\n", file);
  bench_graph_deinitialize(&graph);
}

//---- The page ----

static void write_card(FILE *file, const char *value, const char *what) {
  fprintf(file, "<div class=card><b>%s</b><span>", value);
  write_text(file, what);
  fputs("</span></div>", file);
}

static void write_cards(const bench_profile_t *profile, FILE *file) {
  const bench_record_t *record = &profile->record;
  double calls = (double)profile->warm_count;
  char text[64], what[64];
  fputs("<div class=cards>", file);
  snprintf(text, sizeof text, "%.1f us", profile->call_seconds / calls * 1e6);
  snprintf(what, sizeof what, "a warm call (mean of %zu)", profile->warm_count);
  write_card(file, text, what);
  snprintf(text, sizeof text, "%.1f us", (double)(record->calls[0].end - record->calls[0].begin) * 1e-3);
  write_card(file, text, "the cold call");
  snprintf(text, sizeof text, "%.1f us", profile->command_seconds / calls * 1e6);
  write_card(file, text, "commands of the device");
  for (size_t i = 1; i < BENCH_TYPE_COUNT; ++i) {
    if (profile->bound.operations[i] <= 0) continue;
    snprintf(text, sizeof text, "%.1f GF/s", profile->bound.operations[i] * 1e-9);
    snprintf(what, sizeof what, "bound in %s", tern_element_type_name((tern_element_type_t)i));
    write_card(file, text, what);
  }
  if (profile->bound.bytes > 0) {
    snprintf(text, sizeof text, "%.1f GB/s", profile->bound.bytes * 1e-9);
    write_card(file, text, "bound of the memory");
  }
  fputs("</div>\n", file);
}

void bench_profile_write_page(const bench_profile_t *profile, FILE *file) {
  fputs(
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
      "content=\"width=device-width\"><title>",
      file);
  write_text(file, profile->function);
  fprintf(file, "</title><style>%s</style></head><body><div id=tip></div>\n<h1>@", style);
  write_text(file, profile->function);
  fputs("</h1><p>", file);
  write_text(file, profile->subject->options->file);
  fputs(" on ", file);
  write_text(file, tern_device_driver_name(profile->subject->device));
  fputs("</p>\n", file);
  write_cards(profile, file);
  write_charts(profile, file);
  write_table(profile, file);
  write_graph(profile, file);
  fprintf(file, "<script>%s</script></body></html>\n", script);
}

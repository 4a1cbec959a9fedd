// --iree-stream-dump-statistics: how much memory a program needs and what it submits, as text, CSV or JSON.
//
// Source: upstream's pass of the same name, whose CSV columns come first here; peak memory, JSON and what `verbose` shows of
// regions and executables are ours. The peak of a function is what its transient allocations need at one time: they are
// followed through the function in the order of the text, each from its stream.resource.alloca to its
// stream.resource.dealloca; calls count with the peak of what they call, loops once.

#include <stdio.h>

#include "analysis/incoming_values.h"
#include "analysis/stream/device_code.h"
#include "analysis/stream/resources.h"
#include "base/file.h"
#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct statistics {
  int64_t constant_count, constant_size, variable_count, variable_size, await_count;
  int64_t submission_count, transient_size, peak_size;
  int64_t fill_count, copy_count, collective_count, dispatch_count, call_count, executable_count;
  bool has_dynamic_size;  // some size is only known when the program runs
} statistics_t;

typedef struct collector {
  tern_op_t *module;
  statistics_t *statistics;
  tern_call_sites_t sites;
} collector_t;

// --- collecting ---

static int64_t size_of(collector_t *collector, const tern_value_t *size) {
  int64_t bytes = 0;
  if (!size || !tern_value_constant_int(size, &bytes)) {
    collector->statistics->has_dynamic_size = true;
    return 0;
  }
  return bytes;
}

static void count_storage(collector_t *collector, const tern_value_t *resource, int64_t bytes) {
  statistics_t *statistics = collector->statistics;
  switch (tern_stream_resource_type_lifetime(resource->type)) {
    case TERN_STREAM_LIFETIME_CONSTANT: statistics->constant_size += bytes; break;
    case TERN_STREAM_LIFETIME_VARIABLE: statistics->variable_size += bytes; break;
    default: break;
  }
}

static tern_walk_result_t collect_op(tern_op_t *op, void *user) {
  collector_t *collector = user;
  statistics_t *statistics = collector->statistics;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) {
    ++statistics->executable_count;
    return TERN_WALK_SKIP;
  }
  if (tern_op_is(op, TERN_UTIL(GLOBAL)) && tern_type_is_stream_resource(tern_util_global_type(op))) {
    bool is_constant = tern_stream_resource_type_lifetime(tern_util_global_type(op)) == TERN_STREAM_LIFETIME_CONSTANT;
    statistics->constant_count += is_constant;
    statistics->variable_count += !is_constant;
  }
  if (op->def->dialect != &tern_stream_dialect) return TERN_WALK_ADVANCE;
  statistics->await_count += tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT));
  statistics->submission_count += tern_op_is(op, TERN_STREAM(CMD_EXECUTE));
  statistics->fill_count += tern_op_is(op, TERN_STREAM(CMD_FILL));
  statistics->copy_count += tern_op_is(op, TERN_STREAM(CMD_COPY));
  statistics->collective_count += tern_op_is(op, TERN_STREAM(CMD_COLLECTIVE));
  statistics->dispatch_count += tern_op_is(op, TERN_STREAM(CMD_DISPATCH));
  statistics->call_count += tern_op_is(op, TERN_STREAM(CMD_CALL));
  if (tern_op_is(op, TERN_STREAM(RESOURCE_ALLOCA))) {
    statistics->transient_size += size_of(collector, tern_op_operand(op, 0));
  } else if (tern_op_is(op, TERN_STREAM(RESOURCE_TRY_MAP))) {
    // Mapped or read into an allocation: the same bytes.
    count_storage(collector, tern_op_result(op, 1), size_of(collector, tern_stream_result_size(op, 1)));
  } else if (tern_op_is(op, TERN_STREAM(RESOURCE_ALLOC))) {
    const tern_op_t *parent = tern_op_parent(op);
    bool is_fallback = parent && parent->region_count == 2;
    if (!is_fallback) count_storage(collector, tern_op_result(op, 0), size_of(collector, tern_op_operand(op, 0)));
  }
  return TERN_WALK_ADVANCE;
}

typedef struct peak_walk {
  collector_t *collector;
  int64_t live, peak;
  int depth;
} peak_walk_t;

static int64_t peak_of(collector_t *collector, tern_op_t *function, int depth);

static tern_walk_result_t follow_memory(tern_op_t *op, void *user) {
  peak_walk_t *walk = user;
  if (tern_op_is(op, TERN_STREAM(RESOURCE_ALLOCA))) {
    walk->live += size_of(walk->collector, tern_op_operand(op, 0));
  } else if (tern_op_is(op, TERN_STREAM(RESOURCE_DEALLOCA))) {
    walk->live -= size_of(walk->collector, tern_op_operand(op, 1));
  } else if (tern_op_is(op, TERN_UTIL(CALL))) {
    tern_op_t *callee = tern_call_sites_callee(&walk->collector->sites, op);
    int64_t inner = callee ? peak_of(walk->collector, callee, walk->depth + 1) : 0;
    if (walk->live + inner > walk->peak) walk->peak = walk->live + inner;
  }
  if (walk->live > walk->peak) walk->peak = walk->live;
  return tern_op_is(op, TERN_STREAM(CMD_EXECUTE)) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static int64_t peak_of(collector_t *collector, tern_op_t *function, int depth) {
  if (depth > 16 || function->region_count == 0) return 0;
  peak_walk_t walk = {.collector = collector, .depth = depth};
  tern_op_walk_pre(function, follow_memory, &walk);
  return walk.peak;
}

static void collect(collector_t *collector) {
  tern_op_walk_pre(collector->module, collect_op, collector);
  tern_block_for_each_op(tern_op_body(collector->module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(FUNC)) && !tern_op_is(op, TERN_UTIL(INITIALIZER))) continue;
    int64_t peak = peak_of(collector, op, 0);
    if (peak > collector->statistics->peak_size) collector->statistics->peak_size = peak;
  }
}

// --- printing ---

static void add(tern_string_builder_t *out, const char *text) { tern_string_builder_append_cstr(out, text); }

static void add_bytes(tern_string_builder_t *out, int64_t bytes) {
  tern_string_builder_append_format(out, "%lld B (%.2f MiB)", (long long)bytes, (double)bytes / (1024.0 * 1024.0));
}

static void add_title(tern_string_builder_t *out, const char *title) {
  static const char *const line = "//============================================================================//\n";
  tern_string_builder_append_format(out, "%s// %s\n%s//\n", line, title, line);
}

static void print_pretty(const statistics_t *s, tern_string_builder_t *out) {
  add_title(out, "Aggregate Statistics (static, whole-program)");
  tern_string_builder_append_format(out, "//   Constants: %lld, estimated storage of ", (long long)s->constant_count);
  add_bytes(out, s->constant_size);
  tern_string_builder_append_format(out, "\n//   Variables: %lld, ", (long long)s->variable_count);
  add_bytes(out, s->variable_size);
  tern_string_builder_append_format(out, "\n//  D->H Syncs: %lld\n// Submissions: %lld, using cumulative ",
                                    (long long)s->await_count, (long long)s->submission_count);
  add_bytes(out, s->transient_size);
  add(out, "\n// Peak Memory: ");
  add_bytes(out, s->peak_size);
  if (s->has_dynamic_size) add(out, ", and what is sized at run time");
  double reuse = s->dispatch_count ? 100.0 - 100.0 * (double)s->executable_count / (double)s->dispatch_count : 0;
  tern_string_builder_append_format(
      out,
      "\n//   DMA Fills: %lld\n//  DMA Copies: %lld\n// Collectives: %lld\n//  Dispatches: %lld\n// Async Calls: %lld\n"
      "// Executables: %lld, %.0f%% reuse\n//\n",
      (long long)s->fill_count, (long long)s->copy_count, (long long)s->collective_count, (long long)s->dispatch_count,
      (long long)s->call_count, (long long)s->executable_count, reuse > 0 ? reuse : 0);
}

static void add_reference(tern_string_builder_t *out, const tern_attr_t *reference) {
  for (size_t i = 0; i < tern_symbol_ref_attr_count(reference); ++i) {
    tern_str_t name = tern_symbol_ref_attr_at(reference, i);
    tern_string_builder_append_format(out, "%s@%.*s", i ? "::" : "", (int)name.size, name.data);
  }
}

static size_t count_of(const tern_op_t *op, const char *group) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count;
}

// A number, or `?` where it is only known at run time.
static void add_value(tern_string_builder_t *out, const tern_value_t *value) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) {
    tern_string_builder_append_int64(out, constant);
  } else {
    tern_string_builder_append_char(out, '?');
  }
}

static void print_command_csv(const tern_op_t *op, int depth, tern_string_builder_t *out) {
  tern_str_t name = tern_str_drop(tern_op_name(op), sizeof("stream.cmd.") - 1);
  tern_string_builder_append_format(out, "%d,\"%.*s\",", depth, (int)name.size, name.data);
  const char *length = tern_op_is(op, TERN_STREAM(CMD_FILL))   ? "target_length"
                       : tern_op_is(op, TERN_STREAM(CMD_COPY)) ? "length"
                                                               : NULL;
  if (length) {
    add(out, ",");
    add_value(out, tern_op_operand_named(op, length));
    add(out, ",,,,\n");
  } else if (tern_op_is(op, TERN_STREAM(CMD_DISPATCH))) {
    add(out, "\"");
    add_reference(out, tern_array_attr_at(tern_op_attr(op, "entry_points"), 0));
    add(out, "\",,");
    size_t start, count;
    tern_op_operands_named(op, "workload", &start, &count);
    int64_t invocations = 1, value;
    bool is_known = true;
    for (size_t i = 0; i < count; ++i) {
      is_known = is_known && tern_value_constant_int(tern_op_operand(op, start + i), &value) &&
                 !__builtin_mul_overflow(invocations, value, &invocations);
    }
    if (is_known) tern_string_builder_append_int64(out, invocations);
    add(out, ",\"");
    for (size_t i = 0; i < count; ++i) {
      if (i) add(out, ";");
      add_value(out, tern_op_operand(op, start + i));
    }
    tern_string_builder_append_format(out, "\",%zu,%zu\n", count_of(op, "uniform_operands"), count_of(op, "resources"));
  } else {
    add(out, ",,,,,\n");
  }
}

static void print_commands_csv(const tern_block_t *block, int depth, tern_string_builder_t *out) {
  tern_block_for_each_op(block, op) {
    if (!tern_str_starts_with(tern_op_name(op), TERN_STR("stream.cmd."))) continue;
    // Groups show in the depth of what they hold.
    if (!op->region_count) print_command_csv(op, depth, out);
    if (op->region_count) print_commands_csv(tern_op_body(op, 0), depth + 1, out);
  }
}

// `builtin.module > util.func @f > stream.cmd.execute`
static void add_path(tern_string_builder_t *out, const tern_op_t *op) {
  if (tern_op_parent(op)) {
    add_path(out, tern_op_parent(op));
    add(out, " > ");
  }
  tern_string_builder_append(out, tern_op_name(op));
  tern_str_t name = tern_symbol_name(op);
  if (name.size) tern_string_builder_append_format(out, " @%.*s", (int)name.size, name.data);
}

static tern_walk_result_t print_region_csv(tern_op_t *op, void *user) {
  tern_string_builder_t *out = user;
  if (!tern_op_is(op, TERN_STREAM(CMD_EXECUTE))) return TERN_WALK_ADVANCE;
  add(out, "; ");
  add_path(out, op);
  add(out, "\n\"Depth\",\"Command\",\"Symbol\",\"Length\",\"Invocations\",\"Workload\",\"Operands\",\"Resources\"\n");
  print_commands_csv(tern_op_body(op, 0), 0, out);
  add(out, "\n");
  return TERN_WALK_SKIP;
}

static void print_csv(const collector_t *collector, tern_string_builder_t *out) {
  const statistics_t *s = collector->statistics;
  add(out, ";\n; Aggregate Statistics (static, whole-program)\n;\n\n");
  add(out,
      "\"Constants\",\"Constant Size\",\"Variables\",\"Variable Size\",\"Awaits\",\"Submissions\",\"Transient Size\","
      "\"Fills\",\"Copies\",\"Dispatches\",\"Async Calls\",\"Executables\",\"Peak Size\"\n");
  const int64_t values[] = {s->constant_count, s->constant_size,    s->variable_count, s->variable_size,
                            s->await_count,    s->submission_count, s->transient_size, s->fill_count,
                            s->copy_count,     s->dispatch_count,   s->call_count,     s->executable_count,
                            s->peak_size};
  for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i) {
    tern_string_builder_append_format(out, "%s%lld", i ? "," : "", (long long)values[i]);
  }
  add(out, "\n\n;\n; Execution\n;\n\n");
  tern_op_walk_pre(collector->module, print_region_csv, out);
}

static void print_json(const statistics_t *s, tern_string_builder_t *out) {
  tern_string_builder_append_format(
      out,
      "{\"stream-aggregate\": {\n  \"synchronization\": {\"sync-count\": %lld},\n"
      "  \"execution\": {\"submission-count\": %lld, \"transient-memory-size\": %lld, \"peak-memory-size\": %lld, "
      "\"has-dynamic-sizes\": %s, \"fill-count\": %lld, \"copy-count\": %lld, \"collective-count\": %lld, "
      "\"dispatch-count\": %lld, \"call-count\": %lld},\n",
      (long long)s->await_count, (long long)s->submission_count, (long long)s->transient_size, (long long)s->peak_size,
      s->has_dynamic_size ? "true" : "false", (long long)s->fill_count, (long long)s->copy_count,
      (long long)s->collective_count, (long long)s->dispatch_count, (long long)s->call_count);
  tern_string_builder_append_format(
      out,
      "  \"globals\": {\"constant-count\": %lld, \"constant-size\": %lld, \"variable-count\": %lld, "
      "\"variable-size\": %lld},\n  \"executables\": {\"executable-count\": %lld}\n}}\n",
      (long long)s->constant_count, (long long)s->constant_size, (long long)s->variable_count,
      (long long)s->variable_size, (long long)s->executable_count);
}

// Regions with their commands, and functions with the places that run them.
static tern_walk_result_t print_region_pretty(tern_op_t *op, void *user) {
  tern_string_builder_t *out = user;
  if (!tern_op_is(op, TERN_STREAM(CMD_EXECUTE))) return TERN_WALK_ADVANCE;
  add(out, "// ");
  add_path(out, op);
  add(out, "\n");
  tern_string_builder_t commands = {0};
  print_commands_csv(tern_op_body(op, 0), 0, &commands);
  tern_str_t rest = tern_string_builder_view(&commands);
  while (rest.size) {
    tern_str_t line = tern_str_split(&rest, '\n');
    tern_string_builder_append_format(out, "//   %.*s\n", (int)line.size, line.data);
  }
  add(out, "//\n");
  tern_string_builder_deinitialize(&commands);
  return TERN_WALK_SKIP;
}

static void print_verbose(const collector_t *collector, tern_string_builder_t *out) {
  print_pretty(collector->statistics, out);
  add_title(out, "Streams");
  tern_op_walk_pre(collector->module, print_region_pretty, out);
  add_title(out, "Executables");
  tern_stream_entries_t entries;
  tern_stream_entries_find(collector->module, &entries);
  for (size_t i = 0; i < entries.list.count; ++i) {
    const tern_stream_entry_t *entry = &entries.list.values[i];
    add(out, "// ");
    add_path(out, entry->function);
    tern_string_builder_append_format(out, "\n//   dispatched from %zu places\n//\n", entry->dispatches.count);
  }
  tern_stream_entries_deinitialize(&entries);
}

// --- the pass ---

static bool write_text(tern_op_t *module, tern_str_t path, tern_str_t text) {
  if (path.size == 0) {
    // What this pass is for; nothing else is printed.
    fwrite(text.data, 1, text.size, stderr);
    return true;
  }
  tern_string_builder_t name = {0};
  tern_string_builder_append(&name, path);
  tern_status_t status = tern_file_write(tern_string_builder_view(&name).data, text);
  tern_string_builder_deinitialize(&name);
  bool is_ok = tern_status_is_ok(status);
  if (!is_ok) tern_op_error(module, "cannot write statistics to '%.*s'", (int)path.size, path.data);
  return is_ok;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  statistics_t statistics = {0};
  collector_t collector = {.module = module, .statistics = &statistics};
  tern_call_sites_find(module, &collector.sites);
  collect(&collector);
  tern_string_builder_t text = {0};
  tern_str_t format = tern_pass_string(pass, "output-format");
  if (tern_str_equal_cstr(format, "csv")) {
    print_csv(&collector, &text);
  } else if (tern_str_equal_cstr(format, "json")) {
    print_json(&statistics, &text);
  } else if (tern_str_equal_cstr(format, "verbose")) {
    print_verbose(&collector, &text);
  } else {
    print_pretty(&statistics, &text);
  }
  bool is_ok = write_text(module, tern_pass_string(pass, "output-file"), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_call_sites_deinitialize(&collector.sites);
  return is_ok;
}

static const char *const formats[] = {"pretty", "verbose", "csv", "json", NULL};

static const tern_option_def_t options[] = {
    {"output-format", TERN_OPTION_STRING, "pretty", "The form: pretty, verbose, csv or json", formats},
    {"output-file", TERN_OPTION_STRING, NULL, "The file; nothing is standard error, - is standard output", NULL},
};

const tern_pass_def_t tern_stream_dump_statistics_pass = {
    .flag = "iree-stream-dump-statistics",
    .name = "DumpStatisticsPass",
    .anchor = "builtin.module",
    .summary = "Write counts and sizes of what a program does in the stream dialect",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};

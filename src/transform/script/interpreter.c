// --transform-interpreter: runs the named sequence @__transform_main on the op that the pass runs on.
//
// Source: upstream's InterpreterPass. The script is looked for inside of the op, then in what --transform-preload-library
// has read.

#include "base/vec.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/script/library.h"
#include "transform/script/script.h"

typedef struct tag_search {
  tern_str_t tag;
  tern_op_t *found;
  bool is_ambiguous;
} tag_search_t;

static tern_walk_result_t look_for_tag(tern_op_t *op, void *user) {
  tag_search_t *search = user;
  const tern_attr_t *tag = tern_op_attr(op, TERN_TRANSFORM_TARGET_TAG);
  if (!tag || tag->kind != TERN_ATTR_STRING || !tern_str_equal(tern_string_attr_value(tag), search->tag)) {
    return TERN_WALK_ADVANCE;
  }
  if (search->found) {
    tern_emit_error(op->loc, "repeated operation with the target tag \"%.*s\"", (int)search->tag.size,
                    search->tag.data);
    tern_emit_note(search->found->loc, "previously seen operation");
    search->is_ambiguous = true;
    return TERN_WALK_INTERRUPT;
  }
  search->found = op;
  return TERN_WALK_ADVANCE;
}

// The payload's root: the op with the tag, or the op that the pass runs on. NULL after an error.
static tern_op_t *find_root(tern_op_t *op, tern_str_t tag) {
  if (!tag.size) return op;
  tag_search_t search = {.tag = tag};
  tern_op_walk_pre(op, look_for_tag, &search);
  if (search.is_ambiguous) return NULL;
  if (!search.found) {
    tern_emit_error(op->loc, "couldn't find the root payload operation with transform.target_tag=\"%.*s\" attribute",
                    (int)tag.size, tag.data);
  }
  return search.found;
}

typedef struct binding {
  tern_str_t name;
  bool takes_results;
  tern_payload_t *items;
} binding_t;

static tern_walk_result_t bind_op(tern_op_t *op, void *user) {
  binding_t *binding = user;
  if (!tern_str_equal(tern_op_name(op), binding->name)) return TERN_WALK_ADVANCE;
  if (!binding->takes_results) tern_vec_push(binding->items, op);
  for (size_t i = 0; binding->takes_results && i < op->result_count; ++i) {
    tern_vec_push(binding->items, tern_op_result(op, i));
  }
  return TERN_WALK_ADVANCE;
}

// `name`: ops of that name; `^name`: their results; `#1;2`: numbers.
static bool bind(tern_op_t *root, tern_str_t text, const tern_value_t *argument, const tern_attr_t *loc,
                 tern_payload_t *items) {
  static const char *const names[] = {[TERN_HANDLE_OPS] = "top-level operation handle",
                                      [TERN_HANDLE_VALUES] = "the top-level value handle",
                                      [TERN_HANDLE_PARAMS] = "top-level parameter"};
  char first = text.size ? text.data[0] : 0;
  tern_handle_kind_t given = first == '^' ? TERN_HANDLE_VALUES : first == '#' ? TERN_HANDLE_PARAMS : TERN_HANDLE_OPS;
  // What there is no argument for is told later, when they are counted.
  tern_handle_kind_t kind = argument ? tern_handle_kind(argument->type) : given;
  if (given != kind) {
    return tern_emit_error(tern_value_loc(argument), "wrong kind of value provided for %s", names[kind]);
  }
  if (given != TERN_HANDLE_PARAMS) {
    tern_str_t name = given == TERN_HANDLE_OPS ? text : tern_str_drop(text, 1);
    tern_op_walk_pre(root, bind_op, &(binding_t){name, given == TERN_HANDLE_VALUES, items});
    return true;
  }
  const tern_type_t *i64 = tern_i_type_get(tern_op_context(root), 64);
  for (tern_str_t rest = tern_str_drop(text, 1); rest.size;) {
    size_t end = tern_str_find_char(rest, ';');
    int64_t number;
    if (!tern_str_to_int64(tern_str_trim(tern_str_make(rest.data, end)), &number)) {
      return tern_emit_error(loc,
                             "couldn't parse parameter options: expected numbers separated by ';' behind '#', got "
                             "'%.*s'",
                             (int)text.size, text.data);
    }
    tern_vec_push(items, (void *)(uintptr_t)tern_integer_attr_get(i64, number));
    rest = end < rest.size ? tern_str_drop(rest, end + 1) : (tern_str_t){0};
  }
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t name = tern_pass_string(pass, "entry-point");
  tern_op_t *library = tern_script_library(tern_op_context(op));
  tern_op_t *root = find_root(op, tern_pass_string(pass, "debug-payload-root-tag"));
  if (!root) return false;
  tern_op_t *entry = tern_script_find_entry(op, library, name);
  if (!entry) {
    return tern_emit_error(op->loc, "could not find a nested named sequence with name: %.*s", (int)name.size,
                           name.data);
  }
  const tern_str_t *texts;
  size_t count = tern_pass_string_list(pass, "debug-bind-trailing-args", &texts);
  const tern_block_t *body = tern_op_body(entry, 0);
  tern_payload_t *extra = tern_malloc((count + 1) * sizeof *extra);
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    extra[i] = (tern_payload_t){0};
    const tern_value_t *argument = body && 1 + i < body->arg_count ? body->args[1 + i] : NULL;
    is_right = is_right && bind(root, texts[i], argument, entry->loc, &extra[i]);
  }
  if (is_right) {
    tern_script_t script;
    tern_script_initialize(&script, root, pass);
    script.library = library;
    script.checks_handles = !tern_pass_bool(pass, "disable-expensive-checks");
    is_right = tern_script_run_entry(&script, entry, extra, count);
    tern_script_deinitialize(&script);
  }
  for (size_t i = 0; i < count; ++i) tern_vec_deinitialize(&extra[i]);
  free(extra);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"debug-payload-root-tag", TERN_OPTION_STRING, NULL,
     "Run on the op whose attribute 'transform.target_tag' is this, instead of the op that the pass runs on", NULL},
    {"debug-bind-trailing-args", TERN_OPTION_STRING_LIST, NULL,
     "What the further arguments of the entry point are: names of ops, ^names for their results, #numbers", NULL},
    {"disable-expensive-checks", TERN_OPTION_BOOL, "false",
     "Do not look for uses of handles that are not valid any more", NULL},
    {"entry-point", TERN_OPTION_STRING, "__transform_main", "The named sequence to run", NULL},
};

const tern_pass_def_t tern_transform_interpreter_pass = {
    .flag = "transform-interpreter",
    .name = "InterpreterPass",
    .summary = "Run a transform script",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_transform_dialect, NULL},
    .run = run,
};

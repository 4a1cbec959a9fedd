// Running passes on a file of IR, text or MLIR's bytecode: what `tern-opt` does, for programs.
//
// The input is cut into chunks (one, unless it is to be split); each chunk is parsed, verified, taken through the
// pipeline, verified again and printed. Diagnostics, IR dumps and reports are handed to a callback as text; the output
// file is written whole at the end, or not at all if anything failed.

#ifndef TERN_OPT_H_
#define TERN_OPT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Receives text that is meant for the user rather than for the output. `text` is `size` bytes, borrowed.
typedef void (*tern_opt_message_fn_t)(const char *text, size_t size, void *user);

// A pass (or a named pipeline) asked for by its flag, in order.
typedef struct tern_opt_request_t {
  const char *flag;     // without dashes: "canonicalize"
  const char *options;  // `top-down=false max-iterations=3`, or NULL
} tern_opt_request_t;

// What is to become of diagnostics.
typedef enum tern_opt_diagnostics_t {
  TERN_OPT_DIAGNOSTICS_SHOW,
  TERN_OPT_DIAGNOSTICS_VERIFY,                // compared with the `expected-*` comments, all of them
  TERN_OPT_DIAGNOSTICS_VERIFY_ONLY_EXPECTED,  // the same, but others than those expected are fine
} tern_opt_diagnostics_t;

// Which diagnostics are shown.
typedef enum tern_opt_verbosity_t {
  TERN_OPT_SHOW_REMARKS,  // all
  TERN_OPT_SHOW_WARNINGS,
  TERN_OPT_SHOW_ERRORS,
} tern_opt_verbosity_t;

// Leaves a limit to the printer.
#define TERN_OPT_DEFAULT_LIMIT INT64_MIN

// What to do. Zero-initialise, call tern_opt_options_initialize(), then change what is needed. All pointers are
// borrowed until tern_opt_run() returns. Plain data.
typedef struct tern_opt_options_t {
  const char *input_path;   // "-" is standard input
  const char *output_path;  // "-" is standard output
  const tern_opt_request_t *requests;
  size_t request_count;
  const char *pass_pipeline;  // textual pipeline with its anchor, instead of requests; or NULL
  const char *split_marker;   // chunks are separated by this line; NULL: one chunk
  const char *output_split_marker;
  tern_opt_diagnostics_t diagnostics;
  bool allow_unregistered_dialect;
  bool no_implicit_module;  // a lone top-level op stays alone
  bool verify_each;         // verify after each pass; on by default
  bool verify_roundtrip;    // print and parse again after parsing: the text must be the same
  bool dump_pass_pipeline;
  bool print_pipeline;  // instead of all else: print the textual pipeline with all passes and options; no input is read
  bool print_generic, print_debuginfo, print_local_scope, skip_regions, use_name_loc_as_prefix;
  bool pretty_debuginfo;         // locations are printed for reading; they do not parse
  bool unique_names;             // no two values of the module have the same name
  bool value_users;              // comments say who uses the results of ops and the arguments of blocks
  int64_t elide_elements_above;  // negative: never
  // Elements attributes of more elements are printed as hexadecimal digits; negative: none; TERN_OPT_DEFAULT_LIMIT.
  int64_t hex_elements_above;
  int64_t elide_resources_above;  // characters that the value of a resource may take to be printed; negative: any
  bool print_ir_before_all, print_ir_after_all, print_ir_after_change, print_ir_after_failure, print_ir_module_scope;
  const char *print_ir_before, *print_ir_after;  // comma lists of flags, or NULL
  const char *print_ir_tree_folder;              // where dumps become files instead; or NULL
  // Where the executions of passes are logged and profiled, "-" is standard output; or NULL. The log can be kept to ops
  // from some places: `file.mlir:3,other.mlir`.
  const char *log_actions_path, *profile_actions_path, *log_filter;
  const char
      *debug_counter;  // which executions of passes happen, `pass-execution-skip=2,pass-execution-count=1`; or NULL
  bool print_debug_counter;  // reports what was counted
  bool timing, timing_as_list, timing_as_json;
  bool pass_statistics, pass_statistics_as_list;
  const char *crash_reproducer;  // path, or NULL
  const char *reproducer;        // the same, for one that is written whatever happens
  bool local_reproducer;
  const char *interpret;   // a function that is run by the reference interpreter instead of printing IR; or NULL
  int64_t interpret_seed;  // its inputs are made from; arguments of dynamic sizes get interpret_size, if it is not 0
  int64_t interpret_size;
  // Public functions are run before and after each pass, on check_inputs sets of inputs made from check_seed, dynamic
  // dimensions of size check_size (0: small ones from the seed); that they compute something else is an error.
  bool check_each;
  int64_t check_seed, check_inputs, check_size;
  const char *reduce_on_failure;  // file for what makes a pass fail, crash or change results, made small; or NULL
  // Runs the pipeline that the input has in its resources, as reproducers do, in the place of all others.
  bool run_reproducer;
  bool no_notes;                        // diagnostics come without their notes
  bool print_assume_verified;           // IR dumps are in their custom form even if they do not verify
  bool print_op_on_diagnostic;          // errors of ops have a note with the op
  bool print_stacktrace_on_diagnostic;  // diagnostics have a note with the functions that were running
  tern_opt_verbosity_t verbosity;       // which diagnostics are shown
  bool emit_bytecode;                   // the output is MLIR's bytecode, not text
  int64_t bytecode_version;             // of its format, 0 to 6; the newest by default
  bool elide_resource_data;             // bytecode has the keys of resources without their data
  tern_opt_message_fn_t message;
  void *user;
} tern_opt_options_t;

// Sets the defaults: standard input and output, verification on.
TERN_API void tern_opt_options_initialize(tern_opt_options_t *options);

// Does it. Errors: TERN_INVALID_IR after diagnostics were handed to `message` (or, where they are verified, after their
// mismatches were); TERN_INVALID_ARGUMENT for a wrong pipeline, likewise; those of reading and writing files, which
// were not handed over. Thread-safe: calls share nothing.
TERN_API tern_status_t tern_opt_run(const tern_opt_options_t *options);

// --- what there is ---

// An option of a pass. Static storage.
typedef struct tern_opt_option_info_t {
  const char *name;
  const char *type;          // "bool", "int", "string", "int list", "string list"
  const char *default_text;  // or NULL
  const char *help;
  const char *const *choices;  // NULL-terminated, or NULL
} tern_opt_option_info_t;

// A pass or a named pipeline. Static storage.
typedef struct tern_opt_pass_info_t {
  const char *flag;
  const char *summary;
  const char *description;  // or NULL
  const char *anchor;       // op it runs on, or NULL for any
  bool is_pipeline;
  size_t option_count;
} tern_opt_pass_info_t;

// Passes come first, then pipelines; then those whose flags begin with "test-", if libtern-test is installed.
TERN_API size_t tern_opt_pass_count(void);
TERN_API void tern_opt_pass_at(size_t index, tern_opt_pass_info_t *out_info);
TERN_API void tern_opt_pass_option_at(size_t index, size_t option_index, tern_opt_option_info_t *out_info);
// Index of a flag, or SIZE_MAX if there is none.
TERN_API size_t tern_opt_pass_find(const char *flag);
// Why a flag is not found: the library that may have it could not be loaded. NULL: there is no such reason. Lives until the
// calling thread's next failed status.
TERN_API const char *tern_opt_pass_failure(const char *flag);
// The word among `words` (`count` of them) that is spelt most like `word`; NULL if none is near.
TERN_API const char *tern_nearest_word(const char *word, const char *const *words, size_t count);

// The names of all dialects, sorted, separated by commas. Owned by the caller (free()).
TERN_API char *tern_opt_dialects(void);
// What the tables say of an op, or of all ops of a dialect with lines of dashes between them: summary, description,
// operands, attributes, traits, syntax, example. `!llvm` and `!llvm.ptr` ask for the types of a dialect or for one, `#llvm`
// for attributes: a line each. NULL if there is none. Owned by the caller (free()).
TERN_API char *tern_opt_describe_op(const char *name);

#ifdef __cplusplus
}
#endif

#endif  // TERN_OPT_H_

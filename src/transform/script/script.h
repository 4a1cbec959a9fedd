// Running transform scripts: what handles are mapped to, and how ops of the script report what they did.
//
// A handle is a value of the script; it is mapped to a list of payload ops, of payload values, or of attributes. The mapping
// is kept right while the payload changes: the context's watcher (ir/watcher.h) says what was replaced by what and what is
// gone. An op that consumes a handle invalidates all handles to the same ops or to ops inside of them.
//
// Sources: upstream's TransformState, TransformRewriter and TrackingListener (Dialect/Transform/Interfaces).

#ifndef TERN_TRANSFORM_SCRIPT_SCRIPT_H_
#define TERN_TRANSFORM_SCRIPT_SCRIPT_H_

#include "base/map.h"
#include "base/vec.h"
#include "dialect/transform/transform.h"
#include "ir/watcher.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

// How an op of a script ended. A silenceable failure leaves its messages in the script, to be emitted by whoever gives up on
// it; a definite one has emitted them.
typedef enum tern_script_result {
  TERN_SCRIPT_SUCCESS,
  TERN_SCRIPT_SILENCEABLE,
  TERN_SCRIPT_DEFINITE,
} tern_script_result_t;

// What a handle is mapped to: tern_op_t, tern_value_t or tern_attr_t.
typedef TERN_VEC(void *) tern_payload_t;

typedef struct tern_handle {
  tern_value_t *value;
  tern_handle_kind_t kind;
  tern_payload_t payload;
  // Set when the handle must no longer be used: by which op, and through which of its operands.
  tern_op_t *invalidator;
  size_t invalidating_operand;
  const tern_attr_t *ancestor_loc, *nested_loc;  // of the payload that was consumed, and of that of this handle
} tern_handle_t;

typedef struct tern_script_message {
  tern_severity_t severity;
  const tern_attr_t *loc;
  char *text;  // owned
} tern_script_message_t;

// A value of a tracked op that was replaced while the op was still there.
typedef struct tern_replacement {
  tern_value_t *value, *replacement;
} tern_replacement_t;

typedef struct tern_script {
  tern_ir_watcher_t watcher;  // first
  tern_ir_watcher_t *outer;   // of a script whose op runs the pass that runs this one; or NULL
  tern_context_t *context;
  tern_pass_t *pass;    // whose run this is
  tern_op_t *root;      // of the payload
  tern_op_t *library;   // where named sequences are looked for if the script has none; may be NULL
  tern_op_t *current;   // op of the script that is running
  bool checks_handles;  // find uses of invalidated handles (upstream: expensive checks)
  bool reports_lost;    // `current` is one of those that fail if a handle's op is replaced by something else
  TERN_VEC(tern_handle_t *) handles;
  tern_map_t by_value;  // value of the script -> tern_handle_t
  tern_map_t tracked;   // payload op or value -> how many handles have it
  TERN_VEC(tern_replacement_t) replacements;
  TERN_VEC(tern_script_message_t) messages;  // of a silenceable failure
  TERN_VEC(tern_op_t *) callees;             // named sequences that are running
  const tern_attr_t *lost_loc;               // of an op that was replaced by none of its kind
} tern_script_t;

// The payload of a script's run starts at `root`. To be deinitialized; until then the script watches the context.
void tern_script_initialize(tern_script_t *script, tern_op_t *root, tern_pass_t *pass);
void tern_script_deinitialize(tern_script_t *script);

// --- handles ---
// The payload of a handle; never NULL. Valid until a handle is mapped anew.
const tern_payload_t *tern_script_payload(const tern_script_t *script, const tern_value_t *handle);
// Maps a handle; what it was mapped to is forgotten.
void tern_script_map(tern_script_t *script, tern_value_t *handle, const tern_payload_t *payload);
void tern_script_map_one(tern_script_t *script, tern_value_t *handle, void *item);
void tern_script_forget(tern_script_t *script, const tern_value_t *handle);
// Forgets the arguments and results of a block of the script.
void tern_script_forget_block(tern_script_t *script, const tern_block_t *block);
// Checks a payload against the type of a handle, as far as the type says something.
tern_script_result_t tern_script_check_type(tern_script_t *script, const tern_value_t *handle);
// Says that `op` will be replaced by `replacement`, for rewrites that the watcher cannot understand. NULL: by nothing.
void tern_script_track(tern_script_t *script, tern_op_t *op, tern_op_t *replacement);

// --- messages ---
tern_script_result_t tern_script_silence(tern_script_t *script, const tern_attr_t *loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// A note to the last message.
void tern_script_note(tern_script_t *script, const tern_attr_t *loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Emits at once.
tern_script_result_t tern_script_fail(const tern_attr_t *loc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Emits the messages that were kept, or forgets those from `mark` on.
void tern_script_emit_messages(tern_script_t *script);
void tern_script_drop_messages(tern_script_t *script, size_t mark);

// --- running ---
tern_script_result_t tern_script_run_op(tern_script_t *script, tern_op_t *op);
// Runs the ops of a block, whose arguments are mapped. `mode` is TERN_TRANSFORM_PROPAGATE or SUPPRESS.
tern_script_result_t tern_script_run_block(tern_script_t *script, tern_block_t *block, int64_t mode);
// Runs a named sequence with these payloads as arguments; what it yields is appended to `out_yielded`, one per result (or
// NULL: not wanted).
tern_script_result_t tern_script_call(tern_script_t *script, const tern_attr_t *loc, tern_op_t *sequence,
                                      const tern_payload_t *args, size_t arg_count, int64_t mode,
                                      tern_payload_t *out_yielded);
// A named sequence by its symbol, with a body, seen from `from` or in the library. NULL: none.
tern_op_t *tern_script_find_sequence(const tern_script_t *script, const tern_op_t *from, const tern_attr_t *symbol);
// Runs an entry point: a named sequence or an outermost transform.sequence. `extra` are payloads of its further arguments.
// False after an error was emitted.
bool tern_script_run_entry(tern_script_t *script, tern_op_t *entry, const tern_payload_t *extra, size_t extra_count);

// One op of the script. Results that it does not map are empty.
typedef tern_script_result_t (*tern_script_apply_t)(tern_script_t *script, tern_op_t *op);
// By position in tern_transform_ops; NULL: the op cannot be run.
extern const tern_script_apply_t tern_script_applies[];

// For ops that treat each payload op of their first handle alone. Pushes what becomes of `target` to `results` (one list per
// result of the op). Silenceable failures do not keep the others from being treated.
typedef tern_script_result_t (*tern_script_each_t)(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                                   tern_payload_t *results);
tern_script_result_t tern_script_apply_each(tern_script_t *script, tern_op_t *op, tern_script_each_t apply);

// The elements of a list with static and dynamic entries, where dynamic ones are parameters or ops with one index result.
// One entry each for `target`, number `index` of `count` targets.
typedef struct tern_script_size {
  int64_t value;  // or, if TERN_DYNAMIC:
  tern_value_t *dynamic;
} tern_script_size_t;
tern_script_result_t tern_script_sizes(tern_script_t *script, const tern_op_t *op, const char *group, const char *list,
                                       size_t index, size_t count, tern_script_size_t *out_sizes, size_t capacity,
                                       size_t *out_count);

#define tern_payload_op(payload, index) ((tern_op_t *)(payload)->values[index])
#define tern_payload_value(payload, index) ((tern_value_t *)(payload)->values[index])
#define tern_payload_attr(payload, index) ((const tern_attr_t *)(payload)->values[index])

#endif  // TERN_TRANSFORM_SCRIPT_SCRIPT_H_

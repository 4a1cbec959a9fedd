// Traces of what runs: a log of each execution of a pass (--log-actions-to), and the same as events for a trace viewer
// (--profile-actions-to).

#ifndef TERN_PASS_ACTIONS_H_
#define TERN_PASS_ACTIONS_H_

#include "ir/op.h"
#include "tern/status.h"

typedef struct tern_actions tern_actions_t;

// Opens the files ("-" is standard output; NULL: none). `filter` is a comma list of `FILE`, `FILE:LINE` or
// `FILE:LINE:COLUMN`: only what runs on ops from one of these places is logged; NULL logs everything. On success
// `*out_actions` is NULL if nothing is to be traced. Text is written as things happen, so that a crash leaves it.
tern_status_t tern_actions_open(const char *log_path, const char *profile_path, const char *filter,
                                tern_actions_t **out_actions);
void tern_actions_close(tern_actions_t *actions);
// Around the execution of the pass that is called `name` on `op`. NULL does nothing.
void tern_actions_begin(tern_actions_t *actions, const char *name, tern_op_t *op);
void tern_actions_end(tern_actions_t *actions, tern_op_t *op);

#endif  // TERN_PASS_ACTIONS_H_

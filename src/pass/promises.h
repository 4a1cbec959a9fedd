// What a pass says in its row of the IR that it needs, leaves and keeps, compared with the IR: in builds with assertions, or if the
// manager is asked to (tern_pass_options_t).

#ifndef TERN_PASS_PROMISES_H_
#define TERN_PASS_PROMISES_H_

#include "pass/pass.h"

// Does `op` have what the pass needs? False after an error at the first op that does not.
bool tern_pass_check_needs(const tern_pass_def_t *pass, tern_op_t *op);
// What the pass keeps of `op`, as one number; 0 if it promises nothing. To be taken before it runs.
uint64_t tern_pass_note_kept(const tern_pass_def_t *pass, tern_op_t *op);
// Behind the pass: does `op` have the form that it leaves, and what it keeps? `noted`: from tern_pass_note_kept(). False after an
// error, which is about the pass and not about the program.
bool tern_pass_check_promises(const tern_pass_def_t *pass, tern_op_t *op, uint64_t noted);

#endif  // TERN_PASS_PROMISES_H_

// What a running pass hands out besides the IR: text for the user, and the times of what it computes on the way.

#ifndef TERN_PASS_PASS_OUTPUT_H_
#define TERN_PASS_PASS_OUTPUT_H_

#include "pass/pass.h"
#include "pass/timing.h"

// Hands `text` to whoever runs the pipeline; dropped if nobody listens.
void tern_pass_report(const tern_pass_t *pass, tern_str_t text);
// The timer of this pass, for what is to be timed within it. NULL where nothing is timed.
tern_timer_t *tern_pass_timer(const tern_pass_t *pass);

#endif  // TERN_PASS_PASS_OUTPUT_H_

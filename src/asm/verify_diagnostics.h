// Diagnostics compared with comments of the source (--verify-diagnostics):
//
//   // expected-error@+1 {{use of undeclared SSA value name}}
//   // expected-note@above {{previously defined here}}
//   // expected-warning-re@below {{takes {{[0-9]+}} bytes}}
//   // expected-remark@unknown 2 {{...}}
//
// The place is the comment's own line, a number of lines away (@+N, @-N), the nearest line above or below that has no
// such comment, or no place at all (@unknown). The text is a part of the message; with -re, parts in double braces
// inside of it are POSIX extended regular expressions. A number says how often; `N+` says at least how often.

#ifndef TERN_ASM_VERIFY_DIAGNOSTICS_H_
#define TERN_ASM_VERIFY_DIAGNOSTICS_H_

#include "asm/source.h"

typedef struct tern_diagnostic_verifier tern_diagnostic_verifier_t;

// Reads the expectations of a chunk. `manager` knows the chunk under `name` and outlives the verifier. With
// `only_expected`, diagnostics that no comment expects are fine. Owned by the caller. A comment that is not well formed
// is one of the mismatches that finishing reports.
tern_diagnostic_verifier_t *tern_diagnostic_verifier_create(const tern_source_manager_t *manager, tern_str_t name,
                                                            bool only_expected);
void tern_diagnostic_verifier_destroy(tern_diagnostic_verifier_t *verifier);
// A tern_diagnostic_handler_t, for tern_diagnostics_set_handler; `user` is the verifier.
void tern_diagnostic_verifier_handle(const tern_diagnostic_t *diagnostic, void *user);
// Appends an error for each diagnostic that was not expected, in order, and each expectation that was not met. True if
// there was none.
bool tern_diagnostic_verifier_finish(tern_diagnostic_verifier_t *verifier, tern_string_builder_t *out);

#endif  // TERN_ASM_VERIFY_DIAGNOSTICS_H_

// Options that would not be heeded: each is refused, so that nobody believes in it.

#ifndef TERN_PIPELINE_OPTIONS_HEEDED_H_
#define TERN_PIPELINE_OPTIONS_HEEDED_H_

#include "tern/program.h"

// TERN_INVALID_ARGUMENT for an option of a target that is not among `targets` (bits of pipeline/options/targets.h).
tern_status_t tern_target_options_check(const tern_compile_options_t *options, unsigned targets);

// TERN_INVALID_ARGUMENT for an option of a program that no phase looks at, or that needs another option. Phases are numbered as
// by tern_program_phase_at(): the first that runs is `from`, and `to` is behind the last.
tern_status_t tern_program_options_check(const tern_program_options_t *options, size_t from, size_t to);

#endif  // TERN_PIPELINE_OPTIONS_HEEDED_H_

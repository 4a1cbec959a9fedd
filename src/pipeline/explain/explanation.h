// What `tern-compile --explain` tells of a program: one screen with what costs most, and, if that is asked for, everything else
// behind it.
//
// The parts: explanation.c (what is noted on the way), work.c (what dispatches do), screen.c (the screen).

#ifndef TERN_PIPELINE_EXPLAIN_EXPLANATION_H_
#define TERN_PIPELINE_EXPLAIN_EXPLANATION_H_

#include "base/arena.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "ir/op.h"
#include "tern/program.h"

// A kernel of the program, with all of its dispatches. Texts lie in the arena.
typedef struct tern_explained_kernel_t {
  const char *name;
  const char *place;       // of the first dispatch, "file:line:column"
  double operations;       // of one dispatch: an op in the body of a loop is one, for each turn
  double transcendentals;  // of these
  double bytes;            // of one dispatch, read and written
  size_t dispatch_count;
  bool is_in_loop;     // of the host: dispatched again and again
  bool has_open_size;  // that is known when the program runs; its dimensions count as 1
  bool has_more;       // ops whose operations nobody counts
} tern_explained_kernel_t;

// What the end of a dispatch costs: results that are written to memory, and read by others from there.
typedef struct tern_explained_boundary_t {
  const char *name, *reason;
  double bytes;
  size_t count;
} tern_explained_boundary_t;

// Where compile time went.
typedef struct tern_explained_phase_t {
  const char *name;
  uint64_t nanoseconds;
} tern_explained_phase_t;

// A text, or a diagnostic at a place.
typedef struct tern_held_text_t {
  const tern_attr_t *loc;  // NULL: a text
  tern_severity_t severity;
  const char *text;
} tern_held_text_t;

typedef struct tern_explanation_t {
  const tern_program_options_t *options;
  tern_context_t *context;
  tern_arena_t arena;
  TERN_VEC(tern_explained_kernel_t) kernels;
  TERN_VEC(tern_explained_boundary_t) boundaries;
  TERN_VEC(tern_explained_phase_t) phases;
  TERN_VEC(const char *) memory, executables;  // a line each
  size_t dispatch_count, initial_dispatch_count;
  double constant_bytes, global_bytes;
  int64_t temporary_bytes;  // of allocations that end in their function
  bool has_open_allocations;
  // What is told behind the screen, in order, and who was told of diagnostics before.
  TERN_VEC(tern_held_text_t) held;
  tern_diagnostic_handler_t handler;
  void *handler_user;
  bool holds_notes;  // those of the diagnostic that was held last
} tern_explanation_t;

// Begins to explain the compilation of a program; NULL if nobody wants to know. Remarks are held back until the end.
tern_explanation_t *tern_explanation_create(tern_context_t *context, const tern_program_options_t *options);
// Notes what a phase has made of the program, and how long it took. The IR is not needed afterwards. All functions accept
// NULL.
void tern_explanation_add_phase(tern_explanation_t *explanation, const char *phase, tern_op_t *module,
                                uint64_t nanoseconds);
// Holds a report of the pass manager.
void tern_explanation_hold(tern_str_t text, void *explanation);
// Tells everything, the screen only if the program was compiled, to `module_size` bytes; and frees the explanation.
void tern_explanation_finish(tern_explanation_t *explanation, bool is_compiled, size_t module_size);

// Notes the dispatches of a program at the level of flow (work.c).
void tern_explanation_add_dispatches(tern_explanation_t *explanation, tern_op_t *module);
// Appends the screen. Sorts the kernels and boundaries (screen.c).
void tern_explanation_print_screen(tern_explanation_t *explanation, size_t module_size, tern_string_builder_t *out);

#endif  // TERN_PIPELINE_EXPLAIN_EXPLANATION_H_

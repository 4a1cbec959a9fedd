// What tern-compile makes of the name of its output, and of the target that is asked for.

#ifndef TERN_TOOLS_COMPILE_ENDINGS_H_
#define TERN_TOOLS_COMPILE_ENDINGS_H_

#include <stdbool.h>

#include "tern/compile.h"

bool ends_with(const char *text, const char *ending);

// What the output's ending says: the artifact, and the target if there is only one that makes it.
typedef struct ending {
  const char *ending;
  tern_artifact_t artifact;
  const char *target;
} ending_t;

// Of standard output that of objects, and behind it that of SPIR-V. NULL after an error.
const ending_t *find_ending(const char *output);

// Is `name` the target, by one of its names?
bool is_target(const char *name, const char *target);
// Is what is for `target` alone for who asks for `name`? What nobody knows fits: who compiles refuses it.
bool fits_target(const char *name, const char *target);

// Makes the one target of a dispatch that of `options`, by `devices` (NULL: nothing is said) and the ending. False after an error.
bool choose_target(const char *devices, const char *output, const ending_t *ending, tern_compile_options_t *options);

// Takes the list of targets apart, if it names processors: "cpu,cuda:sm_80,sm_90a" are the targets cpu and cuda, and two
// processors. `*out_lists` becomes the memory of both texts, to be freed. False after an error.
bool take_chips(tern_compile_options_t *options, const char *output, char **out_lists);

#endif  // TERN_TOOLS_COMPILE_ENDINGS_H_

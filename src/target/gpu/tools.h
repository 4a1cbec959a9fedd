// Programs of a GPU's vendor (target/programs.h) on temporary files, with diagnostics. Private to src/target/gpu.

#ifndef TERN_TARGET_GPU_TOOLS_H_
#define TERN_TARGET_GPU_TOOLS_H_

#include "base/string.h"
#include "base/vec.h"
#include "ir/op_def.h"

// Arguments of a program, the program's own path first. Zero-initialise; texts are copied.
typedef struct tern_tool_command {
  TERN_VEC(char *) words;  // owned
} tern_tool_command_t;
void tern_tool_add(tern_tool_command_t *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The strings of an array attribute; NULL is none.
void tern_tool_add_words(tern_tool_command_t *command, const tern_attr_t *words);
void tern_tool_deinitialize(tern_tool_command_t *command);

// Runs a command and waits for it, with what it says in `out_log`. False after an error at `loc` where it cannot be run or
// does not succeed: "`NAME` invocation failed. Log:" and its words.
bool tern_tool_run(const tern_tool_command_t *command, const char *name, const tern_attr_t *loc,
                   tern_string_builder_t *out_log);

// A file for a program to read or write, in the directory for temporary files.
typedef struct tern_tool_file {
  char *path;  // owned
} tern_tool_file_t;
// Creates an empty file whose name ends in `suffix`. False after an error at `loc`.
bool tern_tool_file_create(const char *suffix, const tern_attr_t *loc, tern_tool_file_t *out_file);
bool tern_tool_file_write(const tern_tool_file_t *file, tern_str_t data, const tern_attr_t *loc);
bool tern_tool_file_read(const tern_tool_file_t *file, const tern_attr_t *loc, tern_string_builder_t *out_data);
// Removes the file too. What was zero-initialised only is ignored.
void tern_tool_file_destroy(tern_tool_file_t *file);

#endif  // TERN_TARGET_GPU_TOOLS_H_

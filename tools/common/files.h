// Files that tools write.

#ifndef TERN_TOOLS_COMMON_FILES_H_
#define TERN_TOOLS_COMMON_FILES_H_

#include <stdbool.h>
#include <stddef.h>

// Writes a file whole or not at all; `-` is the standard output. False after an error was told.
bool write_file(const char *path, const char *data, size_t size);

// Makes a folder and those it is in. What is wrong shows when a file is written to it.
void make_folder(const char *folder);

#endif  // TERN_TOOLS_COMMON_FILES_H_

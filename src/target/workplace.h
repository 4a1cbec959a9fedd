// A place for the files of one run: a folder of its own, which is removed with what is in it.

#ifndef TERN_TARGET_WORKPLACE_H_
#define TERN_TARGET_WORKPLACE_H_

#include "base/vec.h"
#include "tern/status.h"

// Zero-initialise to start. Not thread-safe.
typedef struct tern_workplace {
  char *folder;            // owned; NULL: not open
  TERN_VEC(char *) files;  // owned: paths in the folder
} tern_workplace_t;

// Makes the folder, in TMPDIR or where temporary files usually are. Errors: TERN_INTERNAL.
tern_status_t tern_workplace_open(tern_workplace_t *work);
// Removes the files and the folder.
void tern_workplace_close(tern_workplace_t *work);
// The path of a file in the folder, which need not be there yet; it is removed in the end. Borrowed until then.
const char *tern_workplace_add_file(tern_workplace_t *work, const char *name);

#endif  // TERN_TARGET_WORKPLACE_H_

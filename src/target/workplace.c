// A folder for the files of one run.

#include "target/workplace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/string.h"

static char *join(const char *folder, const char *name) {
  tern_string_builder_t path = {0};
  tern_string_builder_append_format(&path, "%s/%s", folder, name);
  return tern_string_builder_take(&path);
}

tern_status_t tern_workplace_open(tern_workplace_t *work) {
  const char *base = getenv("TMPDIR");
  if (!base || !*base) base = "/tmp";
  work->folder = join(base, "tern-XXXXXX");
  if (mkdtemp(work->folder)) return tern_ok();
  tern_status_t status =
      tern_status_make(TERN_INTERNAL, "cannot make a temporary folder in '%s': %s", base, strerror(errno));
  free(work->folder);
  work->folder = NULL;
  return status;
}

void tern_workplace_close(tern_workplace_t *work) {
  for (size_t i = 0; i < work->files.count; ++i) {
    unlink(work->files.values[i]);
    free(work->files.values[i]);
  }
  if (work->folder) rmdir(work->folder);
  free(work->folder);
  work->folder = NULL;
  tern_vec_deinitialize(&work->files);
}

const char *tern_workplace_add_file(tern_workplace_t *work, const char *name) {
  tern_vec_push(&work->files, join(work->folder, name));
  return work->files.values[work->files.count - 1];
}

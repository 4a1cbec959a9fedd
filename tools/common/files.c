// Files that tools write.

#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "memory.h"
#include "messages.h"

// A device, a pipe or a link, which a new file must not take the place of.
static bool is_special(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static bool write_in_place(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "wb");
  bool is_written = file && fwrite(data, 1, size, file) == size;
  if (file && fclose(file) != 0) is_written = false;
  if (!is_written) complain("error: cannot write '%s': %s", path, strerror(errno));
  return is_written;
}

bool write_file(const char *path, const char *data, size_t size) {
  if (strcmp(path, "-") == 0) return fwrite(data, 1, size, stdout) == size;
  if (is_special(path)) return write_in_place(path, data, size);
  char *temporary = allocate(strlen(path) + 5, 1);
  sprintf(temporary, "%s.tmp", path);
  FILE *file = fopen(temporary, "wb");
  bool is_written = file && fwrite(data, 1, size, file) == size;
  if (file && fclose(file) != 0) is_written = false;
  if (is_written) is_written = rename(temporary, path) == 0;
  if (!is_written) {
    complain("error: cannot write '%s': %s", path, strerror(errno));
    if (file) remove(temporary);
  }
  free(temporary);
  return is_written;
}

void make_folder(const char *folder) {
  char part[4096];
  snprintf(part, sizeof part, "%s", folder);
  for (char *at = part + 1; part[0] && *at; ++at) {
    if (*at != '/') continue;
    *at = 0;
    mkdir(part, 0777);
    *at = '/';
  }
  mkdir(part, 0777);
}

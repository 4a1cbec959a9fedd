// Runs the kernel of an object that was made for this processor, the header of which is KERNEL_HEADER.
//
//   run_kernel FILE...      one for each binding: what is read, and overwritten with what was written
//
// Written memory begins as 0xFF bytes, NaN in every format. Ends with 1 if the kernel fails or a file does not fit.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include KERNEL_HEADER

#define KERNEL kernel_entry_point
#define MAX_BINDINGS 16

static void *read_file(const char *name, size_t *out_size) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  size_t size = *out_size = (size_t)ftell(file);
  rewind(file);
  void *data = aligned_alloc(64, (size + 63) / 64 * 64);
  if (data && fread(data, 1, size, file) != size) return NULL;
  fclose(file);
  return data;
}

static int write_file(const char *name, const void *data, size_t size) {
  FILE *file = fopen(name, "wb");
  return !file || fwrite(data, 1, size, file) != size || fclose(file) != 0;
}

int main(int argc, char **argv) {
  void *bindings[MAX_BINDINGS];
  size_t sizes[MAX_BINDINGS], count = (size_t)argc - 1;
  if (count != KERNEL.binding_count || count > MAX_BINDINGS) return 1;
  for (size_t i = 0; i < count; ++i) {
    if (!(bindings[i] = read_file(argv[1 + i], &sizes[i]))) return 1;
    if (!(KERNEL.bindings[i].access & TERN_BINDING_ACCESS_READ)) memset(bindings[i], 0xFF, sizes[i]);
  }
  if (tern_dispatch_run_serial(&KERNEL, NULL, bindings, sizes) != 0) return 1;
  for (size_t i = 0; i < count; ++i) {
    if ((KERNEL.bindings[i].access & TERN_BINDING_ACCESS_WRITE) && write_file(argv[1 + i], bindings[i], sizes[i]))
      return 1;
  }
  return 0;
}

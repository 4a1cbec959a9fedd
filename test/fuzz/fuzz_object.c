// Reads any bytes as a relocatable ELF object of this machine, or as an image of several, and never runs what it loads.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/drivers/cpu/cpu_elf.h"
#include "runtime/drivers/cpu/cpu_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // An address that is not aligned is as good as one that is.
  for (size_t shift = 0; shift < 2; ++shift) {
    uint8_t *copy = malloc(size + shift + 1);
    if (!copy) return 0;
    if (size) memcpy(copy + shift, data, size);
    const void *object;
    size_t object_size;
    tern_cpu_elf_t *elf = NULL;
    tern_status_t status = tern_cpu_image_choose(copy + shift, size, NULL, NULL, &object, &object_size);
    if (tern_status_is_ok(status)) status = tern_cpu_elf_load(object, object_size, &elf);
    if (tern_status_is_ok(status) ? !elf : elf || !status.message) abort();
    if (elf) tern_cpu_elf_find(elf, "main", "");
    tern_cpu_elf_destroy(elf);
    free(copy);
  }
  return 0;
}

// Names and labels of PTX; see ptx_reader.h.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx_reader.h"

void *ptx_grow(void *data, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return data;
  *capacity = *capacity ? 2 * *capacity : 64;
  return realloc(data, *capacity * size);
}

void ptx_add_name(reader_t *r, char *text, uint32_t count, operand_t operand) {
  r->names = ptx_grow(r->names, r->name_count, &r->name_capacity, sizeof *r->names);
  r->names[r->name_count] = (name_t){text, (uint32_t)strlen(text), count, operand};
  ++r->name_count;
}

bool ptx_find_name(const reader_t *r, const char *text, size_t size, operand_t *out) {
  size_t stem = size;
  while (stem && isdigit((unsigned char)text[stem - 1])) --stem;
  unsigned long number = stem < size ? strtoul(text + stem, NULL, 10) : 0;
  for (size_t i = r->name_count; i--;) {
    const name_t *name = &r->names[i];
    bool is_numbered = name->count && stem < size;
    if (name->size != (is_numbered ? stem : size) || memcmp(name->text, text, name->size) != 0) continue;
    if (is_numbered && number >= name->count) continue;
    *out = name->operand;
    if (is_numbered) out->reg += (uint32_t)number;
    return true;
  }
  return false;
}

void ptx_add_label(reader_t *r, char *text, uint32_t at, bool is_use) {
  r->labels = ptx_grow(r->labels, r->label_count, &r->label_capacity, sizeof *r->labels);
  r->labels[r->label_count++] = (label_t){text, at, r->depth, is_use};
}

void ptx_end_scope(reader_t *r, size_t first_name, size_t first_label) {
  size_t kept = first_label;
  for (size_t i = first_label; i < r->label_count; ++i) {
    label_t use = r->labels[i], *found = NULL;
    if (!use.is_use) continue;
    for (size_t j = first_label; j < r->label_count && !found; ++j) {
      if (!r->labels[j].is_use && r->labels[j].text && strcmp(r->labels[j].text, use.text) == 0) found = &r->labels[j];
    }
    if (!found) continue;
    r->module->operands[use.at].number = found->at;
    free(use.text);
    r->labels[i].text = NULL;
  }
  for (size_t i = first_label; i < r->label_count; ++i) {
    if (r->labels[i].is_use && r->labels[i].text)
      r->labels[kept++] = r->labels[i];
    else
      free(r->labels[i].text);
  }
  r->label_count = kept;
  while (r->name_count > first_name) free(r->names[--r->name_count].text);
}

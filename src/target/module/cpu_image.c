// Images of code for CPUs: tables of words, then the names, then the objects.

#include "target/module/cpu_image.h"

enum { WORD_SIZE = 4, OBJECT_ALIGNMENT = 8 };

static void put_word(tern_string_builder_t *out, size_t word) {
  char bytes[WORD_SIZE];
  for (int i = 0; i < WORD_SIZE; ++i) bytes[i] = (char)(word >> (8 * i));
  tern_string_builder_append(out, tern_str_make(bytes, WORD_SIZE));
}

static size_t align_up(size_t at) { return (at + OBJECT_ALIGNMENT - 1) / OBJECT_ALIGNMENT * OBJECT_ALIGNMENT; }

static void put_objects(const tern_cpu_image_object_t *objects, size_t count, size_t name_at, size_t code_at,
                        tern_string_builder_t *out) {
  size_t first_need = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t row[] = {name_at,    strlen(objects[i].name), code_at, objects[i].code.size,
                          first_need, objects[i].need_count};
    for (size_t j = 0; j < TERN_CPU_IMAGE_OBJECT_WORDS; ++j) put_word(out, row[j]);
    name_at += row[1];
    code_at = align_up(code_at + objects[i].code.size);
    first_need += objects[i].need_count;
  }
}

static void put_needs(const tern_cpu_image_object_t *objects, size_t count, size_t name_at,
                      tern_string_builder_t *out) {
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < objects[i].need_count; ++j) {
      const tern_cpu_image_need_t *need = &objects[i].needs[j];
      size_t size = strlen(need->name);
      const size_t row[] = {name_at,       size,       need->source, need->leaf,
                            need->subleaf, need->word, need->mask,   need->states};
      for (size_t k = 0; k < TERN_CPU_IMAGE_NEED_WORDS; ++k) put_word(out, row[k]);
      name_at += size;
    }
  }
}

void tern_cpu_image_write(const tern_cpu_image_object_t *objects, size_t count, tern_string_builder_t *out) {
  size_t need_count = 0, object_names = 0, need_names = 0;
  for (size_t i = 0; i < count; ++i) {
    object_names += strlen(objects[i].name);
    need_count += objects[i].need_count;
    for (size_t j = 0; j < objects[i].need_count; ++j) need_names += strlen(objects[i].needs[j].name);
  }
  const size_t words =
      TERN_CPU_IMAGE_HEADER_WORDS + count * TERN_CPU_IMAGE_OBJECT_WORDS + need_count * TERN_CPU_IMAGE_NEED_WORDS;
  const size_t names_at = words * WORD_SIZE;
  put_word(out, TERN_CPU_IMAGE_MAGIC);
  put_word(out, TERN_CPU_IMAGE_VERSION);
  put_word(out, count);
  put_word(out, need_count);
  put_objects(objects, count, names_at, align_up(names_at + object_names + need_names), out);
  put_needs(objects, count, names_at + object_names, out);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(out, objects[i].name);
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < objects[i].need_count; ++j) {
      tern_string_builder_append_cstr(out, objects[i].needs[j].name);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    while (out->size % OBJECT_ALIGNMENT) tern_string_builder_append_char(out, 0);
    tern_string_builder_append(out, objects[i].code);
  }
}

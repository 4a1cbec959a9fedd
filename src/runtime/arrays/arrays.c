// Which array is for which argument.

#include "tern/arrays.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/arrays/archive.h"
#include "runtime/tensor_text.h"

enum {
  SHOWN_SIZE_MAX = 100,  // bytes of a name that a message repeats
  SHOWN_COUNT_MAX = 4,   // names that a message lists
  DIGIT_COUNT_MAX = 9,   // of the number of a slot
};

// A slot that has a name.
typedef struct named_slot {
  tern_str_t name;
  size_t index;
} named_slot_t;

typedef struct binder {
  const tern_array_slots_t *slots;
  const char *const *texts;
  size_t text_count;
  tern_array_place_t place;
  named_slot_t *names;  // owned, by name
  size_t name_count;
  bool *is_filled;         // owned, one for each slot
  bool *is_archive;        // owned, one for each text
  tern_tensor_t *tensors;  // the caller's
} binder_t;

static int shown(tern_str_t text) { return (int)(text.size < SHOWN_SIZE_MAX ? text.size : SHOWN_SIZE_MAX); }

static int compare_names(const void *left, const void *right) {
  return tern_str_compare(((const named_slot_t *)left)->name, ((const named_slot_t *)right)->name);
}

static bool collect_names(binder_t *binder) {
  const tern_array_slots_t *slots = binder->slots;
  binder->names = calloc(slots->count + 1, sizeof(*binder->names));
  binder->is_filled = calloc(slots->count + 1, sizeof(*binder->is_filled));
  binder->is_archive = calloc(binder->text_count + 1, sizeof(*binder->is_archive));
  if (!binder->names || !binder->is_filled || !binder->is_archive) return false;
  for (size_t i = 0; i < slots->count; ++i) {
    if (!slots->values[i].name[0]) continue;
    binder->names[binder->name_count++] = (named_slot_t){tern_str_from_cstr(slots->values[i].name), i};
  }
  qsort(binder->names, binder->name_count, sizeof(binder->names[0]), compare_names);
  return true;
}

// The number in "3", "arg3" or "arr_3".
static bool read_number(tern_str_t name, size_t *out_number) {
  static const char *const prefixes[] = {"arg", "arr_"};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
    tern_str_t prefix = tern_str_from_cstr(prefixes[i]);
    if (!tern_str_starts_with(name, prefix)) continue;
    name = tern_str_drop(name, prefix.size);
    break;
  }
  if (!name.size || name.size > DIGIT_COUNT_MAX || (name.data[0] == '0' && name.size > 1)) return false;
  *out_number = 0;
  for (size_t i = 0; i < name.size; ++i) {
    if (name.data[i] < '0' || name.data[i] > '9') return false;
    *out_number = *out_number * 10 + (size_t)(name.data[i] - '0');
  }
  return true;
}

static tern_status_t fail_unknown(const binder_t *binder, const char *path, tern_str_t name) {
  const tern_array_slots_t *slots = binder->slots;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "'%s': array '%.*s' is for no %s: expected ", path, shown(name), name.data,
                                    slots->noun);
  for (size_t i = 0; i < binder->name_count && i < SHOWN_COUNT_MAX; ++i) {
    tern_string_builder_append_format(&text, "'%.*s', ", shown(binder->names[i].name), binder->names[i].name.data);
  }
  if (binder->name_count > SHOWN_COUNT_MAX) tern_string_builder_append_cstr(&text, "..., ");
  tern_string_builder_append_format(&text, "%sa number below %zu", binder->name_count ? "or " : "", slots->count);
  tern_status_t status = tern_status_make(TERN_NOT_FOUND, "%s", text.data);
  tern_string_builder_deinitialize(&text);
  return status;
}

static tern_status_t find_slot(const binder_t *binder, const char *path, tern_str_t name, size_t *out_index) {
  named_slot_t wanted = {name, 0};
  const named_slot_t *found =
      bsearch(&wanted, binder->names, binder->name_count, sizeof(binder->names[0]), compare_names);
  if (found) {
    *out_index = found->index;
  } else if (!read_number(name, out_index) || *out_index >= binder->slots->count) {
    return fail_unknown(binder, path, name);
  }
  if (!binder->is_filled[*out_index]) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': array '%.*s': %s %zu ('%.100s') has a value already", path,
                          shown(name), name.data, binder->slots->noun, *out_index,
                          binder->slots->values[*out_index].name);
}

//---- Texts ----

static tern_status_t bind_archive(binder_t *binder, const char *path, tern_array_archive_kind_t kind) {
  tern_array_archive_t archive;
  tern_status_t status = tern_array_archive_open(path, kind, &archive);
  for (size_t i = 0; i < archive.entries.count && tern_status_is_ok(status); ++i) {
    size_t index = 0;
    status = find_slot(binder, path, archive.entries.values[i].key, &index);
    if (!tern_status_is_ok(status)) break;
    binder->is_filled[index] = true;
    status = tern_array_archive_load(&archive, i, binder->slots->values[index].element_type, &binder->tensors[index]);
  }
  tern_array_archive_close(&archive);
  return status;
}

static tern_status_t bind_archives(binder_t *binder) {
  for (size_t i = 0; i < binder->text_count; ++i) {
    const char *text = binder->texts[i];
    tern_array_archive_kind_t kind = text[0] == '@' ? tern_array_archive_kind_of(text + 1) : TERN_ARRAY_ARCHIVE_NONE;
    binder->is_archive[i] = kind != TERN_ARRAY_ARCHIVE_NONE;
    if (!binder->is_archive[i]) continue;
    tern_status_t status = bind_archive(binder, text + 1, kind);
    if (tern_status_is_ok(status)) continue;
    binder->place = (tern_array_place_t){i, 1};
    return status;
  }
  return tern_ok();
}

// A literal of one array for the next slot that is empty.
static tern_status_t bind_literal(binder_t *binder, size_t text_index, size_t *inout_slot) {
  const tern_array_slots_t *slots = binder->slots;
  tern_str_t text = tern_str_from_cstr(binder->texts[text_index]);
  while (*inout_slot < slots->count && binder->is_filled[*inout_slot]) ++*inout_slot;
  binder->place = (tern_array_place_t){text_index, 0};
  if (*inout_slot == slots->count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "there are more values than %ss (%zu): '%.*s' is for none",
                            slots->noun, slots->count, shown(text), text.data);
  }
  binder->is_filled[*inout_slot] = true;
  if (slots->is_partial && tern_str_equal_cstr(text, "(ignored)")) return tern_ok();
  TERN_RETURN_IF_ERROR(tern_tensor_parse_with_hint(text, slots->values[*inout_slot].element_type, &binder->place.column,
                                                   &binder->tensors[*inout_slot]));
  binder->place = (tern_array_place_t){binder->text_count, 0};
  return tern_ok();
}

static tern_status_t check_filled(const binder_t *binder) {
  size_t filled_count = 0, first = binder->slots->count;
  for (size_t i = binder->slots->count; i-- > 0;) {
    filled_count += binder->is_filled[i];
    if (!binder->is_filled[i]) first = i;
  }
  if (binder->slots->is_partial || first == binder->slots->count) return tern_ok();
  const char *name = binder->slots->values[first].name;
  char shown_name[112] = "";
  if (name && *name) snprintf(shown_name, sizeof shown_name, " ('%.100s')", name);
  return tern_status_make(TERN_INVALID_ARGUMENT, "%s %zu%s has no value: expected %zu values but got %zu",
                          binder->slots->noun, first, shown_name, binder->slots->count, filled_count);
}

static tern_status_t bind(binder_t *binder) {
  if (!collect_names(binder)) return tern_no_memory("names of values");
  TERN_RETURN_IF_ERROR(bind_archives(binder));
  size_t slot = 0;
  for (size_t i = 0; i < binder->text_count; ++i) {
    if (!binder->is_archive[i]) TERN_RETURN_IF_ERROR(bind_literal(binder, i, &slot));
  }
  return check_filled(binder);
}

tern_status_t tern_arrays_bind(const tern_array_slots_t *slots, const char *const *texts, size_t text_count,
                               tern_array_place_t *out_place, tern_tensor_t *out_tensors) {
  binder_t binder = {
      .slots = slots, .texts = texts, .text_count = text_count, .place = {.text = text_count}, .tensors = out_tensors};
  for (size_t i = 0; i < slots->count; ++i) out_tensors[i] = (tern_tensor_t){0};
  tern_status_t status = bind(&binder);
  free(binder.names);
  free(binder.is_filled);
  free(binder.is_archive);
  if (out_place) *out_place = binder.place;
  for (size_t i = 0; i < slots->count && !tern_status_is_ok(status); ++i) tern_tensor_deinitialize(&out_tensors[i]);
  return status;
}

//---- Writing ----

bool tern_arrays_is_archive(const char *path) { return tern_array_archive_kind_for(path) != TERN_ARRAY_ARCHIVE_NONE; }

static tern_status_t check_names(const char *const *names, size_t count) {
  named_slot_t *sorted = calloc(count + 1, sizeof(*sorted));
  if (!sorted) return tern_no_memory("names of arrays");
  for (size_t i = 0; i < count; ++i) sorted[i].name = tern_str_from_cstr(names[i]);
  qsort(sorted, count, sizeof(*sorted), compare_names);
  tern_status_t status = tern_ok();
  for (size_t i = 1; i < count && tern_status_is_ok(status); ++i) {
    if (!tern_str_equal(sorted[i - 1].name, sorted[i].name)) continue;
    status = tern_status_make(TERN_INVALID_ARGUMENT, "two arrays have the name '%.100s'", sorted[i].name.data);
  }
  free(sorted);
  return status;
}

tern_status_t tern_arrays_write(const char *path, const tern_array_slots_t *slots, const tern_tensor_t *tensors,
                                size_t first) {
  size_t count = slots->count > first ? slots->count - first : 0;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  enum { NUMBER_SIZE = 24 };
  const char **names = tern_arena_try_alloc_zeroed(&arena, count + 1, sizeof(*names));
  char *numbers = tern_arena_try_alloc_zeroed(&arena, count + 1, NUMBER_SIZE);
  tern_status_t status = names && numbers ? tern_ok() : tern_no_memory("names of arrays");
  for (size_t i = 0; i < count && names && numbers; ++i) {
    char *number = numbers + i * NUMBER_SIZE;
    snprintf(number, NUMBER_SIZE, "%zu", first + i);
    names[i] = slots->values[first + i].name[0] ? slots->values[first + i].name : number;
    if (!tensors[first + i].data) status = tern_status_make(TERN_INVALID_ARGUMENT, "tensor '%s' is empty", names[i]);
  }
  if (tern_status_is_ok(status)) status = check_names(names, count);
  if (tern_status_is_ok(status)) status = tern_array_archive_write(path, names, tensors + first, count);
  tern_arena_deinitialize(&arena);
  return status;
}

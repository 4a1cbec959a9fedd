// Reading images of code for CPUs, and asking the processor.

#include "runtime/drivers/cpu/cpu_image.h"

#include <string.h>
#include <sys/auxv.h>

#include "base/cpu_image_format.h"
#include "base/small.h"
#include "base/string.h"
#include "base/tiles.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { TILES = 0x60000 };  // states of XCR0
enum { OBJECT_ALIGNMENT = 8, LIST_SIZE = TERN_SMALL ? 1 : 600 };

// Text for a message, as far as there is room.
typedef struct list {
  char text[LIST_SIZE];
  size_t size;
} list_t;

//---- The processor ----

#if defined(__x86_64__)
static bool read_host(uint32_t source, uint32_t leaf, uint32_t subleaf, uint32_t out_words[4]) {
  uint32_t *w = out_words;
  if (source == TERN_CPU_SOURCE_CPUID) return __get_cpuid_count(leaf, subleaf, &w[0], &w[1], &w[2], &w[3]) != 0;
  if (source != TERN_CPU_SOURCE_XCR0) return false;
  // The instruction that reads XCR0 is there where the system uses it.
  __cpuid(1, w[0], w[1], w[2], w[3]);
  if (!(w[2] & bit_OSXSAVE)) return false;
  __asm__ volatile("xgetbv" : "=a"(w[0]), "=d"(w[1]) : "c"(0));
  // Tile registers are saved for processes that asked. The small runtime has done so, and trusts in it.
  if (!TERN_SMALL && (w[0] & TILES) && !tern_tiles_request()) w[0] &= ~(uint32_t)TILES;
  return true;
}
#else
static bool read_host(uint32_t source, uint32_t leaf, uint32_t subleaf, uint32_t out_words[4]) {
  (void)leaf, (void)subleaf;
  if (source != TERN_CPU_SOURCE_HWCAP) return false;
  out_words[0] = (uint32_t)getauxval(AT_HWCAP);
  out_words[1] = (uint32_t)getauxval(AT_HWCAP2);
  return true;
}
#endif

// An answer of the processor, kept (not in the small runtime): needs come in order of what they look at, and under a hypervisor
// each question takes microseconds.
typedef struct answer {
  bool is_there;
  uint32_t question[3];
  uint32_t words[4];
} answer_t;

// The words for a source, leaf and subleaf: zeros if the processor says nothing there.
static const uint32_t *ask(const tern_cpu_probe_t *probe, const uint32_t question[3], answer_t *last) {
  if (!TERN_SMALL && last->is_there && memcmp(last->question, question, sizeof last->question) == 0) return last->words;
  if (!TERN_SMALL) {
    last->is_there = true;
    memcpy(last->question, question, sizeof last->question);
  }
  bool is_known = !TERN_SMALL && probe ? probe->read(probe->user, question[0], question[1], question[2], last->words)
                                       : read_host(question[0], question[1], question[2], last->words);
  if (!is_known) memset(last->words, 0, sizeof last->words);
  return last->words;
}

//---- The image ----

typedef struct header {
  uint32_t magic, version, object_count, need_count;
} header_t;

typedef struct object {
  uint32_t name, name_size, offset, size, first_need, need_count;
} object_t;

typedef struct need {
  uint32_t name, name_size, question[3], word, mask, states;
} need_t;

_Static_assert(sizeof(header_t) == TERN_CPU_IMAGE_HEADER_WORDS * 4, "a header is its words");
_Static_assert(sizeof(object_t) == TERN_CPU_IMAGE_OBJECT_WORDS * 4, "an object is its words");
_Static_assert(sizeof(need_t) == TERN_CPU_IMAGE_NEED_WORDS * 4, "a need is its words");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are read as they are");

typedef struct reader {
  const unsigned char *data;
  size_t size;
  const char *wanted;  // NULL: any
  const tern_cpu_probe_t *probe;
  header_t header;
  answer_t words, states;
  bool is_named;   // was there an object of the name that is wanted?
  bool is_chosen;  // is there one?
  tern_str_t chosen;
  list_t names, lacks;
} reader_t;

static tern_status_t refuse(const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "the image of code is malformed: %s", what);
}

static void append(list_t *list, const void *data, size_t size) {
  if (TERN_SMALL) return;  // has no messages
  if (size > LIST_SIZE - 1 - list->size) size = LIST_SIZE - 1 - list->size;
  memcpy(list->text + list->size, data, size);
  list->size += size;
  list->text[list->size] = 0;
}

static void append_text(list_t *list, const char *text) { append(list, text, strlen(text)); }

static bool is_inside(const reader_t *r, uint32_t offset, uint32_t size) {
  return offset <= r->size && size <= r->size - offset;
}

// Names are only looked at for messages, and to find the object that is wanted.
static bool is_name(const reader_t *r, uint32_t offset, uint32_t size) {
  if (TERN_SMALL) return true;
  if (!is_inside(r, offset, size)) return false;
  for (uint32_t i = 0; i < size; ++i) {
    if (r->data[offset + i] <= ' ' || r->data[offset + i] > '~') return false;
  }
  return size > 0;
}

static bool is_wanted(reader_t *r, const object_t *object) {
  if (TERN_SMALL) return true;
  const char *name = (const char *)r->data + object->name;
  append_text(&r->names, r->names.size ? ", " : "");
  append(&r->names, name, object->name_size);
  return !r->wanted || tern_str_equal_cstr(tern_str_make(name, object->name_size), r->wanted);
}

static void note_lack(reader_t *r, const object_t *object, const need_t *need, bool is_first) {
  if (is_first) {
    append_text(&r->lacks, r->lacks.size ? "; for " : "for ");
    append(&r->lacks, r->data + object->name, object->name_size);
  }
  append_text(&r->lacks, is_first ? " it lacks " : ", ");
  append(&r->lacks, r->data + need->name, need->name_size);
}

// Chooses the object if it is wanted and the processor has what it needs.
static tern_status_t consider(reader_t *r, const object_t *object) {
  if (!is_name(r, object->name, object->name_size)) return refuse("an object has no name");
  if (object->offset % OBJECT_ALIGNMENT || !is_inside(r, object->offset, object->size) ||
      (uint64_t)object->first_need + object->need_count > r->header.need_count) {
    return refuse("an object is not inside of it");
  }
  const unsigned char *needs = r->data + sizeof(header_t) + (size_t)r->header.object_count * sizeof(object_t);
  bool is_chosen = !r->is_chosen && is_wanted(r, object), is_first = true;
  if (!TERN_SMALL) r->is_named |= is_chosen;
  for (uint32_t i = 0; i < object->need_count; ++i) {
    static const uint32_t states[3] = {TERN_CPU_SOURCE_XCR0};
    need_t need;
    memcpy(&need, needs + ((size_t)object->first_need + i) * sizeof need, sizeof need);
    if (!is_name(r, need.name, need.name_size)) return refuse("a need has no name");
    if (need.word > 3) return refuse("a need is of a word that does not exist");
    if (!(is_chosen || !is_first)) continue;
    if ((ask(r->probe, need.question, &r->words)[need.word] & need.mask) == need.mask &&
        (!need.states || (ask(r->probe, states, &r->states)[0] & need.states) == need.states)) {
      continue;
    }
    note_lack(r, object, &need, is_first);
    is_chosen = is_first = false;
  }
  if (!is_chosen) return tern_ok();
  r->chosen = tern_str_make((const char *)r->data + object->offset, object->size);
  r->is_chosen = true;
  return tern_ok();
}

tern_status_t tern_cpu_image_choose(const void *data, size_t size, const char *name, const tern_cpu_probe_t *probe,
                                    const void **out_object, size_t *out_size) {
  reader_t r = {.data = data, .size = size, .wanted = name, .probe = probe};
  *out_object = data;
  *out_size = size;
  if (size < sizeof r.header) return tern_ok();
  memcpy(&r.header, data, sizeof r.header);
  if (r.header.magic != TERN_CPU_IMAGE_MAGIC) return tern_ok();
  if (r.header.version != TERN_CPU_IMAGE_VERSION) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the image of code has version %u, this runtime reads version %u",
                            r.header.version, TERN_CPU_IMAGE_VERSION);
  }
  if (sizeof r.header + (uint64_t)r.header.object_count * sizeof(object_t) +
          (uint64_t)r.header.need_count * sizeof(need_t) >
      size) {
    return refuse("its tables are not inside of it");
  }
  for (uint32_t i = 0; i < r.header.object_count; ++i) {
    object_t object;
    memcpy(&object, r.data + sizeof r.header + i * sizeof object, sizeof object);
    TERN_RETURN_IF_ERROR(consider(&r, &object));
  }
  if (r.is_chosen) {
    *out_object = r.chosen.data;
    *out_size = r.chosen.size;
    return tern_ok();
  }
  if (TERN_SMALL || r.is_named) {
    return tern_status_make(TERN_UNSUPPORTED, "this processor runs none of the code that there is: %s", r.lacks.text);
  }
  return tern_status_make(TERN_NOT_FOUND, "there is no code for '%.60s', only for: %s", name ? name : "",
                          r.names.size ? r.names.text : "nothing");
}

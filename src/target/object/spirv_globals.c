#include "target/object/spirv_globals.h"

#include <string.h>

#include "base/arena.h"
#include "dialect/spirv/grammar.h"
#include "target/spirv/spirv_binary.h"

enum { BOUND_MAX = 1 << 22, TYPE_DEPTH_MAX = 255 };

static uint32_t swap(uint32_t word) { return __builtin_bswap32(word); }

bool tern_spirv_globals_is_binary(tern_str_t code) {
  uint32_t magic = 0;
  if (code.size >= sizeof magic) memcpy(&magic, code.data, sizeof magic);
  return magic == TERN_SPIRV_MAGIC || magic == swap(TERN_SPIRV_MAGIC);
}

// How many words an instruction that is looked at has at least, and which of them is the id that it defines.
static const struct {
  uint16_t opcode;
  uint8_t words, id;  // 0: none
} shapes[] = {
    {TERN_SPIRV_OPCODE_CAPABILITY, 2, 0},        {TERN_SPIRV_OPCODE_EXTENSION, 2, 0},
    {TERN_SPIRV_OPCODE_ENTRYPOINT, 4, 0},        {TERN_SPIRV_OPCODE_EXECUTIONMODE, 3, 0},
    {TERN_SPIRV_OPCODE_EXECUTIONMODEID, 3, 0},   {TERN_SPIRV_OPCODE_NAME, 3, 0},
    {TERN_SPIRV_OPCODE_DECORATE, 3, 0},          {TERN_SPIRV_OPCODE_MEMBERDECORATE, 4, 0},
    {TERN_SPIRV_OPCODE_TYPEBOOL, 2, 1},          {TERN_SPIRV_OPCODE_TYPEINT, 4, 1},
    {TERN_SPIRV_OPCODE_TYPEFLOAT, 3, 1},         {TERN_SPIRV_OPCODE_TYPEVECTOR, 4, 1},
    {TERN_SPIRV_OPCODE_TYPEMATRIX, 4, 1},        {TERN_SPIRV_OPCODE_TYPEARRAY, 4, 1},
    {TERN_SPIRV_OPCODE_TYPERUNTIMEARRAY, 3, 1},  {TERN_SPIRV_OPCODE_TYPESTRUCT, 2, 1},
    {TERN_SPIRV_OPCODE_TYPEPOINTER, 4, 1},       {TERN_SPIRV_OPCODE_CONSTANT, 4, 2},
    {TERN_SPIRV_OPCODE_CONSTANTCOMPOSITE, 3, 2}, {TERN_SPIRV_OPCODE_VARIABLE, 4, 2},
};

const char *tern_spirv_globals_read(const tern_object_t *object, tern_object_kernel_t *kernel,
                                    tern_spirv_globals_t *out) {
  *out = (tern_spirv_globals_t){.object = object, .kernel = kernel};
  size_t count = object->code.size / sizeof *out->words;
  if (count < TERN_SPIRV_HEADER_WORDS || object->code.size % sizeof *out->words)
    return "that is no whole number of words";
  out->words = tern_malloc(object->code.size);
  memcpy(out->words, object->code.data, object->code.size);
  bool is_swapped = out->words[0] != TERN_SPIRV_MAGIC;
  for (size_t i = 0; i < count && is_swapped; ++i) out->words[i] = swap(out->words[i]);
  out->bound = out->words[3];
  if (out->bound > BOUND_MAX) return "with too many ids";
  out->places = tern_realloc_array(NULL, (size_t)out->bound + 1, sizeof *out->places);
  memset(out->places, 0, ((size_t)out->bound + 1) * sizeof *out->places);
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < count; at += tern_spirv_global_length(out, at)) {
    size_t length = tern_spirv_global_length(out, at);
    if (length == 0 || length > count - at) return "whose instructions do not end where the file does";
    if (tern_spirv_global_opcode(out, at) == TERN_SPIRV_OPCODE_FUNCTION) break;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
      if (shapes[i].opcode != tern_spirv_global_opcode(out, at)) continue;
      if (length < shapes[i].words) return "with an instruction that is too short";
      uint32_t id = shapes[i].id ? out->words[at + shapes[i].id] : 0;
      if (id >= out->bound) return "with an id that is too large";
      if (id) out->places[id] = at;
    }
    out->count = at + length;
  }
  return NULL;
}

void tern_spirv_globals_deinitialize(tern_spirv_globals_t *globals) {
  free(globals->words);
  free(globals->places);
}

tern_str_t tern_spirv_global_text(const tern_spirv_globals_t *g, size_t place, size_t word) {
  const char *text = (const char *)&g->words[place + word];
  size_t room =
      tern_spirv_global_length(g, place) > word ? (tern_spirv_global_length(g, place) - word) * sizeof *g->words : 0;
  return tern_str_make(text, strnlen(text, room));
}

size_t tern_spirv_global_text_words(const tern_spirv_globals_t *g, size_t place, size_t word) {
  return tern_spirv_global_text(g, place, word).size / sizeof *g->words + 1;
}

const uint32_t *tern_spirv_global_definition(const tern_spirv_globals_t *g, uint32_t id, uint32_t opcode) {
  size_t place = id < g->bound ? g->places[id] : 0;
  return place && tern_spirv_global_opcode(g, place) == opcode ? &g->words[place] : NULL;
}

bool tern_spirv_global_decoration(const tern_spirv_globals_t *g, uint32_t id, uint32_t decoration,
                                  uint32_t *out_value) {
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    if (tern_spirv_global_opcode(g, at) != TERN_SPIRV_OPCODE_DECORATE) continue;
    if (g->words[at + 1] != id || g->words[at + 2] != decoration) continue;
    if (tern_spirv_global_length(g, at) > 3) *out_value = g->words[at + 3];
    return true;
  }
  return false;
}

uint32_t tern_spirv_global_constant(const tern_spirv_globals_t *g, uint32_t id) {
  const uint32_t *constant = tern_spirv_global_definition(g, id, TERN_SPIRV_OPCODE_CONSTANT);
  return constant ? constant[3] : 0;
}

bool tern_spirv_global_composite(const tern_spirv_globals_t *g, uint32_t id, uint32_t out_words[3]) {
  const uint32_t *composite = tern_spirv_global_definition(g, id, TERN_SPIRV_OPCODE_CONSTANTCOMPOSITE);
  if (!composite || composite[0] >> 16 != 6) return false;
  for (size_t i = 0; i < 3; ++i) out_words[i] = tern_spirv_global_constant(g, composite[3 + i]);
  return true;
}

// Of a member of a struct: its offset, or its stride if it is a matrix.
static bool member_decoration(const tern_spirv_globals_t *g, uint32_t type, uint32_t member, uint32_t decoration,
                              uint32_t *out_value) {
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    if (tern_spirv_global_opcode(g, at) != TERN_SPIRV_OPCODE_MEMBERDECORATE || tern_spirv_global_length(g, at) < 5)
      continue;
    if (g->words[at + 1] != type || g->words[at + 2] != member || g->words[at + 3] != decoration) continue;
    return *out_value = g->words[at + 4], true;
  }
  return false;
}

static uint64_t struct_size(const tern_spirv_globals_t *g, const uint32_t *type, unsigned depth) {
  uint64_t size = 0;
  for (uint32_t i = 0; i + 2 < type[0] >> 16; ++i) {
    uint32_t offset, stride;
    uint64_t member = tern_spirv_global_type_size(g, type[2 + i], depth);
    const uint32_t *matrix = tern_spirv_global_definition(g, type[2 + i], TERN_SPIRV_OPCODE_TYPEMATRIX);
    if (matrix && member_decoration(g, type[1], i, TERN_SPIRV_DECORATION_MATRIXSTRIDE, &stride)) {
      member = (uint64_t)matrix[3] * stride;
    }
    bool has_offset = member_decoration(g, type[1], i, TERN_SPIRV_DECORATION_OFFSET, &offset);
    uint64_t end = (has_offset ? offset : size) + member;
    if (end > size) size = end;
  }
  return size;
}

uint64_t tern_spirv_global_type_size(const tern_spirv_globals_t *g, uint32_t id, unsigned depth) {
  size_t place = id < g->bound && depth < TYPE_DEPTH_MAX ? g->places[id] : 0;
  if (!place) return 0;
  const uint32_t *type = &g->words[place];
  uint32_t stride;
  switch (tern_spirv_global_opcode(g, place)) {
    case TERN_SPIRV_OPCODE_TYPEINT:
    case TERN_SPIRV_OPCODE_TYPEFLOAT: return type[2] / 8;
    case TERN_SPIRV_OPCODE_TYPEBOOL: return 4;
    case TERN_SPIRV_OPCODE_TYPEPOINTER: return 8;
    case TERN_SPIRV_OPCODE_TYPEVECTOR:
    case TERN_SPIRV_OPCODE_TYPEMATRIX: return (uint64_t)type[3] * tern_spirv_global_type_size(g, type[2], depth + 1);
    case TERN_SPIRV_OPCODE_TYPEARRAY: {
      uint64_t size = tern_spirv_global_type_size(g, type[2], depth + 1);
      if (tern_spirv_global_decoration(g, id, TERN_SPIRV_DECORATION_ARRAYSTRIDE, &stride)) size = stride;
      return size * tern_spirv_global_constant(g, type[3]);
    }
    case TERN_SPIRV_OPCODE_TYPESTRUCT: return struct_size(g, type, depth + 1);
    default: return 0;
  }
}

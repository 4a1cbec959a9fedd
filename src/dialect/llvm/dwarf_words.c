// The words of debug information and their numbers, as one table.

#include "dialect/llvm/dwarf_words.h"

typedef struct word {
  tern_dwarf_family_t family;
  uint32_t number;
  const char *text;
} word_t;

// Flags stand in the order in which they are printed. Of those with several bits the larger come first.
static const word_t words[] = {
#define TAG(NUMBER, NAME) {TERN_DWARF_TAG, NUMBER, "DW_TAG_" #NAME},
#define ATE(NUMBER, NAME) {TERN_DWARF_ENCODING, NUMBER, "DW_ATE_" #NAME},
#define CC(NUMBER, NAME) {TERN_DWARF_CALLING_CONVENTION, NUMBER, "DW_CC_" #NAME},
#define LANG(NUMBER, NAME) {TERN_DWARF_LANGUAGE, NUMBER, "DW_LANG_" #NAME},
#define OP(NUMBER, NAME) {TERN_DWARF_OPERATION, NUMBER, "DW_OP_" #NAME},
#include "dialect/llvm/dwarf_words.def"
#undef TAG
#undef ATE
#undef CC
#undef LANG
#undef OP
    {TERN_DWARF_EMISSION_KIND, 0, "None"},
    {TERN_DWARF_EMISSION_KIND, 1, "Full"},
    {TERN_DWARF_EMISSION_KIND, 2, "LineTablesOnly"},
    {TERN_DWARF_EMISSION_KIND, 3, "DebugDirectivesOnly"},
    {TERN_DWARF_NAME_TABLE_KIND, 0, "Default"},
    {TERN_DWARF_NAME_TABLE_KIND, 1, "GNU"},
    {TERN_DWARF_NAME_TABLE_KIND, 2, "None"},
    {TERN_DWARF_NAME_TABLE_KIND, 3, "Apple"},
    {TERN_DWARF_FLAGS, 3, "Public"},
    {TERN_DWARF_FLAGS, 2, "Protected"},
    {TERN_DWARF_FLAGS, 1, "Private"},
    {TERN_DWARF_FLAGS, 1 << 2, "FwdDecl"},
    {TERN_DWARF_FLAGS, 1 << 3, "AppleBlock"},
    {TERN_DWARF_FLAGS, 1 << 4, "ReservedBit4"},
    {TERN_DWARF_FLAGS, 1 << 5, "Virtual"},
    {TERN_DWARF_FLAGS, 1 << 6, "Artificial"},
    {TERN_DWARF_FLAGS, 1 << 7, "Explicit"},
    {TERN_DWARF_FLAGS, 1 << 8, "Prototyped"},
    {TERN_DWARF_FLAGS, 1 << 9, "ObjcClassComplete"},
    {TERN_DWARF_FLAGS, 1 << 10, "ObjectPointer"},
    {TERN_DWARF_FLAGS, 1 << 11, "Vector"},
    {TERN_DWARF_FLAGS, 1 << 12, "StaticMember"},
    {TERN_DWARF_FLAGS, 1 << 13, "LValueReference"},
    {TERN_DWARF_FLAGS, 1 << 14, "RValueReference"},
    {TERN_DWARF_FLAGS, 1 << 15, "ExportSymbols"},
    {TERN_DWARF_FLAGS, 1 << 16, "SingleInheritance"},
    {TERN_DWARF_FLAGS, 1 << 16, "MultipleInheritance"},
    {TERN_DWARF_FLAGS, 1 << 16, "VirtualInheritance"},
    {TERN_DWARF_FLAGS, 1 << 18, "IntroducedVirtual"},
    {TERN_DWARF_FLAGS, 1 << 19, "BitField"},
    {TERN_DWARF_FLAGS, 1 << 20, "NoReturn"},
    {TERN_DWARF_FLAGS, 1 << 22, "TypePassByValue"},
    {TERN_DWARF_FLAGS, 1 << 23, "TypePassByReference"},
    {TERN_DWARF_FLAGS, 1 << 24, "EnumClass"},
    {TERN_DWARF_FLAGS, 1 << 25, "Thunk"},
    {TERN_DWARF_FLAGS, 1 << 26, "NonTrivial"},
    {TERN_DWARF_FLAGS, 1 << 27, "BigEndian"},
    {TERN_DWARF_FLAGS, 1 << 28, "LittleEndian"},
    {TERN_DWARF_FLAGS, 1 << 29, "AllCallsDescribed"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 0, "Virtual"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 1, "PureVirtual"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 2, "LocalToUnit"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 3, "Definition"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 4, "Optimized"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 5, "Pure"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 6, "Elemental"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 7, "Recursive"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 8, "MainSubprogram"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 9, "Deleted"},
    {TERN_DWARF_SUBPROGRAM_FLAGS, 1 << 11, "ObjCDirect"},
};

enum { WORD_COUNT = sizeof(words) / sizeof(words[0]) };

static bool is_flags(tern_dwarf_family_t family) { return family >= TERN_DWARF_FLAGS; }

static const word_t *find_word(tern_dwarf_family_t family, tern_str_t text) {
  for (size_t i = 0; i < WORD_COUNT; ++i)
    if (words[i].family == family && tern_str_equal_cstr(text, words[i].text)) return &words[i];
  return NULL;
}

bool tern_dwarf_number(tern_dwarf_family_t family, tern_str_t text, uint64_t *out_number) {
  *out_number = 0;
  if (is_flags(family) && tern_str_equal_cstr(text, "Zero")) return true;
  tern_str_t rest = text;
  do {
    const word_t *word = find_word(family, is_flags(family) ? tern_str_trim(tern_str_split(&rest, '|')) : text);
    if (!word) return false;
    *out_number |= word->number;
  } while (is_flags(family) && rest.size);
  return true;
}

bool tern_dwarf_text(tern_dwarf_family_t family, uint64_t number, tern_string_builder_t *out) {
  if (is_flags(family) && number == 0) return tern_string_builder_append_cstr(out, "Zero"), true;
  size_t start = out->size;
  uint64_t left = number, last = 0;
  for (size_t i = 0; i < WORD_COUNT; ++i) {
    const word_t *word = &words[i];
    if (word->family != family) continue;
    if (!is_flags(family)) {
      if (word->number == number) return tern_string_builder_append_cstr(out, word->text), true;
      continue;
    }
    // One bit may have several words, all of which are written.
    bool is_set = (left & word->number) == word->number || last == word->number;
    if (!is_set) continue;
    if (out->size > start) tern_string_builder_append_char(out, '|');
    tern_string_builder_append_cstr(out, word->text);
    left &= ~(uint64_t)word->number;
    last = word->number;
  }
  if (is_flags(family) && left == 0) return true;
  out->size = start;
  return false;
}

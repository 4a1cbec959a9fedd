// spirv: the least version, capabilities and extensions of a module (upstream: UpdateVCEPass.cpp, SPIRVTypes.cpp; the
// needs are those of SPIR-V's grammar).
//
// Where a feature comes with a version or with an extension, the extension is taken if the target has it: that keeps the
// version low. Where it comes with one of several capabilities, the first that the target has is taken.

#include "dialect/spirv/availability.h"

#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/diagnostic.h"

enum { MAX_CAPABILITIES = 256, MAX_EXTENSIONS = 256, NO_STORAGE_CLASS = -1 };

// --- instructions of ops ---

const tern_spirv_instruction_t *tern_spirv_instruction_of_op(const tern_op_t *op,
                                                             const tern_spirv_ext_instruction_t **out_ext,
                                                             tern_spirv_ext_set_t *out_set) {
  static const struct {
    const char *prefix;
    tern_spirv_ext_set_t set;
  } ext_sets[] = {{"GL.", TERN_SPIRV_EXT_SET_GLSL}, {"CL.", TERN_SPIRV_EXT_SET_OPENCL}};
  static const char *const vendors[] = {"KHR.", "EXT.", "INTEL.", "ARM.", "NV."};
  *out_ext = NULL;
  if (op->def->dialect != &tern_spirv_dialect) return NULL;
  tern_str_t name = tern_str_drop(tern_op_name(op), strlen("spirv."));
  for (size_t i = 0; i < sizeof(ext_sets) / sizeof(ext_sets[0]); ++i) {
    if (!tern_str_starts_with(name, tern_str_from_cstr(ext_sets[i].prefix))) continue;
    *out_set = ext_sets[i].set;
    *out_ext = tern_spirv_ext_instruction_named(*out_set, tern_str_drop(name, strlen(ext_sets[i].prefix)));
    return *out_ext ? tern_spirv_instruction_of_opcode(TERN_SPIRV_OPCODE_EXTINST) : NULL;
  }
  // spirv.KHR.X is OpXKHR.
  for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); ++i) {
    size_t size = strlen(vendors[i]);
    if (!tern_str_starts_with(name, tern_str_from_cstr(vendors[i]))) continue;
    char text[96];
    if (name.size >= sizeof(text)) return NULL;
    memcpy(text, name.data + size, name.size - size);
    memcpy(text + name.size - size, vendors[i], size - 1);
    return tern_spirv_instruction_named(tern_str_make(text, name.size - 1));
  }
  return tern_spirv_instruction_named(name);
}

// --- what a target allows ---

bool tern_spirv_vce_allows_capability(const tern_attr_t *vce, uint32_t capability) {
  for (size_t i = 0; i < tern_spirv_vce_capability_count(vce); ++i) {
    if (tern_spirv_capability_implies(tern_spirv_vce_capability(vce, i), capability)) return true;
  }
  return false;
}

bool tern_spirv_vce_allows_extension(const tern_attr_t *vce, uint32_t extension) {
  if (tern_spirv_extension_core_version(extension) <= tern_spirv_vce_version(vce)) return true;
  for (size_t i = 0; i < tern_spirv_vce_extension_count(vce); ++i) {
    if (tern_spirv_vce_extension(vce, i) == extension) return true;
  }
  return false;
}

// --- collecting ---

typedef struct state {
  const tern_attr_t *allowed;
  tern_op_t *op;  // that asks
  uint32_t version;
  uint32_t capabilities[MAX_CAPABILITIES];
  size_t capability_count;
  uint32_t extensions[MAX_EXTENSIONS];
  size_t extension_count;
} state_t;

static bool require(state_t *state, const tern_spirv_needs_t *needs);

// Adds what is not there yet. False if it was.
static bool add(uint32_t *values, size_t *count, size_t size, uint32_t value) {
  for (size_t i = 0; i < *count; ++i) {
    if (values[i] == value) return false;
  }
  if (*count < size) values[(*count)++] = value;
  return true;
}

static bool refuse(state_t *state, const char *what, const tern_string_builder_t *choices) {
  tern_str_t name = tern_op_name(state->op);
  return tern_emit_error(state->op->loc,
                         "'%.*s' requires at least one %s in [%.*s] but none allowed in target environment",
                         (int)name.size, name.data, what, (int)choices->size, choices->data);
}

static bool require_version(state_t *state, uint8_t version) {
  if (version > state->version) state->version = version;
  if (state->version <= tern_spirv_vce_version(state->allowed)) return true;
  tern_str_t name = tern_op_name(state->op);
  return tern_emit_error(state->op->loc, "'%.*s' requires min version %s but target environment allows up to %s",
                         (int)name.size, name.data, tern_enum_case_name(TERN_SPIRV_ENUM(VERSION), state->version),
                         tern_enum_case_name(TERN_SPIRV_ENUM(VERSION), tern_spirv_vce_version(state->allowed)));
}

static bool require_capability(state_t *state, const uint16_t *choices, size_t count) {
  tern_string_builder_t names = {0};
  for (size_t i = 0; i < count; ++i) {
    const tern_spirv_enumerant_t *row = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_CAPABILITY, choices[i]);
    if (tern_spirv_vce_allows_capability(state->allowed, choices[i])) {
      tern_string_builder_deinitialize(&names);
      if (!add(state->capabilities, &state->capability_count, MAX_CAPABILITIES, choices[i])) return true;
      // A capability needs others, which it implies, and maybe an extension.
      tern_spirv_needs_t needs = row->needs;
      needs.capability_count = 0;
      return require(state, &needs);
    }
    if (i) tern_string_builder_append_cstr(&names, ", ");
    tern_string_builder_append_cstr(&names, row->name);
  }
  if (count) refuse(state, "capability", &names);
  tern_string_builder_deinitialize(&names);
  return count == 0;
}

static bool require_extension(state_t *state, const tern_spirv_needs_t *needs) {
  tern_string_builder_t names = {0};
  for (size_t i = 0; i < needs->extension_count; ++i) {
    uint32_t extension;
    if (tern_spirv_extension_named(tern_str_from_cstr(needs->extensions[i]), &extension) &&
        tern_spirv_vce_allows_extension(state->allowed, extension)) {
      tern_string_builder_deinitialize(&names);
      add(state->extensions, &state->extension_count, MAX_EXTENSIONS, extension);
      return true;
    }
    if (i) tern_string_builder_append_cstr(&names, ", ");
    tern_string_builder_append_cstr(&names, needs->extensions[i]);
  }
  bool is_core =
      needs->min_version != TERN_SPIRV_NO_VERSION && needs->min_version <= tern_spirv_vce_version(state->allowed);
  if (!is_core) refuse(state, "extension", &names);
  tern_string_builder_deinitialize(&names);
  return is_core && require_version(state, needs->min_version);
}

static bool require(state_t *state, const tern_spirv_needs_t *needs) {
  bool is_right = needs->extension_count                        ? require_extension(state, needs)
                  : needs->min_version != TERN_SPIRV_NO_VERSION ? require_version(state, needs->min_version)
                                                                : true;
  return is_right && require_capability(state, needs->capabilities, needs->capability_count);
}

static bool require_one(state_t *state, uint16_t capability) { return require_capability(state, &capability, 1); }

// The needs of a value of an operand kind.
static bool require_value(state_t *state, tern_spirv_kind_t kind, uint32_t value) {
  const tern_spirv_kind_def_t *def = tern_spirv_kind(kind);
  if (def->category != TERN_SPIRV_BIT_ENUM || value == 0) {
    const tern_spirv_enumerant_t *row = tern_spirv_enumerant_of_value(kind, value);
    return !row || require(state, &row->needs);
  }
  for (uint32_t bit = 1; bit && bit <= value; bit <<= 1) {
    const tern_spirv_enumerant_t *row = value & bit ? tern_spirv_enumerant_of_value(kind, bit) : NULL;
    if (row && !require(state, &row->needs)) return false;
  }
  return true;
}

// --- types ---

// The capability of 8- and 16-bit scalars in the memory that a storage class stands for; 0: no special one.
static uint16_t storage_capability(int64_t storage_class, uint32_t width) {
  static const struct {
    int64_t storage_class;
    uint16_t of_8, of_16;
  } rows[] = {
      {TERN_SPIRV_STORAGECLASS_PUSHCONSTANT, TERN_SPIRV_CAPABILITY_STORAGEPUSHCONSTANT8,
       TERN_SPIRV_CAPABILITY_STORAGEPUSHCONSTANT16},
      {TERN_SPIRV_STORAGECLASS_STORAGEBUFFER, TERN_SPIRV_CAPABILITY_STORAGEBUFFER8BITACCESS,
       TERN_SPIRV_CAPABILITY_STORAGEBUFFER16BITACCESS},
      {TERN_SPIRV_STORAGECLASS_UNIFORM, TERN_SPIRV_CAPABILITY_UNIFORMANDSTORAGEBUFFER8BITACCESS,
       TERN_SPIRV_CAPABILITY_STORAGEUNIFORM16},
      {TERN_SPIRV_STORAGECLASS_INPUT, 0, TERN_SPIRV_CAPABILITY_STORAGEINPUTOUTPUT16},
      {TERN_SPIRV_STORAGECLASS_OUTPUT, 0, TERN_SPIRV_CAPABILITY_STORAGEINPUTOUTPUT16},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (rows[i].storage_class == storage_class) return width == 8 ? rows[i].of_8 : width == 16 ? rows[i].of_16 : 0;
  }
  return 0;
}

// Without arithmetic on integers of a width, they may still be loaded and stored where memory holds them, and widened
// and cut in between.
static bool is_moved_only(const state_t *state, const tern_type_t *type) {
  static const struct {
    uint32_t width;
    uint16_t arithmetic, storage[3];
  } rows[] = {
      {8,
       TERN_SPIRV_CAPABILITY_INT8,
       {TERN_SPIRV_CAPABILITY_STORAGEBUFFER8BITACCESS, TERN_SPIRV_CAPABILITY_UNIFORMANDSTORAGEBUFFER8BITACCESS,
        TERN_SPIRV_CAPABILITY_STORAGEPUSHCONSTANT8}},
      {16,
       TERN_SPIRV_CAPABILITY_INT16,
       {TERN_SPIRV_CAPABILITY_STORAGEBUFFER16BITACCESS, TERN_SPIRV_CAPABILITY_STORAGEUNIFORM16,
        TERN_SPIRV_CAPABILITY_STORAGEPUSHCONSTANT16}},
  };
  const tern_op_t *op = state->op;
  bool is_move = tern_op_is(op, TERN_SPIRV(LOAD)) || tern_op_is(op, TERN_SPIRV(STORE)) ||
                 tern_op_is(op, TERN_SPIRV(UCONVERT)) || tern_op_is(op, TERN_SPIRV(SCONVERT));
  for (size_t i = 0; i < sizeof rows / sizeof rows[0] && is_move; ++i) {
    if (!tern_type_is_integer(type) || tern_type_bit_width(type) != rows[i].width) continue;
    if (tern_spirv_vce_allows_capability(state->allowed, rows[i].arithmetic)) return false;
    for (size_t s = 0; s < 3; ++s) {
      if (tern_spirv_vce_allows_capability(state->allowed, rows[i].storage[s])) return true;
    }
  }
  return false;
}

static bool require_scalar(state_t *state, const tern_type_t *type, int64_t storage_class) {
  uint32_t width = tern_type_bit_width(type);
  uint16_t special = storage_capability(storage_class, width);
  if (type->kind == TERN_TYPE_BF16 && !require_one(state, TERN_SPIRV_CAPABILITY_BFLOAT16TYPEKHR)) return false;
  if (special) return require_one(state, special);
  if (type->kind == TERN_TYPE_F16) return require_one(state, TERN_SPIRV_CAPABILITY_FLOAT16);
  if (type->kind == TERN_TYPE_F64) return require_one(state, TERN_SPIRV_CAPABILITY_FLOAT64);
  if (!tern_type_is_integer(type) || is_moved_only(state, type)) return true;
  if (width == 8) return require_one(state, TERN_SPIRV_CAPABILITY_INT8);
  if (width == 16) return require_one(state, TERN_SPIRV_CAPABILITY_INT16);
  return width != 64 || require_one(state, TERN_SPIRV_CAPABILITY_INT64);
}

// The structs around a type, innermost first: they may hold pointers to themselves.
typedef struct around {
  const tern_type_t *type;
  const struct around *outer;
} around_t;

static bool require_type(state_t *state, const tern_type_t *type, int64_t storage_class, const around_t *around);

static bool require_struct(state_t *state, const tern_type_t *type, int64_t storage_class, const around_t *around) {
  for (const around_t *outer = around; outer; outer = outer->outer) {
    if (outer->type == type) return true;
  }
  around_t inner = {type, around};
  for (size_t i = 0; i < tern_spirv_struct_member_count(type); ++i) {
    if (!require_type(state, tern_spirv_struct_member(type, i), storage_class, &inner)) return false;
  }
  for (size_t i = 0; i < tern_spirv_struct_member_decoration_count(type); ++i) {
    if (!require_value(state, TERN_SPIRV_KIND_DECORATION, tern_spirv_struct_member_decoration(type, i).decoration)) {
      return false;
    }
  }
  return true;
}

static bool require_image(state_t *state, const tern_type_t *type) {
  return require_value(state, TERN_SPIRV_KIND_DIM, tern_spirv_image_property(type, 0)) &&
         require_value(state, TERN_SPIRV_KIND_IMAGEFORMAT, tern_spirv_image_property(type, 5));
}

static bool require_dialect_type(state_t *state, const tern_type_t *type, int64_t storage_class,
                                 const around_t *around) {
  const tern_type_t *element = tern_type_is_spirv_struct(type) ? NULL : tern_spirv_element_type(type);
  switch (type->row - tern_spirv_types) {
    case TERN_SPIRV_TYPE_PTR:
      return require_type(state, element, tern_spirv_pointer_storage_class(type), around) &&
             require_value(state, TERN_SPIRV_KIND_STORAGECLASS, tern_spirv_pointer_storage_class(type));
    case TERN_SPIRV_TYPE_STRUCT: return require_struct(state, type, storage_class, around);
    case TERN_SPIRV_TYPE_RTARRAY:
      return require_type(state, element, storage_class, around) && require_one(state, TERN_SPIRV_CAPABILITY_SHADER);
    case TERN_SPIRV_TYPE_MATRIX:
      return require_type(state, element, storage_class, around) && require_one(state, TERN_SPIRV_CAPABILITY_MATRIX);
    case TERN_SPIRV_TYPE_IMAGE:
      return require_image(state, type) && require_type(state, element, storage_class, around);
    case TERN_SPIRV_TYPE_COOPMATRIX:
      return require_type(state, element, storage_class, around) &&
             require_one(state, TERN_SPIRV_CAPABILITY_COOPERATIVEMATRIXKHR) &&
             (element->kind != TERN_TYPE_BF16 ||
              require_one(state, TERN_SPIRV_CAPABILITY_BFLOAT16COOPERATIVEMATRIXKHR));
    case TERN_SPIRV_TYPE_ARM_TENSOR:
      return require_type(state, element, storage_class, around) &&
             require_one(state, TERN_SPIRV_CAPABILITY_TENSORSARM);
    default: return require_type(state, element, storage_class, around);
  }
}

static bool require_type(state_t *state, const tern_type_t *type, int64_t storage_class, const around_t *around) {
  if (type->kind == TERN_TYPE_DIALECT) {
    return !tern_spirv_type_is_valid(type) || require_dialect_type(state, type, storage_class, around);
  }
  if (type->kind == TERN_TYPE_VECTOR) {
    int64_t count = tern_type_dim(type, 0);
    return require_type(state, tern_type_element(type), storage_class, around) &&
           ((count != 8 && count != 16) || require_one(state, TERN_SPIRV_CAPABILITY_VECTOR16));
  }
  return !tern_spirv_type_is_scalar(type) || require_scalar(state, type, storage_class);
}

// --- ops ---

// Attributes that hold values of operand kinds.
static const struct {
  tern_spirv_enum_t which;
  tern_spirv_kind_t kind;
} kinds_of_enums[] = {
#define GRAMMAR_ENUM(ID, NAME, KIND, TITLE) {TERN_SPIRV_ENUM_##ID, TERN_SPIRV_KIND_##KIND},
#define GRAMMAR_BITS GRAMMAR_ENUM
#define OWN_ENUM(...)
#include "dialect/spirv/rows/spirv_enums.def"
#undef GRAMMAR_ENUM
#undef GRAMMAR_BITS
#undef OWN_ENUM
};

static bool require_attr(state_t *state, const tern_attr_t *attr) {
  if (!attr || attr->kind != TERN_ATTR_ENUM) return true;
  for (size_t i = 0; i < sizeof(kinds_of_enums) / sizeof(kinds_of_enums[0]); ++i) {
    if (attr->row != &tern_spirv_enums[kinds_of_enums[i].which]) continue;
    return require_value(state, kinds_of_enums[i].kind, (uint32_t)tern_enum_attr_value(attr));
  }
  return true;
}

// What an instruction needs depends on the types it works on, beyond what the grammar can say.
static bool require_by_operands(state_t *state, const tern_op_t *op, uint16_t opcode) {
  if (opcode >= TERN_SPIRV_OPCODE_SDOT && opcode <= TERN_SPIRV_OPCODE_SUDOTACCSAT) {
    const tern_type_t *type = tern_op_operand(op, 0)->type;
    bool is_packed = tern_type_is_integer(type);
    bool is_bytes = !is_packed && tern_type_bit_width(tern_type_element(type)) == 8;
    return require_one(state, is_packed  ? TERN_SPIRV_CAPABILITY_DOTPRODUCTINPUT4X8BITPACKED
                              : is_bytes ? TERN_SPIRV_CAPABILITY_DOTPRODUCTINPUT4X8BIT
                                         : TERN_SPIRV_CAPABILITY_DOTPRODUCTINPUTALL);
  }
  bool is_atomic = opcode >= TERN_SPIRV_OPCODE_ATOMICLOAD && opcode <= TERN_SPIRV_OPCODE_ATOMICXOR;
  if (is_atomic && op->result_count && tern_type_is_i(op->results[0].type, 64)) {
    return require_one(state, TERN_SPIRV_CAPABILITY_INT64ATOMICS);
  }
  if (opcode != TERN_SPIRV_OPCODE_ATOMICFADDEXT) return true;
  uint32_t width = tern_type_bit_width(op->results[0].type);
  return require_one(state, width == 16   ? TERN_SPIRV_CAPABILITY_ATOMICFLOAT16ADDEXT
                            : width == 32 ? TERN_SPIRV_CAPABILITY_ATOMICFLOAT32ADDEXT
                                          : TERN_SPIRV_CAPABILITY_ATOMICFLOAT64ADDEXT);
}

static bool require_instruction(state_t *state, const tern_op_t *op) {
  const tern_spirv_ext_instruction_t *ext;
  tern_spirv_ext_set_t set = TERN_SPIRV_EXT_SET_GLSL;
  const tern_spirv_instruction_t *instruction = tern_spirv_instruction_of_op(op, &ext, &set);
  if (!instruction) return true;
  tern_spirv_needs_t needs = instruction->needs;
  // The capability depends on the width alone.
  if (instruction->opcode == TERN_SPIRV_OPCODE_ATOMICFADDEXT) needs.capability_count = 0;
  if (!require(state, &needs) || !require_by_operands(state, op, instruction->opcode)) return false;
  if (!ext) return true;
  uint16_t own = set == TERN_SPIRV_EXT_SET_GLSL ? TERN_SPIRV_CAPABILITY_SHADER : TERN_SPIRV_CAPABILITY_KERNEL;
  return require_one(state, own) && require(state, &ext->needs);
}

// Global variables have their type, and what they are built in as, in attributes.
static bool require_variable(state_t *state, const tern_op_t *op) {
  const tern_attr_t *built_in = tern_op_attr(op, "built_in");
  if (tern_attr_is_string(built_in)) {
    const tern_spirv_enumerant_t *row =
        tern_spirv_enumerant_named(TERN_SPIRV_KIND_BUILTIN, tern_string_attr_value(built_in));
    if (row && !require(state, &row->needs)) return false;
  }
  return require_type(state, tern_type_attr_value(tern_op_attr(op, "type")), NO_STORAGE_CLASS, NULL);
}

static bool require_function(state_t *state, const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!require_type(state, inputs.values[i], NO_STORAGE_CLASS, NULL)) return false;
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (!require_type(state, results.values[i], NO_STORAGE_CLASS, NULL)) return false;
  }
  return true;
}

static bool require_values(state_t *state, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!require_type(state, tern_op_operand(op, i)->type, NO_STORAGE_CLASS, NULL)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!require_type(state, op->results[i].type, NO_STORAGE_CLASS, NULL)) return false;
  }
  return true;
}

// Per component since v1.0, as a whole since v1.4.
static bool require_select(state_t *state, const tern_op_t *op) {
  bool is_whole =
      tern_spirv_type_is_scalar(tern_op_operand(op, 0)->type) && tern_spirv_type_is_composite(op->results[0].type);
  return !is_whole || require_version(state, 4);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  state_t *state = user;
  state->op = op;
  bool is_right = require_instruction(state, op);
  for (size_t i = 0; is_right && i < op->def->attr_count; ++i) is_right = require_attr(state, op->slots[i]);
  if (is_right && tern_op_is(op, TERN_SPIRV(GLOBALVARIABLE))) is_right = require_variable(state, op);
  if (is_right && tern_op_is(op, TERN_SPIRV(FUNC))) is_right = require_function(state, op);
  if (is_right && tern_op_is(op, TERN_SPIRV(SELECT))) is_right = require_select(state, op);
  if (is_right && tern_op_attr(op, "linkage_attributes")) {
    is_right = require_one(state, TERN_SPIRV_CAPABILITY_LINKAGE);
  }
  is_right = is_right && require_values(state, op);
  return is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// --- the module ---

static int compare_numbers(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

// Adds what the capabilities imply.
static void close_capabilities(state_t *state) {
  for (size_t i = 0; i < state->capability_count; ++i) {
    uint32_t implied[MAX_CAPABILITIES];
    size_t count = tern_spirv_capability_implied(state->capabilities[i], implied, MAX_CAPABILITIES);
    for (size_t j = 0; j < count && j < MAX_CAPABILITIES; ++j) {
      add(state->capabilities, &state->capability_count, MAX_CAPABILITIES, implied[j]);
    }
  }
}

bool tern_spirv_module_update_vce(tern_op_t *module, const tern_attr_t *allowed) {
  state_t state = {.allowed = allowed};
  if (tern_op_walk_post(module, visit, &state) == TERN_WALK_INTERRUPT) return false;
  close_capabilities(&state);
  qsort(state.capabilities, state.capability_count, sizeof(state.capabilities[0]), compare_numbers);
  qsort(state.extensions, state.extension_count, sizeof(state.extensions[0]), compare_numbers);
  tern_op_set_attr(module, "vce_triple",
                   tern_spirv_vce_get(tern_op_context(module), state.version, state.capabilities,
                                      state.capability_count, state.extensions, state.extension_count));
  return true;
}

// SPIR-V binaries: an entry point of the model GLCompute, with storage buffers and a block of push constants.
//
// Instructions before the first function are looked at: capabilities and extensions against the target, the entry point's
// workgroup, and its variables. Since SPIR-V 1.4 an entry point names all of its variables; those of older modules are taken to
// be of each of its entry points.

#include "base/arena.h"
#include "dialect/spirv/grammar.h"
#include "ir/diagnostic.h"
#include "target/object/spirv_globals.h"

static bool recognizes(tern_str_t code) { return tern_spirv_globals_is_binary(code); }

static bool refuse(const tern_spirv_globals_t *g, const char *why, const char *note) {
  tern_op_error(g->kernel->export_op, "has code in '%.*s' %s", (int)g->object->path.size, g->object->path.data, why);
  if (note) tern_emit_note(g->kernel->export_op->loc, "%s", note);
  return false;
}

// --- what the module needs of its target ---

static bool check_capability(const tern_spirv_globals_t *g, uint32_t capability) {
  if (tern_spirv_target_has_capability(g->object->target->spirv, capability)) return true;
  const tern_spirv_enumerant_t *name = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_CAPABILITY, capability);
  tern_op_error(g->kernel->export_op, "has code in '%.*s' that needs the capability %s, which the target lacks",
                (int)g->object->path.size, g->object->path.data, name ? name->name : "of another vendor");
  tern_emit_note(g->kernel->export_op->loc, "name a target that has it with --vulkan-target");
  return false;
}

static bool check_extension(const tern_spirv_globals_t *g, tern_str_t name) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name);
  bool is_there = text.data && tern_spirv_target_has_extension(g->object->target->spirv, text.data);
  tern_string_builder_deinitialize(&text);
  if (is_there) return true;
  tern_op_error(g->kernel->export_op, "has code in '%.*s' that needs the extension %.*s, which the target lacks",
                (int)g->object->path.size, g->object->path.data, (int)name.size, name.data);
  tern_emit_note(g->kernel->export_op->loc, "name a target that has it with --vulkan-target");
  return false;
}

static bool check_needs(const tern_spirv_globals_t *g) {
  uint32_t version = g->words[1] >> 8 & 0xff;
  if ((g->words[1] >> 16) != 1 || !tern_spirv_target_has_version(g->object->target->spirv, (uint8_t)version)) {
    tern_op_error(g->kernel->export_op, "has code in '%.*s' of SPIR-V %u.%u, but the target takes up to 1.%u",
                  (int)g->object->path.size, g->object->path.data, g->words[1] >> 16, version,
                  g->object->target->spirv->version);
    tern_emit_note(g->kernel->export_op->loc, "name a target that takes it with --vulkan-target");
    return false;
  }
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    uint32_t opcode = tern_spirv_global_opcode(g, at);
    if (opcode == TERN_SPIRV_OPCODE_CAPABILITY && !check_capability(g, g->words[at + 1])) return false;
    if (opcode == TERN_SPIRV_OPCODE_EXTENSION && !check_extension(g, tern_spirv_global_text(g, at, 1))) return false;
  }
  return true;
}

// --- bindings ---

static bool note_interface(const tern_spirv_globals_t *g) {
  tern_emit_note(
      g->kernel->export_op->loc,
      "a kernel has a storage buffer for each of its %zu bindings, with their numbers in descriptor set 0, and "
      "its %zu push constants of 4 bytes in one block",
      g->kernel->binding_count, g->kernel->constant_count);
  return false;
}

static bool check_binding(const tern_spirv_globals_t *g, uint32_t variable, bool *has_binding) {
  uint32_t set = 0, binding = 0;
  if (!tern_spirv_global_decoration(g, variable, TERN_SPIRV_DECORATION_DESCRIPTORSET, &set) ||
      !tern_spirv_global_decoration(g, variable, TERN_SPIRV_DECORATION_BINDING, &binding)) {
    return refuse(g, "with a buffer that has no descriptor set and binding", NULL);
  }
  if (set == 0 && binding < g->kernel->binding_count) return has_binding[binding] = true;
  tern_op_error(g->kernel->export_op,
                "hands over %zu bindings of set 0, but '%.*s' has one of set %u with the number %u",
                g->kernel->binding_count, (int)g->object->path.size, g->object->path.data, set, binding);
  return note_interface(g);
}

// A kernel may leave alone what it is only given to read.
static bool check_missing(const tern_spirv_globals_t *g, const bool *has_binding) {
  const tern_attr_t *layout = tern_op_attr(g->kernel->export_op, "layout");
  for (size_t i = 0; i < g->kernel->binding_count; ++i) {
    if (has_binding[i]) continue;
    int64_t flags = tern_hal_pipeline_binding_flags(tern_hal_pipeline_layout_binding(layout, i));
    if (!(flags & TERN_HAL_DESCRIPTOR_READ_ONLY)) {
      tern_op_error(g->kernel->export_op, "expects binding %zu to be written, but '%.*s' has no buffer of this number",
                    i, (int)g->object->path.size, g->object->path.data);
      return note_interface(g);
    }
    tern_emit_warning(g->kernel->export_op->loc, "binding %zu is not used by '%.*s'", i, (int)g->object->path.size,
                      g->object->path.data);
  }
  return true;
}

static bool check_constants(const tern_spirv_globals_t *g, uint32_t type) {
  uint64_t size = tern_spirv_global_type_size(g, type, 0), expected = 4 * (uint64_t)g->kernel->constant_count;
  if (size == expected) return true;
  tern_op_error(g->kernel->export_op, "hands over %llu bytes of push constants, but '%.*s' takes %llu",
                (unsigned long long)expected, (int)g->object->path.size, g->object->path.data,
                (unsigned long long)size);
  return note_interface(g);
}

// `inout_memory`: bytes of workgroup memory; `out_has_constants`: there is a block of them.
static bool check_variable(const tern_spirv_globals_t *g, uint32_t id, bool *has_binding, uint64_t *inout_memory,
                           bool *out_has_constants) {
  const uint32_t *variable = tern_spirv_global_definition(g, id, TERN_SPIRV_OPCODE_VARIABLE);
  const uint32_t *pointer =
      variable ? tern_spirv_global_definition(g, variable[1], TERN_SPIRV_OPCODE_TYPEPOINTER) : NULL;
  if (!pointer) return true;
  uint32_t ignored;
  switch (variable[3]) {
    case TERN_SPIRV_STORAGECLASS_STORAGEBUFFER: return check_binding(g, id, has_binding);
    case TERN_SPIRV_STORAGECLASS_UNIFORM:
      if (tern_spirv_global_decoration(g, pointer[3], TERN_SPIRV_DECORATION_BUFFERBLOCK, &ignored)) {
        return check_binding(g, id, has_binding);
      }
      return refuse(g, "with a uniform buffer", "a dispatch hands over storage buffers and push constants only");
    case TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT:
      return refuse(g, "with an image or sampler", "a dispatch hands over storage buffers and push constants only");
    case TERN_SPIRV_STORAGECLASS_PUSHCONSTANT: *out_has_constants = true; return check_constants(g, pointer[3]);
    case TERN_SPIRV_STORAGECLASS_WORKGROUP: *inout_memory += tern_spirv_global_type_size(g, pointer[3], 0); return true;
    default: return true;
  }
}

static bool check_variables(const tern_spirv_globals_t *g, size_t entry, bool *has_binding) {
  uint64_t memory = 0;
  bool has_constants = false, names_all = (g->words[1] >> 8 & 0xff) >= 4;
  if (names_all) {
    size_t first = 3 + tern_spirv_global_text_words(g, entry, 3);
    for (size_t i = first; i < tern_spirv_global_length(g, entry); ++i) {
      if (!check_variable(g, g->words[entry + i], has_binding, &memory, &has_constants)) return false;
    }
  }
  for (size_t at = TERN_SPIRV_HEADER_WORDS; !names_all && at < g->count; at += tern_spirv_global_length(g, at)) {
    if (tern_spirv_global_opcode(g, at) != TERN_SPIRV_OPCODE_VARIABLE) continue;
    if (!check_variable(g, g->words[at + 2], has_binding, &memory, &has_constants)) return false;
  }
  if (g->kernel->constant_count && !has_constants) {
    tern_emit_warning(g->kernel->export_op->loc, "the push constants are not used by '%.*s'", (int)g->object->path.size,
                      g->object->path.data);
  }
  tern_spirv_limits_t limits = tern_spirv_target_limits(g->object->target->spirv);
  if (memory > (uint64_t)limits.shared_memory_size) {
    return tern_op_error(g->kernel->export_op,
                         "has code in '%.*s' with %llu bytes of workgroup memory, of which the "
                         "target has %lld",
                         (int)g->object->path.size, g->object->path.data, (unsigned long long)memory,
                         (long long)limits.shared_memory_size);
  }
  return check_missing(g, has_binding);
}

// --- the workgroup ---

static bool check_limits(const tern_spirv_globals_t *g) {
  tern_spirv_limits_t limits = tern_spirv_target_limits(g->object->target->spirv);
  const uint32_t *size = g->kernel->workgroup_size;
  bool fits = (uint64_t)size[0] * size[1] * size[2] <= (uint64_t)limits.invocations;
  for (size_t i = 0; i < 3; ++i) fits &= size[i] <= (uint64_t)limits.workgroup_size[i];
  if (fits) return true;
  tern_op_error(g->kernel->export_op,
                "has workgroups of %u x %u x %u invocations, of which the target takes %lld, at "
                "most %lld x %lld x %lld",
                size[0], size[1], size[2], (long long)limits.invocations, (long long)limits.workgroup_size[0],
                (long long)limits.workgroup_size[1], (long long)limits.workgroup_size[2]);
  tern_emit_note(g->kernel->export_op->loc, "name a target that takes them with --vulkan-target");
  return false;
}

// LocalSize, or the constant decorated with WorkgroupSize, which goes before it.
static bool check_workgroup(const tern_spirv_globals_t *g, uint32_t entry_id) {
  uint32_t size[3] = {0}, built_in;
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    uint32_t opcode = tern_spirv_global_opcode(g, at);
    bool is_mode = opcode == TERN_SPIRV_OPCODE_EXECUTIONMODE || opcode == TERN_SPIRV_OPCODE_EXECUTIONMODEID;
    if (!is_mode || g->words[at + 1] != entry_id || tern_spirv_global_length(g, at) < 6) continue;
    bool is_literal = g->words[at + 2] == TERN_SPIRV_EXECUTIONMODE_LOCALSIZE;
    if (!is_literal && g->words[at + 2] != TERN_SPIRV_EXECUTIONMODE_LOCALSIZEID) continue;
    for (size_t i = 0; i < 3; ++i) {
      size[i] = g->words[at + 3 + i];
      if (!is_literal) size[i] = tern_spirv_global_constant(g, size[i]);
    }
  }
  for (uint32_t id = 1; id < g->bound; ++id) {
    bool is_size = tern_spirv_global_decoration(g, id, TERN_SPIRV_DECORATION_BUILTIN, &built_in) &&
                   built_in == TERN_SPIRV_BUILTIN_WORKGROUPSIZE;
    if (is_size && !tern_spirv_global_composite(g, id, size))
      return refuse(g, "whose WorkgroupSize is no constant", NULL);
  }
  if (!size[0] || !size[1] || !size[2]) return refuse(g, "whose workgroup has no size that is known", NULL);
  return tern_object_set_workgroup_size(g->object, g->kernel, size) && check_limits(g);
}

// --- the kernel ---

// The place of the OpEntryPoint; 0 after an error.
static size_t find_entry(const tern_spirv_globals_t *g) {
  tern_string_builder_t names = {0};
  size_t found = 0;
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    if (tern_spirv_global_opcode(g, at) != TERN_SPIRV_OPCODE_ENTRYPOINT || tern_spirv_global_length(g, at) < 4)
      continue;
    if (g->words[at + 1] != TERN_SPIRV_EXECUTIONMODEL_GLCOMPUTE) continue;
    tern_str_t name = tern_spirv_global_text(g, at, 3);
    if (tern_str_equal(name, g->kernel->name)) found = at;
    if (names.size) tern_string_builder_append_cstr(&names, ", ");
    tern_string_builder_append(&names, name);
  }
  if (!found) {
    tern_object_lacks_kernel(g->object, g->kernel, "the entry point (GLCompute)", tern_string_builder_view(&names));
  }
  tern_string_builder_deinitialize(&names);
  return found;
}

// A constant of three words with the name NAME_workgroup_count.
static void read_grid(const tern_spirv_globals_t *g) {
  tern_string_builder_t name = {0};
  tern_object_grid_name(g->kernel, &name);
  for (size_t at = TERN_SPIRV_HEADER_WORDS; at < g->count; at += tern_spirv_global_length(g, at)) {
    if (tern_spirv_global_opcode(g, at) != TERN_SPIRV_OPCODE_NAME || tern_spirv_global_length(g, at) < 3) continue;
    if (!tern_str_equal(tern_spirv_global_text(g, at, 2), tern_string_builder_view(&name))) continue;
    g->kernel->has_grid |= tern_spirv_global_composite(g, g->words[at + 1], g->kernel->grid);
  }
  tern_string_builder_deinitialize(&name);
}

static bool check_module(const tern_spirv_globals_t *g) {
  size_t entry = find_entry(g);
  if (!entry || !check_needs(g) || !check_workgroup(g, g->words[entry + 2])) return false;
  bool *has_binding = tern_malloc(g->kernel->binding_count + 1);
  for (size_t i = 0; i < g->kernel->binding_count; ++i) has_binding[i] = false;
  bool is_right = check_variables(g, entry, has_binding);
  free(has_binding);
  read_grid(g);
  return is_right;
}

static bool check(const tern_object_t *object, tern_object_kernel_t *kernel) {
  tern_spirv_globals_t globals;
  const char *why = tern_spirv_globals_read(object, kernel, &globals);
  bool is_right = why ? refuse(&globals, why, NULL) : check_module(&globals);
  tern_spirv_globals_deinitialize(&globals);
  return is_right;
}

const tern_object_reader_t tern_object_reader_spirv = {
    .backend = "vulkan-spirv", .name = "SPIR-V", .recognizes = recognizes, .check = check};

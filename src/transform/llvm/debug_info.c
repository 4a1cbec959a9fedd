// See debug_info.h.

#include "transform/llvm/debug_info.h"

#include "dialect/builtin/builtin.h"

static const tern_attr_t *as_attr(uint64_t param) { return (const tern_attr_t *)(uintptr_t)param; }

const tern_attr_t *tern_debug_text(tern_context_t *context, const char *words) {
  return tern_string_attr_get(context, tern_str_from_cstr(words));
}

const tern_attr_t *tern_debug_number(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

const tern_attr_t *tern_debug_find_place(const tern_attr_t *loc, bool of_callee) {
  switch (loc->kind) {
    case TERN_ATTR_LOC_FILE: return loc;
    case TERN_ATTR_LOC_NAME: return tern_debug_find_place(as_attr(loc->params[1]), of_callee);
    case TERN_ATTR_LOC_CALL_SITE: return tern_debug_find_place(as_attr(loc->params[of_callee ? 0 : 1]), of_callee);
    case TERN_ATTR_LOC_FUSED:
      for (size_t i = 1; i < loc->param_count; ++i) {
        const tern_attr_t *place = tern_debug_find_place(as_attr(loc->params[i]), of_callee);
        if (place) return place;
      }
      return NULL;
    default: return NULL;
  }
}

tern_str_t tern_debug_path(const tern_attr_t *place) {
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)place->params[0];
  return (tern_str_t){name->data, name->size};
}

const tern_attr_t *tern_debug_file(tern_context_t *context, const tern_attr_t *place) {
  if (!place) return tern_llvm_di_file_attr(context, TERN_STR("<unknown>"), TERN_STR(""));
  tern_str_t path = tern_debug_path(place);
  size_t end = path.size;
  while (end > 0 && path.data[end - 1] != '/') --end;
  tern_str_t name = {path.data + end, path.size - end};
  while (end > 1 && path.data[end - 1] == '/') --end;
  return tern_llvm_di_file_attr(context, name, (tern_str_t){path.data, end});
}

const tern_attr_t *tern_debug_unit(tern_context_t *context, const tern_attr_t *file, const char *producer,
                                   tern_str_t emission_kind) {
  return TERN_DEBUG_ATTR("llvm.di_compile_unit", {"id", tern_distinct_attr_create(tern_unit_attr_get(context))},
                         {"sourceLanguage", tern_debug_text(context, "DW_LANG_C")}, {"file", file},
                         {"producer", tern_debug_text(context, producer)},
                         {"isOptimized", tern_bool_attr_get(context, true)},
                         {"emissionKind", tern_string_attr_get(context, emission_kind)});
}

const tern_attr_t *tern_debug_subprogram(tern_op_t *func, const tern_attr_t *unit, const tern_attr_t *file) {
  tern_context_t *context = tern_op_context(func);
  const tern_attr_t *place = tern_debug_find_place(func->loc, false);
  const tern_attr_t *line = tern_debug_number(context, place ? (int64_t)place->params[1] : 1);
  const tern_attr_t *type =
      TERN_DEBUG_ATTR("llvm.di_subroutine_type", {"callingConvention", tern_debug_text(context, "DW_CC_normal")});
  const tern_attr_t *name = tern_op_attr(func, "sym_name");
  bool has_body = tern_op_body(func, 0) != NULL;
  const tern_attr_t *id = has_body ? tern_distinct_attr_create(tern_unit_attr_get(context)) : NULL;
  return TERN_DEBUG_ATTR("llvm.di_subprogram", {"id", id}, {"compileUnit", has_body ? unit : NULL}, {"scope", file},
                         {"name", name}, {"linkageName", name}, {"file", file}, {"line", line}, {"scopeLine", line},
                         {"subprogramFlags", tern_debug_text(context, has_body ? "Definition|Optimized" : "Optimized")},
                         {"type", type});
}

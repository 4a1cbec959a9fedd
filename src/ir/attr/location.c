// Locations: attributes that say where an op comes from.

#include "ir/attr.h"
#include "ir/context_private.h"
#include "ir/params.h"

const tern_attr_t *tern_unknown_loc_get(tern_context_t *context) {
  const tern_attr_t **cached = &context->common.unknown_loc;
  if (!*cached) *cached = tern_attr_get(context, TERN_ATTR_LOC_UNKNOWN, NULL, NULL, 0);
  return *cached;
}

enum { MAX_LINES_AHEAD = 1 << 12 };  // that a location may be before all others so far

// Where the first location in a line is kept; NULL: in the table.
static const tern_attr_t **find_line(tern_line_locs_t *lines, const tern_ident_t *file, uint32_t line) {
  if (!lines->file) {
    lines->file = file;
    lines->first_line = line;
    lines->end_line = UINT32_MAX;
  }
  if (file != lines->file || line < lines->first_line || line >= lines->end_line) return NULL;
  size_t index = line - lines->first_line;
  if (index > lines->values.count + MAX_LINES_AHEAD) {
    lines->end_line = line;
    return NULL;
  }
  while (lines->values.count <= index) tern_vec_push(&lines->values, NULL);
  return &lines->values.values[index];
}

const tern_attr_t *tern_file_loc_get_ident(tern_context_t *context, const tern_ident_t *file, uint32_t line,
                                           uint32_t column) {
  const uint64_t params[] = {tern_param(file), line, column};
  const tern_attr_t **first = find_line(&context->lines, file, line);
  if (!first || (*first && (*first)->params[2] != column)) {
    return tern_attr_get(context, TERN_ATTR_LOC_FILE, NULL, params, 3);
  }
  if (!*first) *first = tern_attr_allocate(context, TERN_ATTR_LOC_FILE, NULL, params, 3);
  return *first;
}

const tern_attr_t *tern_file_loc_get(tern_context_t *context, tern_str_t file, uint32_t line, uint32_t column) {
  return tern_file_loc_get_ident(context, tern_ident_get(context, file), line, column);
}

const tern_attr_t *tern_file_range_loc_get(tern_context_t *context, tern_str_t file, uint32_t line, uint32_t column,
                                           uint32_t end_line, uint32_t end_column) {
  bool is_point = (line == end_line && column == end_column) || (end_line == 0 && end_column == 0);
  if (is_point) return tern_file_loc_get(context, file, line, column);
  const uint64_t params[] = {tern_param(tern_ident_get(context, file)), line, column, end_line, end_column};
  return tern_attr_get(context, TERN_ATTR_LOC_FILE, NULL, params, 5);
}

const tern_attr_t *tern_name_loc_get(tern_str_t name, const tern_attr_t *child) {
  tern_context_t *context = child->context;
  const uint64_t params[] = {tern_param(tern_ident_get(context, name)), tern_param(child)};
  return tern_attr_get(context, TERN_ATTR_LOC_NAME, NULL, params, 2);
}

const tern_attr_t *tern_call_site_loc_get(const tern_attr_t *callee, const tern_attr_t *caller) {
  const uint64_t params[] = {tern_param(callee), tern_param(caller)};
  return tern_attr_get(callee->context, TERN_ATTR_LOC_CALL_SITE, NULL, params, 2);
}

// The parameters of a fused location: its metadata, then its locations, each once.
typedef struct location_list {
  TERN_VEC(uint64_t) params;
  tern_map_t seen;
} location_list_t;

static void add_once(location_list_t *list, uint64_t param) {
  const tern_attr_t *loc = tern_param_pointer(param);
  if (loc->kind != TERN_ATTR_LOC_UNKNOWN && tern_map_set(&list->seen, loc, NULL)) tern_vec_push(&list->params, param);
}

const tern_attr_t *tern_fused_loc_get(tern_context_t *context, const tern_attr_t *const *locs, size_t count,
                                      const tern_attr_t *metadata) {
  location_list_t list = {0};
  tern_vec_push(&list.params, tern_param(metadata));
  for (size_t i = 0; i < count; ++i) {
    if (locs[i]->kind == TERN_ATTR_LOC_FUSED && locs[i]->params[0] == tern_param(metadata)) {
      for (size_t j = 1; j < locs[i]->param_count; ++j) add_once(&list, locs[i]->params[j]);
    } else {
      add_once(&list, tern_param(locs[i]));
    }
  }
  if (list.params.count == 1) tern_vec_push(&list.params, tern_param(tern_unknown_loc_get(context)));
  const tern_attr_t *result =
      list.params.count == 2 && !metadata
          ? tern_param_pointer(list.params.values[1])
          : tern_attr_get(context, TERN_ATTR_LOC_FUSED, NULL, list.params.values, list.params.count);
  tern_vec_deinitialize(&list.params);
  tern_map_deinitialize(&list.seen);
  return result;
}

const tern_attr_t *tern_loc_find_file(const tern_attr_t *loc) {
  switch (loc->kind) {
    case TERN_ATTR_LOC_FILE: return loc;
    case TERN_ATTR_LOC_NAME: return tern_loc_find_file(tern_param_pointer(loc->params[1]));
    case TERN_ATTR_LOC_CALL_SITE: {
      const tern_attr_t *found = tern_loc_find_file(tern_param_pointer(loc->params[0]));
      return found ? found : tern_loc_find_file(tern_param_pointer(loc->params[1]));
    }
    case TERN_ATTR_LOC_FUSED:
      for (size_t i = 1; i < loc->param_count; ++i) {
        const tern_attr_t *found = tern_loc_find_file(tern_param_pointer(loc->params[i]));
        if (found) return found;
      }
      return NULL;
    default: return NULL;
  }
}

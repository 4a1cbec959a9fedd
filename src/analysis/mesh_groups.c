// Groups of devices by the axes of a mesh, as lists of numbers (upstream: flattenReplicaGroupMeshAxes).
//
// A mesh numbers its devices in row-major order over its axes, or lists their numbers in that order. Devices are of one
// group if they differ in the axes of the groups only. An axis may be in parts: (pre)size of an axis of n devices is the
// middle one of pre x size x n/(pre*size). So every axis is cut into factors first; the groups are the factors that no axis
// of theirs covers, their members the others, in the order in which the axes are named.

#include "analysis/mesh_groups.h"

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/sdy/sdy.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

enum { MAX_AXES = 32, MAX_FACTORS = 128, MAX_DEVICES = 1 << 20 };

typedef struct axis {
  tern_str_t name;
  int64_t size;
} axis_t;

typedef struct mesh {
  axis_t axes[MAX_AXES];
  size_t axis_count;
  TERN_VEC(int64_t) ids;  // of devices; empty: 0, 1, 2 ...
} mesh_t;

// One of the sizes that an axis is the product of.
typedef struct factor {
  size_t axis;
  int64_t before, size;  // sizes of the factors before it in the axis, multiplied
  int64_t stride;        // in the row-major order of devices
  int64_t member;        // place among the factors of a group's members; -1: of the groups
} factor_t;

typedef struct layout {
  factor_t factors[MAX_FACTORS];
  size_t count;
  size_t order[MAX_FACTORS];  // factors of the groups, then those of the members
  int64_t groups, members;
} layout_t;

static const tern_attr_t *attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

static bool push_axis(mesh_t *mesh, tern_str_t name, int64_t size) {
  if (mesh->axis_count == MAX_AXES || size <= 0) return false;
  mesh->axes[mesh->axis_count++] = (axis_t){name, size};
  return true;
}

// --- <["x"=4, "y"=2], device_ids=[1, 0, ...]> ---

static bool skip(tern_str_t *text, char c) {
  while (text->size > 0 && text->data[0] == ' ') *text = tern_str_drop(*text, 1);
  if (text->size == 0 || text->data[0] != c) return false;
  *text = tern_str_drop(*text, 1);
  return true;
}

static bool take_number(tern_str_t *text, int64_t *out_value) {
  size_t count = 0;
  while (text->size > 0 && text->data[0] == ' ') *text = tern_str_drop(*text, 1);
  while (count < text->size && text->data[count] >= '0' && text->data[count] <= '9') ++count;
  bool is_right = count > 0 && tern_str_to_int64(tern_str_make(text->data, count), out_value);
  *text = tern_str_drop(*text, count);
  return is_right;
}

static bool take_axis(tern_str_t *text, mesh_t *mesh) {
  int64_t size;
  if (!skip(text, '"')) return false;
  size_t end = tern_str_find_char(*text, '"');
  if (end >= text->size) return false;
  tern_str_t name = tern_str_make(text->data, end);
  *text = tern_str_drop(*text, end + 1);
  return skip(text, '=') && take_number(text, &size) && push_axis(mesh, name, size);
}

static bool read_mesh_text(tern_str_t text, mesh_t *mesh) {
  if (!skip(&text, '<') || !skip(&text, '[')) return false;
  if (!skip(&text, ']')) {
    do {
      if (!take_axis(&text, mesh)) return false;
    } while (skip(&text, ','));
    if (!skip(&text, ']')) return false;
  }
  if (skip(&text, '>')) return true;
  size_t start = tern_str_find_char(text, '[');
  if (start >= text.size) return false;
  text = tern_str_drop(text, start + 1);
  do {
    int64_t id;
    if (!take_number(&text, &id)) return false;
    tern_vec_push(&mesh->ids, id);
  } while (skip(&text, ','));
  return skip(&text, ']');
}

// --- the mesh that groups are of ---

static bool read_mesh_attr(const tern_attr_t *attr, mesh_t *mesh) {
  const tern_attr_t *axes = attr_param(attr, 0), *ids = attr_param(attr, 1);
  for (size_t i = 0; i < tern_array_attr_count(axes); ++i) {
    const tern_attr_t *axis = tern_array_attr_at(axes, i);
    if (!push_axis(mesh, tern_string_attr_value(attr_param(axis, 0)), (int64_t)axis->params[1])) return false;
  }
  for (size_t i = 0; ids && i < tern_int_list_attr_count(ids); ++i) {
    tern_vec_push(&mesh->ids, tern_int_list_attr_at(ids, i));
  }
  return true;
}

static bool read_mesh(const tern_op_t *op, const tern_attr_t *attr, mesh_t *mesh) {
  if (tern_hlo_is_mesh_attr(attr, "mesh")) return read_mesh_attr(attr, mesh);
  const tern_op_t *maker = tern_symbol_lookup_nearest(op, attr);
  if (!maker || !tern_op_is(maker, TERN_SDY(MESH))) return false;
  const tern_attr_t *text = tern_op_attr(maker, "mesh");
  return read_mesh_text(tern_ident_str((const tern_ident_t *)(uintptr_t)text->params[0]), mesh);
}

static int64_t device_count(const mesh_t *mesh) {
  int64_t count = 1;
  for (size_t i = 0; i < mesh->axis_count; ++i) {
    if (__builtin_mul_overflow(count, mesh->axes[i].size, &count) || count > MAX_DEVICES) return -1;
  }
  return mesh->ids.count == 0 || (int64_t)mesh->ids.count == count ? count : -1;
}

// --- factors ---

// An axis that groups are along: [from, to) of what the factors of axis `axis` multiply to.
typedef struct range {
  size_t axis;
  int64_t from, to;
} range_t;

typedef struct axis_ref {
  tern_str_t name;
  bool is_part;
  int64_t before, size;  // of a part
} axis_ref_t;

// #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, or the text "x":(1)2 of sdy's.
static bool read_axis_ref(const tern_attr_t *attr, axis_ref_t *out_ref) {
  *out_ref = (axis_ref_t){0};
  if (tern_hlo_is_mesh_attr(attr, "axis_ref")) {
    const tern_attr_t *part = attr_param(attr, 1);
    out_ref->name = tern_string_attr_value(attr_param(attr, 0));
    if (part) *out_ref = (axis_ref_t){out_ref->name, true, (int64_t)part->params[0], (int64_t)part->params[1]};
    return true;
  }
  if (attr->kind != TERN_ATTR_DIALECT || strcmp(((const tern_attr_row_t *)attr->row)->name, "sdy.axis_ref") != 0) {
    return false;
  }
  tern_str_t text = tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]);
  if (!skip(&text, '"')) return false;
  size_t end = tern_str_find_char(text, '"');
  if (end >= text.size) return false;
  out_ref->name = tern_str_make(text.data, end);
  text = tern_str_drop(text, end + 1);
  out_ref->is_part = skip(&text, ':');
  return !out_ref->is_part || (skip(&text, '(') && take_number(&text, &out_ref->before) && skip(&text, ')') &&
                               take_number(&text, &out_ref->size));
}

static bool read_range(const mesh_t *mesh, const tern_attr_t *attr, range_t *out_range) {
  axis_ref_t ref;
  size_t axis = 0;
  if (!read_axis_ref(attr, &ref)) return false;
  while (axis < mesh->axis_count && !tern_str_equal(mesh->axes[axis].name, ref.name)) ++axis;
  if (axis == mesh->axis_count) return false;
  int64_t size = mesh->axes[axis].size;
  *out_range = (range_t){axis, 1, size};
  if (!ref.is_part) return true;
  int64_t before = ref.before, length = ref.size;
  if (before < 1 || length < 1 || before > size || length > size / before || size % (before * length) != 0)
    return false;
  *out_range = (range_t){axis, before, before * length};
  return true;
}

// Cuts an axis at `cut` (a product of factors from its start on). False if it is in the middle of a factor.
static bool cut_axis(layout_t *layout, size_t axis, int64_t cut) {
  for (size_t i = 0; i < layout->count; ++i) {
    factor_t *f = &layout->factors[i];
    if (f->axis != axis || cut <= f->before || cut >= f->before * f->size) continue;
    if (cut % f->before != 0 || f->before * f->size % cut != 0 || layout->count == MAX_FACTORS) return false;
    memmove(f + 1, f, (layout->count - i) * sizeof(*f));
    ++layout->count;
    f[0].size = cut / f[0].before;
    f[1].size /= f[0].size;
    f[1].before = cut;
    return true;
  }
  return true;
}

static bool build_layout(const mesh_t *mesh, const range_t *ranges, size_t range_count, layout_t *layout) {
  int64_t stride = 1, member = 0;
  for (size_t i = 0; i < mesh->axis_count; ++i) {
    layout->factors[layout->count++] = (factor_t){.axis = i, .before = 1, .size = mesh->axes[i].size, .member = -1};
  }
  for (size_t i = 0; i < range_count; ++i) {
    if (!cut_axis(layout, ranges[i].axis, ranges[i].from) || !cut_axis(layout, ranges[i].axis, ranges[i].to)) {
      return false;
    }
  }
  for (size_t i = layout->count; i-- > 0;) {
    layout->factors[i].stride = stride;
    stride *= layout->factors[i].size;
  }
  for (size_t r = 0; r < range_count; ++r) {
    for (size_t i = 0; i < layout->count; ++i) {
      factor_t *f = &layout->factors[i];
      if (f->axis != ranges[r].axis || f->size == 1) continue;
      if (f->before < ranges[r].from || f->before * f->size > ranges[r].to) continue;
      if (f->member >= 0) return false;
      f->member = member++;
    }
  }
  size_t next = 0;
  layout->groups = layout->members = 1;
  for (int64_t m = -1; m < member; ++m) {
    for (size_t i = 0; i < layout->count; ++i) {
      if (layout->factors[i].member != m) continue;
      layout->order[next++] = i;
      *(m < 0 ? &layout->groups : &layout->members) *= layout->factors[i].size;
    }
  }
  return true;
}

// The numbers of the devices, group after group.
static const tern_attr_t *list_groups(tern_context_t *context, const mesh_t *mesh, const layout_t *layout) {
  int64_t dims[2] = {layout->groups, layout->members}, count = layout->groups * layout->members;
  int64_t *ids = tern_malloc((size_t)count * sizeof(*ids));
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, device = 0;
    for (size_t j = layout->count; j-- > 0;) {
      const factor_t *f = &layout->factors[layout->order[j]];
      device += rest % f->size * f->stride;
      rest /= f->size;
    }
    ids[i] = mesh->ids.count ? mesh->ids.values[device] : device;
  }
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 64), dims, 2, NULL);
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, ids, (size_t)count);
  free(ids);
  return attr;
}

const tern_attr_t *tern_hlo_flat_groups(const tern_op_t *op) {
  const tern_attr_t *groups = tern_op_attr(op, "replica_groups"), *axes = attr_param(groups, 1);
  size_t count = tern_array_attr_count(axes);
  mesh_t mesh = {0};
  range_t ranges[MAX_AXES];
  layout_t layout = {0};
  bool is_right = read_mesh(op, attr_param(groups, 0), &mesh) && device_count(&mesh) >= 0 && count <= MAX_AXES;
  if (!is_right) tern_op_error(op, "has groups of a mesh that cannot be read: %s", tern_attr_text(groups));
  for (size_t i = 0; is_right && i < count; ++i) {
    is_right = read_range(&mesh, tern_array_attr_at(axes, i), &ranges[i]);
    if (!is_right) tern_op_error(op, "has groups along what is no axis of its mesh: %s", tern_attr_text(groups));
  }
  if (is_right && !build_layout(&mesh, ranges, count, &layout)) {
    is_right = tern_op_error(op, "has groups along axes that overlap: %s", tern_attr_text(groups));
  }
  const tern_attr_t *flat = is_right ? list_groups(tern_op_context(op), &mesh, &layout) : NULL;
  tern_vec_deinitialize(&mesh.ids);
  return flat;
}

bool tern_hlo_flatten_groups(tern_op_t *op) {
  if (tern_hlo_id(op) == TERN_HLO_NONE) return true;
  if (!tern_hlo_is_mesh_attr(tern_op_attr(op, "replica_groups"), "replica_group_mesh_axes")) return true;
  const tern_attr_t *flat = tern_hlo_flat_groups(op);
  if (flat) tern_op_set_attr(op, "replica_groups", flat);
  return flat != NULL;
}

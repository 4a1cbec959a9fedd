#version 450
// Read by glsl.test.
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, rgba32f) uniform readonly image2D src;
layout(set = 0, binding = 1, r32f) uniform image2D dst;
layout(set = 0, binding = 2) uniform sampler2D smp;
layout(set = 0, binding = 3) buffer B { double d[]; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 v = imageLoad(src, p) + texelFetch(smp, p, 1) + textureLod(smp, vec2(p), 0.5);
  float s = subgroupAdd(v.x);
  uvec4 b = subgroupBallot(s > 1.0);
  if (subgroupElect()) s += float(b.x);
  d[p.x] = double(s) * 2.0lf;
  imageStore(dst, p, vec4(s));
}

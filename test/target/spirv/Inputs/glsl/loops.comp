#version 450
// Read by glsl.test.
layout(local_size_x = 64, local_size_y = 2) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) buffer B { float b[]; };
layout(push_constant) uniform P { uint n; int limit; } p;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float s = 0.0;
  for (uint k = 0; k < p.n; ++k) {
    float v = a[i * p.n + k];
    if (v < 0.0) continue;
    if (v > 100.0) { s = -1.0; break; }
    for (int j = 0; j < p.limit; j++) {
      if (j == 3) break;
      s += v * float(j);
    }
  }
  int w = 0;
  while (true) { w++; if (w > 5) break; }
  do { s = s * 0.5; if (s < 0.1) continue; s -= 1.0; } while (s > 1.0);
  b[i] = s + float(w);
}

; Adds a number to each element of a buffer: as a kernel that takes a descriptor takes it, and as one that takes a pointer.
declare i64 @tern_gpu_thread_id(i32)
declare i64 @tern_gpu_block_id(i32)
declare i64 @tern_gpu_block_dim(i32)

define void @add(ptr %params) {
  %aligned = getelementptr ptr, ptr %params, i64 1
  %number = getelementptr ptr, ptr %params, i64 5
  call void @add_at(ptr %aligned, ptr %number)
  ret void
}

define void @add_bare(ptr %params) {
  %number = getelementptr ptr, ptr %params, i64 1
  call void @add_at(ptr %params, ptr %number)
  ret void
}

define internal void @add_at(ptr %buffer_param, ptr %number_param) {
  %thread = call i64 @tern_gpu_thread_id(i32 0)
  %block = call i64 @tern_gpu_block_id(i32 0)
  %size = call i64 @tern_gpu_block_dim(i32 0)
  %start = mul i64 %block, %size
  %place = add i64 %start, %thread
  %buffer_at = load ptr, ptr %buffer_param
  %buffer = load ptr, ptr %buffer_at
  %number_at = load ptr, ptr %number_param
  %number = load i32, ptr %number_at
  %element = getelementptr i32, ptr %buffer, i64 %place
  %old = load i32, ptr %element
  %new = add i32 %old, %number
  store i32 %new, ptr %element
  ret void
}

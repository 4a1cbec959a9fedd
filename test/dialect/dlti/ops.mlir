// The attributes are read and written as upstream does.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -

"test.a"() {d = #dlti.dl_spec<#dlti.dl_entry<i32, 5 : i32>, "dlti.endianness" = "little", index = 32 : i32, !llvm.ptr<3> = dense<32> : vector<4xi64>>, e = #dlti.dl_entry<i32, #dlti.map<"a" = 1>>, f = #dlti.dl_entry<"foo", 3>} : () -> ()
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big", "dlti.alloca_memory_space" = 5 : ui64, "dlti.stack_alignment" = 128 : i64, "dlti.mangling_mode" = "e", index = 64 : i32, "dlti.legal_int_widths" = array<i32: 32, 64>>} { }
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 4096 : ui32>>, dlti.map = #dlti.map<"a" = 1>} { }
#layout = #dlti.dl_spec<"foo" = 1>
module attributes {dlti.dl_spec = #layout} { "test.b"() {a = #layout} : () -> () }
"test.a"() {m = #dlti.map<>, e = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 4096 : ui32>, "GPU" = #dlti.target_device_spec<"a" = 1>>, m2 = #dlti.map<i32 = "x", "y" = #dlti.map<"z" = "w">, i64 = {a = 1}>, f = #dlti.function_pointer_alignment<64, function_dependent = true>} : () -> ()

// Every dispatch is recorded three times.
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-repeat-dispatches{count=3})" | FileCheck %s

// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.command_buffer, %[[ARG1:.+]]: !hal.executable, %[[ARG2:.+]]: !hal.buffer, %[[ARG3:.+]]: index, %[[ARG4:.+]]: i64) {
// CHECK-NEXT: hal.command_buffer.dispatch<%[[ARG0]] : !hal.command_buffer> target(%[[ARG1]] : !hal.executable)[%[[ARG4]]] workgroups([%[[ARG3]], %[[ARG3]], %[[ARG3]]]) bindings([
// CHECK-NEXT: (%[[ARG2]] : !hal.buffer)[%[[ARG3]], %[[ARG3]]]
// CHECK-NEXT: ]) flags("None")
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[ARG0]] : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
// CHECK-NEXT: hal.command_buffer.dispatch<%[[ARG0]] : !hal.command_buffer> target(%[[ARG1]] : !hal.executable)[%[[ARG4]]] workgroups([%[[ARG3]], %[[ARG3]], %[[ARG3]]]) bindings([
// CHECK-NEXT: (%[[ARG2]] : !hal.buffer)[%[[ARG3]], %[[ARG3]]]
// CHECK-NEXT: ]) flags("None")
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[ARG0]] : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
// CHECK-NEXT: hal.command_buffer.dispatch<%[[ARG0]] : !hal.command_buffer> target(%[[ARG1]] : !hal.executable)[%[[ARG4]]] workgroups([%[[ARG3]], %[[ARG3]], %[[ARG3]]]) bindings([
// CHECK-NEXT: (%[[ARG2]] : !hal.buffer)[%[[ARG3]], %[[ARG3]]]
// CHECK-NEXT: ]) flags("None")
// CHECK-NEXT: util.return
util.func public @main(%cmd: !hal.command_buffer, %exe: !hal.executable, %b: !hal.buffer, %n: index, %f: i64) {
  hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%f] workgroups([%n, %n, %n]) bindings([
    (%b : !hal.buffer)[%n, %n]
  ]) flags("None")
  util.return
}

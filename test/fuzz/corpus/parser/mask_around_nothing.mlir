func.func @f(%m: vector<4xi1>) {
  vector.mask %m { } : vector<4xi1>
  return
}

"test.region"() ({
}) : () -> ()
"test.region"() ({
}) : () -> ()

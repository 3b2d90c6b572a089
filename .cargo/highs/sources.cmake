# HighsExternalApi.cpp opens a namespace that has a pdqsort of its own: a file compiled after it in one batch could not
# say which one it means. So it is compiled alone.
function(soliter_compile_alone)
  set_source_files_properties("${HIGHS_SOURCE_DIR}/highs/HighsExternalApi.cpp"
    TARGET_DIRECTORY highs PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
# Once the target exists.
cmake_language(DEFER CALL soliter_compile_alone)

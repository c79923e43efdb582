# What everything that is linked or loaded together must have in common; whoever links a module, or
# builds a domain for the program, gets it too (Eigen's layouts depend on it, and so do results).
#
# x86-64-v3 (AVX2, BMI2) where this machine has it; never -march=native, so that a result does not
# depend on which newer instructions the machine at hand offers. No contraction to fused
# multiply-add: the same seed gives the same episode with and without v3.
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v3")
check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") ? 0 : 1; }"
  HOLDFAST_X86_64_V3)
unset(CMAKE_REQUIRED_FLAGS)
add_library(holdfast_common INTERFACE)
add_library(holdfast::common ALIAS holdfast_common)
set_target_properties(holdfast_common PROPERTIES EXPORT_NAME common)
target_compile_options(holdfast_common INTERFACE -ffp-contract=off)
if(HOLDFAST_X86_64_V3)
  target_compile_options(holdfast_common INTERFACE -march=x86-64-v3)
endif()
if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_common INTERFACE
    -fsanitize=${HOLDFAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(holdfast_common INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(holdfast_common INTERFACE -fsanitize=${HOLDFAST_SANITIZE})
endif()
set(HOLDFAST_MODULES holdfast_common CACHE INTERNAL "")

# How this tree itself is compiled. g++ and clang both build without warnings. -Wrestrict is wrong
# about `"text" + string` in g++ 12 (GCC bug 105651).
add_library(holdfast_options INTERFACE)
target_link_libraries(holdfast_options INTERFACE holdfast_common)
target_compile_options(holdfast_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Werror)

# Sources of a module are compiled several at a time: what they all include is then read once, which
# takes a quarter off a build from nothing. Whoever edits one source after the other turns it off.
option(HOLDFAST_UNITY "Compile several sources of a module at a time" ${PROJECT_IS_TOP_LEVEL})
function(holdfast_together target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${HOLDFAST_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# What waits for files and people, not for itself, is compiled in two thirds of the time this way:
# commands, reports, servers, and the tests' own code.
function(holdfast_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# holdfast_module(NAME [COLD] SOURCES ... USES ... TESTS ... ALONE ...): one library per module, with
# the modules it builds on declared, and one test program from the *_test.cc files beside the sources.
# Those of ALONE take long by themselves, or use names that others of their module use too.
function(holdfast_module name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;USES;LIBRARIES;TESTS;TEST_LIBRARIES;ALONE" ${ARGN})
  set(target holdfast_${name})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:holdfast_options>)
    holdfast_together(${target})
    if(ARG_COLD)
      holdfast_cold(${target})
    endif()
    # The Python module is a shared library. Calls within a module need not be replaceable, so that
    # they are inlined as in a program.
    if(HOLDFAST_PYTHON)
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(holdfast::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_USES PREPEND holdfast_)
  target_link_libraries(${target} ${scope} holdfast_common ${ARG_USES} ${ARG_LIBRARIES})
  set(HOLDFAST_MODULES ${HOLDFAST_MODULES} ${target} CACHE INTERNAL "")

  if(HOLDFAST_TESTS AND ARG_TESTS)
    add_executable(${target}_test ${ARG_TESTS})
    holdfast_cold(${target}_test)
    holdfast_together(${target}_test)
    target_link_libraries(${target}_test PRIVATE holdfast_options ${target} holdfast_testing
      GTest::gtest_main ${ARG_TEST_LIBRARIES})
    # What tests compile is not kept with what users do.
    gtest_discover_tests(${target}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
      PROPERTIES ENVIRONMENT "HOLDFAST_CACHE=${PROJECT_BINARY_DIR}/cache")
  endif()
endfunction()

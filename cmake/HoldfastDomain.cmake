# For domains from outside, and for programs that take them.
#
# The program holds the whole library and exports it; a domain's file holds only its own code and
# what is compiled for its model, and finds the rest in the program that loads it. So there is one
# copy of everything that has a state: the domains that there are, signals, temporary files.

# holdfast_add_domain(my_domain my_domain.cc): builds my_domain.so, for
#   holdfast --load ./my_domain.so play 'my_domain(...)'
function(holdfast_add_domain name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so")
  target_compile_features(${name} PRIVATE cxx_std_20)
  # The headers and flags of the library, but not the library.
  foreach(what INCLUDE_DIRECTORIES COMPILE_OPTIONS COMPILE_DEFINITIONS)
    set(${what} $<TARGET_PROPERTY:holdfast::domains,INTERFACE_${what}>)
  endforeach()
  target_include_directories(${name} SYSTEM PRIVATE ${INCLUDE_DIRECTORIES})
  target_compile_options(${name} PRIVATE ${COMPILE_OPTIONS})
  target_compile_definitions(${name} PRIVATE ${COMPILE_DEFINITIONS})
  # Within the tree of Holdfast itself, where that header is made by the build.
  if(TARGET holdfast_headers_digest)
    target_include_directories(${name} PRIVATE ${holdfast_BINARY_DIR}/include)
    add_dependencies(${name} holdfast_headers_digest)
  endif()
  # Planners are compiled into it: without optimisation they search a tenth as much.
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${name} PRIVATE -O2)
  endif()
endfunction()

# holdfast_take_domains(my_program): a program that links holdfast::app, or calls load_domains()
# itself, holds and exports what domains need, whether it uses it itself or not.
function(holdfast_take_domains program)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  foreach(module base logic learn macro plan guide ais agents play domains)
    foreach(target holdfast_${module} holdfast::${module})
      set_target_properties(${program} PROPERTIES LINK_LIBRARY_OVERRIDE_${target} WHOLE_ARCHIVE)
    endforeach()
  endforeach()
endfunction()

# `cmake --install` puts the program, the headers, the libraries and a package file in place, so
# that another project writes find_package(holdfast) and links holdfast::plan, or builds a domain of
# its own for the program with holdfast_add_domain (HoldfastDomain.cmake).
include(CMakePackageConfigHelpers)

install(TARGETS ${HOLDFAST_MODULES} holdfast EXPORT holdfast)
if(NOT HOLDFAST_AIS)
  set(without_ais PATTERN holdfast/ais EXCLUDE)
endif()
install(DIRECTORY holdfast/ ${PROJECT_BINARY_DIR}/include/holdfast/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holdfast FILES_MATCHING PATTERN "*.h"
  ${without_ais})
install(EXPORT holdfast NAMESPACE holdfast:: FILE holdfast-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)
configure_package_config_file(cmake/holdfast-config.cmake.in holdfast-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)
write_basic_package_version_file(holdfast-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/HoldfastDomain.cmake ${CMAKE_CURRENT_BINARY_DIR}/holdfast-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/holdfast-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)

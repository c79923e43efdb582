# `make deb`, or `cpack -G DEB` in the build folder: a Debian package of the program, its headers and
# libraries, with what it needs read off the program itself.
set(CPACK_PACKAGE_NAME holdfast)
set(CPACK_PACKAGE_VENDOR "The authors of Holdfast")
set(CPACK_PACKAGE_CONTACT "The authors of Holdfast <holdfast@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Planning under uncertainty with macro-actions that are learnt as logic rules")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program needs none of it; `import holdfast` does.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-numpy, python3-pandas")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
include(CPack)

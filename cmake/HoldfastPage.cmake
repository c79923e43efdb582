# holdfast_embed_page(NAME): a source in the build folder that holds web/dist/NAME.html. The built
# page is part of the sources, so that nobody needs Node to build or use Holdfast; web/README.md says
# how to rebuild it.
function(holdfast_embed_page name)
  set(page ${PROJECT_SOURCE_DIR}/web/dist/${name}.html)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  file(READ ${page} HOLDFAST_PAGE)
  configure_file(page.cc.in page.cc @ONLY)
  # One long text: g++ and clang both take it.
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/page.cc PROPERTIES
    COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()

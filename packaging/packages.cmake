# Debian packages, one a component: (cd build && cpack -G DEB)
set(NOC_MAINTAINER "nocsight developers <nocsight@packages.invalid>" CACHE STRING
    "who makes packages: a name and an address")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "the nocsight authors")
set(CPACK_PACKAGE_CONTACT "${NOC_MAINTAINER}")
set(CPACK_PACKAGE_CHECKSUM SHA256) # a file beside each package
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(terms "\
The sources are under the MIT licence. The library contains GSL: a program that
is linked with it is under the terms of the GNU General Public License, version
3 or later, when it is passed on.")

# Debian's changelog has an entry for each version; ours says what changed.
set(debian_changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${CMAKE_SOURCE_DIR}/CHANGELOG.md versions REGEX "^## [0-9]")
set(entries "")
foreach(heading IN LISTS versions)
  string(REGEX MATCH "## ([0-9.]+) .([0-9-]+)" version "${heading}")
  set(version ${CMAKE_MATCH_1})
  execute_process(COMMAND env LC_ALL=C date --utc --rfc-email --date ${CMAKE_MATCH_2} OUTPUT_VARIABLE mail_date ERROR_QUIET)
  string(APPEND entries "nocsight (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
                        "  * Version ${version}: changelog.gz has what changed.\n\n -- ${NOC_MAINTAINER}  ${mail_date}\n")
endforeach()
file(CONFIGURE OUTPUT ${debian_changelog} CONTENT "${entries}" @ONLY)
noc_compress(${debian_changelog} debian_changelog)
add_custom_target(debian_changelog ALL DEPENDS ${debian_changelog})

# Makes a package of a component. `description`: its first line is the summary.
function(noc_package component name section description)
  string(TOUPPER ${component} COMPONENT)
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${COMPONENT}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name})
  install(FILES copyright ${changelog} ${debian_changelog} DESTINATION ${documents} COMPONENT ${component} EXCLUDE_FROM_ALL)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/lintian/${name})
    install(FILES lintian/${name} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides COMPONENT ${component}
            EXCLUDE_FROM_ALL)
  endif()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
endfunction()

noc_package(program nocsight science "\
estimates networks-on-chip of GPUs: latency, throughput, area, power
nocsight answers what-if questions about the network between the cores and the
memory nodes of a GPU: a queueing model in milliseconds, a cycle-accurate
simulator that measures the same, component costs from 65 to 3 nm, sweeps of
spaces of designs with their Pareto front.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON) # dpkg-shlibdeps, of dpkg-dev, finds what it depends on
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libmicrohttpd12") # of the command serve, which loads it
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "gnuplot-nox, sqlite3")

noc_package(library libnocsight1 libs "\
estimates of networks-on-chip: C library
This library gives programs the answers of nocsight: latency, throughput, area
and power of networks-on-chip in GPUs, with intervals. The designs that are
shipped are in the package nocsight.

${terms}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS nocsight)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/shlibs "libnocsight 1 libnocsight1 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/triggers ${CMAKE_CURRENT_BINARY_DIR}/shlibs)

noc_package(development libnocsight-dev libdevel "\
estimates of networks-on-chip: development files
This package has what programs in C and C++ are compiled with that use
libnocsight: its header, files for pkg-config and CMake, examples.

${terms}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libnocsight1 ${same_version}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS nocsight) # the library's page in its documents

get_cmake_property(components COMPONENTS)
if(python IN_LIST components)
  noc_package(python python3-nocsight python "\
estimates of networks-on-chip: Python module
This module gives Python the answers of nocsight: latency, throughput, area and
power of networks-on-chip in GPUs, with intervals, as numbers and tables. The
designs that are shipped are in the package nocsight.

${terms}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libnocsight1 (>= ${PROJECT_VERSION}), python3:any (>= 3.11), python3-cffi-backend")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/python3-nocsight/postinst
      ${CMAKE_CURRENT_SOURCE_DIR}/python3-nocsight/prerm) # modules are compiled where they are installed
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS nocsight)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-pandas")
endif()

set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/finish_packages.cmake)
include(CPack)

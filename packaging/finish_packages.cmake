# Run by cpack, after it has made packages: what Debian 12's cannot say. Libraries of several kinds of machines may be installed side
# by side, and a trigger calls ldconfig, not scripts.
find_program(DPKG_DEB dpkg-deb)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(DPKG_DEB AND package MATCHES "/libnocsight[^/]*$")
    set(folder ${CPACK_TOPLEVEL_DIRECTORY}/finished)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND ${DPKG_DEB} --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    file(READ ${folder}/DEBIAN/control control)
    string(REGEX REPLACE "(^|\n)Section:" "\\1Multi-Arch: same\nSection:" control "${control}")
    file(WRITE ${folder}/DEBIAN/control "${control}")
    execute_process(COMMAND ${DPKG_DEB} --root-owner-group -Zgzip --build ${folder} ${package}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()

# Run by cpack, after it has made packages: what Debian 12's cannot say. A trigger calls ldconfig, not scripts; and libraries of several
# kinds of machines may be installed side by side, where their folders are those of the kind (-DCMAKE_INSTALL_PREFIX=/usr).
find_program(DPKG_DEB dpkg-deb)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(DPKG_DEB AND package MATCHES "/libnocsight[^/]*$")
    set(folder ${CPACK_TOPLEVEL_DIRECTORY}/finished)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND ${DPKG_DEB} --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    file(GLOB folders_of_kinds ${folder}/usr/lib/*-linux-*)
    if(folders_of_kinds)
      file(READ ${folder}/DEBIAN/control control)
      string(REGEX REPLACE "(^|\n)Section:" "\\1Multi-Arch: same\nSection:" control "${control}")
      file(WRITE ${folder}/DEBIAN/control "${control}")
    endif()
    execute_process(COMMAND ${DPKG_DEB} --root-owner-group -Zgzip --build ${folder} ${package}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()

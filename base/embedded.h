/* base/embedded.h: a file as text inside the program. CMake writes arrays of them (noc_embed in
 * CMakeLists.txt). */
#ifndef NOC_BASE_EMBEDDED_H
#define NOC_BASE_EMBEDDED_H

typedef struct noc_embedded_file {
    const char *file; /* relative to the sources; NULL ends the array */
    const char *text;
} noc_embedded_file;

#endif

/* power_area/tables.h: the files data/technology_*.cfg as text inside the program. CMake writes the
 * array (noc_embed in CMakeLists.txt). */
#ifndef NOC_POWER_AREA_TABLES_H
#define NOC_POWER_AREA_TABLES_H

typedef struct noc_embedded_file {
    const char *file; /* relative to the sources; NULL ends the array */
    const char *text;
} noc_embedded_file;

extern const noc_embedded_file noc_technology_tables[];

#endif

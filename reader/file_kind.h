/* reader/file_kind.h: which of the two a file is: a design, or a space of designs. */
#ifndef NOC_READER_FILE_KIND_H
#define NOC_READER_FILE_KIND_H

#include <libconfig.h>

typedef enum noc_file_kind { NOC_FILE_UNKNOWN, NOC_FILE_DESIGN, NOC_FILE_SPACE } noc_file_kind;

/* What the names at the top level say: "axes" and "base" are a space's, "network" and "networks" a
 * design's; neither, or some of both: unknown. */
noc_file_kind noc_file_kind_of(const config_setting_t *root);

/* The same of a text; one that cannot be parsed is unknown. */
noc_file_kind noc_file_kind_of_text(const char *text);

#endif

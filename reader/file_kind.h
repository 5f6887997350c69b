/* reader/file_kind.h: kind of a configuration file: a design, or a space of designs. */
#ifndef NOC_READER_FILE_KIND_H
#define NOC_READER_FILE_KIND_H

#include <libconfig.h>

typedef enum noc_file_kind { NOC_FILE_UNKNOWN, NOC_FILE_DESIGN, NOC_FILE_SPACE } noc_file_kind;

/* Finds the kind by the names at the top level: "axes" and "base" belong to a space, "network"
 * and "networks" to a design; neither, or some of both: unknown. */
noc_file_kind noc_file_kind_of(const config_setting_t *root);

/* Finds the kind of a text; unknown if it cannot be parsed. */
noc_file_kind noc_file_kind_of_text(const char *text);

#endif

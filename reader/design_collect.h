/* reader/design_collect.h: a design file's tree and --set options as one list of settings. */
#ifndef NOC_READER_DESIGN_COLLECT_H
#define NOC_READER_DESIGN_COLLECT_H

#include "reader/design_reader.h"

/* Adds the settings of a file whose tree has been parsed, and of an override, to those of the
 * reader. */
void noc_reader_collect_file(noc_reader *r);
void noc_reader_collect_override(noc_reader *r, const char *text);

#endif

/* reader/design_read.h: reads a complete design from the text of a design file and --set
 * options. */
#ifndef NOC_READER_DESIGN_READ_H
#define NOC_READER_DESIGN_READ_H

#include "design/design.h"
#include "reader/config_memory.h"

/* Makes a design from a file's text and overrides ("key=value", as typed after --set). All errors
 * of the file and the overrides are reported in one run: NOC_EINPUT if the file is wrong,
 * NOC_EUSAGE if an override is. On success the caller owns *design (noc_design_free); on failure it
 * is untouched. */
noc_status noc_design_read(const noc_source *source, const char *const *overrides,
                           size_t override_count, noc_design **design, noc_diag *diag);

/* Makes a design as noc_design_read does, with a memory of texts that were parsed for designs
 * before. */
noc_status noc_design_read_next(const noc_source *source, const char *const *overrides,
                                size_t override_count, noc_config_memory *texts,
                                noc_design **design, noc_diag *diag);

#endif

/* reader/design_read.h: reads a complete design from the text of a design file and --set
 * options. */
#ifndef NOC_READER_DESIGN_READ_H
#define NOC_READER_DESIGN_READ_H

#include "design/design.h"
#include "reader/config_memory.h"

/* Makes a design from a file's text and overrides ("key=value", as typed after --set). All
 * errors are reported in one run: NOC_EINPUT for the file, NOC_EUSAGE for an override. On
 * success the caller owns *design (noc_design_free); on failure *design is unchanged. */
noc_status noc_design_read(const noc_source *source, const char *const *overrides,
                           size_t override_count, noc_design **design, noc_diag *diag);

/* Makes a design by noc_design_read, with a memory of texts parsed for earlier designs. */
noc_status noc_design_read_next(const noc_source *source, const char *const *overrides,
                                size_t override_count, noc_config_memory *texts,
                                noc_design **design, noc_diag *diag);

/* Makes a design as noc_design_read_next does, in *design, which is zeros before. The caller clears
 * it (noc_design_clear); on failure it owns nothing. */
noc_status noc_design_read_at(const noc_source *source, const char *const *overrides,
                              size_t override_count, noc_config_memory *texts, noc_design *design,
                              noc_diag *diag);

#endif

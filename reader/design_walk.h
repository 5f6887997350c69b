/* reader/design_walk.h: functions that go over all settings of a design: to free them, to record
 * them, to print them. */
#ifndef NOC_READER_DESIGN_WALK_H
#define NOC_READER_DESIGN_WALK_H

#include "base/auto.h"
#include "design/design.h"

void noc_design_free(noc_design *design);

/* Frees all that a design owns, but for the struct itself. */
void noc_design_clear(noc_design *design);

/* Frees the design of a variable: NOC_AUTO_DESIGN noc_design *design = NULL; */
static inline void noc_auto_design_free(noc_design **design)
{
    noc_design_free(*design);
}
#define NOC_AUTO_DESIGN NOC_AUTO(noc_auto_design_free)

/* Records the settings that each stage reads (design/kept.h). False when out of memory. */
bool noc_design_record_read(noc_design *design);

/* Canonical text of a design: one line "path = value" for each setting, in a fixed order, with
 * defaults, without name and spelling. Its SHA-256 is design->hash. The caller frees the text. */
char *noc_design_canonical(const noc_design *design);

/* Figures of the design's workload, or of each workload of a set; "" without a workload. The
 * caller frees the text; NULL when out of memory. */
char *noc_design_workload_text(const noc_design *design);

#endif

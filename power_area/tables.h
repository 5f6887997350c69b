/* power_area/tables.h: the files data/technology_*.cfg inside the program. */
#ifndef NOC_POWER_AREA_TABLES_H
#define NOC_POWER_AREA_TABLES_H

#include "base/embedded_config.h"
#include "power_area/technology.h"

/* Sorted by feature size, ended by one without a file. */
extern const noc_embedded_config noc_technology_tables[];

size_t noc_technology_count(void);

/* The feature size that a table's name tells: data/technology_22nm.cfg. */
double noc_technology_nm(size_t i);

/* Reads a table when it is first asked for; threads may share them. The messages of a wrong one are
 * told each time. */
noc_status noc_technology_load(size_t i, noc_diag *diag);

/* A table, read on first use. NULL past the end, and for one that cannot be read. */
const noc_technology *noc_technology_at(size_t i);

#endif

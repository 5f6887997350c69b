/* power_area/tables.h: the files data/technology_*.cfg as text inside the program. */
#ifndef NOC_POWER_AREA_TABLES_H
#define NOC_POWER_AREA_TABLES_H

#include "network/embedded.h"

extern const noc_embedded_file noc_technology_tables[];

#endif

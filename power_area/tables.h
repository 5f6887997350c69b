/* power_area/tables.h: the files data/technology_*.cfg inside the program. */
#ifndef NOC_POWER_AREA_TABLES_H
#define NOC_POWER_AREA_TABLES_H

#include "network/embedded_config.h"

extern const noc_embedded_config noc_technology_tables[];

#endif

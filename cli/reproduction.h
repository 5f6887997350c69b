/* cli/reproduction.h: data/reproduce.cfg inside the program. */
#ifndef NOC_CLI_REPRODUCTION_H
#define NOC_CLI_REPRODUCTION_H

#include "network/embedded_config.h"

extern const noc_embedded_config noc_reproduction_tables[];

#endif

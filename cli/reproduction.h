/* cli/reproduction.h: data/reproduce.cfg as text inside the program. */
#ifndef NOC_CLI_REPRODUCTION_H
#define NOC_CLI_REPRODUCTION_H

#include "network/embedded.h"

extern const noc_embedded_file noc_reproduction_tables[];

#endif

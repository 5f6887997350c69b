/* cli/reproduction.h: data/reproduce.cfg inside the program, and its settings. */
#ifndef NOC_CLI_REPRODUCTION_H
#define NOC_CLI_REPRODUCTION_H

#include "network/embedded_config.h"

extern const noc_embedded_config noc_reproduction_tables[];

/* "" where there is none. */
const char *noc_reproduction_text(const config_setting_t *row, const char *key);

/* NAN where there is none. */
double noc_reproduction_number(const config_setting_t *row, const char *key);

#endif

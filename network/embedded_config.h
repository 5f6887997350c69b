/* network/embedded_config.h: a configuration file inside the program, parsed when that was built (network/embed/embed.c,
 * noc_embed_config in CMakeLists.txt): reading the text again takes longer than the model. Its settings are asked with
 * libconfig's functions, but never changed, nor destroyed. */
#ifndef NOC_NETWORK_EMBEDDED_CONFIG_H
#define NOC_NETWORK_EMBEDDED_CONFIG_H

#include <libconfig.h>

typedef struct noc_embedded_config {
    const char *file; /* relative to the sources; NULL ends the array */
    const config_t *config;
} noc_embedded_config;

#endif

/* reports/words/network_words.h: words for the networks of a design, and for settings of one
 * network. */
#ifndef NOC_REPORTS_WORDS_NETWORK_WORDS_H
#define NOC_REPORTS_WORDS_NETWORK_WORDS_H

#include "design/design.h"

enum { NOC_NETWORK_WORD_CHARS = 24 };

/* Word for each network. Zero-initialised: "networks[0]", "networks[1]", ... */
typedef struct noc_network_words {
    char words[NOC_NETWORKS_MAX][NOC_NETWORK_WORD_CHARS];
} noc_network_words;

/* Finds the word for each network by its packets: "requests", "replies"; its number if several
 * networks carry them. */
noc_network_words noc_network_words_find(const noc_design *design);

const char *noc_network_word_write(const noc_network_words *words, int network,
                                   char text[NOC_NETWORK_WORD_CHARS]);

/* Finds the network and the key of "networks[1].flit_bytes" or an override of it; -1, and the whole
 * path, if the path names no network. */
int noc_network_path_split(const char *path, const char **key);

/* Makes the name of a setting as a column or an axis: "requests flit bytes" for
 * "networks[0].flit_bytes", "placement" for "nodes.placement". NULL when out of memory; the caller
 * frees it. */
char *noc_setting_display_name(const noc_network_words *words, const char *path);

#endif

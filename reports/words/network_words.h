/* reports/words/network_words.h: words for the networks of a design, and labels of their
 * settings. */
#ifndef NOC_REPORTS_WORDS_NETWORK_WORDS_H
#define NOC_REPORTS_WORDS_NETWORK_WORDS_H

#include "design/design.h"

enum { NOC_NETWORK_WORD_CHARS = 24 };

/* Word for each network, [network]; "": none. */
typedef struct noc_network_words {
    char words[NOC_NETWORKS_MAX][NOC_NETWORK_WORD_CHARS];
} noc_network_words;

/* Finds the words: "requests" or "replies" for a network that alone carries this class, and no
 * other; "" for other networks. */
noc_network_words noc_network_words_find(const noc_design *design);

/* Writes the word for a network; "networks[1]" for network 1 without a word. Returns `text`. */
const char *noc_network_word_write(const noc_network_words *words, int network,
                                   char text[NOC_NETWORK_WORD_CHARS]);

/* Splits the path of a setting, or an override. For "networks[1].flit_bytes=16" returns 1 and sets
 * *key to "flit_bytes=16". If the path does not name one of several networks, returns -1 and sets
 * *key to the whole path. */
int noc_network_path_split(const char *path, const char **key);

/* Makes the label of a setting for a column or an axis: "requests flit bytes" for
 * "networks[0].flit_bytes", "placement" for "nodes.placement". NULL when out of memory; the caller
 * frees it. */
char *noc_setting_make_label(const noc_network_words *words, const char *path);

#endif

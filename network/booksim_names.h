/* network/booksim_names.h: settings of BookSim 2.0 files, for messages to those who bring one. */
#ifndef NOC_NETWORK_BOOKSIM_NAMES_H
#define NOC_NETWORK_BOOKSIM_NAMES_H

#include <stdbool.h>

/* Whether a word is the name of a setting there that is not also one here. *ours: what tells the
 * same here, NULL if nothing does. */
bool noc_booksim_name(const char *word, const char **ours);

/* Whether a text sets several of them. */
bool noc_booksim_is_like(const char *text);

#endif

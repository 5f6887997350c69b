/* reports/words/design_names.h: names of a space's designs that people can read, from the settings
 * that vary: "12 memory nodes, scattered, 2 ports, 4 VCs, 16 B"; settings of one network bear its
 * name: "requests 32 B, replies 64 B". */
#ifndef NOC_REPORTS_WORDS_DESIGN_NAMES_H
#define NOC_REPORTS_WORDS_DESIGN_NAMES_H

#include "explore/front/candidates.h"
#include "reports/words/network_words.h"

/* A setting that the overrides of some design give. */
typedef struct noc_varied {
    char *key;     /* path of the setting: "network.flit_bytes" */
    char **values; /* different ones, as text, numbers and words each in their order */
    size_t value_count;
    bool is_number;
    int *cells;  /* position of each design's value, -1 where the design does not give one */
    bool varies; /* designs differ in the setting */
    bool named;  /* names have the setting: it varies, and the settings named before do not
                  * determine it */
} noc_varied;

/* The settings; those that people name first come first. */
typedef struct noc_design_names {
    noc_varied *list;
    size_t count, designs;
    noc_network_words words;
} noc_design_names;

/* Finds the settings that vary among all candidates, whose networks are called by `words` (NULL: by
 * their numbers). The caller clears the names in either case. NOC_EFAILED: out of memory. */
noc_status noc_design_names_find(const noc_candidates *all, const noc_network_words *words,
                                 noc_design_names *names, noc_diag *diag);
void noc_design_names_clear(noc_design_names *names);

/* The name of a candidate; "the base design" where nothing varies. NULL when out of memory; the
 * caller frees it. */
char *noc_design_name(const noc_design_names *names, size_t candidate);

/* Phrase that an override ("network.flit_bytes=16") adds to a name: "16 B"; "" if names do not have
 * it. NULL when out of memory; the caller frees it. */
char *noc_design_phrase(const noc_design_names *names, const char *override);

/* Phrase that a value of a setting, by the value's position, adds to a name. */
char *noc_design_phrase_of(const noc_design_names *names, const noc_varied *setting, int value);

/* Part of a name that the value of a setting, by its path, adds: "16 B", "replies 64 B"; "" for a
 * value that is too long for names. NULL when out of memory; the caller frees it. */
char *noc_setting_phrase(const noc_network_words *words, const char *path, const char *value);

/* Position of a setting in the list, by its key or an override of it; `count` if it is not
 * there. */
size_t noc_design_names_place(const noc_design_names *names, const char *key);

/* Position of the setting with 2 to `most` values that explains most of the spread of the first two
 * objectives (share of the sum of squares of the logarithms between its groups), and so colours a
 * plot best. `count` if none has so few values. */
size_t noc_design_names_best_setting(const noc_design_names *names, const noc_candidates *all,
                                     size_t most);

#endif

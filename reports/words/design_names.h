/* reports/words/design_names.h: readable names of a space's designs, from the settings that vary:
 * "12 memory nodes, scattered, 2 ports, 4 VCs, 16 B". Settings of one network have its name:
 * "requests 32 B, replies 64 B". */
#ifndef NOC_REPORTS_WORDS_DESIGN_NAMES_H
#define NOC_REPORTS_WORDS_DESIGN_NAMES_H

#include "explore/front/candidates.h"
#include "reports/words/network_words.h"

/* Setting that at least one design overrides. */
typedef struct noc_overridden_setting {
    char *key; /* path of the setting: "network.flit_bytes" */
    /* Distinct values as texts, in ascending order: all as numbers, or all by their letters. More
     * than 64 values stay in the order of the designs. */
    char **values;
    size_t value_count;
    bool is_number;     /* all values are numbers */
    int *value_indices; /* [design]: index of its value; -1: the design does not override it */
    bool is_varied;     /* designs differ in the setting */
    /* Names include the setting: designs with equal values of all earlier settings differ in it. */
    bool is_named;
} noc_overridden_setting;

/* Overridden settings, in the order in which names have them. */
typedef struct noc_design_names {
    noc_overridden_setting *list;
    size_t count, design_count;
    noc_network_words network_words;
} noc_design_names;

/* Finds the settings that candidates override, and chooses those in names. `network_words`: words
 * for the networks; NULL: "networks[0]" and so on. The caller clears the names, even after an
 * error. NOC_EFAILED: out of memory. */
noc_status noc_design_names_find(const noc_candidates *candidates,
                                 const noc_network_words *network_words, noc_design_names *names,
                                 noc_diag *diag);
void noc_design_names_clear(noc_design_names *names);

/* Makes the name of a candidate; "the base design" if it overrides no setting in names. NULL when
 * out of memory; the caller frees it. */
char *noc_design_name(const noc_design_names *names, size_t candidate);

/* Makes the phrase of an override ("network.flit_bytes=16") in a name: "16 B"; "" if names do not
 * include it. NULL when out of memory; the caller frees it. */
char *noc_override_phrase(const noc_design_names *names, const char *override);

/* Makes the phrase of a setting's value, by its index in `values`. NULL when out of memory; the
 * caller frees it. */
char *noc_design_value_phrase(const noc_design_names *names, const noc_overridden_setting *setting,
                              int value);

/* Makes the phrase of a value, by the setting's path: "16 B", "replies 64 B"; "" for a value of
 * more than 24 characters. NULL when out of memory; the caller frees it. */
char *noc_setting_phrase(const noc_network_words *words, const char *path, const char *value);

/* Finds the index of a setting, by its key or an override of it; `count` if the list does not have
 * it. */
size_t noc_design_names_index(const noc_design_names *names, const char *key);

/* Finds the setting for the colours of a plot: among settings in names with 2 to max_values values,
 * the one with the largest explained share, summed over the first two objectives. The explained
 * share is the sum of squares between groups of equal values, over the total sum of squares, both
 * of the logarithms of the objective. Returns its index; `count` without such a setting. */
size_t noc_design_names_find_main(const noc_design_names *names, const noc_candidates *candidates,
                                  size_t max_values);

#endif

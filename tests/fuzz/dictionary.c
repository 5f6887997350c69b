/* Prints libFuzzer's dictionary: every name that the key tables have, and the punctuation of the
 * files. */
#include <stdio.h>

#include "hybrid/answers/estimate.h"
#include "network/kinds/kinds.h"
#include "reader/booksim_names.h"
#include "reader/design_keys.h"

static void put(const char *word)
{
    printf("\"%s\"\n", word);
}

static void put_keys(noc_key_table table)
{
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = &table.keys[i];
        put(key->name);
        for (size_t n = 0; noc_key_is_choice(key) && key->names(n); n++) put(key->names(n));
        if (!noc_key_is_choice(key)) printf("\"%.9g\"\n\"%.9g\"\n", key->low, key->high);
    }
}

int main(void)
{
    static const char *const others[] = {"name",
                                         "networks",
                                         "base",
                                         "axes",
                                         "choices",
                                         "values",
                                         "from",
                                         "to",
                                         "step",
                                         "factor",
                                         "constraints",
                                         "objectives",
                                         "load",
                                         "set",
                                         "key",
                                         "max:",
                                         "min:",
                                         "families",
                                         "designs",
                                         "count",
                                         "seed",
                                         "vary",
                                         "shares",
                                         "without",
                                         "precision",
                                         "reference",
                                         "checksum",
                                         "read",
                                         "write",
                                         "reply",
                                         "request",
                                         "cycle,source,destination,class,bytes",
                                         "random_memory",
                                         "1e400",
                                         "-0.0",
                                         "2147483648",
                                         "9223372036854775807L",
                                         " = {\\x0a",
                                         "};\\x0a",
                                         " = (",
                                         ");\\x0a",
                                         "/*",
                                         "*/",
                                         "\\\"",
                                         "\\\\x9b",
                                         "[0].",
                                         " < ",
                                         " >= ",
                                         " && ",
                                         " || ",
                                         "!",
                                         "null",
                                         "NaN"};
    for (size_t g = 0; noc_design_group_name(g); g++) {
        put(noc_design_group_name(g));
        put_keys(noc_design_group_keys(g));
    }
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++) put_keys(owner.keys);
    for (int id = 0; id < NOC_METRICS; id++) put(noc_metric_info_of((noc_metric_id)id)->name);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) put(others[i]);
    for (size_t n = 0; noc_booksim_setting_name(n); n++) put(noc_booksim_setting_name(n));
    return 0;
}

#include "reports/words/network_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_unique_class(const noc_design *d, int network)
{
    for (int n = 0; n < d->network_count; n++)
        if (n != network &&
            (d->networks[n].carried_traffic == d->networks[network].carried_traffic ||
             d->networks[n].carried_traffic == NOC_CARRIES_BOTH))
            return false;
    return d->networks[network].carried_traffic != NOC_CARRIES_BOTH;
}

noc_network_words noc_network_words_find(const noc_design *d)
{
    noc_network_words words = {{{0}}};
    for (int n = 0; n < d->network_count; n++)
        if (has_unique_class(d, n))
            snprintf(words.words[n], sizeof words.words[n], "%s",
                     d->networks[n].carried_traffic == NOC_CARRIES_REQUEST ? "requests"
                                                                           : "replies");
    return words;
}

const char *noc_network_word_write(const noc_network_words *words, int network,
                                   char text[NOC_NETWORK_WORD_CHARS])
{
    const bool has_word = network >= 0 && network < NOC_NETWORKS_MAX && *words->words[network];
    if (has_word)
        snprintf(text, NOC_NETWORK_WORD_CHARS, "%s", words->words[network]);
    else
        snprintf(text, NOC_NETWORK_WORD_CHARS, "networks[%d]", network);
    return text;
}

int noc_network_path_split(const char *path, const char **key)
{
    int network = -1, end = 0;
    *key = path;
    if (sscanf(path, "networks[%4d].%n", &network, &end) != 1 || end == 0) return -1;
    *key = path + end;
    return network;
}

char *noc_setting_make_label(const noc_network_words *words, const char *path)
{
    const char *key;
    char word[NOC_NETWORK_WORD_CHARS], *text = NULL;
    const int network = noc_network_path_split(path, &key);
    const char *dot = network < 0 ? strchr(key, '.') : NULL;
    if (asprintf(&text, "%s%s%s", network < 0 ? "" : noc_network_word_write(words, network, word),
                 network < 0 ? "" : " ", dot ? dot + 1 : key) < 0)
        return NULL;
    for (char *c = text; *c; c++)
        if (*c == '_' || *c == '.') *c = ' ';
    return text;
}

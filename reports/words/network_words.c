#include "reports/words/network_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool alone(const noc_design *d, int network)
{
    for (int n = 0; n < d->network_count; n++)
        if (n != network && (d->networks[n].carries == d->networks[network].carries ||
                             d->networks[n].carries == NOC_CARRIES_BOTH))
            return false;
    return d->networks[network].carries != NOC_CARRIES_BOTH;
}

noc_network_words noc_network_words_of(const noc_design *d)
{
    noc_network_words words = {{{0}}};
    for (int n = 0; n < d->network_count; n++)
        if (alone(d, n))
            snprintf(words.list[n], sizeof words.list[n], "%s",
                     d->networks[n].carries == NOC_CARRIES_REQUEST ? "requests" : "replies");
    return words;
}

const char *noc_network_word(const noc_network_words *words, int network,
                             char text[NOC_NETWORK_WORD_CHARS])
{
    const bool named = network >= 0 && network < NOC_NETWORKS_MAX && *words->list[network];
    if (named)
        snprintf(text, NOC_NETWORK_WORD_CHARS, "%s", words->list[network]);
    else
        snprintf(text, NOC_NETWORK_WORD_CHARS, "networks[%d]", network);
    return text;
}

int noc_network_of_path(const char *path, const char **key)
{
    int network = -1, end = 0;
    *key = path;
    if (sscanf(path, "networks[%4d].%n", &network, &end) != 1 || end == 0) return -1;
    *key = path + end;
    return network;
}

char *noc_setting_words(const noc_network_words *words, const char *path)
{
    const char *key;
    char word[NOC_NETWORK_WORD_CHARS], *text = NULL;
    const int network = noc_network_of_path(path, &key);
    const char *dot = network < 0 ? strchr(key, '.') : NULL;
    if (asprintf(&text, "%s%s%s", network < 0 ? "" : noc_network_word(words, network, word),
                 network < 0 ? "" : " ", dot ? dot + 1 : key) < 0)
        return NULL;
    for (char *c = text; *c; c++)
        if (*c == '_' || *c == '.') *c = ' ';
    return text;
}

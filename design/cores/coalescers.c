#include "design/cores/coalescers.h"

#include <ctype.h>
#include <stdbool.h>

static const noc_coalescer coalescers[] = {
    {"intra-warp", "workload.burst, workload.instructions",
     "merges the accesses of a warp's instruction to one line before L1: the requests of a "
     "workload "
     "are the rest",
     "icc 3.2"},
    {"warppool", NULL,
     "merges accesses of a core's warps before L1, and only L1's misses get there",
     "icc 3.2; Kloosterman et al. 2015"},
    {"l1-mshrs", "nodes.mshrs, workload.sharing",
     "merges the misses of a core to a line that it waits for", "icc 3.2"},
    {"packet-coalescing", "memory.approximable, memory.match, network.multicast",
     "merges replies that wait at a memory node into one packet, which goes to several cores where "
     "the network has network.multicast: overlays, and virtual-channel routers, where it forks "
     "(else one after the other); the requests are as many as before",
     "icc 3.2; dapper 4.2"},
    {"icc", "cluster.merge_entries",
     "merges the misses of a cluster's cores to a line that one of them waits for", "icc 6.1"},
    {"coalesced-cache", "cluster.cache_lines",
     "keeps the lines that several cores of a cluster waited for", "icc 6.3"},
};

const noc_coalescer *noc_coalescer_at(size_t i)
{
    return i < sizeof coalescers / sizeof coalescers[0] ? &coalescers[i] : NULL;
}

/* Returns the next letter or digit of a word, in lower case; 0 at its end. */
static int read_next_character(const char **word)
{
    while (**word && !isalnum((unsigned char)**word)) (*word)++;
    return **word ? tolower((unsigned char)*(*word)++) : 0;
}

static bool is_same_name(const char *a, const char *b)
{
    int x, y;
    do {
        x = read_next_character(&a);
        y = read_next_character(&b);
    } while (x && x == y);
    return x == y;
}

const noc_coalescer *noc_coalescer_find(const char *word)
{
    const noc_coalescer *found = NULL;
    for (size_t i = 0; !found && noc_coalescer_at(i); i++)
        if (is_same_name(noc_coalescer_at(i)->name, word)) found = noc_coalescer_at(i);
    return found;
}

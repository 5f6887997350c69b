/* explore/store/store_read.h: what a store has of spaces, and of their results. */
#ifndef NOC_EXPLORE_STORE_STORE_READ_H
#define NOC_EXPLORE_STORE_STORE_READ_H

#include "explore/store/reasons.h"
#include "explore/store/store.h"

/* The metrics and the extent of a result, if there is one: *found tells. */
noc_status noc_store_find(noc_store *store, const char *hash, noc_method method, const char *task,
                          const char *engine, noc_estimate *estimate, bool *found, noc_diag *diag);

/* True if there are answers of an engine to a task at all. */
bool noc_store_has_answers(noc_store *store, const char *task, const char *engine);

/* Calls `use` with the position of every finished point of a space, and whether it is within the
 * constraints: of those that are, results have at least that extent. */
noc_status noc_store_finished(noc_store *store, const noc_space_record *space, noc_extent extent,
                              void (*use)(void *context, uint64_t position, bool ok), void *context,
                              noc_diag *diag);

typedef struct noc_space_list {
    noc_space_record *spaces; /* the latest swept first */
    size_t count;
} noc_space_list;

noc_status noc_store_spaces(noc_store *store, noc_space_list *list, noc_diag *diag);
void noc_space_list_clear(noc_space_list *list);

/* Why points of a space (NULL: of all) are not ok, the most frequent reason first. */
noc_status noc_store_reasons(noc_store *store, const char *space, noc_reason_list *list,
                             noc_diag *diag);

/* One result read back. */
typedef struct noc_entry {
    char hash[NOC_HASH_CHARS + 1];
    char *overrides; /* JSON list */
    char *source;    /* id */
    noc_method method;
    noc_effort effort; /* of a sample */
    noc_extent extent; /* metrics beyond it were not computed */
    char status[16];
    char *bottleneck;
    noc_cost_scale scale;
    char *warnings;   /* a line each; NULL: none */
    double clock_mhz; /* the design's clock: noc_entries_facts; NAN: not known */
    char *unpriced;   /* parts whose cost no source tells: noc_entries_facts; NULL: none */
    noc_metric metrics[NOC_METRICS];
} noc_entry;

typedef struct noc_entries {
    noc_entry *list; /* by hash; of one design the model's before the sample's */
    size_t count;
} noc_entries;

/* The results of a space's points that are ok, and what the sampler of that fingerprint ("": none)
 * measured of them, for any space. No space (NULL): all results. */
noc_status noc_store_read(noc_store *store, const noc_space_record *space, const char *sampler,
                          noc_entries *entries, noc_diag *diag);

/* Puts an answer about an entry's design into it, as the store would give it back. */
noc_status noc_entry_answer(noc_entry *entry, const noc_estimate *estimate, noc_diag *diag);

/* What makes a space's designs no fair comparison: costs of several sources, the rest of the chip
 * kept while the technology changes, a load in flits that is other work. A sentence a line, "" if
 * nothing does; the caller frees it. */
noc_status noc_store_caveats(noc_store *store, const noc_space_record *space, char **text,
                             noc_diag *diag);

/* Counts results of a space by the model for which memory nodes were measured by themselves. */
noc_status noc_store_count_alone(noc_store *store, const noc_space_record *space, uint64_t *count,
                                 noc_diag *diag);

void noc_entry_clear(noc_entry *entry); /* what it holds */
void noc_entries_clear(noc_entries *entries);

/* Makes the design of a result again. The caller frees *design. */
noc_status noc_store_rebuild(noc_store *store, const char *source, const char *overrides,
                             noc_design **design, noc_diag *diag);

/* Likewise of an entry, whose files, if its design names some, say what they said when it was
 * estimated; NOC_EINPUT if they do not. */
noc_status noc_store_rebuild_entry(noc_store *store, const noc_entry *entry, noc_design **design,
                                   noc_diag *diag);

#endif

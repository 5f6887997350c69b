/* explore/store/store_read.h: reader of spaces, results and designs in a store. */
#ifndef NOC_EXPLORE_STORE_STORE_READ_H
#define NOC_EXPLORE_STORE_STORE_READ_H

#include "explore/store/reasons.h"
#include "explore/store/store.h"

/* Reads the metrics and the extent of a result; *is_found: the store has it. */
noc_status noc_store_find_result(noc_store *store, const char *hash, noc_method method,
                                 const char *task, const char *engine, noc_estimate *estimate,
                                 bool *is_found, noc_diag *diag);

/* True if the store has answers of the model with this engine to a task. */
bool noc_store_has_answers(noc_store *store, const char *task, const char *engine);

/* Calls `visit` with the position of every finished point of a space; `ok`: the design meets the
 * constraints, and its result has at least `extent`. */
noc_status noc_store_visit_finished(noc_store *store, const noc_space_record *space,
                                    noc_extent extent,
                                    void (*visit)(void *context, uint64_t position, bool ok),
                                    void *context, noc_diag *diag);

typedef struct noc_space_list {
    noc_space_record *spaces; /* spaces, the latest swept first */
    size_t count;
} noc_space_list;

noc_status noc_store_read_spaces(noc_store *store, noc_arena *arena, noc_space_list *list,
                                 noc_diag *diag);

/* Reads the reasons of points that are not ok, most frequent first. `space`: identifier; NULL: all
 * spaces. */
noc_status noc_store_read_reasons(noc_store *store, const char *space, noc_reason_list *list,
                                  noc_diag *diag);

/* One result of a design, as read from the store. */
typedef struct noc_entry {
    char hash[NOC_HASH_CHARS + 1];
    char *overrides; /* overrides as a JSON list */
    char *source;    /* identifier of the base design's text */
    noc_method method;
    noc_effort effort; /* effort of a sample */
    noc_extent extent; /* computed extent; metrics beyond it are missing */
    char status[16];
    char *bottleneck;
    noc_cost_scale scale;
    char *warnings;   /* texts of warnings, one per line; NULL: none */
    double clock_mhz; /* clock of the design, MHz, by noc_entries_fill_facts; NAN: not known */
    char *unpriced; /* Parts without a cost in any source, by noc_entries_fill_facts; NULL: none. */
    noc_metric metrics[NOC_METRICS];
} noc_entry;

/* Start with {0}; release `memory` at the end. */
typedef struct noc_entries {
    noc_arena memory; /* memory of the list, and of the entries' texts */
    noc_entry *list;  /* entries by hash; of one design, the model's before the sample's */
    size_t count;
} noc_entries;

/* Reads the results of a space's points that are ok, and samples of their designs in any space by
 * the sampler with this fingerprint ("": none). `space` NULL: reads all results. */
noc_status noc_store_read_entries(noc_store *store, const noc_space_record *space,
                                  const char *sampler, noc_entries *entries, noc_diag *diag);

/* Replaces an entry's answer by a new one, as if read from the store. */
noc_status noc_entry_set_answer(noc_arena *arena, noc_entry *entry, const noc_estimate *estimate,
                                noc_diag *diag);

/* Writes the reasons why a comparison of a space's designs is unfair: costs from several sources,
 * technologies that differ while the area of the rest of the chip stays unchanged, or a load in
 * flits that is different work for different designs. One sentence per line, "" without reasons.
 * The caller frees the text. */
noc_status noc_store_write_caveats(noc_store *store, const noc_space_record *space, char **text,
                                   noc_diag *diag);

/* Counts a space's results of the model with a measured rate of the memory nodes alone as input. */
noc_status noc_store_count_measured(noc_store *store, const noc_space_record *space,
                                    uint64_t *count, noc_diag *diag);

static inline void noc_entries_clear(noc_entries *entries)
{
    noc_arena_clear(&entries->memory);
    *entries = (noc_entries){0};
}

/* Reads the text of a base design, and the path of its file on the machine of the writer. The
 * caller zeroes *source before, and clears it in any case. */
noc_status noc_store_read_source(noc_store *store, const char *id, noc_source *source,
                                 noc_diag *diag);

/* Rebuilds the design of a result. The caller frees *design. */
noc_status noc_store_rebuild_design(noc_store *store, const char *source, const char *overrides,
                                    noc_design **design, noc_diag *diag);

/* Rebuilds the design of an entry. NOC_EINPUT if a file that the design names has changed since the
 * estimate. */
noc_status noc_store_rebuild_entry(noc_store *store, const noc_entry *entry, noc_design **design,
                                   noc_diag *diag);

#endif

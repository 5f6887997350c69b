/* cli/frame/shipped.h: the designs and spaces that come with the program. */
#ifndef NOC_CLI_FRAME_SHIPPED_H
#define NOC_CLI_FRAME_SHIPPED_H

#include "base/diag.h"
#include "base/suggest.h"
#include "design/design.h"
#include "reports/writers/table.h"

/* Path of the file that the user means: the word itself, or a shipped design of that name if there
 * is no such file and the word is a bare name. NOC_EINPUT with a suggestion when there is neither.
 * The caller frees *path. */
noc_status noc_shipped_resolve(const char *word, char **path, noc_diag *diag);

/* Reads the design file that the user means (noc_shipped_resolve). The caller clears *source,
 * zeroed before, in either case. */
noc_status noc_shipped_source(const char *word, noc_source *source, noc_diag *diag);

/* Reads a shipped design where `others` would do, too: a word near one of these suggests it. */
noc_status noc_shipped_source_or(const char *word, noc_name_list others, noc_source *source,
                                 noc_diag *diag);

/* Word for a file: its name if it is a shipped design, which every machine with the program has;
 * else its path, from the working directory if it is below. The caller frees it; NULL when out of
 * memory. */
char *noc_shipped_word(const char *path);

/* True if a word is the name of a shipped space, and of no file and no shipped design. */
bool noc_shipped_is_space(const char *word);

/* Path of a space file (as noc_shipped_resolve for designs). */
noc_status noc_shipped_space(const char *word, char **path, noc_diag *diag);

/* Path of a trace of packets, a file or shipped: example-trace (as noc_shipped_resolve for
 * designs). */
noc_status noc_shipped_trace(const char *word, char **path, noc_diag *diag);

/* Path of a suite of designs to measure (as noc_shipped_resolve for designs). */
noc_status noc_shipped_suite(const char *word, char **path, noc_diag *diag);

/* Fills a catalogue of shipped designs, spaces or suites: kind, name, meaning, file. */
void noc_shipped_fill(noc_table *table);
void noc_shipped_fill_spaces(noc_table *table);
void noc_shipped_fill_suites(noc_table *table);

#endif

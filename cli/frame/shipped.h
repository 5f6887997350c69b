/* cli/frame/shipped.h: files that come with the program: designs, spaces, traces and suites. */
#ifndef NOC_CLI_FRAME_SHIPPED_H
#define NOC_CLI_FRAME_SHIPPED_H

#include "base/diag.h"
#include "base/suggest.h"
#include "design/design.h"
#include "reader/shipped.h"
#include "reports/writers/table.h"

/* Reads a design file (noc_shipped_resolve). The caller zeroes *source before and clears it in any
 * case. */
noc_status noc_shipped_source(const char *word, noc_source *source, noc_diag *diag);

/* Reads a design file; the suggestion for an unknown word may also be one of `other_names`. */
noc_status noc_shipped_source_or_name(const char *word, noc_name_list other_names,
                                      noc_source *source, noc_diag *diag);

/* Makes the name of a file for reports: the name of a shipped design, so that reports are equal on
 * every machine; otherwise the path, relative to the working directory if below it. The caller
 * frees it; NULL when out of memory. */
char *noc_shipped_display_path(const char *path);

/* True if a word is the name of a shipped space, and of no file or shipped design. */
bool noc_shipped_is_space(const char *word);

/* Finds the path of a space file (as noc_shipped_resolve). */
noc_status noc_shipped_space(const char *word, char **path, noc_diag *diag);

/* Finds the path of a trace of packets, a file or a shipped one: example-trace (as
 * noc_shipped_resolve). */
noc_status noc_shipped_trace(const char *word, char **path, noc_diag *diag);

/* Finds the path of a suite of designs to measure (as noc_shipped_resolve). */
noc_status noc_shipped_suite(const char *word, char **path, noc_diag *diag);

/* Fill a catalogue of shipped designs, spaces or suites. Columns: kind, name, meaning, file. */
void noc_shipped_fill_designs(noc_table *table);
void noc_shipped_fill_spaces(noc_table *table);
void noc_shipped_fill_suites(noc_table *table);

#endif

/* cli/explore.h: what the commands around stores share. */
#ifndef NOC_CLI_EXPLORE_H
#define NOC_CLI_EXPLORE_H

#include "cli/request.h"
#include "explore/store_read.h"

/* The fingerprint of this program's model. */
noc_status noc_engine_of_program(char id[NOC_ID_CHARS + 1], noc_diag *diag);

/* The same of this program's sampler. */
noc_status noc_sampler_of_program(char id[NOC_ID_CHARS + 1], noc_diag *diag);

/* --store, which the command must have. */
noc_status noc_store_wanted(const noc_request *request, noc_diag *diag);

/* The space that the request means: --space, or the latest. *index says which of the list. NOC_EUSAGE with
 * the names there are; NOC_EFAILED if the store holds none. */
noc_status noc_space_wanted(const noc_request *request, const noc_space_list *list, size_t *index,
                            noc_diag *diag);

/* A word as a shell reads it: in quotes where it must be. */
void noc_put_word(FILE *out, const char *word);

/* The command line as one text, of such words. The caller frees it. */
char *noc_command_line(const noc_request *request);

/* "12,345". */
typedef struct noc_grouped {
    char text[32];
} noc_grouped;
noc_grouped noc_grouped_of(uint64_t number);

#endif

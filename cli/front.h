/* cli/front.h: from --store, --space, --objectives and --model-error to a front. */
#ifndef NOC_CLI_FRONT_H
#define NOC_CLI_FRONT_H

#include "cli/request.h"
#include "explore/candidates.h"

typedef struct noc_front_of {
    noc_store *store;
    noc_space_list spaces;
    const noc_space_record *space;
    noc_entries entries;
    noc_candidates candidates;
    char *caveats; /* noc_store_caveats */
    double model_error;
    char sampler[NOC_ID_CHARS + 1]; /* fingerprint; "" if it was not needed */
} noc_front_of;

/* Opens the store (to write to it if something is to be measured), reads the space's results and finds
 * their front. The caller clears it in either case. */
noc_status noc_front_of_store(const noc_request *request, noc_front_of *front, noc_diag *diag);
void noc_front_of_clear(noc_front_of *front);

#endif

/* A store: opened, and all that reads one. */
#include <stdlib.h>

#include "explore/store/store_read.h"
#include "explore/store/store_verify.h"
#include "fuzz.h"

static void use_position(void *context, uint64_t position, bool ok)
{
    *(uint64_t *)context += position + ok;
}

static void read_space(noc_store *store, const noc_space_record *space)
{
    noc_diag diag = {0};
    noc_entries entries = {0};
    noc_reason_list reasons = {0};
    uint64_t sum = 0;
    fuzz_check(noc_store_read_entries(store, space, "", &entries, &diag), &diag);
    fuzz_check(noc_store_read_reasons(store, space ? space->id : NULL, &reasons, &diag), &diag);
    if (space)
        fuzz_check(
            noc_store_visit_finished(store, space, NOC_EXTENT_ALL, use_position, &sum, &diag),
            &diag);
    noc_reason_list_clear(&reasons);
    noc_entries_clear(&entries);
    noc_diag_clear(&diag);
}

static void read_all(noc_store *store)
{
    noc_diag diag = {0};
    noc_arena memory = {0};
    noc_space_list spaces = {0};
    char *facts = NULL;
    uint64_t designs, results;
    fuzz_check(noc_store_read_spaces(store, &memory, &spaces, &diag), &diag);
    for (size_t i = 0; i < spaces.count && i < 4; i++) read_space(store, &spaces.spaces[i]);
    read_space(store, NULL);
    fuzz_check(noc_store_write_facts(store, &facts, &diag), &diag);
    fuzz_check(noc_store_verify(store, &designs, &results, &diag), &diag);
    noc_arena_clear(&memory);
    noc_diag_clear(&diag);
    free(facts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_store *store = NULL;
    const noc_status status = noc_store_open(fuzz_file(data, size), NOC_STORE_READ, &store, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) {
        read_all(store);
        noc_store_close(store);
    }
    noc_diag_clear(&diag);
    return 0;
}

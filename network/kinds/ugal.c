#include "network/kinds/ugal.h"

#include <string.h>

#include "network/kinds/kinds.h"
#include "network/kinds/unread_conditions.h"

static bool is_not_ugal(const noc_unread_question *q)
{
    return noc_unread_network_spec(q)->routing->choice != NOC_CHOICE_FIRST_LEAST;
}

const noc_unread_condition noc_not_ugal = {
    is_not_ugal, false, NULL, "packets do not choose between two ways (network.routing)"};

int noc_ugal_threshold(const noc_network_spec *spec)
{
    const noc_key *key = noc_key_find(spec->topology->keys, "ugal_threshold");
    int flits = 0;
    if (key) memcpy(&flits, (const char *)spec + key->offset, sizeof flits);
    return flits;
}

#include "network/traffic.h"

#include <stdlib.h>

void noc_traffic_clear(noc_traffic *traffic)
{
    for (int i = 0; i < traffic->type_count; i++) free(traffic->types[i].flits);
    free(traffic->flows);
    *traffic = (noc_traffic){0};
}

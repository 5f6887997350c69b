#include "design/allocators.h"

const noc_allocator_facts noc_allocators[NOC_ALLOCATORS] = {
#define NOC_ALLOCATOR(ID, name, summary, source, arbiters, ranks, anywhere) \
    {name, summary, source, arbiters, ranks, anywhere},
#include "design/allocators.def"
};

#include "power_area/coefficients.h"

static const struct {
    noc_part part;
    const char *name, *unit;
} coefficients[] = {
#define NOC_COEFFICIENT(part, id, unit, meaning) {NOC_PART_##part, #id, unit},
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
};

const char *noc_coefficient_name(size_t id)
{
    return id < NOC_COEFFICIENTS ? coefficients[id].name : NULL;
}

const char *noc_coefficient_unit(size_t id)
{
    return id < NOC_COEFFICIENTS ? coefficients[id].unit : NULL;
}

noc_part noc_coefficient_part(size_t id)
{
    return coefficients[id].part;
}

#include "power_area/silicon/silicon.h"

#include <math.h>
#include <pthread.h>

#include "base/config_setting.h"

static const struct {
    const char *name, *meaning;
} factors[] = {
#define NOC_SILICON_FACTOR(id, meaning) {#id, meaning},
#include "power_area/silicon/silicon.def"
#undef NOC_SILICON_FACTOR
};

const char *noc_silicon_factor_name(size_t factor)
{
    return factor < NOC_SILICON_FACTORS ? factors[factor].name : NULL;
}

const char *noc_silicon_factor_meaning(size_t factor)
{
    return factor < NOC_SILICON_FACTORS ? factors[factor].meaning : NULL;
}

noc_silicon_factor noc_silicon_times(noc_silicon_factor f, double drawn)
{
    return (noc_silicon_factor){f.lo * drawn, f.value * drawn, f.hi * drawn};
}

noc_silicon_factor noc_silicon_plus(noc_silicon_factor a, noc_silicon_factor b)
{
    return (noc_silicon_factor){a.lo + b.lo, a.value + b.value, a.hi + b.hi};
}

noc_silicon_factor noc_silicon_over(noc_silicon_factor a, noc_silicon_factor b)
{
    return (noc_silicon_factor){fmax(a.lo, b.lo), fmax(a.value, b.value), fmax(a.hi, b.hi)};
}

static noc_silicon_factor table[NOC_SILICON_FACTORS];
static bool complete;

static void read_table(void)
{
    const config_setting_t *root = config_root_setting(noc_silicon_tables[0].config);
    complete = true;
    for (size_t i = 0; i < NOC_SILICON_FACTORS; i++) {
        const config_setting_t *row = noc_config_member(root, factors[i].name);
        noc_silicon_factor *f = &table[i];
        *f = (noc_silicon_factor){noc_config_number(noc_config_member(row, "lo")),
                                  noc_config_number(noc_config_member(row, "value")),
                                  noc_config_number(noc_config_member(row, "hi"))};
        complete &= 0.0 <= f->lo && f->lo <= f->value && f->value <= f->hi && 0.0 < f->value;
    }
}

const noc_silicon_factor *noc_silicon_factors(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_table);
    return complete ? table : NULL;
}

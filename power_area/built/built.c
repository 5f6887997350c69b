#include "power_area/built/built.h"

#include <math.h>
#include <pthread.h>

#include "base/config_setting.h"

static const char *const names[] = {
#define NOC_BUILT_FACTOR(id, meaning) #id,
#include "power_area/built/built.def"
#undef NOC_BUILT_FACTOR
};

const char *noc_built_factor_name(size_t factor)
{
    return factor < NOC_BUILT_FACTORS ? names[factor] : NULL;
}

noc_built_factor noc_built_scale(noc_built_factor f, double drawn)
{
    return (noc_built_factor){f.lo * drawn, f.value * drawn, f.hi * drawn};
}

noc_built_factor noc_built_add(noc_built_factor a, noc_built_factor b)
{
    return (noc_built_factor){a.lo + b.lo, a.value + b.value, a.hi + b.hi};
}

noc_built_factor noc_built_max(noc_built_factor a, noc_built_factor b)
{
    return (noc_built_factor){fmax(a.lo, b.lo), fmax(a.value, b.value), fmax(a.hi, b.hi)};
}

static noc_built_factor table[NOC_BUILT_FACTORS];
static bool is_complete;

static void read_table(void)
{
    const config_setting_t *root = config_root_setting(noc_built_tables[0].config);
    is_complete = true;
    for (size_t i = 0; i < NOC_BUILT_FACTORS; i++) {
        const config_setting_t *row = noc_config_member(root, names[i]);
        noc_built_factor *f = &table[i];
        *f = (noc_built_factor){noc_config_number(noc_config_member(row, "lo")),
                                noc_config_number(noc_config_member(row, "value")),
                                noc_config_number(noc_config_member(row, "hi"))};
        is_complete &= 0.0 <= f->lo && f->lo <= f->value && f->value <= f->hi && 0.0 < f->value;
    }
}

const noc_built_factor *noc_built_factors(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_table);
    return is_complete ? table : NULL;
}

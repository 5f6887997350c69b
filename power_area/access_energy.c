#include "power_area/access_energy.h"

#include <math.h>
#include <string.h>

#include "base/config_setting.h"

static const noc_access_info infos[NOC_ACCESSES] = {
#define NOC_ACCESS(id, unit, meaning) {#id, unit, meaning},
#include "power_area/accesses.def"
#undef NOC_ACCESS
};

const noc_access_info *noc_access_info_of(noc_access access)
{
    return &infos[access];
}

static const config_setting_t *row_of(noc_access access)
{
    const config_setting_t *rows = config_lookup(noc_access_tables[0].config, "rows");
    const int count = rows ? config_setting_length(rows) : 0;
    for (int i = 0; i < count; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        const char *name = noc_config_text(noc_config_member(row, "name"));
        if (name && strcmp(name, infos[access].name) == 0) return row;
    }
    return NULL;
}

static double number_at(const config_setting_t *list, int i)
{
    return noc_config_number(config_setting_get_elem(list, (unsigned)i));
}

/* Interpolates linearly between two points of the logarithms of size and energy. */
static double interpolate(const config_setting_t *low, const config_setting_t *high, double nm)
{
    const double fraction =
        log(nm / number_at(low, 0)) / log(number_at(high, 0) / number_at(low, 0));
    return number_at(low, 1) * pow(number_at(high, 1) / number_at(low, 1), fraction);
}

double noc_access_energy(noc_access access, double nm)
{
    const config_setting_t *row = row_of(access);
    const config_setting_t *values = row ? noc_config_member(row, "values") : NULL;
    if (!values) return NAN;
    if (noc_config_is_number(values)) return noc_config_number(values);
    for (int i = 0; i + 1 < config_setting_length(values); i++) {
        const config_setting_t *low = config_setting_get_elem(values, (unsigned)i);
        const config_setting_t *high = config_setting_get_elem(values, (unsigned)i + 1);
        if (nm >= number_at(low, 0) && nm <= number_at(high, 0)) return interpolate(low, high, nm);
    }
    return NAN;
}

const char *noc_access_source(noc_access access)
{
    const config_setting_t *row = row_of(access);
    const char *source = row ? noc_config_text(noc_config_member(row, "source")) : NULL;
    return source ? source : "";
}

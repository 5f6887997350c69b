#include "cli/reproduction.h"

#include <math.h>

const char *noc_reproduction_text(const config_setting_t *row, const char *key)
{
    const char *text = "";
    config_setting_lookup_string(row, key, &text);
    return text;
}

double noc_reproduction_number(const config_setting_t *row, const char *key)
{
    double value = NAN;
    int whole;
    if (config_setting_lookup_float(row, key, &value)) return value;
    return config_setting_lookup_int(row, key, &whole) ? (double)whole : NAN;
}

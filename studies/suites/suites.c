#include "studies/suites/suites.h"

#include <string.h>

#define NOC_MEASURED_SUITE(name) extern const noc_measured_suite noc_measured_suite_##name;
#include "studies/suites/suites.def"
#undef NOC_MEASURED_SUITE

static const noc_measured_suite *const suites[] = {
#define NOC_MEASURED_SUITE(name) &noc_measured_suite_##name,
#include "studies/suites/suites.def"
#undef NOC_MEASURED_SUITE
};

const noc_measured_suite *noc_measured_suite_at(size_t i)
{
    return i < sizeof suites / sizeof suites[0] ? suites[i] : NULL;
}

const noc_measured_suite *noc_measured_suite_find(const char *name)
{
    const noc_measured_suite *suite;
    for (size_t i = 0; (suite = noc_measured_suite_at(i)); i++)
        if (strcmp(suite->name, name) == 0) return suite;
    return NULL;
}

const noc_measured_suite *noc_suite_of_table(const char *text)
{
    const char *second = text + strcspn(text, ",\n");
    const noc_measured_suite *suite;
    second += *second == ',';
    for (size_t i = 0; (suite = noc_measured_suite_at(i)); i++) {
        const size_t length = strlen(suite->second_column);
        if (strncmp(second, suite->second_column, length) == 0 && second[length] == ',')
            return suite;
    }
    return noc_measured_suite_at(0);
}

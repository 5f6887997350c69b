#include "bindings/c/version.h"

#include "noc_commit.h" /* written by cli/commit.cmake at every build */

const char *noc_version(void)
{
    return NOC_VERSION;
}

int noc_api_version(void)
{
    return NOC_API_VERSION;
}

const char *noc_release_date(void)
{
    return NOC_RELEASE_DATE;
}

const char *noc_samples_version(void)
{
    return "0.1.0";
}

const char *noc_commit(void)
{
    return NOC_COMMIT;
}

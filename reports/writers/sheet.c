#include "reports/writers/sheet.h"

const char *noc_format_name(size_t i)
{
    static const char *const names[] = {"table", "json", "csv", "svg"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

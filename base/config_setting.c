#include "base/config_setting.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

static int type_of(const config_setting_t *s)
{
    return s ? config_setting_type(s) : CONFIG_TYPE_NONE;
}

const char *noc_config_text(const config_setting_t *s)
{
    return type_of(s) == CONFIG_TYPE_STRING ? config_setting_get_string(s) : NULL;
}

double noc_config_number(const config_setting_t *s)
{
    switch (type_of(s)) {
    case CONFIG_TYPE_INT:
        return config_setting_get_int(s);
    case CONFIG_TYPE_INT64:
        return (double)config_setting_get_int64(s);
    case CONFIG_TYPE_FLOAT:
        return config_setting_get_float(s);
    default:
        return NAN;
    }
}

const config_setting_t *noc_config_member(const config_setting_t *group, const char *name)
{
    const int count = type_of(group) == CONFIG_TYPE_GROUP ? config_setting_length(group) : 0;
    const size_t length = strcspn(name, ".");
    for (int i = 0; i < count; i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *member_name = config_setting_name(member);
        if (strncmp(member_name, name, length) != 0 || member_name[length]) continue;
        return name[length] ? noc_config_member(member, name + length + 1) : member;
    }
    return NULL;
}

bool noc_config_is_number(const config_setting_t *s)
{
    const int type = type_of(s);
    return type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64 || type == CONFIG_TYPE_FLOAT;
}

bool noc_config_is_list(const config_setting_t *s)
{
    return type_of(s) == CONFIG_TYPE_LIST || type_of(s) == CONFIG_TYPE_ARRAY;
}

void noc_config_print_number(FILE *out, const config_setting_t *s)
{
    char digits[40];
    if (type_of(s) != CONFIG_TYPE_FLOAT) {
        fprintf(out, "%.0f", noc_config_number(s));
        return;
    }
    snprintf(digits, sizeof digits, "%.15g", config_setting_get_float(s));
    fprintf(out, "%s%s", digits, strpbrk(digits, ".en") ? "" : ".0");
}

/* ---- faults --------------------------------------------------------------------------------- */

void noc_config_count_fault(noc_config_faults *f, noc_status status)
{
    if (f->status == NOC_OK) f->status = status;
    f->count++;
}

void noc_config_report_fault(noc_config_faults *f, const config_setting_t *setting,
                             const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int line = setting ? (int)config_setting_source_line(setting) : 0;
    noc_fail(f->diag, NOC_EINPUT, (noc_place){f->file, line}, "%s", text);
    noc_config_count_fault(f, NOC_EINPUT);
}

void noc_config_report_memory(noc_config_faults *f)
{
    noc_config_count_fault(f, noc_fail_memory(f->diag));
}

/* True if a member of a group has one of the names, which NULL ends. Else *nearest: most similar
 * name; NULL: none is similar. */
static bool is_known_member(const config_setting_t *member, const char *const *names,
                            const char **nearest)
{
    noc_nearest_search nearest_search = {.wanted = config_setting_name(member)};
    *nearest = NULL;
    for (size_t i = 0; names[i]; i++) {
        if (strcmp(nearest_search.wanted, names[i]) == 0) return true;
        noc_nearest_consider(&nearest_search, names[i]);
    }
    *nearest = noc_nearest_name(&nearest_search);
    return false;
}

void noc_config_check_members(noc_config_faults *f, const config_setting_t *group,
                              const char *const *names)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *nearest;
        if (!is_known_member(member, names, &nearest))
            noc_config_report_fault(f, member, "unknown setting '%s'%s%s%s",
                                    config_setting_name(member), nearest ? "; did you mean '" : "",
                                    nearest ? nearest : "", nearest ? "'?" : "");
    }
}

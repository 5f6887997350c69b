#include "base/config_faults.h"

#include <stdio.h>

#include "base/config_setting.h"

void noc_config_count_fault(noc_config_faults *f, noc_status status)
{
    if (f->status == NOC_OK) f->status = status;
    f->count++;
}

void noc_config_complain(noc_config_faults *f, const config_setting_t *at, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int line = at ? (int)config_setting_source_line(at) : 0;
    noc_fail(f->diag, NOC_EINPUT, (noc_place){f->file, line}, "%s", text);
    noc_config_count_fault(f, NOC_EINPUT);
}

void noc_config_run_short(noc_config_faults *f)
{
    noc_config_count_fault(f, noc_fail_memory(f->diag));
}

void noc_config_check_members(noc_config_faults *f, const config_setting_t *group,
                              const char *const *names)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *meant;
        if (!noc_config_is_known(member, names, &meant))
            noc_config_complain(f, member, "unknown setting '%s'%s%s%s",
                                config_setting_name(member), meant ? "; did you mean '" : "",
                                meant ? meant : "", meant ? "'?" : "");
    }
}

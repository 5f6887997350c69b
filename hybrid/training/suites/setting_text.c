#include "hybrid/training/suites/setting_text.h"

#include "base/config_setting.h"

static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void noc_suite_print_members(FILE *out, const config_setting_t *group)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        fprintf(out, "%s = ", config_setting_name(member));
        noc_suite_print(out, member);
        fputs("; ", out);
    }
}

void noc_suite_print(FILE *out, const config_setting_t *v)
{
    const char *text = noc_config_text(v);
    if (text) {
        print_text(out, text);
    } else if (noc_config_is_number(v)) {
        noc_config_print_number(out, v);
    } else if (config_setting_type(v) == CONFIG_TYPE_BOOL) {
        fputs(config_setting_get_bool(v) ? "true" : "false", out);
    } else if (config_setting_is_group(v)) {
        fputs("{ ", out);
        noc_suite_print_members(out, v);
        fputs("}", out);
    } else {
        fputs("(", out);
        for (int i = 0; i < config_setting_length(v); i++) {
            if (i) fputs(", ", out);
            noc_suite_print(out, config_setting_get_elem(v, (unsigned)i));
        }
        fputs(")", out);
    }
}

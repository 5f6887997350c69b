/* Build tool `embed ARRAY HEADER FILE...`: converts configuration files to C code on standard
 * output, for programs that embed them (base/embedded.h). Uses the parser of design files.
 *
 * The settings of a file become one array in breadth-first order, in which members of a group or
 * list are adjacent, so that libconfig's list of members is a part of one array of pointers. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"
#include "base/embedded.h"
#include "base/packed_numbers.h"

enum { SETTINGS_MAX = 1 << 18 };

/* Settings of one file. */
typedef struct file_settings {
    int file; /* number of the file */
    const config_setting_t *list[SETTINGS_MAX];
    int first[SETTINGS_MAX]; /* [setting]: position of its first member */
    int parent[SETTINGS_MAX];
    int count;
} file_settings;

static bool collect_settings(file_settings *s, const config_setting_t *root)
{
    s->list[0] = root;
    s->parent[0] = 0;
    s->count = 1;
    for (int i = 0; i < s->count; i++) {
        const config_setting_t *setting = s->list[i];
        const int members =
            config_setting_is_aggregate(setting) ? config_setting_length(setting) : 0;
        s->first[i] = s->count;
        if (s->count + members > SETTINGS_MAX) return false;
        for (int k = 0; k < members; k++) {
            s->parent[s->count] = i;
            s->list[s->count++] = config_setting_get_elem(setting, (unsigned)k);
        }
    }
    return true;
}

static void print_text(const char *text)
{
    if (!text) {
        fputs("0", stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
            printf("\\%03o", c);
        else
            putchar(c);
    }
    putchar('"');
}

/* List of steps, if a setting is the text of packed numbers; else NULL. */
static const config_setting_t *packed_number_steps(const config_setting_t *setting)
{
    const config_setting_t *group = config_setting_parent(setting);
    const char *name = config_setting_name(setting);
    if (!name || strcmp(name, "numbers") != 0 || config_setting_type(setting) != CONFIG_TYPE_STRING)
        return NULL;
    return config_setting_get_member(group, "steps");
}

static void print_value(const file_settings *s, int i)
{
    const config_setting_t *setting = s->list[i];
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_INT:
        printf(".ival = %d", config_setting_get_int(setting));
        break;
    case CONFIG_TYPE_INT64:
        printf(".llval = %lldLL", config_setting_get_int64(setting));
        break;
    case CONFIG_TYPE_FLOAT:
        printf(".fval = %a", config_setting_get_float(setting));
        break;
    case CONFIG_TYPE_BOOL:
        printf(".ival = %d", config_setting_get_bool(setting));
        break;
    case CONFIG_TYPE_STRING:
        printf(".sval = ");
        print_text(packed_number_steps(setting) ? "" : config_setting_get_string(setting));
        break;
    default:
        if (config_setting_length(setting) > 0)
            printf(".list = (config_list_t *)&lists_%d[%d]", s->file, i);
        else
            printf(".list = 0");
    }
}

static void print_setting(const file_settings *s, int i)
{
    const config_setting_t *setting = s->list[i];
    printf("    {.name = ");
    print_text(config_setting_name(setting));
    printf(", .type = %d, .format = %d, .value = {", config_setting_type(setting),
           config_setting_get_format(setting));
    print_value(s, i);
    printf("}, .parent = ");
    if (i > 0)
        printf("(config_setting_t *)&settings_%d[%d]", s->file, s->parent[i]);
    else
        printf("0");
    printf(", .config = (config_t *)&config_%d, .line = %u},\n", s->file,
           config_setting_source_line(setting));
}

/* Prints a column's numbers for the block of rows from `first` on. False: the text is no packed
 * numbers. */
static bool print_column(const char *text, size_t rows, size_t first, const config_setting_t *steps,
                         unsigned column)
{
    const double step = config_setting_get_float(config_setting_get_elem(steps, column));
    const size_t columns = (size_t)config_setting_length(steps);
    for (size_t row = first; row < first + NOC_EMBEDDED_BLOCK; row++) {
        const size_t offset = (row * columns + column) * NOC_PACKED_CHARS;
        double number = 0.0;
        if (row < rows && !noc_packed_read(text + offset, 1, &step, &number)) return false;
        printf("%a,", number);
    }
    putchar('\n');
    return true;
}

static bool print_packed(const file_settings *s, int i, const config_setting_t *steps)
{
    const char *text = config_setting_get_string(s->list[i]);
    const unsigned columns = (unsigned)config_setting_length(steps);
    const size_t rows = strlen(text) / NOC_PACKED_CHARS / columns;
    printf("static const double numbers_%d_%d[] = {\n", s->file, i);
    for (size_t first = 0; first < rows; first += NOC_EMBEDDED_BLOCK)
        for (unsigned c = 0; c < columns; c++)
            if (!print_column(text, rows, first, steps, c)) return false;
    puts("0};");
    return true;
}

/* Prints all packed numbers of a file, and the list of their groups. False: a text is damaged. */
static bool print_all_packed(const file_settings *s)
{
    for (int i = 0; i < s->count; i++) {
        const config_setting_t *steps = packed_number_steps(s->list[i]);
        if (steps && !print_packed(s, i, steps)) return false;
    }
    printf("static const noc_embedded_numbers numbers_%d[] = {\n", s->file);
    for (int i = 0; i < s->count; i++)
        if (packed_number_steps(s->list[i]))
            printf("    {&settings_%d[%d], numbers_%d_%d, %zu},\n", s->file, s->parent[i], s->file,
                   i, strlen(config_setting_get_string(s->list[i])) / NOC_PACKED_CHARS);
    puts("    {0, 0, 0},\n};\n");
    return true;
}

static void print_file(const file_settings *s, const config_t *config)
{
    const int n = s->file;
    printf("static const config_t config_%d;\n", n);
    printf("static const config_setting_t settings_%d[%d];\n", n, s->count);
    printf("static config_setting_t *const elements_%d[%d] = {\n", n, s->count);
    for (int i = 0; i < s->count; i++) printf("    (config_setting_t *)&settings_%d[%d],\n", n, i);
    printf("};\nstatic const config_list_t lists_%d[%d] = {\n", n, s->count);
    for (int i = 0; i < s->count; i++) {
        const int members = (i + 1 < s->count ? s->first[i + 1] : s->count) - s->first[i];
        if (members > 0)
            printf("    [%d] = {%d, (config_setting_t **)&elements_%d[%d]},\n", i, members, n,
                   s->first[i]);
    }
    printf("};\nstatic const config_setting_t settings_%d[%d] = {\n", n, s->count);
    for (int i = 0; i < s->count; i++) print_setting(s, i);
    printf("};\nstatic const config_t config_%d = {\n", n);
    printf("    .root = (config_setting_t *)settings_%d,\n    .options = %d,\n", n,
           config->options);
    printf("    .tab_width = %u,\n    .default_format = %d,\n};\n\n", config->tab_width,
           config->default_format);
}

/* Prints the code of a file. False if the file cannot be read. */
static bool embed_file(const char *path, file_settings *s)
{
    noc_diag diag = {0};
    char *text = NULL;
    config_t config;
    noc_status status = noc_config_read_text(path, &text, &diag);
    if (status == NOC_OK)
        status = noc_config_parse(text, (noc_place){path, 0}, NOC_EINPUT, &config, &diag);
    if (status == NOC_OK) {
        if (!collect_settings(s, config_root_setting(&config)))
            status = noc_fail(&diag, NOC_EINPUT, (noc_place){path, 0}, "has too many settings");
        if (status == NOC_OK) print_file(s, &config);
        if (status == NOC_OK && !print_all_packed(s))
            status =
                noc_fail(&diag, NOC_EINPUT, (noc_place){path, 0}, "packed numbers are damaged");
        config_destroy(&config);
    }
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "%s:%d: %s\n", path, diag.messages[i].line, diag.messages[i].text);
    noc_diag_clear(&diag);
    free(text);
    return status == NOC_OK;
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fputs("usage: embed ARRAY HEADER FILE...\n", stderr);
        return 2;
    }
    file_settings *s = calloc(1, sizeof *s);
    bool is_good = s != NULL;
    printf("#include \"%s\"\n\n", arguments[2]);
    for (int i = 3; i < count && is_good; i++) {
        s->file = i;
        is_good = embed_file(arguments[i], s);
    }
    printf("const noc_embedded_config %s[] = {\n", arguments[1]);
    for (int i = 3; i < count; i++)
        printf("    {\"%s\", &config_%d, numbers_%d},\n", arguments[i], i, i);
    printf("    {0, 0, 0},\n};\n");
    free(s);
    return is_good && fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

/* The configuration files inside the program are those in data/: printed by libconfig they are
 * alike, in each setting, its type and format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"
#include "base/packed_numbers.h"
#include "design/workload/workload.h"
#include "hybrid/correction/calibration/calibration_embedded.h"
#include "power_area/technology.h"
#include "tests/support/helpers.h"

static char *printed(const config_t *config)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    config_write(config, out);
    fclose(out);
    return text;
}

static void check_lines(const config_setting_t *a, const config_setting_t *b)
{
    assert_int_equal(config_setting_source_line(a), config_setting_source_line(b));
    if (!config_setting_is_aggregate(a)) return;
    assert_int_equal(config_setting_length(a), config_setting_length(b));
    for (unsigned i = 0; i < (unsigned)config_setting_length(a); i++) {
        assert_ptr_equal(config_setting_parent(config_setting_get_elem(b, i)), b);
        check_lines(config_setting_get_elem(a, i), config_setting_get_elem(b, i));
    }
}

/* Packed numbers are there as they are, by blocks of rows, and their text is not. */
static void check_numbers(config_t *config, const noc_embedded_config *file)
{
    for (const noc_embedded_numbers *n = file->numbers; n->group; n++) {
        config_setting_t *group = config_lookup(config, config_setting_name(n->group));
        config_setting_t *text = config_setting_get_member(group, "numbers");
        const config_setting_t *list = config_setting_get_member(group, "steps");
        const size_t steps = (size_t)config_setting_length(list);
        const char *digits = config_setting_get_string(text);
        assert_true(n->count > 0 && n->count % steps == 0);
        assert_int_equal(strlen(digits), n->count * NOC_PACKED_CHARS);
        for (size_t i = 0; i < n->count; i++) {
            const double step = config_setting_get_float_elem(list, (int)(i % steps));
            double number;
            assert_true(noc_packed_read(digits + i * NOC_PACKED_CHARS, 1, &step, &number));
            const size_t row = i / steps, block = row / NOC_EMBEDDED_BLOCK * steps;
            assert_true(
                number ==
                n->values[(block + i % steps) * NOC_EMBEDDED_BLOCK + row % NOC_EMBEDDED_BLOCK]);
        }
        config_setting_set_string(text, "");
    }
}

static void an_embedded_file_is_the_one_in_data(void **state)
{
    const noc_embedded_config *files = *state;
    assert_non_null(files->path);
    for (; files->path; files++) {
        config_t config;
        char *text = test_read_text(files->path);
        assert_int_equal(
            noc_config_parse(text, (noc_place){files->path, 0}, NOC_EINPUT, &config, NULL), NOC_OK);
        check_numbers(&config, files);
        char *parsed = printed(&config), *embedded = printed(files->config);
        assert_string_equal(parsed, embedded);
        check_lines(config_root_setting(&config), config_root_setting(files->config));
        config_destroy(&config);
        free(embedded);
        free(parsed);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"workloads", an_embedded_file_is_the_one_in_data, NULL, NULL,
         (void *)(uintptr_t)noc_workload_tables},
        {"technologies", an_embedded_file_is_the_one_in_data, NULL, NULL,
         (void *)(uintptr_t)noc_technology_tables},
        {"calibration", an_embedded_file_is_the_one_in_data, NULL, NULL,
         (void *)(uintptr_t)noc_calibration_files},
        {"calibration of the closed loop", an_embedded_file_is_the_one_in_data, NULL, NULL,
         (void *)(uintptr_t)noc_closed_calibration_files},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

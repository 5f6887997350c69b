/* libnocsight: designs from texts with settings, and texts of designs. */
#include <string.h>

#include "bindings/c/nocsight.h"
#include "tests/support/helpers.h"

static noc_context *context;

static const char small_text[] =
    "nodes = { compute = 4; };\nnetwork = { topology = \"mesh\"; columns = 2; rows = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

/* Fails with the fault of a call that had to succeed. */
static void expect_ok(int code, noc_error *error)
{
    if (code != NOC_CODE_OK) fail_msg("%d: %s: %s", code, error->file, error->message);
}

/* A text and settings are read at once: a design of both is the one that is changed afterwards, and
 * a text that is no design by itself may be one with settings. */
static void read_with_settings(void **state)
{
    (void)state;
    static const char *const settings[] = {"network.columns=4", "nodes.compute=8"};
    static const char incomplete[] =
        "nodes = { compute = 8; };\nnetwork = { topology = \"mesh\"; columns = 2; rows = 2; };\n"
        "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";
    noc_error error = {0};
    noc_design *at_once, *changed, *completed, *none;
    expect_ok(noc_design_parse_with(context, small_text, NULL, settings, 2, &at_once, &error),
              &error);
    expect_ok(noc_design_parse(context, small_text, NULL, &changed, &error), &error);
    expect_ok(noc_design_set(context, &changed, settings, 2, &error), &error);
    assert_string_equal(noc_design_fingerprint(at_once), noc_design_fingerprint(changed));
    assert_string_equal(noc_design_setting(at_once, 1), settings[1]);
    assert_int_equal(noc_design_parse(context, incomplete, NULL, &none, &error), NOC_CODE_INPUT);
    expect_ok(noc_design_parse_with(context, incomplete, NULL, settings, 1, &completed, &error),
              &error);
    assert_string_equal(noc_design_fingerprint(completed), noc_design_fingerprint(at_once));
    noc_design_release(at_once);
    noc_design_release(changed);
    noc_design_release(completed);
}

/* The text of a design has all its settings: a design read from it is the same, on its own. */
static void write_texts(void **state)
{
    (void)state;
    static const char *const files[] = {"te13-dcie-2p", "h100-sxm", "rapid18-rapid-16",
                                        "cdx19-clos-20"};
    static const char *const settings[] = {"networks[0].flit_bytes=64", "chip.clock_mhz=700"};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        noc_error error = {0};
        noc_design *changed, *read;
        char *text;
        expect_ok(noc_design_open(context, files[i], &changed, &error), &error);
        expect_ok(noc_design_set(context, &changed, settings, 2, &error), &error);
        expect_ok(noc_design_text(changed, &text, &error), &error);
        expect_ok(noc_design_parse(context, text, NULL, &read, &error), &error);
        assert_string_equal(noc_design_fingerprint(read), noc_design_fingerprint(changed));
        assert_string_equal(noc_design_title(read), noc_design_title(changed));
        assert_null(noc_design_setting(read, 0));
        noc_text_release(text);
        noc_design_release(changed);
        noc_design_release(read);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

static const char *const no_text[] = {NULL}, *const unknown_key[] = {"network.flit_byte=8"},
                         *const too_few_rows[] = {"network.rows=1"};

/* A call with settings that is refused. */
typedef struct refused_case {
    const char *name, *text;
    const char *const *settings;
    int code;
    const char *message, *file; /* parts */
} refused_case;

static const refused_case refused[] = {
    {"no text", NULL, unknown_key, NOC_CODE_USAGE, "text is NULL", ""},
    {"no setting", small_text, no_text, NOC_CODE_USAGE, "settings is NULL", ""},
    {"no list", small_text, NULL, NOC_CODE_USAGE, "settings is NULL", ""},
    {"an unknown key", small_text, unknown_key, NOC_CODE_USAGE, "network.flit_bytes",
     "--set network.flit_byte=8"},
    {"settings that do not fit", small_text, too_few_rows, NOC_CODE_USAGE, "",
     "--set network.rows=1"},
    {"no design", "spam", too_few_rows, NOC_CODE_INPUT, "", "my.cfg"},
};

static void refuse(void **state)
{
    const refused_case *c = *state;
    noc_error error = {0};
    noc_design *made = NULL;
    assert_int_equal(
        noc_design_parse_with(context, c->text, "my.cfg", c->settings, 1, &made, &error), c->code);
    assert_null(made);
    assert_contains(error.message, c->message);
    assert_contains(error.file, c->file);
    noc_error_clear(&error);
}

static void refuse_text(void **state)
{
    (void)state;
    noc_design *design;
    char *text = NULL;
    assert_int_equal(noc_design_text(NULL, &text, NULL), NOC_CODE_USAGE);
    assert_null(text);
    assert_int_equal(noc_design_parse(context, small_text, NULL, &design, NULL), NOC_CODE_OK);
    assert_int_equal(noc_design_text(design, NULL, NULL), NOC_CODE_USAGE);
    noc_design_release(design);
}

int main(void)
{
    static test_list list;
    if (noc_context_new(&context, NULL) != NOC_CODE_OK) return 1;
    test_add(&list, "a text with settings", read_with_settings);
    test_add(&list, "texts of designs", write_texts);
    TEST_TABLE(&list, refused, refuse);
    test_add(&list, "a text of no design", refuse_text);
    const int status = test_run("texts of designs", &list);
    noc_context_release(context);
    return status;
}

/* argp reads the command line, silently; what is wrong with it is told here, in our own words. */
#include "cli/request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "network/suggest.h"

enum { GROUPS_MAX = 16 };

/* One pass of argp: over the words before the command, or over those after it. */
typedef struct pass {
    noc_request *request;
    noc_diag *diag;
    const noc_command *command; /* NULL: the words before the command */
    int command_at;             /* where it stands, 0: nowhere */
    int stopped_at;             /* behind the word that argp did not understand, 0: none */
    struct argp argps[GROUPS_MAX];
    struct argp_child children[GROUPS_MAX + 1];
} pass;

/* argp's own keys are 0 (a word that is no option) and large numbers. */
static bool is_option(int key)
{
    return key > 0 && key < 0x1000000;
}

static error_t take_option(int key, char *value, struct argp_state *state)
{
    pass *p = state->input;
    if (!is_option(key)) return ARGP_ERR_UNKNOWN;
    noc_option_store(key, value, p->request, p->diag);
    return 0;
}

static error_t take_word(int key, char *value, struct argp_state *state)
{
    pass *p = state->input;
    if (key == ARGP_KEY_INIT) {
        for (size_t i = 0; p->children[i].argp; i++) state->child_inputs[i] = p;
        return 0;
    }
    if (key == ARGP_KEY_ERROR) p->stopped_at = state->next;
    if (key != ARGP_KEY_ARG) return take_option(key, value, state);
    if (p->command) {
        p->request->operands[p->request->operand_count++] = value;
    } else {
        p->command_at = state->next - 1;
        state->next = state->argc; /* the rest is for the command */
    }
    return 0;
}

static void add_groups(pass *p)
{
    size_t count = 0;
    for (size_t i = 0; noc_option_group_at(i) && count < GROUPS_MAX; i++) {
        const noc_option_group *group = noc_option_group_at(i);
        if (!noc_option_group_applies(group, p->command)) continue;
        p->argps[count] = (struct argp){.options = group->options, .parser = take_option};
        p->children[count] = (struct argp_child){&p->argps[count], 0, group->title, 0};
        count++;
    }
}

/* ---- what is wrong -------------------------------------------------------------------------- */

/* The option of a pass that `matches`, NULL if there is none. */
static const struct argp_option *find_option(
    const pass *p, bool (*matches)(const struct argp_option *, const void *), const void *wanted)
{
    for (size_t i = 0; p->children[i].argp; i++)
        for (const struct argp_option *o = p->children[i].argp->options; o->name; o++)
            if (matches(o, wanted)) return o;
    return NULL;
}

static bool has_key(const struct argp_option *option, const void *key)
{
    return option->key == *(const int *)key;
}

static bool has_prefix(const struct argp_option *option, const void *prefix)
{
    return strncmp(option->name, prefix, strlen(prefix)) == 0;
}

static const char *nearest_option(const pass *p, const char *name)
{
    noc_nearest nearest = {.wanted = name};
    if (!p->command) noc_nearest_try(&nearest, "version");
    for (size_t i = 0; p->children[i].argp; i++)
        for (const struct argp_option *o = p->children[i].argp->options; o->name; o++)
            noc_nearest_try(&nearest, o->name);
    return noc_nearest_name(&nearest);
}

static const char *help_of(const pass *p)
{
    return p->command ? p->command->name : "";
}

static void blame_long(const pass *p, const char *word, noc_diag *diag)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const struct argp_option *known = find_option(p, has_prefix, name);
    if (known && known->arg) {
        noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "--%s needs a value: --%s %s", known->name,
                 known->name, known->arg);
        return;
    }
    if (known && strchr(word, '=')) {
        noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "--%s takes no value", known->name);
        return;
    }
    const char *near = nearest_option(p, name);
    noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "unknown option '--%s'%s%s%s (see nocsight %s%s--help)",
             name, near ? "; did you mean '--" : "", near ? near : "", near ? "'?" : "", help_of(p),
             p->command ? " " : "");
}

/* Returns whether the fault is in this word: "-o" without a value, or a letter that is none. */
static bool blame_short(const pass *p, const char *word, noc_diag *diag)
{
    for (const char *c = word + 1; *c; c++) {
        const int key = (unsigned char)*c;
        const struct argp_option *known = find_option(p, has_key, &key);
        if (!known) {
            noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                     "unknown option '-%c' (see nocsight %s%s--help)", *c, help_of(p),
                     p->command ? " " : "");
            return true;
        }
        if (known->arg && c[1]) return false;
        if (known->arg) {
            noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "-%c needs a value: -%c %s", *c, *c,
                     known->arg);
            return true;
        }
    }
    return false;
}

static void blame(const pass *p, int argc, char **argv, noc_diag *diag)
{
    for (int i = p->stopped_at - 1; i <= p->stopped_at && i < argc; i++) {
        const char *word = argv[i];
        if (strncmp(word, "--", 2) == 0) {
            blame_long(p, word, diag);
            return;
        }
        if (word[0] == '-' && blame_short(p, word, diag)) return;
    }
    noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "the options are wrong (see nocsight %s%s--help)",
             help_of(p), p->command ? " " : "");
}

/* ---- passes --------------------------------------------------------------------------------- */

static noc_status run_pass(pass *p, int argc, char **argv, noc_diag *diag)
{
    static const struct argp_option program_options[] = {
        {"version", 'V', 0, 0, "print version and commit", 0}, {0}};
    add_groups(p);
    const struct argp argp = {
        .options = p->command ? NULL : program_options,
        .parser = take_word,
        .children = p->children,
    };
    /* In order, so that options may follow words whatever the environment says. */
    const unsigned flags = ARGP_IN_ORDER | ARGP_NO_HELP | ARGP_SILENT;
    const error_t result = argp_parse(&argp, argc, argv, flags, NULL, p);
    if (result == ENOMEM)
        noc_fail_memory(diag);
    else if (result != 0)
        blame(p, argc, argv, diag);
    return noc_diag_status(diag);
}

static const noc_command *find_command(const char *name, noc_diag *diag)
{
    for (size_t i = 0; noc_command_at(i); i++)
        if (strcmp(noc_command_at(i)->name, name) == 0) return noc_command_at(i);
    const char *near = noc_nearest_in(name, noc_command_name);
    noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "unknown command '%s'%s%s%s", name,
             near ? "; did you mean '" : " (nocsight --help lists them)", near ? near : "",
             near ? "'?" : "");
    return NULL;
}

static noc_status check_operands(const noc_request *r, noc_diag *diag)
{
    const noc_command *command = r->command;
    const int count = (int)r->operand_count;
    if (count < command->least)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s: %s is missing (see nocsight %s --help)",
                        command->name, command->operands, command->name);
    if (count > command->most)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s: '%s' is one word too many (%s %s)",
                        command->name, r->operands[command->most], command->name,
                        command->operands);
    return NOC_OK;
}

static noc_status check_channels(const noc_request *r, noc_diag *diag)
{
    if (r->channels && r->load.form == NOC_LOAD_NONE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "%s: --channels needs --load L: how busy channels are depends on it",
                        r->command->name);
    if (r->channels && r->breakdown && r->format == NOC_FORMAT_CSV)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "%s: --channels and --breakdown have different columns (give one of them "
                        "with --format csv)",
                        r->command->name);
    return NOC_OK;
}

static bool is_one_of(const char *suffix, const char *suffixes)
{
    for (const char *at = suffixes; at && (at = strstr(at, suffix)); at++)
        if (strchr(" ", at[strlen(suffix)])) return true;
    return false;
}

/* Without --format the name of the file tells it, so that no x.svg is a table. */
static noc_status settle_format(noc_request *r, noc_diag *diag)
{
    const char *suffix = r->output ? strrchr(r->output, '.') : NULL;
    const noc_command *c = r->command;
    if (!suffix || r->format_given || is_one_of(suffix, c->pictures)) return NOC_OK;
    if (strcmp(suffix, ".json") == 0) r->format = NOC_FORMAT_JSON;
    if (strcmp(suffix, ".csv") == 0) r->format = NOC_FORMAT_CSV;
    if (!is_one_of(suffix, ".svg .pdf .html .png .eps .jpg .gif")) return NOC_OK;
    if (c->takes & NOC_TAKES_SVG && strcmp(suffix, ".svg") == 0) {
        r->format = NOC_FORMAT_SVG;
        return NOC_OK;
    }
    const char *svg = c->takes & NOC_TAKES_SVG ? ".svg" : "", *others = c->pictures;
    if (!*svg && !others)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){r->output, 0},
                        "'%s' has no pictures (it writes text, .json and .csv)", c->name);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){r->output, 0}, "'%s' draws %s%s%s", c->name, svg,
                    *svg && others ? " and " : "", others ? others : "");
}

static noc_status read_command(noc_request *r, int at, noc_diag *diag)
{
    r->command = find_command(r->argv[at], diag);
    if (!r->command) return NOC_EUSAGE;
    pass after = {.request = r, .diag = diag, .command = r->command};
    const noc_status status = run_pass(&after, r->argc - at, r->argv + at, diag);
    if (status != NOC_OK || r->help) return status;
    if (r->format == NOC_FORMAT_SVG && !(r->command->takes & NOC_TAKES_SVG) && r->command->pictures)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--format svg", 0},
                        "'%s' draws files: -o FILE that ends in one of %s", r->command->name,
                        r->command->pictures);
    if (r->format == NOC_FORMAT_SVG && !(r->command->takes & NOC_TAKES_SVG))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--format svg", 0},
                        "'%s' has no pictures (expected table, json or csv)", r->command->name);
    if (settle_format(r, diag) != NOC_OK || check_channels(r, diag) != NOC_OK) return NOC_EUSAGE;
    return check_operands(r, diag);
}

static bool make_lists(noc_request *r)
{
    const size_t words = (size_t)r->argc + 1;
    r->operands = calloc(words, sizeof *r->operands);
    r->sets = calloc(words, sizeof *r->sets);
    r->varies = calloc(words, sizeof *r->varies);
    r->requires = calloc(words, sizeof *r->requires);
    return r->operands && r->sets && r->varies && r->requires;
}

noc_status noc_request_read(int argc, char **argv, noc_request *request, noc_diag *diag)
{
    *request = (noc_request){
        .argc = argc,
        .argv = argv,
        .precision = 0.02,
        .seed = 1,
        .max_error = NAN,
        .points = 12,
        .activity = NAN,
        .component = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, false},
        .shard = 1,
        .shards = 1,
        .model_error = NAN,
        .budget = 1000,
        .tolerance = 0.01,
        .confidence = 0.95,
        .keep = 5,
    };
    if (!make_lists(request)) return noc_fail_memory(diag);
    pass before = {.request = request, .diag = diag};
    const noc_status status = run_pass(&before, argc, argv, diag);
    if (status != NOC_OK || before.command_at == 0) return status;
    return read_command(request, before.command_at, diag);
}

void noc_request_clear(noc_request *request)
{
    free(request->operands);
    free(request->sets);
    free(request->varies);
    free(request->requires);
}

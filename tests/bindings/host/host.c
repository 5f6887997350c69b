/* A process that is linked with libnocsight, and has settings of its own: after answers of every
 * kind all settings are as before, nothing was printed, and the figures do not depend on them.
 *
 *     host DESIGN-FILE     status 0: all is well; 77: the locale de_DE.UTF-8 is missing
 */
#include <dirent.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <locale.h>
#include <math.h>
#include <nocsight.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIGNALS = 65, FIGURES = 400, NAME_CHARS = 400 };

static int fault_count;

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "host: %s\n", what);
    fault_count++;
}

/* Settings of a process. */
typedef struct settings {
    struct sigaction signals[SIGNALS];
    sigset_t mask;
    char locale[NAME_CHARS], folder[NAME_CHARS];
    locale_t thread_locale;
    mode_t umask;
    struct rlimit stack, files;
    int open_files, threads;
} settings;

static int count_entries(const char *folder)
{
    int count = 0;
    DIR *entries = opendir(folder);
    while (entries && readdir(entries)) count++;
    if (entries) closedir(entries);
    return count;
}

static void note_settings(settings *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 1; i < SIGNALS; i++) sigaction(i, NULL, &s->signals[i]);
    sigprocmask(SIG_SETMASK, NULL, &s->mask);
    snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
    if (!getcwd(s->folder, sizeof s->folder)) s->folder[0] = '\0';
    s->thread_locale = uselocale((locale_t)0);
    s->umask = umask(0);
    umask(s->umask);
    getrlimit(RLIMIT_STACK, &s->stack);
    getrlimit(RLIMIT_NOFILE, &s->files);
    s->open_files = count_entries("/proc/self/fd");
    s->threads = count_entries("/proc/self/task");
}

static void compare_settings(const settings *a, const settings *b)
{
    for (int i = 1; i < SIGNALS; i++)
        require(a->signals[i].sa_handler == b->signals[i].sa_handler, "a signal has a handler");
    require(memcmp(&a->mask, &b->mask, sizeof a->mask) == 0, "the mask of signals has changed");
    require(strcmp(a->locale, b->locale) == 0, "the locale has changed");
    require(a->thread_locale == b->thread_locale, "the locale of the thread has changed");
    require(strcmp(a->folder, b->folder) == 0, "the working folder has changed");
    require(a->umask == b->umask, "the mask of new files has changed");
    require(memcmp(&a->stack, &b->stack, sizeof a->stack) == 0,
            "the limit of the stack has changed");
    require(memcmp(&a->files, &b->files, sizeof a->files) == 0, "the limit of files has changed");
    require(a->open_files == b->open_files, "a file is left open");
    require(a->threads == b->threads, "a thread is left");
}

/* ---- GSL ------------------------------------------------------------------------------------ */

static int handler_calls;

static void own_handler(const char *reason, const char *file, int line, int number)
{
    (void)reason, (void)file, (void)line, (void)number;
    handler_calls++;
}

/* ---- answers -------------------------------------------------------------------------------- */

static void expect(int code, int expected, const noc_error *error)
{
    if (code == expected) return;
    fprintf(stderr, "host: code %d: %s: %s\n", code, error->file, error->message);
    exit(1);
}

static int progress_calls;

/* In a progress function the process has its own locale. */
static int hear(void *data, double share)
{
    char text[20];
    (void)share;
    progress_calls++;
    snprintf(text, sizeof text, "%.1f", 0.5);
    require(text[1] == *(const char *)data, "a progress function has another locale");
    return 1;
}

/* All figures of an answer, and texts with numbers in them. */
typedef struct figures {
    double values[FIGURES];
    size_t count;
    char *json, *setting, *svg;
} figures;

static figures ask(const char *file, char *decimal_mark)
{
    static const char *const wide[] = {"network.flit_bytes=32", "chip.tile_mm=2.5"},
                             *const wrong[] = {"chip.tile_mm=2,5,"},
                             *const axes[] = {"chip.tile_mm=1.25,2.5"};
    const noc_query query = {.approach = NOC_APPROACH_SAMPLE,
                             .load = "12.5%",
                             .precision = 0.05,
                             .progress = hear,
                             .progress_data = decimal_mark};
    figures f = {.count = 0};
    noc_error error = {0};
    noc_context *context;
    noc_design *design, *missing;
    noc_estimate *estimate;
    noc_variants *variants;
    noc_curve *curve;
    noc_costs *costs;
    noc_metric_facts facts;
    noc_value value;
    expect(noc_context_new(&context, &error), 0, &error);
    expect(noc_design_open(context, "/no/such.cfg", &missing, &error), NOC_CODE_INPUT, &error);
    expect(noc_design_open(context, file, &design, &error), 0, &error);
    expect(noc_design_set(context, &design, wrong, 1, &error), NOC_CODE_USAGE, &error);
    expect(noc_design_set(context, &design, wide, 2, &error), 0, &error);
    expect(noc_design_vary(context, design, axes, 1, &variants, &error), 0, &error);
    expect(noc_design_estimate(context, design, &query, &estimate, &error), 0, &error);
    expect(noc_design_curve(context, design, NULL, 3, 2, &curve, &error), 0, &error);
    expect(noc_design_costs(context, design, &query, &costs, &error), 0, &error);
    expect(noc_estimate_json(estimate, &f.json, &error), 0, &error);
    expect(noc_design_svg(context, design, &f.svg, &error), 0, &error);
    expect(noc_design_get(design, "chip.tile_mm", &f.setting, &error), 0, &error);
    for (size_t i = 0; i < FIGURES && noc_metric_at(i, &facts, NULL) == 0; i++) {
        expect(noc_estimate_value(estimate, facts.name, &value, &error), 0, &error);
        f.values[f.count++] = isnan(value.value) ? -1.0 : value.value;
    }
    noc_costs_release(costs);
    noc_curve_release(curve);
    noc_estimate_release(estimate);
    noc_variants_release(variants);
    noc_design_release(design);
    noc_context_release(context);
    noc_error_clear(&error);
    return f;
}

/* Cuts the time that an answer took out of its JSON. */
static void forget_time(char *json)
{
    char *time = strstr(json, "\"wall_s\"");
    char *end = time ? time + strcspn(time, "\n") : NULL;
    if (time) memmove(time, end, strlen(end) + 1);
}

static void compare_figures(figures *a, figures *b)
{
    forget_time(a->json);
    forget_time(b->json);
    require(a->count == b->count && memcmp(a->values, b->values, a->count * sizeof(double)) == 0,
            "figures depend on the locale");
    require(strcmp(a->json, b->json) == 0, "JSON depends on the locale");
    require(strcmp(a->svg, b->svg) == 0, "drawings depend on the locale");
    require(strcmp(a->setting, "2.5") == 0 && strcmp(b->setting, "2.5") == 0,
            "settings depend on the locale");
}

static void release(figures *f)
{
    noc_text_release(f->json);
    noc_text_release(f->svg);
    noc_text_release(f->setting);
}

/* ---- the process ---------------------------------------------------------------------------- */

/* Sends the standard outputs to a file, whose size is what was printed. */
static int catch_output(int copies[2])
{
    FILE *file = tmpfile();
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        copies[i] = dup(i + 1);
        dup2(fileno(file), i + 1);
    }
    return fileno(file);
}

static long give_output_back(int caught, const int copies[2])
{
    struct stat facts;
    fflush(NULL);
    fstat(caught, &facts);
    for (int i = 0; i < 2; i++) {
        dup2(copies[i], i + 1);
        close(copies[i]);
    }
    return (long)facts.st_size;
}

int main(int argc, char **argv)
{
    settings before, after;
    int copies[2];
    char point[] = ".", comma[] = ",";
    if (argc != 2) return 2;
    figures plain = ask(argv[1], point);
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) return 77;
    gsl_set_error_handler(own_handler);
    note_settings(&before);
    const int caught = catch_output(copies);
    figures german = ask(argv[1], comma);
    const long printed = give_output_back(caught, copies);
    close(caught);
    note_settings(&after);
    require(printed == 0, "something was printed");
    compare_settings(&before, &after);
    compare_figures(&plain, &german);
    require(gsl_set_error_handler(NULL) == own_handler, "GSL has another handler");
    require(progress_calls > 0, "nobody told of the progress");
    require(handler_calls == 0, "GSL's handler of the process was called");
    require(noc_api_version() == NOC_API_VERSION, "the library is of another version");
    release(&plain);
    release(&german);
    if (fault_count == 0) puts("host: all settings are as before");
    return fault_count > 0;
}

#include "cli/frame/watch.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/affix.h"
#include "base/auto.h"
#include "base/shortage.h"
#include "bindings/c/held_design.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/messages.h"
#include "cli/frame/saves.h"
#include "cli/frame/shipped.h"
#include "cli/frame/terminal.h"
#include "reader/shipped.h"
#include "reports/compare/compare_words.h"
#include "reports/estimates/whatif.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/output.h"

const noc_option_group noc_watch_options = NOC_ONE_OPTION(
    "watch", 0, NULL,
    "answer again at each save of the design, or of a file that it names, until Ctrl-C",
    NOC_OPTION_FLAG, .offset = 0);

struct noc_watch {
    const noc_request *request;
    noc_saves saves;
    char *save_words;      /* time and files of the save; NULL: first run, or already told */
    noc_design *design;    /* design of the last answer; NULL: no answer yet */
    noc_estimate *answers; /* last answer, and room for the present one */
    char *csv_header;      /* header written last; NULL: none */
    bool has_page;         /* a page was written to standard output */
    atomic_bool is_stale;  /* the run was stopped, since a file was saved during it */
};

/* ---- pages ---------------------------------------------------------------------------------- */

static bool is_to_stdout(const noc_request *r)
{
    return !r->output || strcmp(r->output, "-") == 0;
}

/* Joins the lines of a JSON document, in place. Texts have no ends of lines, so all that follows an
 * end of a line is indentation. Returns the document's new size. */
static size_t join_json_lines(char *text, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n') {
            text[length++] = text[i];
            continue;
        }
        while (i + 1 < size && text[i + 1] == ' ') i++;
        if (length > 0 && text[length - 1] == ',') text[length++] = ' ';
    }
    text[length++] = '\n'; /* newline that ends the document's own last line */
    return length;
}

/* Finds the part of a CSV page that follows the header, or all of it if the header is another one
 * than before. NULL when out of memory. */
static char *skip_header(noc_watch *w, char *text)
{
    const size_t length = strcspn(text, "\n");
    if (w->csv_header && strlen(w->csv_header) == length &&
        strncmp(w->csv_header, text, length) == 0)
        return text + length + (text[length] == '\n');
    free(w->csv_header);
    w->csv_header = strndup(text, length);
    return w->csv_header ? text : NULL;
}

/* Writes a page after those of earlier runs. */
static noc_status write_next_page(const noc_request *r, char *text, size_t size, noc_diag *diag)
{
    noc_watch *w = r->watch;
    noc_status status = NOC_OK;
    char *start = text;
    if (r->format == NOC_FORMAT_JSON) size = join_json_lines(text, size);
    if (r->format == NOC_FORMAT_CSV) start = skip_header(w, text);
    if (!start) return noc_fail_memory(diag);
    if (r->format == NOC_FORMAT_TABLE && w->has_page)
        status = noc_output_write(NULL, "\n", 1, diag);
    w->has_page = true;
    return status == NOC_OK ? noc_output_write(NULL, start, size - (size_t)(start - text), diag)
                            : status;
}

noc_status noc_watch_send(const noc_request *r, char *text, size_t size, noc_diag *diag)
{
    if (r->watch->is_stale) return NOC_EINTERRUPTED;
    if (is_to_stdout(r)) return write_next_page(r, text, size, diag);
    if (noc_saves_has_file(&r->watch->saves, r->output)) /* each answer would be a save */
        return NOC_REFUSE_AT(diag, r->output,
                             "the design is read from this file (-o needs another)");
    return noc_output_write(r->output, text, size, diag);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Limits of the settings that are listed: their number, and characters of a value. */
enum { LISTED_MAX = 8, VALUE_CHARS_MAX = 40 };

/* List of changed settings under construction. */
typedef struct settings_list {
    FILE *out;
    noc_settings pair[2];    /* settings of the last answer, and present ones */
    bool has_single_network; /* true: both designs have one network, so settings have no number */
    size_t count;
} settings_list;

/* True if a value is too long for the list. False for a missing one. */
static bool is_long(const char *value)
{
    return value && strlen(value) > VALUE_CHARS_MAX;
}

static void list_setting(void *context, const char *path)
{
    static const char first_network[] = "networks[0].";
    settings_list *l = context;
    const bool is_short = l->has_single_network && begins_with(path, first_network);
    const char *before = noc_settings_value(&l->pair[0], path),
               *now = noc_settings_value(&l->pair[1], path);
    if (l->count++ >= LISTED_MAX) return;
    fprintf(l->out, "%s%s%s ", l->count > 1 ? "; " : ": ", is_short ? "network." : "",
            path + (is_short ? strlen(first_network) : 0));
    if (is_long(before) || is_long(now))
        fputs(!before ? "added" : !now ? "removed" : "changed", l->out);
    else
        fprintf(l->out, "%s -> %s", before ? before : "none", now ? now : "none");
}

/* Writes the settings that changed since the last answer. */
static void write_settings(FILE *out, const noc_design *before, const noc_design *now)
{
    noc_settings *settings =
        noc_settings_collect_designs((const noc_design *const[]){before, now}, 2);
    if (!settings) return; /* main reports the shortage */
    settings_list list = {.out = out,
                          .pair = {settings[0], settings[1]},
                          .has_single_network =
                              before->network_count == 1 && now->network_count == 1};
    noc_settings_visit_changed(settings, 2, list_setting, &list);
    if (list.count > LISTED_MAX) fprintf(out, "; and %zu more", list.count - LISTED_MAX);
    if (list.count == 0) fputs(": no setting changed", out);
    noc_settings_clear(settings, 2);
}

/* Tells the save, once; `now`: the present design; NULL: it could not be read. */
static void tell_save(noc_watch *w, const noc_design *now)
{
    NOC_AUTO_FREE char *text = NULL;
    size_t size = 0;
    FILE *out = w->save_words && !w->request->is_quiet ? open_memstream(&text, &size) : NULL;
    if (out) {
        fputs(w->save_words, out);
        if (w->design && now) write_settings(out, w->design, now);
        text = noc_memory_text_close(out, &text);
    }
    if (text && isatty(STDERR_FILENO)) fputc('\n', stderr);
    if (text) noc_message_print("%s", text);
    free(w->save_words);
    w->save_words = NULL;
}

void noc_watch_tell_settings(noc_watch *w, const noc_cases *cases)
{
    if (w) tell_save(w, cases->designs[cases->base_index]);
}

/* Tells the main figures that changed since the last answer. */
static void tell_figures(const noc_watch *w)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = w->request->is_quiet ? NULL : open_memstream(&text, &size);
    if (!out) return;
    if (isatty(STDERR_FILENO)) fputc('\n', out);
    const noc_sheet sheet = {.out = out, .width = noc_terminal_columns(STDERR_FILENO)};
    noc_text_whatif_changes(&sheet, w->answers, NULL);
    noc_messages_send_page(noc_memory_text_close(out, &text));
}

void noc_watch_keep(noc_watch *w, const noc_cases *cases, const noc_estimate *estimates)
{
    if (!w) return;
    const size_t base = cases->base_index;
    w->answers[1] = estimates[base];
    w->answers[1].components = NULL;
    w->answers[1].channels = NULL;
    w->answers[1].tiles = NULL;
    w->answers[1].pairs = NULL;
    if (w->design) tell_figures(w);
    noc_design_release(w->design);
    w->design = noc_held_design_share(cases->designs[base]);
    w->answers[0] = w->answers[1];
}

/* Returns a text of the file names, separated by commas: of all files, or of changed ones. The
 * caller frees it; NULL when out of memory. */
static char *list_files(const noc_saves *s, const char *head, bool changed_only)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const char *path, *separator = " ";
    if (!out) return NULL;
    fputs(head, out);
    for (size_t i = 0; (path = noc_saves_path(s, i)); i++) {
        NOC_AUTO_FREE char *name = noc_shipped_display_path(path);
        if (changed_only && !noc_saves_is_changed(s, i)) continue;
        fprintf(out, "%s%s", separator, name ? name : path);
        separator = ", ";
    }
    return noc_memory_text_close(out, &text);
}

/* Makes the words on a save: its time, and the changed files. */
static void describe_save(noc_watch *w)
{
    char clock[16];
    const time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(clock, sizeof clock, "%H:%M:%S", &local);
    free(w->save_words);
    w->save_words = list_files(&w->saves, clock, true);
}

static void tell_start(const noc_watch *w)
{
    NOC_AUTO_FREE char *text = list_files(&w->saves, "watching", false);
    if (text && !w->request->is_quiet) noc_message_print("%s (Ctrl-C ends it)", text);
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Checks, during a run, for a save that makes its answer useless. */
static bool is_stale(void *context)
{
    noc_watch *w = context;
    if (!w->is_stale && noc_saves_has_change(&w->saves)) w->is_stale = true;
    return w->is_stale;
}

/* Runs the command once. Returns its exit status. */
static int run_once(noc_watch *w, int (*run)(const noc_request *request, noc_diag *diag),
                    noc_diag *diag)
{
    w->is_stale = false;
    noc_saves_begin_run(&w->saves);
    noc_interrupt_set_reason(is_stale, w);
    const int status = run(w->request, diag);
    noc_interrupt_set_reason(NULL, NULL);
    noc_saves_end_run();
    tell_save(w, NULL);
    return status;
}

/* Prints the messages of a run, unless a save has stopped it, and clears them. */
static void send_messages(const noc_watch *w, noc_diag *diag)
{
    if (!w->is_stale)
        noc_messages_send(noc_messages_text((const noc_diag *[]){diag}, 1, "nothing was computed"));
    noc_diag_clear(diag);
}

/* Waits for a save after which the design exists; a design that is gone is told once. */
static noc_saves_event wait_for_save(noc_watch *w, const char *path)
{
    const bool needs_reader = is_to_stdout(w->request);
    noc_saves_event event = noc_saves_wait(&w->saves, needs_reader);
    for (bool is_told = false; event == NOC_SAVES_CHANGE && access(path, F_OK) != 0;
         is_told = true) {
        if (!is_told) noc_message_print("%s is gone (the next answer is when it is back)", path);
        noc_saves_accept(&w->saves);
        event = noc_saves_wait(&w->saves, needs_reader);
    }
    return event;
}

/* Runs the command at each save, until Ctrl-C, or until memory runs short, which main reports. */
static int follow_saves(noc_watch *w, const char *path,
                        int (*run)(const noc_request *request, noc_diag *diag), noc_diag *diag)
{
    noc_saves_event event;
    while ((event = wait_for_save(w, path)) == NOC_SAVES_CHANGE) {
        describe_save(w);
        run_once(w, run, diag);
        send_messages(w, diag);
        if (noc_is_interrupted()) return NOC_EXIT_INTERRUPTED;
        if (noc_has_noted_shortage()) return noc_exit_from_status(NOC_EFAILED);
    }
    if (event == NOC_SAVES_INTERRUPT) return NOC_EXIT_INTERRUPTED;
    raise(SIGPIPE); /* a write to a pipe without a reader does so, too */
    return noc_exit_from_status(NOC_EFAILED);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Finds the file of the operand. Refuses what has no saves. */
static noc_status find_file(const noc_request *r, char **path, noc_diag *diag)
{
    const noc_status status = noc_shipped_resolve(r->operands[0], path, diag);
    struct stat file;
    if (status != NOC_OK) return status;
    if (strcmp(*path, "-") == 0)
        return NOC_REFUSE(diag, "%s: --watch needs a file: standard input is not saved again",
                          r->command->name);
    if (stat(*path, &file) != 0) return NOC_OK; /* the reader of the design reports it */
    if (!S_ISREG(file.st_mode))
        return NOC_REFUSE_AT(diag, *path, "--watch needs a file, which this is not");
    if (r->format == NOC_FORMAT_SVG && is_to_stdout(r))
        return NOC_REFUSE(diag, "%s: --watch draws into a file (-o FILE.svg)", r->command->name);
    return NOC_OK;
}

static void clear(noc_watch *w)
{
    noc_saves_clear(&w->saves);
    noc_design_release(w->design);
    free(w->answers);
    free(w->csv_header);
    free(w->save_words);
}

/* True if the first run ends the watch: the design does not exist, or no save of a file can mend
 * the fault. */
static bool is_final(int status, const char *path)
{
    return status == noc_exit_from_status(NOC_EUSAGE) ||
           status == noc_exit_from_status(NOC_EFAILED) || noc_is_interrupted() ||
           (status == noc_exit_from_status(NOC_EINPUT) && access(path, F_OK) != 0);
}

int noc_watch_run(const noc_request *r, int (*run)(const noc_request *request, noc_diag *diag),
                  noc_diag *diag)
{
    NOC_AUTO_FREE char *path = NULL;
    noc_request request = *r;
    NOC_AUTO(clear)
    noc_watch w = {.request = &request,
                   .saves = {.lock = PTHREAD_MUTEX_INITIALIZER},
                   .answers = calloc(2, sizeof *w.answers)};
    request.watch = &w;
    const noc_status path_status = w.answers ? find_file(r, &path, diag) : noc_fail_memory(diag);
    if (path_status != NOC_OK) return noc_exit_from_status(path_status);
    noc_interrupt_catch();
    const int status = run_once(&w, run, diag);
    if (is_final(status, path)) return status;
    send_messages(&w, diag);
    tell_start(&w);
    return follow_saves(&w, path, run, diag);
}

/* query --watch: what users meet as they save a design, or a table that it names, in the ways of
 * editors. All answers together are those of the same queries without --watch. */
#include <fcntl.h>
#include <jansson.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"

/* ---- ways to save --------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* A file from another folder takes the place of the old one. */
static void replace(const char *path, const char *text)
{
    char *new_path = test_path_of("new/file");
    write_text(new_path, text);
    assert_int_equal(rename(new_path, path), 0);
    free(new_path);
}

/* The old file stays under another name. */
static void back_up(const char *path, const char *text)
{
    char old_path[200];
    snprintf(old_path, sizeof old_path, "%s~", path);
    assert_int_equal(rename(path, old_path), 0);
    write_text(path, text);
}

/* Half of the text stands alone for long enough to be read. */
static void write_halves(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; text[i]; i++) {
        if (i == strlen(text) / 2) {
            fflush(out);
            nanosleep(&(struct timespec){0, 200000000}, NULL);
        }
        fputc(text[i], out);
    }
    fclose(out);
}

static void remove_file(const char *path, const char *text)
{
    (void)text;
    assert_int_equal(unlink(path), 0);
}

static void remove_folder(const char *path, const char *text)
{
    char *copy = strdup(path);
    remove_file(path, text);
    assert_int_equal(rmdir(dirname(copy)), 0);
    free(copy);
}

static void make_folder(const char *path, const char *text)
{
    char *copy = strdup(path);
    assert_int_equal(mkdir(dirname(copy), 0700), 0);
    write_text(path, text);
    free(copy);
}

/* ---- cases ---------------------------------------------------------------------------------- */

#define MESH                                                               \
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n" \
    "network = { topology = \"mesh\"; columns = 4; rows = 4;\n"            \
    "  virtual_channels = %s; };\n"
#define RING                                                                   \
    "nodes = { compute = 4; memory = 2; }; network = { topology = \"file\";\n" \
    "  links = \"links.csv\"; attach = \"attach.csv\"; virtual_channels = %s; };\n"

/* Files that are saved, each with a value in its text, and the values that they have first. */
static const struct {
    const char *name, *text, *value;
} files[] = {
    {"x.cfg", MESH, "2"},
    {"sub/x.cfg", MESH, "2"},
    {"ring.cfg", RING, "2"},
    {"links.csv", "from,to,cycles,mm\n0,2,%s,4\n0,1,2,4\n1,0,2,4\n1,2,2,4\n2,1,2,4\n2,0,2,4\n",
     "2"},
    {"attach.csv", "node,router\n0,0\n1,0\n2,1\n3,1\n4,2\n5,%s\n", "2"},
};

enum { STEPS_MAX = 6 };

/* A save. `says`: part of the messages that it brings; `is_answered`: an answer follows. */
typedef struct step {
    void (*save)(const char *path, const char *text);
    const char *file, *value, *says;
    bool is_answered;
} step;

typedef struct watch_case {
    const char *name, *words; /* words of the query */
    const char *output;       /* file of -o; NULL: standard output */
    step steps[STEPS_MAX];
} watch_case;

static const watch_case cases[] = {
    {"into the file",
     "x.cfg",
     NULL,
     {{write_text, "x.cfg", "4", " x.cfg: network.virtual_channels 2 -> 4\n", true},
      {write_text, "x.cfg", "2", " x.cfg: network.virtual_channels 4 -> 2\n", true}}},
    {"by a new file",
     "x.cfg --load 0.05",
     NULL,
     {{replace, "x.cfg", "4", "main figure", true},
      {replace, "x.cfg", "4", " x.cfg: no setting changed\nNo main figure changed.\n", true},
      {replace, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"with a backup",
     "x.cfg",
     NULL,
     {{back_up, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {back_up, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"in pieces",
     "x.cfg",
     NULL,
     {{write_halves, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {write_halves, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"with a fault, which is mended",
     "x.cfg",
     NULL,
     {{replace, "x.cfg", "0", "\nnocsight: x.cfg:3: network.virtual_channels = 0: ", false},
      {replace, "x.cfg", "\"a\"", "\nnocsight: x.cfg:3: network.virtual_channels = \"a\"", false},
      {replace, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true}}},
    {"after it was removed",
     "x.cfg",
     NULL,
     {{remove_file, "x.cfg", "", "nocsight: x.cfg is gone", false},
      {write_text, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {replace, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"after its folder was removed",
     "sub/x.cfg",
     NULL,
     {{remove_folder, "sub/x.cfg", "", "nocsight: sub/x.cfg is gone", false},
      {make_folder, "sub/x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {replace, "sub/x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"of what a link leads to",
     "link.cfg",
     NULL,
     {{write_text, "sub/x.cfg", "4", " link.cfg: network.virtual_channels 2 -> 4\n", true},
      {replace, "sub/x.cfg", "6", " link.cfg: network.virtual_channels 4 -> 6\n", true}}},
    {"of tables",
     "ring.cfg",
     NULL,
     {{replace, "links.csv", "9", " links.csv: network.link changed\nmain figure", true},
      {replace, "links.csv", "x", "\nnocsight: links.csv:2: ", false},
      {remove_file, "links.csv", "", "links.csv cannot be opened", false},
      {write_text, "links.csv", "3", " links.csv: network.link changed\n", true},
      {replace, "attach.csv", "1", " attach.csv: network.node changed\n", true},
      {replace, "ring.cfg", "4", " ring.cfg: network.virtual_channels 2 -> 4\n", true}}},
    {"JSON",
     "x.cfg --format json",
     NULL,
     {{replace, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {replace, "x.cfg", "0", "x.cfg:3: ", false},
      {replace, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"JSON of variants",
     "x.cfg --format json --load 0.05 --vary network.flit_bytes=16,32",
     NULL,
     {{replace, "x.cfg", "4", "main figure", true}}},
    {"CSV",
     "x.cfg --format csv",
     NULL,
     {{replace, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {replace, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
    {"variants and settings",
     "x.cfg --set network.buffer_flits=4 --vary network.virtual_channels=2,8",
     NULL,
     {{replace, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true}}},
    {"windows",
     "x.cfg --load 0.05 --within 20% --format csv",
     NULL,
     {{replace, "x.cfg", "4", "main figure", true}}},
    {"a file of answers",
     "x.cfg",
     "answers.csv",
     {{replace, "x.cfg", "4", "network.virtual_channels 2 -> 4\n", true},
      {replace, "x.cfg", "0", "x.cfg:3: ", false},
      {replace, "x.cfg", "6", "network.virtual_channels 4 -> 6\n", true}}},
};

/* ---- the program ---------------------------------------------------------------------------- */

/* Longest wait for anything, s: a machine may be slow, and a fault must end the test. */
enum { PATIENCE_S = 120 };

/* A watch, and the answers that it should have given. */
typedef struct watch {
    const char *words, *output;
    pid_t process;
    char *answers; /* text of all answers */
    size_t count;
} watch;

/* Opens an empty file of the test's folder. */
static int open_empty(const char *name)
{
    char *path = test_path_of(name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    free(path);
    assert_true(fd >= 0);
    return fd;
}

/* Watch that has not ended, since its test has failed; 0: none. */
static pid_t unended;

static void end_process(void)
{
    if (unended > 0) kill(unended, SIGKILL);
    if (unended > 0) waitpid(unended, NULL, 0);
    unended = 0;
}

static watch start(const char *words, const char *output)
{
    char *folder = test_path_of(""), *command = NULL;
    end_process();
    const int out = open_empty("stdout"), err = open_empty("stderr");
    watch w = {.words = words, .output = output, .answers = strdup("")};
    assert_true(asprintf(&command, "exec '%s' query --watch %s %s%s", NOC_BINARY, words,
                         output ? "-o " : "", output ? output : "") > 0);
    w.process = fork();
    if (w.process == 0) {
        signal(SIGINT, SIG_DFL); /* a shell's background jobs ignore it */
        if (chdir(folder) == 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(99);
    }
    assert_true(w.process > 0);
    unended = w.process;
    close(out);
    close(err);
    free(folder);
    free(command);
    return w;
}

/* Waits a little. Fails the test, with the messages, after too many calls. */
static void wait_more(int *waits, const char *awaited)
{
    static const struct timespec step_time = {0, 5000000};
    nanosleep(&step_time, NULL);
    if (++*waits < PATIENCE_S * 200) return;
    char *out = test_read_back("stdout"), *err = test_read_back("stderr");
    print_error("standard error:\n%s\nstandard output:\n%s\n", err, out);
    fail_msg("never seen: %s", awaited);
}

static size_t message_bytes(void)
{
    char *err = test_read_back("stderr");
    const size_t bytes = strlen(err);
    free(err);
    return bytes;
}

/* Counts the saves that the messages tell, each with its time. */
static size_t count_saves(void)
{
    static const char head[] = "\nnocsight: ";
    char *err = test_read_back("stderr");
    size_t count = 0;
    for (const char *line = err; (line = strstr(line, head)); line++)
        count += line[strlen(head) + 2] == ':' && line[strlen(head) + 5] == ':';
    free(err);
    return count;
}

/* Waits for a text in the messages, beyond those that stood there before. */
static void wait_for_message(size_t earlier_bytes, const char *text)
{
    int waits = 0;
    for (bool is_seen = false; !is_seen;) {
        char *err = test_read_back("stderr");
        is_seen = strstr(err + earlier_bytes, text) != NULL;
        free(err);
        if (!is_seen) wait_more(&waits, text);
    }
}

/* Field of /proc/PID/stat after the program's name: 0 is its state, 11 the ticks that it worked. */
static long find_process_field(pid_t process, int field)
{
    char path[60], text[600] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    const size_t bytes = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    assert_true(bytes > 0);
    const char *position = strrchr(text, ')') + 2;
    for (int i = 0; i < field; i++) position = strchr(position, ' ') + 1;
    return field == 0 ? *position : atol(position);
}

/* Waits until the program sleeps, as it does before the next save. */
static void wait_for_sleep(const watch *w)
{
    int waits = 0;
    while (find_process_field(w->process, 0) != 'S') wait_more(&waits, "a program that sleeps");
}

/* Returns what a query without --watch writes to a like output. */
static char *answer_once(const watch *w)
{
    char *folder = test_path_of("");
    char *answer = test_output_of("cd %s && '%s' query %s %s 2>/dev/null", folder, NOC_BINARY,
                                  w->words, w->output ? "-o once.csv; cat once.csv" : "");
    free(folder);
    return answer;
}

/* Adds the answer of a query without --watch. CSV has one header, and tables have an empty line
 * between them; a file has the last answer only. */
static void expect_answer(watch *w)
{
    char *answer = answer_once(w), *joined = NULL;
    const bool is_next = w->count++ > 0 && !w->output;
    const bool is_csv = strstr(w->words, "csv") != NULL, is_json = strstr(w->words, "json") != NULL;
    assert_true(asprintf(&joined, "%s%s%s", is_next ? w->answers : "",
                         is_next && !is_csv && !is_json ? "\n" : "",
                         is_next && is_csv ? strchr(answer, '\n') + 1 : answer) >= 0);
    free(w->answers);
    free(answer);
    w->answers = joined;
}

/* Takes out what differs from run to run. */
static void mask(json_t *answer)
{
    size_t i;
    json_t *element;
    json_array_foreach(answer, i, element) mask(element);
    json_object_del(answer, "run");
}

/* Compares JSON documents, each of which has a line in `lines`. */
static bool has_equal_documents(const char *lines, const char *documents)
{
    bool is_equal = true;
    size_t position = 0;
    while (is_equal && documents[position]) {
        json_error_t end;
        json_t *expected = json_loads(documents + position, JSON_DISABLE_EOF_CHECK, &end);
        const char *line_end = strchr(lines, '\n');
        json_t *line = line_end ? json_loadb(lines, (size_t)(line_end - lines), 0, NULL) : NULL;
        assert_non_null(expected);
        mask(expected);
        mask(line);
        is_equal = line && json_equal(line, expected);
        position += (size_t)end.position + 1;
        lines = line_end ? line_end + 1 : lines;
        json_decref(expected);
        json_decref(line);
    }
    return is_equal && !*lines;
}

static bool has_answers(const watch *w)
{
    char *text = test_read_back(w->output ? w->output : "stdout");
    const bool is_equal = strstr(w->words, "json") ? has_equal_documents(text, w->answers)
                                                   : strcmp(text, w->answers) == 0;
    free(text);
    return is_equal;
}

static void wait_for_answers(const watch *w)
{
    int waits = 0;
    while (!has_answers(w)) wait_more(&waits, w->answers);
}

/* Interrupts the watch. Returns its exit status. */
static int stop(watch *w)
{
    int status, waits = 0;
    assert_int_equal(kill(w->process, SIGINT), 0);
    while (waitpid(w->process, &status, WNOHANG) == 0) wait_more(&waits, "the end of the watch");
    unended = 0;
    free(w->answers);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* ---- checks --------------------------------------------------------------------------------- */

static void save_file(void (*save)(const char *path, const char *text), const char *name,
                      const char *value)
{
    char text[400];
    size_t i = 0;
    while (strcmp(files[i].name, name) != 0) i++;
    char *path = test_path_of(name);
    snprintf(text, sizeof text, files[i].text, value);
    save(path, text);
    free(path);
}

static void write_files(void)
{
    for (size_t i = 0; i < TEST_COUNT(files); i++)
        save_file(write_text, files[i].name, files[i].value);
}

static void answers_are_those_of_queries(void **state)
{
    const watch_case *c = *state;
    size_t save_count = 0;
    write_files();
    watch w = start(c->words, c->output);
    wait_for_message(0, "nocsight: watching ");
    expect_answer(&w);
    wait_for_answers(&w);
    for (size_t i = 0; i < STEPS_MAX && c->steps[i].save; i++) {
        const step *s = &c->steps[i];
        wait_for_sleep(&w);
        const size_t earlier_bytes = message_bytes();
        save_file(s->save, s->file, s->value);
        wait_for_message(earlier_bytes, s->says);
        save_count += strstr(s->says, "is gone") == NULL;
        if (s->is_answered) expect_answer(&w);
        wait_for_answers(&w);
    }
    wait_for_sleep(&w);
    assert_true(has_answers(&w));
    assert_int_equal(count_saves(), save_count); /* none of half a save */
    assert_int_equal(stop(&w), 130);
}

/* A measurement that would not end is given up for a save. */
static void save_stops_a_measurement(void **state)
{
    enum { BUSY_TICKS = 20 }; /* more than the model takes */
    int waits = 0;
    (void)state;
    write_files();
    watch w = start("x.cfg --load 0.05 --measure --precision 0.00001 --cycles 1000000000000", NULL);
    while (find_process_field(w.process, 11) < BUSY_TICKS) wait_more(&waits, "a measurement");
    save_file(replace, "x.cfg", "0");
    wait_for_message(0, "\nnocsight: x.cfg:3: network.virtual_channels = 0: ");
    wait_for_answers(&w); /* none */
    assert_int_equal(stop(&w), 130);
}

static void quiet_watch_has_no_words(void **state)
{
    (void)state;
    write_files();
    watch w = start("x.cfg -q", NULL);
    expect_answer(&w);
    wait_for_answers(&w);
    save_file(replace, "x.cfg", "4");
    expect_answer(&w);
    wait_for_answers(&w);
    wait_for_sleep(&w);
    assert_int_equal(message_bytes(), 0);
    assert_int_equal(stop(&w), 130);
}

/* Finds the least limit of memory, kB, with which a query is answered. */
static int find_memory(const char *words)
{
    char *folder = test_path_of("");
    int low = 1000, high = 200000;
    while (high - low > 10) {
        const int middle = (low + high) / 2;
        char *status = test_output_of("cd %s && '%s' query %s --max-memory %dkB >/dev/null 2>&1; "
                                      "echo $?",
                                      folder, NOC_BINARY, words, middle);
        *(strcmp(status, "0\n") == 0 ? &high : &low) = middle;
        free(status);
    }
    free(folder);
    return high;
}

/* The memory of a watch does not grow: it goes on with little more than its first answer takes. */
static void memory_stays(void **state)
{
    enum { SAVES = 15, SPARE_KB = 200 }; /* room for the last answer, with which others compare */
    static const char words[] = "x.cfg --load 0.05 --breakdown --channels";
    char limited[100];
    (void)state;
    write_files();
    snprintf(limited, sizeof limited, "%s --max-memory %dkB", words, find_memory(words) + SPARE_KB);
    watch w = start(limited, NULL);
    w.words = words;
    expect_answer(&w);
    wait_for_answers(&w);
    for (int i = 0; i < SAVES; i++) {
        save_file(replace, "x.cfg", i % 2 ? "2" : "4");
        expect_answer(&w);
        wait_for_answers(&w);
    }
    assert_int_equal(stop(&w), 130);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, answers_are_those_of_queries);
    test_add(&list, "a save during a measurement", save_stops_a_measurement);
    test_add(&list, "quiet", quiet_watch_has_no_words);
    test_add(&list, "memory", memory_stays);
    const char *folder = test_make_folder();
    char *sub = test_path_of("sub"), *new = test_path_of("new"), *link = test_path_of("link.cfg");
    if (!folder || mkdir(sub, 0700) != 0 || mkdir(new, 0700) != 0 ||
        symlink("sub/x.cfg", link) != 0)
        return EXIT_FAILURE;
    const int status = test_run("watch", &list);
    end_process();
    free(sub);
    free(new);
    free(link);
    test_remove_folder();
    return status;
}

#include "tests/docs/shell.h"

#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_environment(const char *work)
{
    char *program = strdup(NOC_BINARY);
    const char *before = getenv("PATH");
    char *path = doc_format("%s:%s", dirname(program), before ? before : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    setenv("HOME", work, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
    unsetenv("COLUMNS");
    free(path);
    free(program);
}

bool doc_shell_open(doc_shell *shell)
{
    shell->base = strdup("/tmp/nocsight-document-XXXXXX");
    shell->work = NULL;
    if (!shell->base || !mkdtemp(shell->base)) return false;
    shell->work = doc_format("%s/work", shell->base);
    if (mkdir(shell->work, 0777) != 0) return false;
    set_environment(shell->work);
    return true;
}

/* Makes the folders that lead to a file. */
static void make_folders(char *path, size_t known)
{
    for (char *at = path + known; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0777);
        *at = '/';
    }
}

bool doc_shell_write(const doc_shell *shell, const char *name, const doc_lines *lines)
{
    char *path = doc_format("%s/%s", shell->work, name);
    make_folders(path, strlen(shell->work) + 1);
    const bool written = doc_lines_write(path, lines);
    free(path);
    return written;
}

/* ---- commands ------------------------------------------------------------------------------- */

static void exec_command(const doc_shell *shell, const char *command, const char *output)
{
    const int in = open("/dev/null", O_RDONLY);
    const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    if (chdir(shell->work) != 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(out, STDERR_FILENO) < 0)
        _exit(127);
    execlp("bash", "bash", "-c", command, (char *)NULL);
    _exit(127);
}

static char *replaced(const char *text, const char *what, const char *by)
{
    const char *at = strstr(text, what);
    if (!at) return strdup(text);
    char *rest = replaced(at + strlen(what), what, by);
    char *all = doc_format("%.*s%s%s", (int)(at - text), text, by, rest);
    free(rest);
    return all;
}

static bool is_progress(const char *line)
{
    int percent;
    return strstr(line, "% done, ") && sscanf(line, "nocsight: %d%% done, ", &percent) == 1;
}

static doc_lines read_printed(const doc_shell *shell, const char *path)
{
    doc_lines raw, named = {0};
    if (!doc_lines_read(path, &raw)) return named;
    char *all = strdup("");
    for (size_t i = 0; i < raw.count; i++) {
        if (is_progress(raw.list[i])) continue;
        char *own = replaced(raw.list[i], shell->work, "/home/you");
        char *line = replaced(own, NOC_SOURCE_DIR "/configs", "/usr/share/nocsight/configs");
        char *more = doc_format("%s%s\n", all, line);
        free(own);
        free(line);
        free(all);
        all = more;
    }
    named = doc_lines_of(all);
    free(all);
    doc_lines_clear(&raw);
    return named;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

doc_run doc_shell_run(const doc_shell *shell, const char *command)
{
    char *output = doc_format("%s/printed", shell->base);
    struct rusage used;
    int status = 0;
    const pid_t child = fork();
    if (child == 0) exec_command(shell, command, output);
    if (child < 0 || wait4(child, &status, 0, &used) < 0) abort();
    const doc_run run = {
        .printed = read_printed(shell, output),
        .status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
        .processor_s = seconds(used.ru_utime) + seconds(used.ru_stime),
    };
    free(output);
    return run;
}

/* ---- the end -------------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

void doc_shell_close(doc_shell *shell)
{
    if (shell->work) nftw(shell->base, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(shell->work);
    free(shell->base);
}

#include "cli/frame/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum { USUAL_COLUMNS = 80 };

int noc_terminal_columns(int fd)
{
    struct winsize window;
    if (ioctl(fd, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return USUAL_COLUMNS;
    return window.ws_col;
}

bool noc_terminal_colours(void)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(none && *none) && terminal && strcmp(terminal, "dumb") != 0;
}

/* cli/frame/terminal.h: properties of the terminal: width and colours. */
#ifndef NOC_CLI_FRAME_TERMINAL_H
#define NOC_CLI_FRAME_TERMINAL_H

#include <stdbool.h>

/* Values of --color. */
typedef enum noc_colour { NOC_COLOUR_AUTO, NOC_COLOUR_ALWAYS, NOC_COLOUR_NEVER } noc_colour;

/* Finds the width of a file descriptor's terminal, columns; 80 if it is no terminal or its width is
 * unknown. */
int noc_terminal_columns(int fd);

/* True if a terminal gets colours: false if NO_COLOR is not empty (no-color.org), or TERM is
 * missing or "dumb". */
bool noc_terminal_has_colours(void);

#endif

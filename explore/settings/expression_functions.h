/* explore/settings/expression_functions.h: the functions that expressions have. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H

enum { NOC_ARGUMENTS_MAX = 16 };

/* Numbers of `arguments` numbers. The number of a name, -1 if there
 * is none; its arguments' least and most number. NAN where the value is not defined. */
int noc_function_find(const char *name, int *least, int *most);
double noc_function_value(int function, const double *arguments, int count);

/* Their names, for messages: "gain, loss, ...". */
const char *noc_function_names(void);

#endif

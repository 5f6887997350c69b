/* explore/settings/expression_functions.h: numeric functions of expressions: gain, min, round,
 * ... */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H

enum { NOC_ARGUMENTS_MAX = 16 };

/* Finds the number of a named function, and its smallest and largest number of arguments; -1: no
 * such function. noc_function_evaluate returns NAN if the value is not defined. */
int noc_function_find(const char *name, int *min_arguments, int *max_arguments);
double noc_function_evaluate(int function, const double *arguments, int count);

/* Names of the functions, for messages: "gain, loss, ...". */
const char *noc_function_names(void);

#endif

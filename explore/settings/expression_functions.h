/* explore/settings/expression_functions.h: numeric functions of expressions: gain, min, round,
 * ... */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_FUNCTIONS_H

enum { NOC_ARGUMENTS_MAX = 16 };

/* Finds the number of a function by its name, with its smallest and largest number of arguments;
 * -1: no such function. */
int noc_function_find(const char *name, int *min_arguments, int *max_arguments);
/* Evaluates a function of `count` arguments; NAN if the value is not defined or not finite. */
double noc_function_evaluate(int function, const double *arguments, int count);

/* Returns the names of the functions, for messages: "gain, loss, ...". */
const char *noc_function_names(void);

#endif

#include "../../cppsrc/src/kitten.c"

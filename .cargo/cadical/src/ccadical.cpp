#include "../cppsrc/src/ccadical.cpp"

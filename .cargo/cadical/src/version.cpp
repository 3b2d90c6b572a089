#include "../cppsrc/src/version.cpp"

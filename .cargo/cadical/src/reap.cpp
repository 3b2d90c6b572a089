#include "../cppsrc/src/reap.cpp"

#include "../cppsrc/src/signal.cpp"

# The same with zig as the compiler, for Linux with an old glibc. A toolchain file has to name the compilers, and
# cargo-zigbuild has put them into these variables.
include("${CMAKE_CURRENT_LIST_DIR}/build.cmake")
set(CMAKE_C_COMPILER "$ENV{CC_x86_64_unknown_linux_gnu}")
set(CMAKE_CXX_COMPILER "$ENV{CXX_x86_64_unknown_linux_gnu}")
set(CMAKE_AR "$ENV{AR_x86_64_unknown_linux_gnu}")

#define _GNU_SOURCE
#include "CTestHost.h"

#include <string.h>

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

int CTestHost_takeOwnFolder(void) { return unshare(CLONE_FS); }
int CTestHost_openMemory(void) { return memfd_create("stream", MFD_CLOEXEC); }
int CTestHost_openPipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
#else
int CTestHost_takeOwnFolder(void) { return -1; }
int CTestHost_openMemory(void) { return -1; }
int CTestHost_openPipe(int ends[2]) { return -1; }
#endif

bool CTestHost_holds(const void *bytes, size_t count, const void *part, size_t partCount) {
  return memmem(bytes, count, part, partCount) != NULL;
}

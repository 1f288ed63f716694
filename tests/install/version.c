// Prints the version of the library that it runs on. It declares what it needs, as a program of any release would see it.
#include <stdint.h>
#include <stdio.h>

struct Base {
  const void* (*api)(uint32_t);
  const char* (*version)(void);
};
extern const struct Base* OrtGetApiBase(void);

int main(void) { return puts(OrtGetApiBase()->version()) < 0; }

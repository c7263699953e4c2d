/* Times libqrencode: every line of the file is encoded at level M in byte mode, best mask of 8, smallest version.
   Prints microseconds of CPU a symbol, the second of two passes. Build: cc -O2 libqrencode.c -lqrencode */
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { max_payloads = 4096, max_length = 4096 };

static char *payloads[max_payloads];

static double encode_all(int count) {
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (int index = 0; index < count; index++) {
    const unsigned char *bytes = (const unsigned char *)payloads[index];
    QRcode *symbol = QRcode_encodeData((int)strlen(payloads[index]), bytes, 0, QR_ECLEVEL_M);
    if (symbol == NULL) exit(1);
    QRcode_free(symbol);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  return (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3;
}

int main(int argc, char **argv) {
  static char line[max_length];
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) return 1;
  int count = 0;
  while (count < max_payloads && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    payloads[count++] = strdup(line);
  }
  fclose(file);
  if (count == 0) return 1;
  encode_all(count);
  printf("%.3f\n", encode_all(count) / count);
  return 0;
}

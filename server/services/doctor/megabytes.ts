const BYTES_PER_MEGABYTE = 1024 * 1024

/** With one decimal, for people. */
export function inMegabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(1)
}

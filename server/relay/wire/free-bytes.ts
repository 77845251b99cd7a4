/**
 * Gives the memory behind bytes back now, which nobody else may look at. Old garbage waits for a
 * full collection, and thousands of streams with a few slow readers would hold a hundred
 * megabytes of it.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Bytes that several threads see. */

/**
 * Bodies up to this size are parsed whole, on the loop: that is cheaper than a scan, and errors
 * are found early. Larger ones are scanned, and only in a thread.
 */
export const PARSE_LIMIT_BYTES = 256 * 1024

/** A view of the same memory: a `Buffer` loses its kind on the way from thread to thread. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Room for a body of that size, which threads can see when it is large. */
export function roomFor(size: number): Buffer {
  return size > PARSE_LIMIT_BYTES ? sharedRoom(size) : Buffer.allocUnsafe(size)
}

export function sharedRoom(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size))
}

/** The same bytes in memory that threads see, too, so that no step copies them again. */
export function shared(bytes: Buffer): Buffer {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = sharedRoom(bytes.length)
  copy.set(bytes)
  return copy
}

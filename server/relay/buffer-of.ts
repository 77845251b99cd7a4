/** A view of the same memory: a `Buffer` loses its kind on the way from thread to thread. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

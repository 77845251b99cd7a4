/**
 * Large bodies leave in slices: a socket that is given all at once takes what it can before it
 * returns, which holds up everybody for tens of milliseconds.
 */

/** Up to here a body is written at once. */
const WHOLE_BYTES = 1024 * 1024
const SLICE_BYTES = 256 * 1024

export function isSliced(body: Uint8Array | string): body is Uint8Array {
  return typeof body !== 'string' && body.byteLength > WHOLE_BYTES
}

/** Views of the same memory, made as the reader asks for them. */
export async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.byteLength; at += SLICE_BYTES) {
    yield body.subarray(at, at + SLICE_BYTES)
  }
}

/** For a client that reads as fast as it can; `ended` is called when it has all, or leaves. */
export function streamOf(body: Uint8Array, ended: () => void): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(body.subarray(at, at + SLICE_BYTES))
        at += SLICE_BYTES
        if (at < body.byteLength) return
        controller.close()
        ended()
      },
      cancel: ended,
    },
    { highWaterMark: 0 },
  )
}

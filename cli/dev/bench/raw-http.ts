/** Enough of HTTP/1.1 for programs that must cost less than what they measure. */

/** Length of the request at the start of `bytes`, or 0 while it is incomplete. */
export function requestLength(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const total = end + 4 + length
  return bytes.length >= total ? total : 0
}

/** One chunk of a body in chunked encoding. */
export function chunked(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}

export const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'

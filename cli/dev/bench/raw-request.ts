export interface RawPost {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The bytes of a POST with JSON, for clients that write to a socket themselves. */
export function rawPost({ port, path, headers, body }: RawPost): Buffer {
  const head = Object.entries({
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${body}`)
}

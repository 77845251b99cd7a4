/** Multipart forms made by hand, and recordings to send in them. */
import type { Gateway, GatewayClient } from '../support/gateway'

export interface FormPart {
  readonly name: string
  readonly value?: string
  readonly filename?: string
  readonly type?: string
  readonly bytes?: Uint8Array
}

const BOUNDARY = '----gw-test-7MA4YWxkTrZu0gW'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export interface Form {
  readonly type: string
  readonly body: Buffer
}

export function formOf(parts: readonly FormPart[]): Form {
  const pieces: (string | Uint8Array)[] = []
  for (const { name, value, filename, type, bytes } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    pieces.push(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`)
    if (type !== undefined) pieces.push(`Content-Type: ${type}\r\n`)
    pieces.push('\r\n', bytes ?? value ?? '', '\r\n')
  }
  pieces.push(`--${BOUNDARY}--\r\n`)
  return { type: TYPE, body: Buffer.concat(pieces.map((piece) => Buffer.from(piece))) }
}

export interface PostedForm {
  readonly parts?: readonly FormPart[]
  readonly body?: Uint8Array
  /** Sent as they come, without a length. */
  readonly pieces?: AsyncIterable<Uint8Array>
  readonly type?: string
  /** The first seeded one by default. */
  readonly key?: string | undefined
}

export function postForm(
  gateway: GatewayClient,
  path: string,
  { parts = [], pieces, type = TYPE, key = gateway.keys[0], body = formOf(parts).body }: PostedForm,
): Promise<Response> {
  return fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${key}` },
    body: pieces === undefined ? new Uint8Array(body) : streamOf(pieces),
  })
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

const SAMPLE_RATE = 16_000
const SAMPLE_BYTES = 2

/** A WAV file of noise of so many seconds; a second has 32,000 bytes. */
export function recording(seconds: number): Uint8Array<ArrayBuffer> {
  const size = Math.round(seconds * SAMPLE_RATE) * SAMPLE_BYTES
  const bytes = Buffer.alloc(44 + size, Buffer.from([7, 13, 10, 45, 45, 3]))
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + size, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SAMPLE_RATE, 24)
  bytes.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28)
  bytes.writeUInt16LE(SAMPLE_BYTES, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(size, 40)
  return new Uint8Array(bytes)
}

/** The log row of one call among many. */
export async function loggedOf(gateway: Gateway, requestId: string) {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId })
  const [row] = items
  if (row === undefined || items.length > 1) throw new Error(`${items.length} rows of ${requestId}`)
  return { row, other: JSON.parse(row.other) }
}

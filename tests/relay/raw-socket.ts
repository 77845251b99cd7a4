/** A WebSocket client that sends exactly the frames that a test wants it to send. */
import type { GatewayClient } from '../support/gateway'
import { type RawConnection, rawConnection } from '../support/raw'

export interface RawSocket extends RawConnection {
  /** Status of the answer to its upgrade: 101 for a socket. */
  readonly status: number
  /** The head of a frame of text, and as many zero bytes as are given. */
  frame(part: FramePart): void
}

interface FramePart {
  /** Bytes that the frame says it has. */
  readonly size: number
  /** Bytes that follow; all of them by default. */
  readonly sent?: number
  readonly isFirst?: boolean
  readonly isLast?: boolean
}

const TEXT = 1
const LAST = 0x80
const MASKED_64_BITS = 0xff

export async function rawSocket(
  { port, keys }: GatewayClient,
  path: string,
  key = keys[0] ?? '',
): Promise<RawSocket> {
  const head = [
    `GET ${path} HTTP/1.1`,
    'Host: gateway.test',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Authorization: Bearer ${key}`,
  ]
  const connection = await rawConnection(port, `${head.join('\r\n')}\r\n\r\n`)
  const answer = await connection.answers(1)
  return {
    ...connection,
    status: Number(answer.split(' ')[1]),
    frame({ size, sent = size, isFirst = true, isLast = true }) {
      // A mask of zeros leaves the bytes as they are.
      const start = Buffer.alloc(14)
      start[0] = (isFirst ? TEXT : 0) | (isLast ? LAST : 0)
      start[1] = MASKED_64_BITS
      start.writeBigUInt64BE(BigInt(size), 2)
      connection.write(Buffer.concat([start, Buffer.alloc(sent, ' ')]))
    },
  }
}

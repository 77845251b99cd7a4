/** Sockets as somebody opens them who wants the gateway to hold much, said frame by frame. */
import { connect } from 'node:net'

export interface SocketShape {
  readonly path: string
  readonly count: number
  /** Each of these is sent as one frame of text, of so many bytes. */
  readonly frames: readonly number[]
  /** The frames are a message that never ends. */
  readonly isUnfinished?: true
}

interface Place {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
}

/** How long sockets stay open once all has been said. */
const OPEN_MS = 1_000
const ANSWER_LIMIT_MS = 10_000

const TEXT = 1
const LAST = 0x80
const MASKED_64_BITS = 0xff
/** Unmasked by zeros, text stays as it is. */
const MASK_BYTES = 4
const SIZE_BYTES = 8

/** Statuses of the answers to all upgrades. */
export async function fireSockets(place: Place, shape: SocketShape): Promise<readonly string[]> {
  return await Promise.all(Array.from({ length: shape.count }, () => talk(place, shape)))
}

function talk(place: Place, { path, frames, isUnfinished }: SocketShape): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(place.port, '127.0.0.1')
  let status = 'no answer'
  const end = () => {
    socket.destroy()
    resolve(status)
  }
  const timer = setTimeout(end, ANSWER_LIMIT_MS)
  socket.on('error', end)
  socket.on('close', end)
  socket.once('data', (bytes) => {
    clearTimeout(timer)
    status = bytes.toString('latin1').split(' ')[1] ?? status
    if (status !== '101') {
      end()
      return
    }
    frames.forEach((size, at) => {
      const isLast = isUnfinished !== true
      socket.write(frame(size, (isLast || at === 0 ? TEXT : 0) | (isLast ? LAST : 0)))
    })
    setTimeout(end, OPEN_MS)
  })
  const upgrade = {
    host: 'bench',
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...place.headers,
  }
  const lines = Object.entries(upgrade).map(([name, value]) => `${name}: ${value}`)
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  return promise
}

function frame(size: number, first: number): Buffer {
  const head = Buffer.alloc(2 + SIZE_BYTES + MASK_BYTES)
  head[0] = first
  head[1] = MASKED_64_BITS
  head.writeBigUInt64BE(BigInt(size), 2)
  return Buffer.concat([head, Buffer.alloc(size, ' ')])
}

/**
 * Readers of long streams on raw sockets: `streams` that keep up, and `slow` that take a little
 * every few seconds. Prints one JSON object when every stream is over, or time is up.
 */
export interface SoakOrder {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
  readonly streams: number
  readonly slow: number
  /** When to stop waiting for streams that do not end. */
  readonly limitSeconds: number
}

export interface SoakReading {
  /** Streams that ended with their terminator, of those that keep up. */
  readonly whole: number
  readonly chunks: number
  readonly slowMegabytes: number
  /** From the upstream's write to the client's read. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as SoakOrder

const MARK = Buffer.from('"content":"')
const TERMINATOR = Buffer.from('[DONE]')
const BUCKETS_PER_MS = 4
const MAX_DELAY_MS = 30_000
const SIP_EVERY_MS = 5000
/** Connections are opened in groups: a listen queue is short. */
const AT_ONCE = 50

const delays = new Uint32Array(MAX_DELAY_MS * BUCKETS_PER_MS)
let chunks = 0
let whole = 0
let over = 0
let slowBytes = 0
const finished = Promise.withResolvers<void>()

function requestOf(user: 'quick' | 'slow'): Buffer {
  const messages = [{ role: 'user', content: 'go on for minutes' }]
  const body = JSON.stringify({ model: order.model, stream: true, user, messages })
  const head = Object.entries({
    host: `127.0.0.1:${order.port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...order.headers,
  })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${order.path} HTTP/1.1\r\n${lines}\r\n${body}`)
}

function measure(bytes: Buffer): void {
  const nowMs = performance.timeOrigin + performance.now()
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + MARK.length)) {
    const sentMs = Number.parseFloat(bytes.toString('latin1', at + MARK.length, at + 40))
    // A number that was torn between two packets is no time.
    const bucket = Math.round((nowMs - sentMs) * BUCKETS_PER_MS)
    if (!(bucket < 0)) {
      chunks += 1
      const last = Math.min(delays.length - 1, bucket)
      delays[last] = (delays[last] ?? 0) + 1
    }
  }
}

function delayAt(share: number): number {
  let seen = 0
  const bucket = delays.findIndex((count) => {
    seen += count
    return seen >= chunks * share && seen > 0
  })
  return bucket / BUCKETS_PER_MS
}

interface Reader {
  tail: Buffer
  isWhole: boolean
}

type Socket = import('bun').Socket<Reader>

const quickRequest = requestOf('quick')
const slowRequest = requestOf('slow')

async function openQuick(): Promise<void> {
  await Bun.connect<Reader>({
    hostname: '127.0.0.1',
    port: order.port,
    data: { tail: Buffer.alloc(0), isWhole: false },
    socket: {
      open: (socket) => void socket.write(quickRequest),
      data(socket, bytes) {
        measure(bytes)
        const { data: reader } = socket
        const end = Buffer.concat([reader.tail, bytes.subarray(-64)])
        reader.tail = Buffer.from(end.subarray(-64))
        if (reader.isWhole || !end.includes(TERMINATOR)) return
        reader.isWhole = true
        whole += 1
      },
      close() {
        over += 1
        if (over >= order.streams) finished.resolve()
      },
    },
  })
}

async function openSlow(): Promise<Socket> {
  return await Bun.connect<Reader>({
    hostname: '127.0.0.1',
    port: order.port,
    data: { tail: Buffer.alloc(0), isWhole: false },
    socket: {
      open: (socket) => void socket.write(slowRequest),
      data(socket, bytes) {
        slowBytes += bytes.length
        socket.pause()
      },
    },
  })
}

const slow = await Promise.all(Array.from({ length: order.slow }, openSlow))
setInterval(() => {
  for (const socket of slow) socket.resume()
}, SIP_EVERY_MS)
for (let opened = 0; opened < order.streams; opened += AT_ONCE) {
  const group = Math.min(AT_ONCE, order.streams - opened)
  await Promise.all(Array.from({ length: group }, openQuick))
}
await Promise.race([finished.promise, Bun.sleep(order.limitSeconds * 1000)])
const reading: SoakReading = {
  whole,
  chunks,
  slowMegabytes: slowBytes / 1024 / 1024,
  p50Ms: delayAt(0.5),
  p99Ms: delayAt(0.99),
}
process.stdout.write(`${JSON.stringify(reading)}\n`)
process.exit(0)

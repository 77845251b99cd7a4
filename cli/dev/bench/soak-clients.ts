/**
 * Readers of long streams on raw sockets: `streams` that keep up, and `slow` that take a little
 * every few seconds. Prints one JSON object when every stream is over, or time is up.
 */
import { SLOWLY, SOAK_FORMATS, type SoakProtocol } from './soak-formats'

export interface SoakOrder {
  readonly port: number
  readonly protocol: SoakProtocol
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
  readonly streams: number
  readonly slow: number
  /** When to stop waiting for streams that do not end. */
  readonly limitSeconds: number
}

/** Causes of incomplete streams. */
export interface Cause {
  readonly cause: string
  readonly streams: number
  /** The message that one of them got, for a person. */
  readonly words: string
}

export interface SoakReading {
  /** Streams that ended with their terminator, of those that keep up. */
  readonly complete: number
  /** Why the others did not. */
  readonly causes: readonly Cause[]
  readonly chunks: number
  readonly slowMegabytes: number
  /** From the upstream's write to the client's read. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as SoakOrder

const format = SOAK_FORMATS[order.protocol]
const MARK = Buffer.from(format.mark)
const TERMINATOR = Buffer.from(format.terminator)
const BUCKETS_PER_MS = 4
const MAX_DELAY_MS = 30_000
const SIP_EVERY_MS = 5000
/** What is read again of the last two packets of a stream that broke off. */
const LAST_WORDS = 4096
/** Connections are opened in groups: a listen queue is short. */
const AT_ONCE = 50

const delays = new Uint32Array(MAX_DELAY_MS * BUCKETS_PER_MS)
let chunks = 0
let complete = 0
const causes = new Map<string, Cause>()
let slowBytes = 0
const finished = Promise.withResolvers<void>()

function requestOf(pace: string): Buffer {
  const body = JSON.stringify(format.body(order.model, `go on for minutes, ${pace}`))
  const head = Object.entries({
    host: `127.0.0.1:${order.port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...order.headers,
  })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${format.path(order.model)} HTTP/1.1\r\n${lines}\r\n${body}`)
}

function measure(bytes: Buffer): void {
  const nowMs = performance.timeOrigin + performance.now()
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + MARK.length)) {
    const sentMs = Number.parseFloat(bytes.toString('latin1', at + MARK.length, at + 40))
    const bucket = Math.round((nowMs - sentMs) * BUCKETS_PER_MS)
    // A number that was torn between two packets is no time, and neither is an empty piece.
    if (bucket >= 0) {
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
  status: string
  previous: Buffer
  last: Buffer
  isComplete: boolean
}

type Socket = import('bun').Socket<Reader>

const quickRequest = requestOf('quickly')
const slowRequest = requestOf(SLOWLY)

function newReader(): Reader {
  const nothing = Buffer.alloc(0)
  return { status: '', previous: nothing, last: nothing, isComplete: false }
}

/** The last frame may be torn between two packets. */
function hasEnd({ previous, last }: Reader): boolean {
  if (last.includes(TERMINATOR)) return true
  const { length } = TERMINATOR
  return Buffer.concat([previous.subarray(-length), last.subarray(0, length)]).includes(TERMINATOR)
}

/** What a refusal or an error frame says: OpenAI has codes, Claude types, Gemini both. */
function errorIn(text: string): { name: string; words: string } | undefined {
  const error = text.slice(text.lastIndexOf('"error"'))
  if (!error.startsWith('"error"')) return undefined
  const read = (field: string) => new RegExp(`"${field}": ?"([^"]+)`).exec(error)?.[1]
  const name = read('code') ?? read('status') ?? read('type') ?? 'without a name'
  return { name, words: read('message') ?? '' }
}

function count(cause: string, words: string): void {
  const known = causes.get(cause)
  causes.set(cause, { cause, streams: (known?.streams ?? 0) + 1, words: known?.words ?? words })
}

function countBroken({ status, previous, last }: Reader): void {
  const text = Buffer.concat([previous, last]).toString('latin1').slice(-LAST_WORDS)
  const { name, words = '' } = errorIn(text) ?? {}
  if (status === '') count('closed before an answer', words)
  else if (status !== '200') count(`refused with ${status} ${name ?? ''}`, words)
  else if (name === undefined) count('closed without an end or an error', words)
  else count(`cut with the error ${name}`, words)
}

const open = new Set<Reader>()
let unopened = order.streams

function ended(reader: Reader): void {
  if (!open.delete(reader)) return
  if (!reader.isComplete) countBroken(reader)
  if (unopened === 0 && open.size === 0) finished.resolve()
}

async function openQuick(): Promise<void> {
  const reader = newReader()
  open.add(reader)
  unopened -= 1
  const connecting = Bun.connect<Reader>({
    hostname: '127.0.0.1',
    port: order.port,
    data: reader,
    socket: {
      open: (socket) => void socket.write(quickRequest),
      data(_socket, bytes) {
        measure(bytes)
        if (reader.status === '') reader.status = bytes.toString('latin1', 9, 12)
        reader.previous = reader.last
        reader.last = bytes
        if (reader.isComplete || !hasEnd(reader)) return
        reader.isComplete = true
        complete += 1
      },
      close: () => ended(reader),
    },
  })
  await connecting.catch(() => ended(reader))
}

async function openSlow(): Promise<Socket> {
  return await Bun.connect<Reader>({
    hostname: '127.0.0.1',
    port: order.port,
    data: newReader(),
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
// One after the other, as people do who know nothing of each other.
slow.forEach((socket, at) => {
  const sip = () => setInterval(() => socket.resume(), SIP_EVERY_MS)
  setTimeout(sip, (SIP_EVERY_MS * at) / slow.length)
})
for (let opened = 0; opened < order.streams; opened += AT_ONCE) {
  const group = Math.min(AT_ONCE, order.streams - opened)
  await Promise.all(Array.from({ length: group }, openQuick))
}
await Promise.race([finished.promise, Bun.sleep(order.limitSeconds * 1000)])
for (const reader of open) {
  if (!reader.isComplete) count(`open after the readers' ${order.limitSeconds} s`, '')
}
const reading: SoakReading = {
  complete,
  causes: [...causes.values()],
  chunks,
  slowMegabytes: slowBytes / 1024 / 1024,
  p50Ms: delayAt(0.5),
  p99Ms: delayAt(0.99),
}
process.stdout.write(`${JSON.stringify(reading)}\n`)
process.exit(0)

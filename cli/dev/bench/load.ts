/**
 * Closed-loop load on raw sockets: `connections` clients, each sending the next request when
 * the answer to the last one is complete. Prints one JSON object.
 */
import { type RawPost, rawPost } from './raw-request'

interface Order extends RawPost {
  /** Of several gateways, whose clients are as many; instead of `port`. */
  readonly ports?: readonly number[]
  /** By turns; instead of the key in `headers`. */
  readonly keys?: readonly string[]
  /** By turns; instead of `body`. */
  readonly texts?: readonly string[]
  readonly connections: number
  readonly seconds: number
  readonly warmupSeconds: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const ports = order.ports ?? [order.port]
const bodies = (order.keys ?? [undefined]).flatMap((key) =>
  (order.texts ?? [order.body]).map((body) =>
    rawPost({
      ...order,
      body,
      headers: { ...order.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    }),
  ),
)
let turn = 0

const latenciesMs: number[] = []
let requests = 0
let failures = 0
let frames = 0
let counting = false
let running = true

interface Client {
  startedAt: number
  /** Bytes of a JSON answer still to come; -1 for a chunked answer, 0 before the head. */
  remaining: number
  tail: string
  failed: boolean
  /** Part of a head that is not complete yet. */
  head: Buffer
}

const NOTHING = Buffer.alloc(0)

const TERMINATOR = '0\r\n\r\n'

type Socket = import('bun').Socket<Client>

function next(socket: Socket): void {
  const client = socket.data
  client.remaining = 0
  client.tail = ''
  client.failed = false
  client.startedAt = performance.now()
  turn = (turn + 1) % bodies.length
  socket.write(bodies[turn] ?? NOTHING)
}

function complete(socket: Socket): void {
  if (counting) {
    requests += 1
    if (socket.data.failed) failures += 1
    latenciesMs.push(performance.now() - socket.data.startedAt)
  }
  if (running) next(socket)
  else socket.end()
}

/** The head may come in several packets. */
function readHead(client: Client, received: Buffer): Buffer | undefined {
  const bytes = Buffer.concat([client.head, received])
  const end = bytes.indexOf('\r\n\r\n')
  client.head = end < 0 ? bytes : NOTHING
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  client.failed = !text.startsWith('HTTP/1.1 200')
  const length = /content-length: *(\d+)/i.exec(text)?.[1]
  client.remaining = length === undefined ? -1 : Number(length)
  return bytes.subarray(end + 4)
}

function countFrames(bytes: Buffer): void {
  for (let at = bytes.indexOf('data: '); at >= 0; at = bytes.indexOf('data: ', at + 6)) frames += 1
}

function receive(socket: Socket, received: Buffer): void {
  const client = socket.data
  const body = client.remaining === 0 ? readHead(client, received) : received
  if (body === undefined) return
  // A short stream that is complete when its headers are sent has a length, too.
  if (counting) countFrames(body)
  if (client.remaining >= 0) {
    client.remaining -= body.length
    if (client.remaining <= 0) complete(socket)
    return
  }
  const end = client.tail + body.toString('latin1', Math.max(0, body.length - 8))
  client.tail = end.slice(-8)
  if (end.endsWith(TERMINATOR)) complete(socket)
}

for (let index = 0; index < order.connections; index += 1) {
  await Bun.connect<Client>({
    hostname: '127.0.0.1',
    port: ports[index % ports.length] ?? order.port,
    data: { startedAt: 0, remaining: 0, tail: '', failed: false, head: NOTHING },
    socket: {
      open: next,
      data: receive,
      close() {
        if (running && counting) failures += 1
      },
    },
  })
}

await Bun.sleep(order.warmupSeconds * 1000)
counting = true
const startedAt = performance.now()
await Bun.sleep(order.seconds * 1000)
counting = false
running = false
const elapsedSeconds = (performance.now() - startedAt) / 1000
latenciesMs.sort((a, b) => a - b)
const at = (share: number) =>
  latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? 0
process.stdout.write(
  `${JSON.stringify({
    requestsPerSecond: requests / elapsedSeconds,
    framesPerSecond: frames / elapsedSeconds,
    requests,
    failures,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  })}\n`,
)
process.exit(0)

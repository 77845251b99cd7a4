/**
 * Streams through the gateway whose every frame says when it was sent: both ends are in this
 * process, so that they go by one clock. First prints the port of its upstream; the first line
 * on stdin says where the gateway is. Each later line ends a window and names the pool that its
 * delays are added to; `total` prints the pools. All answers are JSON lines, delays are in ms.
 *
 * Beside the delay stands how long the gateway's loop was at work meanwhile, which is the same
 * on a busy machine: the kernel counts it, on Linux.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { chunked, requestLength, STREAM_HEAD } from './raw-http'

interface Order {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
}

const STREAMS = 16
const EVERY_MS = 20
const FRAMES = 500

interface Sent {
  readonly atMs: number
  readonly workedMs: number
}

interface Delays {
  delayMs: number[]
  workMs: number[]
}

const emptied = (): Delays => ({ delayMs: [], workMs: [] })

let pid = 0
let frames = 0
let failures = 0
let current = emptied()
const pools = new Map<string, Delays>()
const sent = new Map<number, Sent>()
const counter = Buffer.alloc(128)

/** Milliseconds that the gateway's loop has had a core, since it began; 0 where nobody counts. */
function workedMs(): number {
  try {
    const file = openSync(`/proc/${pid}/schedstat`, 'r')
    const length = readSync(file, counter, 0, counter.length, 0)
    closeSync(file)
    return Number(counter.toString('latin1', 0, length).split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

function frame(delta: object, more: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: null }]
  const chunk = { id: 'chatcmpl-reads', object: 'chat.completion.chunk', created: 1, choices }
  return chunked(`data: ${JSON.stringify({ ...chunk, model: 'gpt-4o-mini', ...more })}\n\n`)
}

const usage = { prompt_tokens: 12, completion_tokens: FRAMES, total_tokens: 12 + FRAMES }
const END = `${frame({}, { usage })}${chunked('data: [DONE]\n\n')}0\r\n\r\n`

interface Answering {
  request: Buffer
  timer: ReturnType<typeof setInterval> | undefined
}

const upstream = Bun.listen<Answering>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { request: Buffer.alloc(0), timer: undefined }
    },
    data(socket, bytes) {
      const { data } = socket
      data.request = Buffer.concat([data.request, bytes])
      if (requestLength(data.request) === 0) return
      data.request = Buffer.alloc(0)
      socket.write(STREAM_HEAD)
      let remaining = FRAMES
      data.timer = setInterval(() => {
        if (remaining > 0) {
          remaining -= 1
          frames += 1
          sent.set(frames, { atMs: performance.now(), workedMs: workedMs() })
          socket.write(frame({ content: `t=${frames};` }))
          return
        }
        clearInterval(data.timer)
        socket.write(END)
      }, EVERY_MS)
    },
    close: ({ data }) => clearInterval(data.timer),
  },
})

/** Torn frames are joined with what came before. */
const KEPT_CHARACTERS = 32

async function openStream({ port, path, headers }: Order): Promise<void> {
  const messages = [{ role: 'user', content: 'say something long' }]
  const body = JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages, max_tokens: FRAMES })
  const all = { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers }
  const head = Object.entries({ ...all, 'content-length': String(Buffer.byteLength(body)) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const request = `POST ${path} HTTP/1.1\r\n${head}\r\n${body}`
  let rest = ''
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, bytes) {
        const text = rest + bytes.toString('latin1')
        const end = take(text)
        rest = text.slice(Math.max(end, text.length - KEPT_CHARACTERS))
        if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) failures += 1
        if (!text.endsWith('\r\n0\r\n\r\n')) return
        rest = ''
        socket.write(request)
      },
    },
  })
}

/** Where the last complete stamp ends. */
function take(text: string): number {
  let end = 0
  for (const match of text.matchAll(/t=(\d+);/g)) {
    end = match.index + match[0].length
    const stamp = sent.get(Number(match[1]))
    if (stamp === undefined) continue
    sent.delete(Number(match[1]))
    current.delayMs.push(performance.now() - stamp.atMs)
    current.workMs.push(workedMs() - stamp.workedMs)
  }
  return end
}

function factsOf({ delayMs, workMs }: Delays) {
  const delays = delayMs.toSorted((a, b) => a - b)
  const work = workMs.toSorted((a, b) => a - b)
  return {
    frames: delays.length,
    failures,
    p50Ms: shareOf(delays, 0.5),
    p99Ms: shareOf(delays, 0.99),
    maxMs: shareOf(delays, 1),
    loopP99Ms: shareOf(work, 0.99),
  }
}

function shareOf(sorted: readonly number[], share: number): number {
  const value = sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return Math.round(value * 100) / 100
}

function endWindow(pool: string): object {
  const window = current
  current = emptied()
  const all = pools.get(pool) ?? emptied()
  pools.set(pool, all)
  for (const ms of window.delayMs) all.delayMs.push(ms)
  for (const ms of window.workMs) all.workMs.push(ms)
  return factsOf(window)
}

function totals(): object {
  return Object.fromEntries([...pools].map(([name, delays]) => [name, factsOf(delays)]))
}

process.stdout.write(`${upstream.port}\n`)
let isStarted = false
for await (const line of console) {
  if (!isStarted) {
    isStarted = true
    const order = JSON.parse(line) as Order
    pid = order.pid
    for (let each = 0; each < STREAMS; each += 1) await openStream(order)
    process.stdout.write('{}\n')
    continue
  }
  process.stdout.write(`${JSON.stringify(line === 'total' ? totals() : endWindow(line))}\n`)
}
process.exit(0)

/**
 * Small calls at a steady rate, from a process of its own. Each line on stdin ends a window; its
 * delays, in milliseconds, are printed as one JSON line. A call is sent on time whether earlier
 * ones are answered or not, so that a stall is seen by every call that falls into it.
 *
 * Beside the delay stands how long the gateway's loop was at work meanwhile, which is the same
 * on a busy machine: the kernel counts it, on Linux.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { type RawPost, rawPost } from './raw-request'

interface Order extends RawPost {
  readonly everyMs: number
  readonly pid: number
}

interface Client {
  sentAt: number
  workedMs: number
  answer: string
}

type Socket = import('bun').Socket<Client>

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const request = rawPost(order)

let delaysMs: number[] = []
let workMs: number[] = []
let failures = 0
const idle: Socket[] = []

const text = Buffer.alloc(128)

/** Milliseconds that the gateway's loop has had a core, since it began; 0 where nobody counts. */
function workedMs(): number {
  try {
    const file = openSync(`/proc/${order.pid}/schedstat`, 'r')
    const length = readSync(file, text, 0, text.length, 0)
    closeSync(file)
    return Number(text.toString('latin1', 0, length).split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

function send(socket: Socket): void {
  socket.data = { sentAt: performance.now(), workedMs: workedMs(), answer: '' }
  socket.write(request)
}

function receive(socket: Socket, bytes: Buffer): void {
  const client = socket.data
  client.answer += bytes.toString('latin1')
  const end = client.answer.indexOf('\r\n\r\n')
  const length = /content-length: *(\d+)/i.exec(client.answer)?.[1]
  if (end < 0 || client.answer.length < end + 4 + Number(length)) return
  delaysMs.push(performance.now() - client.sentAt)
  workMs.push(workedMs() - client.workedMs)
  if (!client.answer.startsWith('HTTP/1.1 200')) failures += 1
  idle.push(socket)
}

async function call(): Promise<void> {
  const free = idle.pop()
  if (free !== undefined) {
    send(free)
    return
  }
  await Bun.connect<Client>({
    hostname: '127.0.0.1',
    port: order.port,
    data: { sentAt: 0, workedMs: 0, answer: '' },
    socket: { open: send, data: receive },
  })
}

function shareOf(sorted: readonly number[], share: number): number {
  const value = sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return Math.round(value * 10) / 10
}

function windowFacts() {
  const delays = delaysMs.sort((a, b) => a - b)
  const work = workMs.sort((a, b) => a - b)
  const facts = {
    calls: delays.length,
    failures,
    p50Ms: shareOf(delays, 0.5),
    p99Ms: shareOf(delays, 0.99),
    maxMs: shareOf(delays, 1),
    loopP99Ms: shareOf(work, 0.99),
    loopMaxMs: shareOf(work, 1),
  }
  delaysMs = []
  workMs = []
  failures = 0
  return facts
}

setInterval(() => void call(), order.everyMs)
for await (const _ of console) process.stdout.write(`${JSON.stringify(windowFacts())}\n`)
process.exit(0)

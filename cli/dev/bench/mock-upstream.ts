/**
 * A deliberately cheap OpenAI-dialect upstream on raw sockets, so that the upstream is never
 * what a benchmark measures. Prints its port, then serves until killed.
 *
 * JSON answers are about 600 bytes. `"stream":true` answers are SSE: `chunks` frames of about
 * 180 bytes, `spacingMs` apart (0 = all in one turn), then usage and [DONE].
 */
import { chunked, requestLength, STREAM_HEAD } from './raw-http'

const chunks = Number(process.argv[2] ?? 100)
const spacingMs = Number(process.argv[3] ?? 0)

const usage = {
  prompt_tokens: 12,
  completion_tokens: chunks,
  total_tokens: 12 + chunks,
}
const answer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'lorem ipsum dolor sit amet '.repeat(12) },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 60, total_tokens: 72 },
})
const jsonType = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'
const jsonHead = `${jsonType}\r\ncontent-length: ${answer.length}`
const jsonReply = Buffer.from(`${jsonHead}\r\n\r\n${answer}`)

function frame(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}

const delta = frame({
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
  choices: [{ index: 0, delta: { content: 'lorem ip' }, finish_reason: null }],
})
const deltaBytes = Buffer.from(chunked(delta))
const headBytes = Buffer.from(STREAM_HEAD)
const tailBytes = Buffer.from(
  `${chunked(
    frame({
      id: 'chatcmpl-bench',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'gpt-4o-mini',
      choices: [],
      usage,
    }),
  )}${chunked('data: [DONE]\n\n')}0\r\n\r\n`,
)
const burst = Buffer.concat([
  headBytes,
  ...Array.from({ length: chunks }, () => deltaBytes),
  tailBytes,
])

interface Connection {
  pending: Buffer
  /** Bytes the socket did not take yet. */
  backlog: Buffer[]
}

type Socket = import('bun').Socket<Connection>

function send(socket: Socket, bytes: Buffer): void {
  const { backlog } = socket.data
  if (backlog.length > 0) {
    backlog.push(bytes)
    return
  }
  const written = socket.write(bytes)
  if (written < bytes.length) backlog.push(bytes.subarray(written))
}

function streamSlowly(socket: Socket): void {
  send(socket, headBytes)
  let sent = 0
  const timer = setInterval(() => {
    if (socket.readyState !== 1) {
      clearInterval(timer)
      return
    }
    if (sent < chunks) {
      send(socket, deltaBytes)
      sent += 1
      return
    }
    clearInterval(timer)
    send(socket, tailBytes)
  }, spacingMs)
}

const server = Bun.listen<Connection>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { pending: Buffer.alloc(0), backlog: [] }
    },
    data(socket, received) {
      const state = socket.data
      let bytes = state.pending.length > 0 ? Buffer.concat([state.pending, received]) : received
      for (;;) {
        const length = requestLength(bytes)
        if (length === 0) break
        if (!bytes.subarray(0, length).includes('"stream":true')) send(socket, jsonReply)
        else if (spacingMs === 0) send(socket, burst)
        else streamSlowly(socket)
        bytes = bytes.subarray(length)
      }
      state.pending = Buffer.from(bytes)
    },
    drain(socket) {
      const waiting = socket.data.backlog.splice(0)
      for (const bytes of waiting) send(socket, bytes)
    },
  },
})
process.stdout.write(`${server.port}\n`)

/**
 * The upstream of the rehearsal, on bare sockets, so that it can be as wrong as a plan wants.
 * A request names its plan in its own text (`plan=NAME call=ID`), so the upstream keeps no
 * script and repeats what it did whenever it is asked again.
 */
import { createServer, type Socket } from 'node:net'
import { PLANS } from './plans'
import { Wire } from './wire'

export interface Upstream {
  readonly port: number
  /** Answers begun and not ended yet. */
  open(): number
  /** Answers whose client left before their end. */
  cancelled(): number
  /** Answers that wait at a gate right now. */
  waiting(): number
  /** Lets all that wait at a gate go on; those that come later wait again. */
  release(): void
  stop(): Promise<void>
}

interface Counters {
  open: number
  cancelled: number
  waiting: number
}

const NAMED = /plan=([\w-]+) call=([\w-]+)/

export async function startUpstream(): Promise<Upstream> {
  const counters: Counters = { open: 0, cancelled: 0, waiting: 0 }
  const attempts = new Map<string, number>()
  const sockets = new Set<Socket>()
  let gate = Promise.withResolvers<void>()

  const answer = async (socket: Socket, body: string): Promise<void> => {
    const [, plan = '', call = ''] = NAMED.exec(body) ?? []
    const attempt = (attempts.get(call) ?? 0) + 1
    attempts.set(call, attempt)
    const wire = new Wire(socket, { body, attempt, gate: () => gate.promise, counters })
    counters.open += 1
    await (PLANS[plan] ?? PLANS.json)?.answer(wire)
    counters.open -= 1
    if (wire.wasLeft) counters.cancelled += 1
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // Each answer of a kept connection listens for its end.
    socket.setMaxListeners(0)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    listenTo(socket, (body) => answer(socket, body))
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    open: () => counters.open,
    cancelled: () => counters.cancelled,
    waiting: () => counters.waiting,
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Reads requests with a content-length, one after the other. */
function listenTo(socket: Socket, answer: (body: string) => Promise<void>): void {
  let pending: Buffer = Buffer.alloc(0)
  let turn = Promise.resolve()
  socket.on('data', (bytes: Buffer) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    for (;;) {
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /content-length: *(\d+)/i.exec(pending.toString('latin1', 0, end))?.[1]
      const total = end + 4 + Number(length ?? 0)
      if (pending.length < total) return
      const body = pending.toString('utf8', end + 4, total)
      pending = pending.subarray(total)
      turn = turn.then(() => answer(body))
    }
  })
}

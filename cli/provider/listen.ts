/** A server on bare sockets of loopback, whose answers can be as wrong as somebody wants. */
import { createServer, type Socket } from 'node:net'

export interface Listening {
  readonly port: number
  /** Cuts what is still open. */
  stop(): Promise<void>
}

/** `answer` gets the body of each request; those of one connection come one after the other. */
export async function listen(
  answer: (socket: Socket, body: string) => Promise<void>,
): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // Each response on a keep-alive connection listens for its end.
    socket.setMaxListeners(0)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    readRequests(socket, (body) => answer(socket, body))
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Requests with a content-length, one after the other. */
function readRequests(socket: Socket, answer: (body: string) => Promise<void>): void {
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

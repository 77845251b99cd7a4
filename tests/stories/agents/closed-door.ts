/** A proxy that lets nobody out, and remembers who asked. */
import { createServer, type Socket } from 'node:net'

export interface ClosedDoor {
  /** Settings of a program that may talk to this machine alone. */
  readonly env: Readonly<Record<string, string>>
  /** The first line of each request, e.g. "CONNECT example.com:443 HTTP/1.1". */
  readonly knocks: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function closedDoor(): Promise<ClosedDoor> {
  const knocks: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (bytes) => {
      knocks.push(bytes.toString('latin1').split('\r\n', 1)[0] ?? '')
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  const proxy = `http://127.0.0.1:${address.port}`
  const local = '127.0.0.1,localhost,::1'
  return {
    env: {
      ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: local },
      ...{ http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: local },
    },
    knocks,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

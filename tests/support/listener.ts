/** An upstream that says, byte by byte and connection by connection, what a test wants of it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Line {
  readonly socket: Socket
  heard: string
}

/** Answers whatever a connection has sent so far, each time that more of it comes. */
export async function startListener(answer: (line: Line, at: number) => void) {
  const lines: Line[] = []
  const server = createServer((socket) => {
    const line: Line = { socket, heard: '' }
    const at = lines.push(line) - 1
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      line.heard += bytes.toString('latin1')
      answer(line, at)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    for (const { socket } of lines) socket.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, port, lines, stop, [Symbol.dispose]: stop }
}

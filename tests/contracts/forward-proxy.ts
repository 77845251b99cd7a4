/** An HTTP proxy as companies run them: CONNECT tunnels and plain forwarding, with a password. */
import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface ForwardProxy {
  readonly port: number
  /** What it was asked for: "CONNECT host:port" or "POST http://…". */
  readonly asked: readonly string[]
  /** Values of proxy-authorization, "" where a request had none. */
  readonly credentials: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Everything ends at the port, if one is given, whatever host is asked for. */
export async function startForwardProxy(port?: number): Promise<ForwardProxy> {
  const asked: string[] = []
  const credentials: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    credentials.push(incoming.headers['proxy-authorization'] ?? '')
    const { method } = incoming
    // The password is for the proxy alone.
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers
    const onward = request(placeOf(incoming.url ?? '', port), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket: Socket, head) => {
    asked.push(`CONNECT ${incoming.url}`)
    credentials.push(incoming.headers['proxy-authorization'] ?? '')
    const target = new URL(`http://${incoming.url}`)
    const host = port === undefined ? target.hostname : '127.0.0.1'
    const onward = connect(port ?? Number(target.port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
    }
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    asked,
    credentials,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function placeOf(text: string, port: number | undefined): URL {
  const url = new URL(text)
  if (port !== undefined) url.host = `127.0.0.1:${port}`
  return url
}

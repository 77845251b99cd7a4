/** How connections to upstreams are opened, used again, and given up. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { GatewayError } from '../../server/domain/errors/gateway-error'
import { createUpstream, type UpstreamRequest } from '../../server/relay/net/upstream'
import { startGatewayProcess } from '../support/gateway-process'
import { waitUntil } from '../support/wait-until'
import { ask, PATH_OF, PRICES, told } from './black-box'

const LIMITS = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000 }
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const TLS = `${import.meta.dir}/../fixtures/tls`

const upstream = createUpstream(LIMITS)
const stops: (() => void)[] = []
afterAll(() => upstream.close())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Line {
  readonly socket: Socket
  heard: string
}

/** Answers whatever a connection has sent so far, each time that more of it comes. */
async function listen(answer: (line: Line, at: number) => void) {
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
  stops.push(() => {
    server.close()
    for (const { socket } of lines) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1?a=b`, port, lines }
}

interface Told {
  readonly status: number
  readonly body: string
  readonly error: GatewayError | undefined
}

function send(request: Partial<UpstreamRequest> & { readonly url: string }): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>()
  let status = 0
  let body = ''
  const usual = { method: 'POST', headers: {}, body: '{}', proxy: '', allowPrivate: true } as const
  upstream.send(
    { ...usual, ...request },
    {
      onHead: (told) => {
        status = told
      },
      onBytes: (bytes) => {
        body += bytes.toString()
      },
      onEnd: () => resolve({ status, body, error: undefined }),
      onFailure: (error) => resolve({ status, body, error }),
    },
  )
  return promise
}

const isWhole = ({ heard }: Line): boolean => heard.endsWith('{}')

test('a request is written as the standard says', async () => {
  const { url, port, lines } = await listen(({ socket }) => socket.write(OK))
  const headers = { 'x-a': 'b', Host: 'models.example', 'Content-Length': '99', TE: 'gzip' }
  expect(await send({ url, headers })).toEqual({ status: 200, body: 'ok', error: undefined })
  const rest = 'connection: keep-alive\r\ncontent-length: 2\r\n\r\n{}'
  expect(lines[0]?.heard).toBe(`POST /v1?a=b HTTP/1.1\r\nx-a: b\r\nhost: models.example\r\n${rest}`)
  await send({ url, method: 'GET', body: null })
  expect(lines[0]?.heard).toEndWith(
    `GET /v1?a=b HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n\r\n`,
  )
})

test('a connection serves one request after the other, and each of many its own', async () => {
  const { url, lines } = await listen((line) => isWhole(line) && line.socket.write(OK))
  for (let round = 0; round < 3; round += 1) await send({ url })
  expect(lines).toHaveLength(1)
  const all = await Promise.all(Array.from({ length: 5 }, () => send({ url })))
  expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => 'ok'))
  expect(lines).toHaveLength(5)
})

test('a connection that ends, or says too much, is not used again', async () => {
  const ends = [
    (socket: Socket) =>
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'),
    (socket: Socket) => socket.write(`${OK}HTTP/1.1 200 OK\r\n\r\n`),
    (socket: Socket) => socket.write(OK),
  ]
  const { url, lines } = await listen(({ socket }, at) => ends[at]?.(socket))
  const bodies: string[] = []
  for (const _ of ends) bodies.push((await send({ url })).body)
  expect(bodies).toEqual(['', 'to the end', 'ok', 'ok'])
  expect(lines).toHaveLength(ends.length)
})

test('a connection that rests is given up when the other side closes it', async () => {
  const { url, lines } = await listen(({ socket }) => socket.write(OK))
  await send({ url })
  const socket = lines[0]?.socket.end()
  await waitUntil('it is closed on both sides', () => socket?.closed)
  expect(await send({ url })).toMatchObject({ status: 200, error: undefined })
  expect(lines).toHaveLength(2)
})

test('a long body arrives whole, and an answer that comes before its end is heard', async () => {
  const body = new Uint8Array(3_000_000).fill(97)
  const slow = await listen((line) => {
    line.socket.pause()
    setImmediate(() => line.socket.resume())
    if (line.heard.length > body.length && line.heard.endsWith('a'.repeat(100))) {
      line.socket.write(OK)
    }
  })
  expect((await send({ url: slow.url, body })).body).toBe('ok')
  expect(slow.lines[0]?.heard.replace(/a{3000000}$/, '')).toEndWith('\r\n\r\n')

  const early = await listen((line) => {
    line.socket.pause()
    line.socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno')
  })
  const refused = await send({ url: early.url, body: new Uint8Array(30_000_000) })
  expect(refused).toMatchObject({ status: 413, body: 'no' })
  await send({ url: early.url })
  expect(early.lines).toHaveLength(2)
})

test('an answer that was taken in sips leaves a connection that is used again', async () => {
  const long = 'x'.repeat(1_000_000)
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n`
  const { url, lines } = await listen((line) => isWhole(line) && line.socket.write(head + long))
  for (let round = 0; round < 2; round += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let size = 0
    const request = { url, method: 'POST', headers: {}, body: '{}', proxy: '' } as const
    const exchange = upstream.send(
      { ...request, allowPrivate: true },
      {
        onHead() {},
        onBytes(bytes) {
          size += bytes.length
          exchange.pause()
          setImmediate(() => exchange.resume())
        },
        onEnd: resolve,
        onFailure: reject,
      },
    )
    await promise
    expect(size).toBe(long.length)
  }
  expect(lines).toHaveLength(1)
})

test('whoever leaves before the answer takes the connection along', async () => {
  const { url, lines } = await listen(() => {})
  const sink = { onHead() {}, onBytes() {}, onEnd() {}, onFailure() {} }
  const request = { url, method: 'POST', headers: {}, body: '{}', proxy: '' } as const
  const exchange = upstream.send({ ...request, allowPrivate: true }, sink)
  await waitUntil('the request is there', () => lines[0]?.heard.endsWith('{}'))
  exchange.abort()
  await waitUntil('the connection is closed', () => lines[0]?.socket.destroyed)
})

test('what would be read as another header or request is never sent', async () => {
  const { url, lines } = await listen(({ socket }) => socket.write(OK))
  for (const headers of [
    { 'x-a': 'b\r\nx-evil: 1' },
    { 'x-a': 'b\nx-evil: 1' },
    { 'x-a': 'snow \u2603' },
    { 'x a': 'b' },
    { 'x-a\r\nx-evil': 'b' },
    { 'Transfer-Encoding': 'chunked' },
  ] as Record<string, string>[]) {
    expect((await send({ url, headers })).error?.id).toBe('upstream.unreachable')
  }
  expect(lines).toHaveLength(0)
})

async function listenSecurely(): Promise<number> {
  const [cert, key] = await Promise.all(
    ['cert', 'key'].map((part) => Bun.file(`${TLS}/localhost-${part}.pem`).text()),
  )
  const answer = { choices: [{ message: { role: 'assistant', content: 'kept secret' } }] }
  const body = JSON.stringify({ ...answer, usage: { prompt_tokens: 1, completion_tokens: 2 } })
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  const server = createTlsServer({ cert, key }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`))
  })
  server.on('tlsClientError', () => {})
  server.listen(0)
  await once(server, 'listening')
  stops.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test('a certificate of nobody ends the call before anything is said', async () => {
  const port = await listenSecurely()
  const { error } = await send({ url: `https://localhost:${port}/` })
  expect([error?.id, error?.params.reason]).toEqual(['upstream.unreachable', 'reason.tls_failed'])
})

test('a certificate that is trusted counts for its own names only', async () => {
  const port = await listenSecurely()
  await using gateway = await startGatewayProcess({
    env: { NODE_EXTRA_CA_CERTS: `${TLS}/localhost-cert.pem` },
    channels: [
      { upstream: { url: `https://localhost:${port}` }, models: 'right' },
      { upstream: { url: `https://127.0.0.2:${port}` }, models: 'wrong' },
    ],
    options: { ...PRICES, SelfUseModeEnabled: true, RetryTimes: 0 },
  })
  const call = (model: string) => told(gateway.post(PATH_OF.openai, ask('openai', { model })))
  expect((await call('right')).text).toContain('kept secret')
  const wrong = await call('wrong')
  expect(wrong.status).toBe(502)
  expect(wrong.text).not.toContain('kept secret')
})

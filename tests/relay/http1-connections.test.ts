/** How connections to upstreams are opened, used again, and given up. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { GatewayError } from '../../server/domain/errors/gateway-error'
import { createUpstream } from '../../server/relay/net/open-upstream'
import type { UpstreamRequest } from '../../server/relay/net/upstream'
import { startGatewayProcess } from '../support/gateway-process'
import { type Line, startListener } from '../support/listener'
import { waitUntil } from '../support/wait-until'
import { ask, PATH_OF, PRICES, told } from './black-box'

const LIMITS = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000 }
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const TLS = `${import.meta.dir}/../fixtures/tls`

/** Moved by hand. */
const time = { atMs: 0, nowMs: () => time.atMs }
const upstream = createUpstream(LIMITS, time)
const stops: (() => void)[] = []
afterAll(() => upstream.close())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function listen(answer: (line: Line, at: number) => void) {
  const listener = await startListener(answer)
  stops.push(listener.stop)
  return { ...listener, url: `${listener.url}/v1?a=b` }
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

/** Rests of 100 ms less than each of these are used; what has rested as long is not. */
const RESTS: readonly (readonly [announced: string, restMs: number])[] = [
  ['', 1_500],
  ['keep-alive: timeout=2\r\n', 1_000],
  ['keep-alive: max=9, timeout=20\r\n', 19_000],
  ['keep-alive: timeout=3600\r\n', 30_000],
]

test.each(RESTS)(
  'after "%s" a connection is used again for less than %d ms',
  async (told, restMs) => {
    const ok = OK.replace('\r\n\r\n', `\r\n${told}\r\n`)
    const { url, lines } = await listen(({ socket }) => socket.write(ok))
    await send({ url })
    time.atMs += restMs - 100
    await send({ url })
    expect(lines).toHaveLength(1)
    time.atMs += restMs
    await send({ url })
    expect(lines).toHaveLength(2)
    await waitUntil('the old one is closed', () => lines[0]?.socket.closed)
  },
)

test('what has rested too long is closed together, and what is busy is left alone', async () => {
  const { url, lines } = await listen((line, at) => {
    if (at !== 0 || line.heard.split('{}').length < 3) line.socket.write(OK)
  })
  await Promise.all([send({ url }), send({ url }), send({ url })])
  const busy = send({ url })
  time.atMs += 2_000
  expect(await send({ url })).toMatchObject({ status: 200 })
  await waitUntil('three are left', () => lines.filter(({ socket }) => socket.closed).length === 2)
  for (const { socket } of lines) if (!socket.closed) socket.write(OK)
  expect(await busy).toMatchObject({ status: 200 })
})

test('pools share no connections, and keep none of another key', async () => {
  const { url, lines } = await listen((line) => isWhole(line) && line.socket.write(OK))
  for (const pool of ['1:0', '1:7', '2:0', '1:0', undefined, '1:7', undefined]) {
    await send({ url, pool })
  }
  expect(lines.map(({ heard }) => heard.split('{}').length - 1)).toEqual([2, 2, 1, 2])
})

test('of very many pools the idle ones do not stay open', async () => {
  const { url, lines } = await listen((line) => isWhole(line) && line.socket.write(OK))
  for (let pool = 0; pool < 1_010; pool += 1) await send({ url, pool: `${pool}` })
  await waitUntil('the oldest are closed', () =>
    lines.slice(0, 10).every((one) => one.socket.closed),
  )
  expect(lines.at(-1)?.socket.closed).toBe(false)
})

/** A second request is heard on the connection, which then ends without a word. */
async function endsOnReuse() {
  return await listen((line, at) => {
    if (at === 0 && line.heard.split('host:').length > 2) line.socket.end()
    else line.socket.write(OK)
  })
}

test('a post on a connection that ends instead of answering is not sent again', async () => {
  const { url, lines } = await endsOnReuse()
  await send({ url })
  expect((await send({ url })).error?.id).toBe('upstream.closed_idle')
  expect(lines).toHaveLength(1)
  // A new connection that ends so has nothing to do with rest.
  const fresh = await listen(({ socket }) => socket.end())
  expect((await send({ url: fresh.url })).error?.id).toBe('upstream.unreachable')
})

test.each(['GET', 'DELETE'] as const)('a %s on such a connection is sent again', async (method) => {
  const { url, lines } = await endsOnReuse()
  await send({ url, method, body: null })
  expect(await send({ url, method, body: null })).toMatchObject({ status: 200, body: 'ok' })
  expect(lines).toHaveLength(2)
})

test('half a head on a connection that was used before is a broken answer', async () => {
  const { url } = await listen((line) => {
    if (line.heard.split('{}').length > 2) line.socket.end('HTTP/1.1 200')
    else line.socket.write(OK)
  })
  await send({ url })
  expect((await send({ url })).error?.id).toBe('upstream.unreachable')
})

test('a post that could not be written at all is sent on another connection', async () => {
  const { url, lines } = await listen((line) => isWhole(line) && line.socket.write(OK))
  await send({ url })
  // The kernel knows of the end, and nobody on this side has been told of it yet.
  lines[0]?.socket.resetAndDestroy()
  expect(await send({ url })).toMatchObject({ status: 200, body: 'ok' })
  expect(lines.map(({ heard }) => heard.split('{}').length - 1)).toEqual([1, 1])
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

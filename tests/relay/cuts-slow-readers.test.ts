/** Clients that read more slowly than the upstream writes, and some that then leave. */
import { describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import type { Gateway } from '../support/gateway'
import { type Gate, gate, type Reply, sse } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { ask, PATH_OF, type ProtocolName, RECORDED_CHARGE, TERMINATOR_OF } from './black-box'
import { letNotice, onlyBill, withPolicy } from './cut-policy'
import { open } from './open-stream'
import { streamClients } from './stream-pairs'

const FRAME_TEXT = 'x'.repeat(64 * 1024)
const FRAME_COUNT = 160

/** About 10 MB in frames; `ending` follows them. */
function longStream(...ending: (string | Gate)[]): Reply {
  const frame = (index: number): string =>
    `data: {"choices":[{"index":0,"delta":{"content":"${index} ${FRAME_TEXT}"}}]}\n\n`
  return sse([...Array.from({ length: FRAME_COUNT }, (_, index) => frame(index)), ...ending])
}

const LAST_FRAMES = [
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  'data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":9,"total_tokens":21}}\n\n',
  'data: [DONE]\n\n',
]

const SIGN = streamClients().openai.sign

/** A client that does not read what comes until it is told to. */
async function startSleepy(gateway: Gateway, protocol: ProtocolName): Promise<Socket> {
  const body = JSON.stringify(ask(protocol, { stream: true }))
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  const head = [
    `POST ${PATH_OF[protocol]} HTTP/1.1`,
    'host: gateway',
    `authorization: Bearer ${gateway.keys[0]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  await new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve())
  })
  return socket
}

async function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(Buffer.from(part)))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.resume()
  await within('end of the stream', ended)
  return Buffer.concat(parts).toString('latin1')
}

describe('a client that reads slowly', () => {
  for (const [protocol, gzip] of [
    ['openai', false],
    ['claude', false],
    ['openai', true],
    ['claude', true],
  ] as const) {
    const how = gzip ? `${protocol}, compressed` : protocol
    test(`gets every frame in order and pays the usage, ${how}`, async () => {
      const reply = { ...longStream(...LAST_FRAMES), gzip }
      await withPolicy({ policy: 'partial', reply }, async ({ gateway, upstream }) => {
        const socket = await startSleepy(gateway, protocol)
        await upstream.waitForRequests(1)
        await letNotice(gateway)
        const text = await readToEnd(socket)
        const seen = [...text.matchAll(/"(\d+) x{1000}/g)].map(([, index]) => Number(index))
        expect(seen).toEqual(Array.from({ length: FRAME_COUNT }, (_, index) => index))
        expect(text).toContain(TERMINATOR_OF[protocol])
        const { row, other } = await onlyBill(gateway)
        expect(row.quota).toBe(RECORDED_CHARGE)
        expect(other.cut).toBeUndefined()
      })
    })
  }

  test('finds no pile of signs of life behind what it has not read', async () => {
    const rest = gate()
    const reply = [longStream(rest, ...LAST_FRAMES), sse([], { ending: 'hang' })]
    const env = { GW_KEEPALIVE_MS: '20' }
    await withPolicy({ policy: 'partial', reply, env }, async ({ gateway, upstream }) => {
      const socket = await startSleepy(gateway, 'openai')
      await upstream.waitForRequests(1)
      // One sweep looks at both streams: what a client that reads is sent, the other one is not.
      const reader = await open(gateway, streamClients().openai)
      await reader.until(SIGN, 20)
      await reader.leave()
      rest.open()
      const text = await readToEnd(socket)
      expect(text).toContain(TERMINATOR_OF.openai)
      expect(text).not.toContain(SIGN.repeat(2))
    })
  })

  test('and leaves while the upstream is held back stops it', async () => {
    const reply = longStream(gate())
    await withPolicy({ policy: 'partial', reply }, async ({ gateway, upstream }) => {
      const socket = await startSleepy(gateway, 'openai')
      await upstream.waitForRequests(1)
      await letNotice(gateway)
      socket.destroy()
      await upstream.waitForAbort()
      const { other } = await onlyBill(gateway)
      expect(other.cut).toEqual({ by: 'client', policy: 'partial' })
    })
  })

  test('and leaves while the upstream is held back lets it go on with drain', async () => {
    const reply = longStream(...LAST_FRAMES)
    await withPolicy({ policy: 'drain', reply }, async ({ gateway, upstream }) => {
      const socket = await startSleepy(gateway, 'openai')
      await upstream.waitForRequests(1)
      await letNotice(gateway)
      socket.destroy()
      const { row, other } = await onlyBill(gateway)
      expect(row.quota).toBe(RECORDED_CHARGE)
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
      expect(upstream.last().abortedAt).toBeUndefined()
    })
  })
})

/** More than the system keeps for a connection of this machine. */
const FLOOD_FRAMES = 480

describe('a client that reads nothing at all', () => {
  for (const policy of ['partial', 'refund', 'drain'] as const) {
    test(`is cut off after its time and settled as having left, ${policy}`, async () => {
      const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs }
      const frame = `data: {"choices":[{"index":0,"delta":{"content":"${FRAME_TEXT}"}}]}\n\n`
      const ending = policy === 'drain' ? LAST_FRAMES : [gate()]
      const reply = sse([...Array<string>(FLOOD_FRAMES).fill(frame), ...ending])
      // The clock leaps by hours between two looks at it.
      const env = { GW_STREAM_LIMIT_MS: String(24 * 3600 * 1000) }
      await withPolicy({ policy, reply, clock, env }, async ({ gateway, upstream }) => {
        const socket = await startSleepy(gateway, 'openai')
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        await upstream.waitForRequests(1)
        await letNotice(gateway)
        const logged = async () => (await gateway.services.logs.list()).items.length > 0
        expect(await logged()).toBe(false)
        await waitUntil('the call is billed', async () => {
          clock.aheadMs += 60_000
          return await logged()
        })
        const { row, other } = await onlyBill(gateway)
        expect(other.cut).toEqual({ by: 'client', policy })
        expect(row.quota > 0).toBe(policy !== 'refund')
        if (policy !== 'drain') await upstream.waitForAbort()
        socket.resume()
        await within('end of the connection', closed)
      })
    })
  }
})

/** Forms that do not fit in memory, clients that stall or leave in the middle of one. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type Gateway, startGateway } from '../support/gateway'
import { type RawConnection, rawConnection, rawHead, statusOf } from '../support/raw'
import { gate } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { expectRefusal, told } from './black-box'
import { type FormPart, formOf, loggedOf, postForm, recording } from './forms'

const PATH = '/v1/audio/transcriptions'
const MB = 1024 * 1024

interface Heard {
  bytes: number
  readonly hash: ReturnType<typeof createHash>
  isWhole: boolean
  isBroken: boolean
}

/** Takes bodies piece by piece, and tells of each as it comes. */
class Listener {
  readonly heard: Heard[] = []
  /** Answers before the body is read, where it is set. */
  refusal: Response | undefined
  /** Reads no further while it waits. */
  hold: Promise<void> | undefined
  readonly #server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    maxRequestBodySize: 256 * MB,
    fetch: (request) => this.#answer(request),
  })

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  get last(): Heard {
    const last = this.heard.at(-1)
    if (last === undefined) throw new Error('nothing was heard')
    return last
  }

  async stop(): Promise<void> {
    await this.#server.stop(true)
  }

  async #answer(request: Request): Promise<Response> {
    const one: Heard = { bytes: 0, hash: createHash('sha256'), isWhole: false, isBroken: false }
    this.heard.push(one)
    const { refusal } = this
    this.refusal = undefined
    if (refusal !== undefined) return refusal
    try {
      for await (const part of request.body ?? []) {
        one.bytes += part.byteLength
        one.hash.update(part)
        await this.hold
      }
      one.isWhole = true
    } catch {
      one.isBroken = true
    }
    return Response.json({ text: 'heard' })
  }
}

let listener: Listener
let gateway: Gateway

beforeAll(async () => {
  listener = new Listener()
  gateway = await startGateway({
    env: { GW_BODY_TIMEOUT_MS: '1000', GW_MAX_BODY_MB: '128' },
    channels: [
      { type: 1, upstream: listener, models: ['whisper-1', 'both'], priority: 2 },
      { type: 1, upstream: listener, models: ['both'], priority: 1 },
    ],
    options: { RetryTimes: 1, ModelRatio: { 'whisper-1': 15, both: 15 } },
  })
})
beforeEach(() => {
  listener.heard.length = 0
  listener.refusal = undefined
  listener.hold = undefined
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  expect(readdirSync(gateway.dataDir).filter((name) => name.startsWith('spool'))).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await listener.stop()
})

const model = (value = 'whisper-1'): FormPart => ({ name: 'model', value })
const file = (seconds: number): FormPart => ({
  name: 'file',
  filename: 'a.wav',
  type: 'audio/wav',
  bytes: recording(seconds),
})

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** 24 MB are 750 seconds. */
const LONG = 750

describe('a recording of 24 MB', () => {
  test.each([
    ['in front of it', [model(), file(LONG)]],
    ['behind it', [file(LONG), model()]],
  ] as const)('with the model %s comes whole, and is billed by its length', async (_, parts) => {
    const { body } = formOf(parts)
    const answer = await told(postForm(gateway, PATH, { body }))
    expect(answer.status).toBe(200)
    expect(listener.last.bytes).toBe(body.length)
    expect(listener.last.hash.digest('hex')).toBe(hashOf(body))
    const { row, other } = await loggedOf(gateway, answer.requestId)
    expect(row.quota).toBe(LONG * 250)
    expect(other.counted_by).toBe('recording')
  })

  test('is on its way before the client has sent all of it', async () => {
    const { body } = formOf([model(), file(LONG)])
    const rest = gate()
    async function* pieces() {
      yield body.subarray(0, 2 * MB)
      await rest.opened
      yield body.subarray(2 * MB)
    }
    const answering = told(postForm(gateway, PATH, { pieces: pieces() }))
    await waitUntil('the upstream has some of it', () => (listener.heard[0]?.bytes ?? 0) > MB)
    rest.open()
    expect((await answering).status).toBe(200)
    expect(listener.last.hash.digest('hex')).toBe(hashOf(body))
  })

  test('waits at its client while the upstream does not read', async () => {
    const opened = Promise.withResolvers<void>()
    listener.hold = opened.promise
    const { type, body } = formOf([model(), file(1)])
    const headers = { authorization: `Bearer ${gateway.keys[0]}`, 'content-type': type }
    const most = 96
    const head = rawHead(PATH, { length: (most + 1) * MB, headers })
    using connection = await rawConnection(gateway.port, head)
    connection.write(body.subarray(0, 1_000))
    const piece = new Uint8Array(MB)
    let sent = 0
    let looks = 0
    // The sockets between the three take some of it, which is in nobody's memory.
    await waitUntil('the client is held up', () => {
      const isTaken = connection.waiting() === 0
      looks = isTaken ? 0 : looks + 1
      if (isTaken && sent < most) connection.write(piece)
      sent += Number(isTaken)
      return looks > 20 || sent === most
    })
    opened.resolve()
    expect(sent).toBeLessThan(most)
    connection.destroy()
    await waitUntil('the upstream is let go', () => listener.last.isBroken)
  })

  test('goes to another channel where the first refuses it, if it was put aside', async () => {
    listener.refusal = Response.json({ error: { message: 'busy' } }, { status: 429 })
    const { body } = formOf([file(LONG), model('both')])
    const answer = await told(postForm(gateway, PATH, { body }))
    expect(answer.status).toBe(200)
    expect(listener.heard).toHaveLength(2)
    expect(listener.last.hash.digest('hex')).toBe(hashOf(body))
  })

  test('whose channel refuses it when it has gone by is refused, and costs nothing', async () => {
    listener.refusal = Response.json({ error: { message: 'busy' } }, { status: 429 })
    const { body } = formOf([model('both'), file(LONG)])
    const answer = await told(postForm(gateway, PATH, { body }))
    // Of what has gone by already depends whether it can be sent again.
    expect([200, 429]).toContain(answer.status)
    expect(listener.heard).toHaveLength(answer.status === 200 ? 2 : 1)
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row.quota).toBe(answer.status === 200 ? LONG * 250 : 0)
  })
})

describe('a second model behind the file', () => {
  test('stops the call before the upstream has a whole form', async () => {
    const body = formOf([model(), file(100), model('both')]).body
    const answer = await told(postForm(gateway, PATH, { body }))
    expect(expectRefusal(answer, 'openai', 400).param).toBe('model')
    await waitUntil('the upstream is let go', () => listener.last.isBroken)
    expect(listener.last.isWhole).toBe(false)
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row).toMatchObject({ type: 5, quota: 0 })
  })
})

test('a form that is refused by its first lines is read on, and nobody hears of it', async () => {
  const { type, body } = formOf([{ name: 'Model', value: 'x' }, file(LONG)])
  const headers = { authorization: `Bearer ${gateway.keys[0]}`, 'content-type': type }
  const head = rawHead(PATH, { length: body.length, headers })
  using connection = await rawConnection(gateway.port, head)
  connection.write(body)
  const answer = await connection.closed()
  expect(statusOf(answer)).toBe(400)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(listener.heard).toEqual([])
})

/** A form whose last 100,000 bytes are still to come. */
async function halfSent(): Promise<RawConnection> {
  const { type, body } = formOf([model(), file(100)])
  const headers = { authorization: `Bearer ${gateway.keys[0]}`, 'content-type': type }
  const head = rawHead(PATH, { length: body.length, headers })
  const connection = await rawConnection(gateway.port, head)
  connection.write(body.subarray(0, body.length - 100_000))
  await waitUntil('the upstream hears of it', () => listener.heard.length > 0)
  return connection
}

describe('a client in the middle of its form', () => {
  test('that goes silent is told so, and its upstream is let go', async () => {
    using connection = await halfSent()
    expect(statusOf(await connection.answers())).toBe(408)
    await waitUntil('the upstream is let go', () => listener.last.isBroken)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ type: 5, quota: 0 })
  })

  test('that leaves takes the call to the upstream with it, and owes nothing', async () => {
    using connection = await halfSent()
    connection.destroy()
    await waitUntil('the upstream is let go', () => listener.last.isBroken)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ type: 5, quota: 0 })
  })
})

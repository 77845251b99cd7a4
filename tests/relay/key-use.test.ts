/** What the keys of one channel are used for: things that stay at one of them, and counts. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Clock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, type RecordedRequest, startUpstream, type Upstream } from '../support/upstream'
import { ask, PATH_OF, PRICES, recorded, told } from './black-box'

const ANSWER = json(recorded('openai').json)
const REFUSED = json({ error: { message: 'Incorrect API key provided' } }, { status: 401 })
const KEYS = ['upstream-key-aaaa', 'upstream-key-bbbb', 'upstream-key-cccc'] as const
const NAMES = ['turns', 'alone', 'batches']
const WHO = ['ann', 'bob', 'cleo', 'dan']

let aheadMs = 0
const clock: Clock = {
  nowMs: () => Date.now() + aheadMs,
  monotonicMs: () => performance.now(),
}

/** The key that is refused. */
let dead = ''
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream((request) =>
    keyOf(request) === dead ? REFUSED : (keptAt(request) ?? ANSWER),
  )
  const many = { upstream, key: KEYS.join('\n'), key_mode: 'round_robin' }
  gateway = await startGateway({
    clock,
    users: WHO.map((username) => ({ username })),
    tokens: WHO.map((username) => ({ username })),
    options: { ...PRICES, ModelRatio: { m: 1, one: 1, cl: 1 } },
    channels: [
      { ...many, name: 'turns', models: 'm' },
      { upstream, name: 'alone', models: 'one', key: 'upstream-key-only' },
      { ...many, name: 'batches', models: 'cl', type: 14 },
    ],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const channelId = (name: string): number => gateway.channelIds[NAMES.indexOf(name)] ?? 0

function keyOf({ headers }: RecordedRequest): string {
  return String(headers.authorization ?? headers['x-api-key']).replace('Bearer ', '')
}

/** Files and batches, which only the key that made them knows. */
const kept = new Map<string, string>()

function keptAt(request: RecordedRequest): ReturnType<typeof json> | undefined {
  const [, , noun = '', ...rest] = request.path.split('/')
  if (noun !== 'files' && rest[0] !== 'batches') return undefined
  const id = rest.at(-1) ?? ''
  if (kept.get(id) === keyOf(request)) return json({ id, object: 'file', key: keyOf(request) })
  if (request.method !== 'POST') return json({ error: { message: 'unknown' } }, { status: 404 })
  const made = `kept_${kept.size}`
  kept.set(made, keyOf(request))
  return json({ id: made, object: 'file', type: 'message_batch' })
}

async function calls(count: number, model = 'm'): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { model })))
    expect(answer.status).toBe(200)
  }
}

async function reviveAll(): Promise<void> {
  const id = channelId('turns')
  for (const key of [1, 2, 3]) {
    await gateway.services.channels.setKey(TEST_ACTOR, { id, key, status: 1 })
  }
}

describe('what an upstream keeps', () => {
  const upload = async (who: number) => {
    const file = new File(['x'], 'x.jsonl')
    return (await gateway.openai(gateway.keys[who]).files.create({ file, purpose: 'batch' })).id
  }
  const keysThat = (ids: readonly string[]) => ids.map((id) => kept.get(id))

  test('is spread by the way of the channel, and what one user has stays together', async () => {
    await reviveAll()
    const first: string[] = []
    const second: string[] = []
    for (const who of WHO.keys()) first.push(await upload(who))
    for (const who of WHO.keys()) second.push(await upload(who))
    expect(new Set(keysThat(first)).size).toBe(3)
    expect(keysThat(second)).toEqual(keysThat(first))
    for (const [who, id] of first.entries()) {
      const read = await gateway.openai(gateway.keys[who]).files.retrieve(id)
      expect(read).toMatchObject({ key: kept.get(id) })
    }
  })

  test('goes past a key that rests, and is still found at it', async () => {
    const before = await upload(0)
    const key = kept.get(before) ?? ''
    dead = key
    await calls(6)
    dead = ''
    expect(keysThat([await upload(0), await upload(1), await upload(2)])).not.toContain(key)
    const read = await gateway.openai().files.retrieve(before)
    expect(read).toMatchObject({ key })
    await reviveAll()
  })

  test('a batch of messages needs nothing beside it, so each takes the next key', async () => {
    const requests = [
      {
        custom_id: 'x',
        params: {
          model: 'cl',
          max_tokens: 5,
          messages: [{ role: 'user' as const, content: 'hi' }],
        },
      },
    ]
    const made: string[] = []
    for (let at = 0; at < 3; at += 1) {
      made.push((await gateway.anthropic().messages.batches.create({ requests })).id)
    }
    expect(keysThat(made).toSorted()).toEqual([...KEYS])
    for (const id of made) {
      expect(await gateway.anthropic().messages.batches.retrieve(id)).toMatchObject({
        key: kept.get(id),
      })
    }
  })
})

describe('what each key was asked', () => {
  const keysOf = async (name: string) => {
    await gateway.idle()
    return (await gateway.services.channels.keys(channelId(name))).keys
  }
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

  test('is counted for a day and a week, with failures, share and the last time', async () => {
    await reviveAll()
    const before = await keysOf('turns')
    dead = KEYS[1]
    await calls(4)
    dead = ''
    const after = await keysOf('turns')
    const grown = (name: 'calls_24h' | 'calls_7d' | 'failed_24h' | 'failed_7d') =>
      after.map((key, at) => key[name] - (before[at]?.[name] ?? 0))
    // Four answers, and the one failure that was made good.
    expect(sumOf(grown('calls_24h'))).toBe(5)
    expect(grown('calls_7d')).toEqual(grown('calls_24h'))
    expect(grown('failed_24h')).toEqual([0, 1, 0])
    expect(grown('failed_7d')).toEqual([0, 1, 0])
    expect(sumOf(after.map(({ share_24h }) => share_24h))).toBeCloseTo(100, 0)
    for (const { used_time } of after) expect(used_time).toBeGreaterThan(clock.nowMs() / 1000 - 60)
    await reviveAll()
  })

  test('of the only key is what its channel was asked', async () => {
    await calls(2, 'one')
    const [only] = await keysOf('alone')
    expect(only).toMatchObject({ id: 0, calls_24h: 2, share_24h: 100, failed_7d: 0 })
  })

  test('stays with a key that is entered again, whatever its number', async () => {
    const id = channelId('turns')
    const [, second] = await keysOf('turns')
    const key = [KEYS[1], 'upstream-key-dddd'].join('\n')
    await gateway.services.channels.set(TEST_ACTOR, { id, key })
    const [first, fresh] = await keysOf('turns')
    expect(first).toMatchObject({ id: 1, hint: '…bbbb', calls_7d: second?.calls_7d })
    expect(fresh).toMatchObject({ id: 2, calls_7d: 0, used_time: 0, share_7d: 0 })
  })

  test('is over after a day, and kept for the week', async () => {
    const [before] = await keysOf('turns')
    aheadMs += 25 * 3_600_000
    const [after] = await keysOf('turns')
    expect(after).toMatchObject({ calls_24h: 0, failed_24h: 0, share_24h: 0 })
    expect(after).toMatchObject({ calls_7d: before?.calls_7d, used_time: before?.used_time })
  })
})

/** Clients that leave, and what each policy of the channel then makes of the call. */
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Gateway } from '../support/gateway'
import { frames, type Gate, gate, json, type Reply, sse } from '../support/upstream'
import {
  ask,
  billOf,
  type DialectName,
  PATH_OF,
  type ProtocolName,
  RECORDED_CHARGE,
  readUntil,
  recorded,
  requestIdOf,
} from './black-box'
import { letNotice, onlyBill, withPolicy } from './cut-policy'

interface Leaver {
  readonly pending: Promise<Response>
  leave(): Promise<void>
}

function start(gateway: Gateway, protocol: ProtocolName, stream: boolean): Leaver {
  const giveUp = new AbortController()
  const pending = gateway.post(PATH_OF[protocol], ask(protocol, { stream }), {
    signal: giveUp.signal,
  })
  pending.catch(() => {})
  return {
    pending,
    async leave() {
      giveUp.abort()
      await letNotice(gateway)
    },
  }
}

/** A recorded stream with a gate behind its first frames with text. */
function heldStream(dialect: DialectName, held: Gate): Reply {
  const all = frames(recorded(dialect).sse)
  const count = dialect === 'anthropic' ? 3 : 2
  return sse([all.slice(0, count).join(''), held, all.slice(count).join('')])
}

describe.each([
  ['openai', 'openai'],
  ['claude', 'anthropic'],
  ['claude', 'openai'],
  ['openai', 'gemini'],
] as const)('a %s client of a %s upstream that leaves in the middle', (protocol, dialect) => {
  test('by default stops the upstream and pays for the prompt and what came', async () => {
    const reply = heldStream(dialect, gate())
    await withPolicy({ policy: 'partial', reply, dialect }, async ({ gateway, upstream }) => {
      const client = start(gateway, protocol, true)
      await readUntil(await client.pending, 'Grüße')
      await client.leave()
      await upstream.waitForAbort()
      const { row, other } = await onlyBill(gateway)
      expect(row.type).toBe(2)
      expect(row.prompt_tokens).toBeGreaterThan(0)
      expect(row.completion_tokens).toBeGreaterThan(0)
      expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
      expect(other.cut).toEqual({ by: 'client', policy: 'partial' })
      if (dialect === 'openai') expect(other.counted_by).toBe('tokenizer')
    })
  })

  test('leaves the upstream running with drain and pays what was used', async () => {
    const held = gate()
    const reply = heldStream(dialect, held)
    await withPolicy({ policy: 'drain', reply, dialect }, async ({ gateway, upstream }) => {
      const client = start(gateway, protocol, true)
      await readUntil(await client.pending, 'Grüße')
      await client.leave()
      held.open()
      const { row, other } = await onlyBill(gateway)
      expect(row).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
      expect(other.counted_by).toBeUndefined()
      expect(upstream.last().abortedAt).toBeUndefined()
    })
  })

  test('is not waited for beyond the drain limit', async () => {
    const reply = heldStream(dialect, gate())
    const env = { GW_DRAIN_LIMIT_MS: '50' }
    await withPolicy({ policy: 'drain', reply, dialect, env }, async ({ gateway, upstream }) => {
      const client = start(gateway, protocol, true)
      await readUntil(await client.pending, 'Grüße')
      await client.leave()
      await upstream.waitForAbort()
      const { row, other } = await onlyBill(gateway)
      expect(row.quota).toBeGreaterThan(0)
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
    })
  })

  test('stops the upstream with refund and pays nothing', async () => {
    const reply = heldStream(dialect, gate())
    await withPolicy({ policy: 'refund', reply, dialect }, async ({ gateway, upstream }) => {
      const client = start(gateway, protocol, true)
      await readUntil(await client.pending, 'Grüße')
      await client.leave()
      await upstream.waitForAbort()
      const { row, other } = await onlyBill(gateway)
      expect(row).toMatchObject({ type: 2, quota: 0 })
      expect(other.cut).toEqual({ by: 'client', policy: 'refund' })
    })
  })
})

describe.each([true, false])('a client that leaves before the first byte, stream %p', (stream) => {
  const reply = (held: Gate): Reply => {
    const { sse: text, json: whole } = recorded('openai')
    return stream ? sse([text], { before: held }) : json(whole, { before: held })
  }

  test('by default stops the upstream and pays for the prompt', async () => {
    await withPolicy({ policy: 'partial', reply: reply(gate()) }, async ({ gateway, upstream }) => {
      const client = start(gateway, 'openai', stream)
      await upstream.waitForRequests(1)
      await client.leave()
      await upstream.waitForAbort()
      const { row, other } = await onlyBill(gateway)
      expect(row.completion_tokens).toBe(0)
      expect(row.quota).toBe(row.prompt_tokens)
      expect(row.quota).toBeGreaterThan(0)
      expect(other.cut).toEqual({ by: 'client', policy: 'partial' })
    })
  })

  test('pays what was used with drain', async () => {
    const held = gate()
    await withPolicy({ policy: 'drain', reply: reply(held) }, async ({ gateway, upstream }) => {
      const client = start(gateway, 'openai', stream)
      await upstream.waitForRequests(1)
      await client.leave()
      held.open()
      const { row, other } = await onlyBill(gateway)
      expect(row).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
      expect(upstream.last().abortedAt).toBeUndefined()
    })
  })

  test('is not waited for beyond the drain limit', async () => {
    const given = {
      policy: 'drain',
      reply: reply(gate()),
      env: { GW_DRAIN_LIMIT_MS: '50' },
    } as const
    await withPolicy(given, async ({ gateway, upstream }) => {
      const client = start(gateway, 'openai', stream)
      await upstream.waitForRequests(1)
      await client.leave()
      await upstream.waitForAbort()
      const { other } = await onlyBill(gateway)
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
    })
  })

  test('pays nothing with refund', async () => {
    await withPolicy({ policy: 'refund', reply: reply(gate()) }, async ({ gateway, upstream }) => {
      const client = start(gateway, 'openai', stream)
      await upstream.waitForRequests(1)
      await client.leave()
      await upstream.waitForAbort()
      const { row, other } = await onlyBill(gateway)
      expect(row.quota).toBe(0)
      expect(other.cut).toEqual({ by: 'client', policy: 'refund' })
    })
  })

  test('pays nothing for an upstream that then fails, and no other is asked', async () => {
    const held = gate()
    const script = json({ error: { message: 'no' } }, { status: 500, before: held })
    const given = { policy: 'drain', reply: script, channels: 2 } as const
    await withPolicy(given, async ({ gateway, upstream }) => {
      const client = start(gateway, 'openai', stream)
      await upstream.waitForRequests(1)
      await client.leave()
      held.open()
      const { row } = await onlyBill(gateway)
      expect(row).toMatchObject({ type: 5, quota: 0 })
      expect(upstream.requests).toHaveLength(1)
    })
  })
})

test('a client that leaves in the middle of a JSON answer stops the upstream', async () => {
  const headers = { 'content-type': 'application/json' }
  const reply = { headers, chunks: ['{"id":', gate()] }
  await withPolicy({ policy: 'partial', reply }, async ({ gateway, upstream }) => {
    const client = start(gateway, 'openai', false)
    await upstream.waitForRequests(1)
    await client.leave()
    await upstream.waitForAbort()
    const { row } = await onlyBill(gateway)
    expect(row.quota).toBe(row.prompt_tokens)
  })
})

describe('a client that leaves while its bill is being written', () => {
  const [first = '', second = '', ...rest] = frames(recorded('openai').sse)
  const ENDINGS: readonly (readonly [string, (held: Gate) => Reply, boolean])[] = [
    ['of a whole answer', (held) => sse([first, second, held, ...rest]), true],
    ['of a broken one', (held) => sse([first, second, held, '!'], { ending: 'cut' }), false],
  ]
  for (const [name, reply, isWhole] of ENDINGS) {
    test(`${name} does no harm to the gateway`, async () => {
      const held = gate()
      await withPolicy({ policy: 'partial', reply: reply(held) }, async (setting) => {
        const { gateway } = setting
        const client = start(gateway, 'openai', true)
        await readUntil(await client.pending, 'Grüße')
        using lock = new Database(join(gateway.dataDir, 'gw.db'))
        lock.exec('begin immediate')
        held.open()
        await letNotice(gateway)
        await client.leave()
        lock.exec('rollback')
        const { row, other } = await onlyBill(gateway)
        if (isWhole) expect(row.quota).toBe(RECORDED_CHARGE)
        else expect(other.cut).toEqual({ by: 'upstream', policy: 'partial' })
        expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
      })
    })
  }
})

test('a client that leaves after the whole answer changes nothing', async () => {
  const reply = sse([recorded('openai').sse])
  await withPolicy({ policy: 'partial', reply }, async ({ gateway, upstream }) => {
    const client = start(gateway, 'openai', true)
    const response = await client.pending
    await readUntil(response, '[DONE]')
    await client.leave()
    const { row, other } = await billOf(gateway, requestIdOf(response))
    expect(row.quota).toBe(RECORDED_CHARGE)
    expect(other.cut).toBeUndefined()
    expect(upstream.last().abortedAt).toBeUndefined()
  })
})

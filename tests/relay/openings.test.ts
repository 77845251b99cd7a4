/** The opening of a stream, which is kept until content follows, and what it told of usage. */
import { describe, expect, test } from 'bun:test'
import { CLIENTS } from '../contracts/client-voices'
import { TEXT } from '../contracts/native-equals-translated'
import { VOICES } from '../contracts/upstream-voices'
import { type Gateway, startGateway } from '../support/gateway'
import { gate, type Reply, sse, startUpstream } from '../support/upstream'
import { billOf, readUntil, requestIdOf } from './black-box'

const OPTIONS = {
  ModelRatio: { m: 1 },
  CompletionRatio: { m: 2 },
  CacheRatio: { m: 0.1 },
}
const CACHED = { prompt: 3, cached: 1000, output: 1 }
const CACHED_CHARGE = 3 + 0.1 * 1000

const PATHS = [
  ['claude', 'anthropic'],
  ['openai', 'anthropic'],
  ['openai', 'openai'],
  ['claude', 'openai'],
  ['gemini', 'gemini'],
  ['claude', 'gemini'],
] as const

interface Case {
  readonly reply: Reply
  readonly type: number
  readonly env?: Record<string, string>
}

async function withGateway(
  { reply, type, env = {} }: Case,
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(reply)
  const channels = [{ upstream, type, models: 'm' }]
  await using gateway = await startGateway({ channels, options: OPTIONS, env })
  await check(gateway)
}

describe.each(PATHS)('%s clients of %s upstreams', (protocol, name) => {
  const voice = VOICES[name]
  const client = CLIENTS[protocol]
  const ask = (gateway: Gateway, signal?: AbortSignal) =>
    gateway.post(client.path('m', true), client.body('m', true), { ...(signal && { signal }) })

  test('pay what the opening told of the prompt when they leave', async () => {
    const rest = gate()
    const reply = sse([...voice.opening(CACHED), ...voice.text(TEXT), rest])
    await withGateway({ reply, type: voice.type }, async (gateway) => {
      const leave = new AbortController()
      const response = await ask(gateway, leave.signal)
      await readUntil(response, TEXT)
      leave.abort()
      const { row, other } = await billOf(gateway, requestIdOf(response))
      expect(other.cut).toMatchObject({ by: 'client' })
      expect(row.completion_tokens).toBeGreaterThan(0)
      expect(row.quota).toBe(CACHED_CHARGE + 2 * row.completion_tokens)
      rest.open()
    })
  })

  test('get an opening that nothing follows in time, and pay nothing for a failure', async () => {
    const rest = gate()
    const reply = sse([...voice.opening(CACHED), rest, ...voice.error])
    const env = { GW_OPENING_LIMIT_MS: '50' }
    await withGateway({ reply, type: voice.type, env }, async (gateway) => {
      const response = await ask(gateway)
      expect(response.status).toBe(200)
      rest.open()
      expect(await response.text()).toMatch(client.failure)
      const { row, other } = await billOf(gateway, requestIdOf(response))
      expect(row.quota).toBe(0)
      expect(other).toMatchObject({ cut: { by: 'upstream', policy: 'refund' } })
    })
  })
})

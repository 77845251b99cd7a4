/** Google's live sockets: the first frame names the model, and turns are billed as they end. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { GoogleGenAI, type LiveServerMessage, Modality } from '@google/genai'
import { type Gateway, startGateway } from '../support/gateway'
import { liveUpstream } from '../support/live-upstream'
import { PLENTY } from '../support/seed'
import { waitUntil, within } from '../support/wait-until'
import { expectRefusal, told } from './black-box'

const MODEL = 'gemini-live-2.5-flash'
const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
/** At 1 credit a token read and 2 written; sound is 4 times as dear, and 2 times that to write. */
const CHARGE = 60 + 40 * 4 + 20 * 2 + 30 * 8

const upstream = liveUpstream()
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({
    users: [
      { username: 'anna', quota: PLENTY },
      { username: 'thrifty', quota: CHARGE + 100 },
    ],
    tokens: [
      { username: 'anna', unlimited_quota: true },
      { username: 'thrifty', unlimited_quota: true },
    ],
    channels: [
      {
        type: 24,
        upstream,
        key: 'google-key',
        models: [MODEL],
        model_mapping: JSON.stringify({ [MODEL]: 'real-live' }),
      },
    ],
    options: {
      RetryTimes: 0,
      ModelRatio: { [MODEL]: 1 },
      CompletionRatio: { [MODEL]: 2 },
      AudioRatio: { [MODEL]: 4 },
      AudioCompletionRatio: { [MODEL]: 2 },
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function talk(key = gateway.keys[0]) {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${PATH}?key=${key}`)
  socket.binaryType = 'arraybuffer'
  const events: Record<string, unknown>[] = []
  socket.onmessage = ({ data }) => {
    events.push(JSON.parse(typeof data === 'string' ? data : Buffer.from(data).toString()))
  }
  const closing = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve
  })
  await within('opening', new Promise((resolve) => (socket.onopen = resolve)))
  return {
    socket,
    events,
    say: (event: object) => socket.send(JSON.stringify(event)),
    closed: () => within('closed socket', closing),
    has: (field: string) =>
      waitUntil(field, () => events.find((event) => event[field] !== undefined)),
  }
}

const setup = (more: object = {}) => ({ setup: { model: `models/${MODEL}`, ...more } })
const turn = {
  clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], turnComplete: true },
}

async function spentBy(work: () => Promise<void>): Promise<number> {
  const balance = async () => {
    await gateway.idle()
    return (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  }
  const before = await balance()
  await work()
  return before - (await balance())
}

describe('a live socket of Google', () => {
  test('carries the official SDK, by the name and key of the channel, billed by turn', async () => {
    const spent = await spentBy(async () => {
      const client = new GoogleGenAI({
        apiKey: gateway.keys[0] ?? '',
        httpOptions: { baseUrl: gateway.url, apiVersion: 'v1beta' },
      })
      const events: LiveServerMessage[] = []
      const live = await client.live.connect({
        model: MODEL,
        config: { responseModalities: [Modality.AUDIO] },
        callbacks: { onmessage: (event) => void events.push(event) },
      })
      for (let turns = 1; turns <= 2; turns += 1) {
        live.sendClientContent({ turns: 'Two plus two?', turnComplete: true })
        await waitUntil(
          'a turn',
          () => events.filter((event) => event.serverContent?.turnComplete).length === turns,
        )
      }
      live.close()
      await waitUntil('the upstream is left', () => !upstream.isOpen())
    })
    expect(upstream.paths[0]).toBe(`${PATH}?key=google-key`)
    expect(JSON.parse(upstream.heard[0] ?? '').setup.model).toBe('models/real-live')
    expect(spent).toBe(2 * CHARGE)
    const { items } = await gateway.services.logs.list({ type: 2 })
    expect(items[0]).toMatchObject({ model_name: MODEL, quota: CHARGE, prompt_tokens: 100 })
  })

  test('keeps what a client says before its upstream is there', async () => {
    const client = await talk()
    const heard = upstream.heard.length
    client.say(setup({ systemInstruction: { parts: [{ text: 'x' }] } }))
    client.say(turn)
    await client.has('usageMetadata')
    expect(upstream.heard.slice(heard).map((text) => Object.keys(JSON.parse(text))[0])).toEqual([
      'setup',
      'clientContent',
    ])
    client.socket.close()
  })

  test('charges what was said of a turn whose client leaves', async () => {
    const spent = await spentBy(async () => {
      const client = await talk()
      client.say(setup())
      await client.has('setupComplete')
      // 64,000 characters of base64 are a second of sound, which is 25 tokens of 8 credits.
      const inlineData = { mimeType: 'audio/pcm', data: 'A'.repeat(64_000) }
      upstream.say({ serverContent: { modelTurn: { parts: [{ inlineData }] } } })
      await client.has('serverContent')
      client.socket.close()
      await waitUntil('the upstream is left', () => !upstream.isOpen())
    })
    expect(spent).toBeWithin(25 * 8, 28 * 8)
  })

  test('ends with its upstream, whose code and reason the client hears', async () => {
    const client = await talk()
    client.say(setup())
    await client.has('setupComplete')
    upstream.close(4001, 'session_expired')
    expect(await client.closed()).toMatchObject({ code: 4001, reason: 'session_expired' })
  })

  test('is closed with the reason when the balance is spent', async () => {
    const client = await talk(gateway.keys[1])
    client.say(setup())
    for (let at = 0; at < 3; at += 1) client.say(turn)
    const { code, reason } = await client.closed()
    expect(code).toBe(1008)
    expect(reason).toContain('quota')
    await gateway.idle()
    const user = await gateway.services.users.show(gateway.userIds[1] ?? 0)
    expect(user.quota).toBeGreaterThanOrEqual(0)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  for (const [name, first, reason] of [
    ['no JSON', '{', 'JSON'],
    ['no setup', '{"clientContent":{}}', 'setup'],
    ['no model', '{"setup":{}}', 'model'],
    ['a model that is not there', '{"setup":{"model":"models/none"}}', 'none'],
  ] as const) {
    test(`is closed for a first frame with ${name}`, async () => {
      const client = await talk()
      client.socket.send(first)
      const closed = await client.closed()
      expect(closed.code).toBe(1008)
      expect(closed.reason).toContain(reason)
    })
  }

  test('is refused without a key, and to what is no socket', async () => {
    const ask = (path: string, headers: Record<string, string>) =>
      told(fetch(gateway.url + path, { headers }))
    const upgrade = { upgrade: 'websocket', connection: 'upgrade' }
    expect((await ask(PATH, upgrade)).status).toBe(401)
    expect((await ask(`${PATH}?key=${gateway.keys[0]}`, {})).status).toBe(426)
  })

  test("is no answer to OpenAI's realtime clients", async () => {
    const headers = {
      upgrade: 'websocket',
      connection: 'upgrade',
      authorization: `Bearer ${gateway.keys[0]}`,
    }
    const answer = await told(fetch(`${gateway.url}/v1/realtime?model=${MODEL}`, { headers }))
    expectRefusal(answer, 'openai', 404)
  })

  test('shows in the list of models what is asked of one', async () => {
    const headers = { 'x-goog-api-key': gateway.keys[0] ?? '' }
    const { models } = await (await fetch(`${gateway.url}/v1beta/models`, { headers })).json()
    expect(models[0].supportedGenerationMethods).toEqual(['bidiGenerateContent'])
  })
})

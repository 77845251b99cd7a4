/** Clients and proxies give up on a stream that says nothing; models may think for minutes. */
import { describe, expect, test } from 'bun:test'
import { GoogleGenAI } from '@google/genai'
import { type Gateway, startGateway } from '../support/gateway'
import {
  frames,
  type Gate,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { expectReleased, MODEL, PRICES, requestIdOf } from './black-box'
import { open } from './open-stream'
import {
  type ClientName,
  NATIVE_PAIRS,
  saidIn,
  streamClients,
  TRANSLATED_PAIRS,
  UPSTREAMS,
  type UpstreamName,
} from './stream-pairs'

const KEEPALIVE = { GW_KEEPALIVE_MS: '20' }
const CLIENTS = streamClients()
const PAIRS = [...NATIVE_PAIRS, ...TRANSLATED_PAIRS]

async function withGateway(
  upstreams: readonly (readonly [UpstreamName, Reply])[],
  check: (gateway: Gateway, upstreams: readonly Upstream[]) => Promise<void>,
  env: Readonly<Record<string, string>> = KEEPALIVE,
): Promise<void> {
  const running = await Promise.all(upstreams.map(([, reply]) => startUpstream(reply)))
  const channels = running.map((upstream, index) => ({
    upstream,
    type: UPSTREAMS[upstreams[index]?.[0] ?? 'openai'].type,
    models: MODEL,
    priority: -index,
  }))
  try {
    await using gateway = await startGateway({ channels, options: PRICES, env })
    await check(gateway, running)
  } finally {
    await Promise.all(running.map((upstream) => upstream.stop()))
  }
}

/** Where the upstream falls silent. */
const SILENCES: Readonly<Record<string, (frames: readonly string[], gate: Gate) => Reply>> = {
  'before its head': (all, before) => sse(all, { before }),
  'after its head': (all, silence) => sse([silence, ...all]),
  'after its first frames': ([first = '', second = '', third = '', ...rest], silence) =>
    sse([first, second, third, silence, ...rest]),
}

describe.each(PAIRS)('%s clients of %s upstreams', (client, upstream) => {
  const { sse: recorded } = UPSTREAMS[upstream]

  for (const [where, replyOf] of Object.entries(SILENCES)) {
    test(`hear signs of life while the upstream is silent ${where}`, async () => {
      const silence = gate()
      await withGateway([[upstream, replyOf(frames(recorded), silence)]], async (gateway) => {
        const { sign } = CLIENTS[client]
        const stream = await open(gateway, CLIENTS[client])
        expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
        await stream.until(sign.repeat(2))
        silence.open()
        const text = await stream.rest()
        expect(saidIn(text)).toEqual(saidIn(await withoutSigns(client, upstream)))
        expect((await onlyRow(gateway)).quota).toBeGreaterThan(0)
      })
    })
  }
})

const undisturbed = new Map<string, Promise<string>>()

/** The same stream without any silence or sign. */
function withoutSigns(client: ClientName, upstream: UpstreamName): Promise<string> {
  const known = undisturbed.get(`${client} ${upstream}`) ?? streamWithoutSigns(client, upstream)
  undisturbed.set(`${client} ${upstream}`, known)
  return known
}

async function streamWithoutSigns(client: ClientName, upstream: UpstreamName): Promise<string> {
  let text = ''
  await withGateway(
    [[upstream, sse([UPSTREAMS[upstream].sse])]],
    async (gateway) => {
      text = await (await open(gateway, CLIENTS[client])).rest()
    },
    { GW_KEEPALIVE_MS: '0' },
  )
  return text
}

async function onlyRow(gateway: Gateway) {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({})
  expect(items).toHaveLength(1)
  return items[0] ?? { quota: Number.NaN }
}

describe('a response that has begun before any upstream has', () => {
  test('goes on with another channel when the first one fails', async () => {
    const slow = gate()
    const failing = { ...json({ error: { message: 'overloaded' } }), status: 503, before: slow }
    const whole = sse([UPSTREAMS.openai.sse])
    await withGateway(
      [
        ['anthropic', failing],
        ['openai', whole],
      ],
      async (gateway) => {
        const stream = await open(gateway, CLIENTS.claude)
        await stream.until(CLIENTS.claude.sign)
        slow.open()
        expect(await stream.rest()).toContain('event: message_stop')
        expect((await onlyRow(gateway)).quota).toBeGreaterThan(0)
      },
    )
  })

  for (const [client, told] of Object.entries({
    openai: /^data: \{"error":\{.*\}\}$/m,
    claude: /^event: error\ndata: \{"type":"error"/m,
    responses: /^event: error\ndata: \{"type":"error"/m,
    gemini: /^data: \{"error":\{"code":503/m,
  })) {
    test(`tells ${client} clients in the stream that nobody answers`, async () => {
      const slow = gate()
      const failing = { ...json({ error: { message: 'overloaded' } }), status: 503, before: slow }
      await withGateway([['openai', failing]], async (gateway) => {
        const stream = await open(gateway, CLIENTS[client as ClientName])
        await stream.until(CLIENTS[client as ClientName].sign)
        slow.open()
        const text = await stream.rest()
        expect(text).toMatch(told)
        expect(text).not.toContain('[DONE]')
        await expectReleased(gateway, requestIdOf(stream.response))
      })
    })
  }

  test('lets go of the upstream when its client leaves', async () => {
    await withGateway([['openai', sse([], { ending: 'hang' })]], async (gateway, [upstream]) => {
      const stream = await open(gateway, CLIENTS.openai)
      await stream.until(CLIENTS.openai.sign)
      await stream.leave()
      await upstream?.waitForAbort()
      await gateway.idle()
    })
  })

  test('is a list of JSON where its client wants one', async () => {
    const slow = gate()
    const path = `/v1beta/models/${MODEL}:streamGenerateContent`
    await withGateway(
      [['gemini', sse([UPSTREAMS.gemini.sse], { before: slow })]],
      async (gateway) => {
        const stream = await open(gateway, { ...CLIENTS.gemini, path })
        await stream.until('\n\n')
        slow.open()
        expect(JSON.parse(await stream.rest())).toBeArray()
      },
    )
  })
})

describe('signs of life', () => {
  test("are read over by Google's SDK, which loses events behind comments", async () => {
    const silence = gate()
    const [first = '', ...rest] = frames(UPSTREAMS.gemini.sse)
    await withGateway([['gemini', sse([first, silence, ...rest])]], async (gateway) => {
      const heard = await open(gateway, CLIENTS.gemini)
      const options = { baseUrl: gateway.url }
      const ai = new GoogleGenAI({ apiKey: gateway.keys[0] ?? '', httpOptions: options })
      const parts = await ai.models.generateContentStream({ model: MODEL, contents: 'hi' })
      await heard.until(CLIENTS.gemini.sign.repeat(3))
      silence.open()
      let count = 0
      for await (const _ of parts) count += 1
      expect(count).toBe(1 + rest.length)
    })
  })
})

test('a stream that brings comments for ever is ended, and says so', async () => {
  const comments = Array.from({ length: 3 }, () => ': waiting\n\n')
  const [first = ''] = frames(UPSTREAMS.openai.sse)
  const endless = sse([first, ...comments], { ending: 'hang' })
  await withGateway(
    [['openai', endless]],
    async (gateway) => {
      const stream = await open(gateway, CLIENTS.openai)
      expect(await stream.rest()).toContain('"code":"upstream_slow"')
    },
    { ...KEEPALIVE, GW_STREAM_LIMIT_MS: '200' },
  )
})

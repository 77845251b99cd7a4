/** A client reads the name of the model that it asked for, whatever the operator mapped it to. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, type Reply, sse, startUpstream } from '../support/upstream'
import { MODEL, PRICES } from './black-box'
import {
  type ClientName,
  NATIVE_PAIRS,
  streamClients,
  TRANSLATED_PAIRS,
  UPSTREAMS,
} from './stream-pairs'

const SECRET = 'secret-backend-7'
const NAMES = /"(model|modelVersion)": ?"[^"]*"/g
/** What a model may write: only the field counts, not the same words in a text. */
const WRITTEN = JSON.stringify(JSON.stringify({ model: SECRET })).slice(1, -1)

/** As an upstream tells it that calls the model so, and writes about it. */
function named(recorded: string): string {
  return recorded
    .replace(NAMES, `"$1":"${SECRET}"`)
    .replace(/"(text|content|delta)": ?"(?=\w)/, `"$1":"${WRITTEN}`)
}

async function withMapping(
  { type, reply, setting = '' }: { type: number; reply: Reply; setting?: string },
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(reply)
  const model_mapping = JSON.stringify({ [MODEL]: SECRET })
  await using gateway = await startGateway({
    channels: [{ upstream, type, models: MODEL, model_mapping, setting }],
    options: PRICES,
  })
  await check(gateway)
  expect(JSON.stringify(upstream.last())).toContain(SECRET)
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"(?:model|modelVersion)": ?"([^"]*)"/g)].map(([, name = '']) => name)
}

const CLIENTS = streamClients()

/** What a client is told; answers of Cohere's format name no model. */
const shown = (client: ClientName, name: string) => (client === 'cohere' ? [] : [name])

describe.each([...NATIVE_PAIRS, ...TRANSLATED_PAIRS])('%s clients of %s', (client, upstream) => {
  const { type, sse: recorded } = UPSTREAMS[upstream]
  const { path, body } = CLIENTS[client]

  for (const tear of [undefined, 'every-byte'] as const) {
    test(`read the asked name in streams, torn ${tear ?? 'nowhere'}`, async () => {
      await withMapping({ type, reply: sse([named(recorded)], { tear }) }, async (gateway) => {
        const text = await (await gateway.post(path, body)).text()
        expect(new Set(namesIn(text))).toEqual(new Set(shown(client, MODEL)))
        expect(text.replaceAll(WRITTEN, '')).not.toContain(SECRET)
        expect(text).toContain(WRITTEN)
      })
    })
  }

  test('read it in whole answers', async () => {
    const whole = fixture(`${upstream}/chat-text.json`)
    const unstreamed = { ...body, stream: false }
    const at = path.replace(':streamGenerateContent?alt=sse', ':generateContent')
    const asked = client === 'gemini' ? body : unstreamed
    await withMapping({ type, reply: json(named(whole)) }, async (gateway) => {
      const text = await (await gateway.post(at, asked)).text()
      expect(namesIn(text)).toEqual(shown(client, MODEL))
      expect(text).toContain(WRITTEN)
    })
  })
})

test.each(NATIVE_PAIRS)(
  '%s clients of %s read its own name where it is kept',
  async (client, upstream) => {
    const { type, sse: recorded } = UPSTREAMS[upstream]
    const { path, body } = CLIENTS[client]
    const reply = sse([named(recorded)])
    await withMapping({ type, reply, setting: '{"keep_upstream_model":true}' }, async (gateway) => {
      const text = await (await gateway.post(path, body)).text()
      expect(new Set(namesIn(text))).toEqual(new Set(shown(client, SECRET)))
    })
  },
)

describe('other operations', () => {
  test('read it, too', async () => {
    const vectors = { object: 'list', data: [{ index: 0, embedding: [1] }], model: SECRET }
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    await withMapping({ type: 1, reply: json({ ...vectors, usage }) }, async (gateway) => {
      const answer = await gateway.post('/v1/embeddings', { model: MODEL, input: 'hi' })
      expect(await answer.json()).toEqual({ ...vectors, usage, model: MODEL })
    })
    const recorded = fixture('openai/completion-text.sse')
    await withMapping({ type: 1, reply: sse([named(recorded)]) }, async (gateway) => {
      const asked = { model: MODEL, prompt: 'hi', stream: true }
      const text = await (await gateway.post('/v1/completions', asked)).text()
      expect(new Set(namesIn(text))).toEqual(new Set([MODEL]))
    })
  })
})

/** Of OpenAI, which keeps it: each question about it is answered with the upstream's name. */
const KEPT = { ...JSON.parse(fixture('responses/chat-text.json')), model: SECRET }

describe('of a response that its vendor keeps', () => {
  test.each([false, true])('the owner reads the asked name, background: %p', async (background) => {
    const event = { type: 'response.completed', response: KEPT }
    await using upstream = await startUpstream(({ path }) =>
      path.includes('stream=true')
        ? sse([`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`], { tear: 'every-byte' })
        : json(KEPT),
    )
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL, model_mapping: JSON.stringify({ [MODEL]: SECRET }) }],
      options: PRICES,
    })
    const { responses } = gateway.openai()
    const { id } = await responses.create({ model: MODEL, input: 'Hi', background })
    expect(await responses.retrieve(id)).toMatchObject({ id, model: MODEL })
    const told = []
    for await (const one of await responses.retrieve(id, { stream: true })) told.push(one)
    expect(told).toMatchObject([{ response: { id, model: MODEL } }])
    expect(JSON.stringify(upstream.requests[0])).toContain(SECRET)
  })

  test('where the channel keeps the name of its upstream, so does it', async () => {
    await using upstream = await startUpstream(json(KEPT))
    await using gateway = await startGateway({
      channels: [
        {
          upstream,
          models: MODEL,
          model_mapping: JSON.stringify({ [MODEL]: SECRET }),
          setting: '{"keep_upstream_model":true}',
        },
      ],
      options: PRICES,
    })
    const { responses } = gateway.openai()
    const { id } = await responses.create({ model: MODEL, input: 'Hi' })
    expect(await responses.retrieve(id)).toMatchObject({ model: SECRET })
  })
})

test('of a response that is kept here, the owner reads the asked name', async () => {
  for (const stream of [false, true]) {
    const recorded = named(fixture(`responses/chat-text.${stream ? 'sse' : 'json'}`))
    const reply = stream ? sse([recorded]) : json(recorded)
    await withMapping({ type: 62, reply }, async (gateway) => {
      const { responses } = gateway.openai()
      const body = { model: MODEL, input: 'Hi' }
      const { id } = stream
        ? await responses.stream(body).finalResponse()
        : await responses.create(body)
      expect(await responses.retrieve(id)).toMatchObject({ id, model: MODEL })
    })
  }
})

/** Chats of Cohere's own package, at Cohere and at vendors of other formats. */
import { describe, expect, test } from 'bun:test'
import { Cohere } from 'cohere-ai'
import { UPSTREAMS } from '../contracts/matrix/upstreams'
import { billOf, expectSpent, MODEL, PRICES, RECORDED_CHARGE } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { cohereClient, failureOf } from '../support/sdk'
import {
  fixture,
  frames,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

const TYPES = { cohere: 34, openai: 1, anthropic: 14, gemini: 24 } as const
const DIALECTS = Object.keys(TYPES) as (keyof typeof TYPES)[]
const TEXT = 'Grüße, 世界! Two plus two is four.'
const ASKED = { model: MODEL, messages: [{ role: 'user' as const, content: 'Two plus two?' }] }

async function withGateway(
  { type, reply, env = {} }: { type: number; reply: Reply; env?: Record<string, string> },
  check: (facts: { gateway: Gateway; upstream: Upstream; key: string }) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(reply)
  await using gateway = await startGateway({
    channels: [{ upstream, type, models: MODEL }],
    options: { ...PRICES, RetryTimes: 0 },
    env,
  })
  await check({ gateway, upstream, key: gateway.keys[0] ?? '' })
  expect(await gateway.services.ledger.verify()).toEqual([])
}

/** A `fetch` that tells when `sign` has come. */
function hearing(sign: string, heard: () => void): typeof fetch {
  const tell = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        if (Buffer.from(chunk).includes(sign)) heard()
        out.enqueue(chunk)
      },
    })
  const ask = async (...asked: Parameters<typeof fetch>) => {
    const { body, ...head } = await fetch(...asked)
    return new Response(body?.pipeThrough(tell()), head)
  }
  return Object.assign(ask, { preconnect: fetch.preconnect })
}

describe.each(DIALECTS)('at %s', (dialect) => {
  const type = TYPES[dialect]

  test('a whole answer is read, and billed to the credit', async () => {
    const reply = UPSTREAMS[dialect].reply('text', false)
    await withGateway({ type, reply }, async ({ gateway, key }) => {
      const answer = await cohereClient(gateway.url, key).chat(ASKED)
      expect(answer).toMatchObject({
        finishReason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: TEXT }] },
        usage: { billedUnits: { inputTokens: 12, outputTokens: 9 } },
      })
      await expectSpent(gateway, RECORDED_CHARGE)
    })
  })

  test('a stream is read over signs of life, and billed to the credit', async () => {
    const silence = gate()
    const [first = '', ...rest] = frames(fixture(`${dialect}/chat-text.sse`))
    const reply = sse([first, silence, ...rest])
    const env = { GW_KEEPALIVE_MS: '20' }
    await withGateway({ type, reply, env }, async ({ gateway, key }) => {
      const client = cohereClient(gateway.url, key, hearing(': keep-alive\n', silence.open))
      const stream = await client.chatStream(ASKED)
      let text = ''
      let last: Cohere.V2ChatStreamResponse | undefined
      for await (const event of stream) {
        if (event.type === 'content-delta') text += event.delta?.message?.content?.text ?? ''
        last = event
      }
      expect(text).toBe(TEXT)
      expect(last).toMatchObject({ type: 'message-end', delta: { finishReason: 'COMPLETE' } })
      await expectSpent(gateway, RECORDED_CHARGE)
    })
  })

  test('a stream that breaks off says so, and is billed as the channel has it', async () => {
    const all = frames(fixture(`${dialect}/chat-text.sse`))
    const begun = all.slice(0, all.findIndex((frame) => frame.includes('Grüße')) + 1)
    await withGateway({ type, reply: sse(begun, { ending: 'cut' }) }, async ({ gateway, key }) => {
      const stream = await cohereClient(gateway.url, key).chatStream(ASKED)
      const events = await Array.fromAsync(stream)
      expect(events.at(-1)).toMatchObject({
        type: 'message-end',
        delta: { finishReason: 'ERROR', error: expect.stringContaining('request id: ') },
      })
      await gateway.idle()
      const { items } = await gateway.services.logs.list({})
      const { other } = await billOf(gateway, items[0]?.request_id ?? '')
      expect(other.cut).toMatchObject({ by: 'upstream' })
    })
  })
})

describe('what is refused is thrown as the error that the package has for it', () => {
  const reply = json({ id: 'r', message: 'slow down' }, { status: 429 })

  test('a wrong key, an unknown model, a bad field and a limit', async () => {
    await withGateway({ type: 34, reply }, async ({ gateway, upstream, key }) => {
      const client = cohereClient(gateway.url, key)
      const wrong = await failureOf(cohereClient(gateway.url, 'sk-wrong').chat(ASKED))
      expect(wrong).toBeInstanceOf(Cohere.UnauthorizedError)
      const unknown = await failureOf(client.chat({ ...ASKED, model: 'nobody-has-it' }))
      expect(unknown).toBeInstanceOf(Cohere.NotFoundError)
      const bad = await failureOf(client.chat({ ...ASKED, messages: [] }))
      expect(bad).toBeInstanceOf(Cohere.BadRequestError)
      expect(upstream.requests).toHaveLength(0)
      const limited = await failureOf(client.chatStream(ASKED))
      expect(limited).toBeInstanceOf(Cohere.TooManyRequestsError)
      for (const error of [wrong, unknown, bad, limited]) {
        expect(error).toMatchObject({
          body: { id: expect.any(String), message: expect.stringContaining('request id: ') },
        })
      }
      await expectSpent(gateway, 0)
    })
  })

  test.each(['cohere', 'openai'] as const)('what %s itself refuses', async (dialect) => {
    const refusal = UPSTREAMS[dialect].refusal(422, 'not like this')
    const said = { type: TYPES[dialect], reply: json(refusal, { status: 422 }) }
    await withGateway(said, async ({ gateway, key }) => {
      const error = await failureOf(cohereClient(gateway.url, key).chat(ASKED))
      expect(error).toBeInstanceOf(Cohere.UnprocessableEntityError)
      expect(error).toMatchObject({
        body: { message: expect.stringContaining('not like this') },
      })
    })
  })
})

test('bytes pass to Cohere and back as they are', async () => {
  const reply = sse([fixture('cohere/chat-thinking.sse')])
  await withGateway({ type: 34, reply }, async ({ gateway, upstream }) => {
    const body = {
      ...{ ...ASKED, stream: true, safety_mode: 'STRICT', documents: ['a'] },
      ...{ citation_options: { mode: 'FAST' }, logprobs: true, priority: 3 },
    }
    const answer = await gateway.post('/v2/chat', body)
    expect(await answer.text()).toBe(fixture('cohere/chat-thinking.sse'))
    expect(upstream.last()).toMatchObject({ path: '/v2/chat', bodyText: JSON.stringify(body) })
  })
})

test('what another vendor signed does not go to Cohere, which would refuse it', async () => {
  const reply = json(fixture('cohere/chat-text.json'))
  await withGateway({ type: 34, reply }, async ({ gateway, upstream }) => {
    const call = { id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } }
    const extra_content = { google: { thought_signature: 'c2ln' } }
    const thought = { type: 'thinking', thinking: 'Hm.' }
    const messages = (content: readonly object[], calls: readonly object[]) => [
      ...ASKED.messages,
      { role: 'assistant', content, tool_calls: calls },
      { role: 'tool', tool_call_id: 'c1', content: 'noon' },
    ]
    const signed = [
      { ...thought, signature: 'EqQB' },
      { type: 'thinking', thinking: '', signature: 'gw-x' },
    ]
    const answer = await gateway.post('/v2/chat', {
      model: MODEL,
      messages: messages(signed, [{ ...call, extra_content }]),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-gw-untranslated')).toBe('messages.signature')
    expect(upstream.last().json).toEqual({ model: MODEL, messages: messages([thought], [call]) })
  })
})

test('a text with the word by which the package ends a stream is read to its end', async () => {
  const text = 'It ends with data: [DONE] and goes on.'
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const reply = sse([chunk({ content: text }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'])
  await withGateway({ type: 1, reply }, async ({ gateway, key }) => {
    const stream = await cohereClient(gateway.url, key).chatStream(ASKED)
    const events = await Array.fromAsync(stream)
    expect(events.map(({ type }) => type)).toEqual([
      'message-start',
      'content-start',
      'content-delta',
      'content-end',
      'message-end',
    ])
    expect(events[2]).toMatchObject({ delta: { message: { content: { text } } } })
  })
})

test('documents are part of the question where no field is for them', async () => {
  const reply = json(fixture('openai/chat-text.json'))
  await withGateway({ type: 1, reply }, async ({ gateway, upstream, key }) => {
    const answer = await cohereClient(gateway.url, key)
      .chat({
        ...ASKED,
        documents: ['Two and two are four.', { id: 'b', data: { title: 'Sums', text: '4' } }],
        citationOptions: { mode: 'FAST' },
        responseFormat: { type: 'json_object' },
        stopSequences: ['END'],
        k: 0,
        p: 0.5,
        toolChoice: 'NONE',
        safetyMode: 'STRICT',
      })
      .withRawResponse()
    expect(answer.rawResponse.headers.get('x-gw-untranslated')?.split(', ').sort()).toEqual([
      'citation_options',
      'documents.citations',
      'safety_mode',
    ])
    const asked = upstream.last().json
    expect(asked).toMatchObject({
      stop: ['END'],
      top_p: 0.5,
      response_format: { type: 'json_object' },
    })
    expect(asked).not.toHaveProperty('top_k')
    const [{ content }] = Object(asked).messages
    expect(JSON.stringify(content)).toContain('Two and two are four.')
    expect(JSON.stringify(content)).toContain('Sums')
    expect(JSON.stringify(content)).toContain('Two plus two?')
  })
})

test('what others cite is told as Cohere tells it', async () => {
  const url_citation = { start_index: 0, end_index: 8, url: 'https://p.example', title: 'P' }
  const message = {
    role: 'assistant',
    content: 'Penguins are tall.',
    annotations: [{ type: 'url_citation', url_citation }],
  }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  const reply = json({ id: 'c', object: 'chat.completion', created: 1, model: MODEL, choices })
  await withGateway({ type: 1, reply }, async ({ gateway, key }) => {
    const answer = await cohereClient(gateway.url, key).chat(ASKED)
    expect(answer.message.citations).toMatchObject([
      {
        start: 0,
        end: 8,
        text: 'Penguins',
        contentIndex: 0,
        type: 'TEXT_CONTENT',
        sources: [{ type: 'document', document: { url: 'https://p.example', title: 'P' } }],
      },
    ])
  })
})

test('the package lists the models that the key may use', async () => {
  await withGateway({ type: 34, reply: json({}) }, async ({ gateway, key }) => {
    const { models } = await cohereClient(gateway.url, key).models.list()
    expect(models.map(({ name }) => name)).toEqual([MODEL])
  })
})

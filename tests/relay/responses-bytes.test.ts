/** Responses however their bytes are cut, however long they are, and by old imitators. */
import { describe, expect, test } from 'bun:test'
import { fixture, frames, gate, json, sse } from '../support/upstream'
import { billOf, RECORDED_CHARGE, recorded, told } from './black-box'
import { asking, eventsIn, expectWhole, NATIVE, PATH, talking } from './responses-wire'

const STREAM = { stream: true }

describe('a stream of the vendor itself', () => {
  test('passes whatever its bytes are cut through', async () => {
    const tear = 'every-byte' as const
    const headers = { 'content-type': 'text/event-stream' }
    await talking({ headers, body: NATIVE.sse, tear }, {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.text).toBe(NATIVE.sse)
      expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
    })
  })

  test('is whole with its last event, though the connection stays open', async () => {
    await talking(sse([NATIVE.sse], { ending: 'hang' }), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.text).toBe(NATIVE.sse)
    })
  })

  test('may leave out the names of its events, and say [DONE] after them', async () => {
    const nameless = `${NATIVE.sse.replaceAll(/^event: .*\n/gm, '')}data: [DONE]\n\n`
    await talking(sse([nameless]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.text).toBe(nameless)
      expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
    })
  })

  test('is not over when the model only writes of the last event', async () => {
    const all = frames(NATIVE.sse)
    const words = 'event: response.completed\\n\\n'
    const delta = all[4]?.replace('Grüße, ', words) ?? ''
    const stream = all.with(4, delta).join('')
    expect(stream).toContain(words)
    await talking(sse(frames(stream)), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.text).toBe(stream)
    })
  })

  test('that ends short of room is a whole answer', async () => {
    const stream = NATIVE.sse
      .replaceAll('response.completed', 'response.incomplete')
      .replace('"incomplete_details":null', '"incomplete_details":{"reason":"max_output_tokens"}')
    await talking(sse([stream]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.text).toBe(stream)
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(row.quota).toBe(RECORDED_CHARGE)
      expect(other.cut).toBeUndefined()
    })
  })
})

describe('what only a thread works on', () => {
  const LONG = 'long '.repeat(80_000)

  test('is kept by its vendor as well', async () => {
    await talking(json(JSON.parse(NATIVE.json)), {}, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking({ input: LONG, store: true })))
      expect(answer.status).toBe(200)
      expect(upstream.last().json).toMatchObject({ store: true, input: LONG })
    })
  })

  test('is told the usage that it is billed', async () => {
    const content = [{ type: 'output_text', text: LONG, annotations: [] }]
    const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content }]
    const { usage: _, ...body } = { ...JSON.parse(NATIVE.json), output }
    await talking(json(body), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking()))
      const { row } = await billOf(gateway, answer.requestId)
      expect(JSON.parse(answer.text).usage).toMatchObject({
        input_tokens: row.prompt_tokens,
        output_tokens: row.completion_tokens,
      })
      expect(row.completion_tokens).toBeGreaterThan(70_000)
    })
  })

  test('is translated like everything else', async () => {
    const whole = JSON.parse(recorded('anthropic').json)
    const body = { ...whole, content: [{ type: 'text', text: LONG }] }
    await talking(json(body), { type: 14 }, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ temperature: 0.25 })))
      const response = JSON.parse(answer.text)
      expect(response).toMatchObject({ object: 'response', temperature: 0.25 })
      expect(response.output[0].content[0].text).toBe(LONG)
    })
  })
})

test('a translated stream says the same however its bytes are cut', async () => {
  const headers = { 'content-type': 'text/event-stream' }
  const body = recorded('gemini').sse
  await talking({ headers, body, tear: 'every-byte' }, { type: 24 }, async ({ gateway }) => {
    const answer = await told(gateway.post(PATH, asking(STREAM)))
    const { response } = expectWhole(eventsIn(answer.text))
    expect(response.output[0].content[0].text).toBe('Grüße, 世界! Two plus two is four.')
  })
})

test('an upstream that fails in the middle is quoted by the response that fails', async () => {
  const all = frames(fixture('openai/chat-error-midway.sse'))
  const held = gate()
  const script = sse([all.slice(0, -1).join(''), held, all.slice(-1).join('')])
  await talking(script, { type: 43 }, async ({ gateway }) => {
    const response = await gateway.post(PATH, asking(STREAM))
    held.open()
    const answer = await told(response)
    const last = eventsIn(answer.text).at(-1)
    expect(last).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
    expect(last?.response.error.message).toContain('The server had an error')
    const { other } = await billOf(gateway, answer.requestId)
    expect(other).toMatchObject({ cut: { by: 'upstream' } })
  })
})

describe('counting', () => {
  test('answers in the words of Responses, and is free', async () => {
    await talking(json({}), {}, async ({ gateway, upstream }) => {
      const { store: _, ...body } = asking({ instructions: 'Be terse.' }) as { store: boolean }
      const answer = await told(gateway.post(`${PATH}/input_tokens`, body))
      const counted = JSON.parse(answer.text)
      expect(counted).toEqual({
        object: 'response.input_tokens',
        input_tokens: expect.any(Number),
      })
      expect(counted.input_tokens).toBeGreaterThan(5)
      expect(answer.headers.get('x-gw-counted-by')).toBe('tokenizer')
      expect(upstream.requests).toEqual([])
      const { items } = await gateway.services.logs.list({})
      expect(items).toEqual([])
    })
  })
})

/** Clients of Gemini on channels that speak it: what passes, what is changed, what is billed. */
import { describe, expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { frames, gate, json, sse, startUpstream } from '../support/upstream'
import { MODEL, PRICES, RECORDED_CHARGE, told } from './black-box'
import {
  asking,
  EVENTS,
  errorIn,
  GENERATE,
  NATIVE,
  rowOf,
  STREAM,
  sharedGateways,
} from './gemini-wire'

const speaking = sharedGateways()

const JSON_REPLY = { headers: { 'content-type': 'application/json' }, body: NATIVE.json }
const MAPPED = { model_mapping: JSON.stringify({ [MODEL]: 'gemini-2.5-flash' }) }

/** A mapped model answers under the name that was asked for; every other byte stays. */
function asNamed(recorded: string): string {
  return recorded.replaceAll('gemini-2.5-flash', MODEL)
}

/** The members of a list are the data of the frames. */
function members(stream: string): readonly unknown[] {
  const lines = stream.split(/\r?\n/).filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.slice(6)))
}

describe('a channel that speaks Gemini itself', () => {
  test('gets the bytes as they came, and its stream passes byte for byte', async () => {
    await speaking(sse([NATIVE.sse]), MAPPED, async ({ gateway, upstream }) => {
      const body =
        '{ "contents":[{"parts":[{"text":"hi"}]}], "new_field":1.50, "labels":{"a":"b"} }'
      const answer = await told(gateway.post(EVENTS, body))
      expect(answer.text).toBe(asNamed(NATIVE.sse))
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      expect(upstream.last()).toMatchObject({
        path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
        bodyText: body,
      })
      expect(answer.headers.get('x-gw-untranslated')).toBeNull()
      const row = await rowOf(gateway, answer.requestId)
      expect(row).toMatchObject({ quota: RECORDED_CHARGE, prompt_tokens: 12, completion_tokens: 9 })
    })
  })

  test('answers whole, byte for byte, under both versions', async () => {
    await speaking(JSON_REPLY, MAPPED, async ({ gateway, upstream }) => {
      for (const path of [GENERATE, GENERATE.replace('v1beta', 'v1')]) {
        const answer = await told(gateway.post(path, asking()))
        expect(answer.text).toBe(asNamed(NATIVE.json))
        expect(upstream.last().path).toBe('/v1beta/models/gemini-2.5-flash:generateContent')
      }
    })
  })

  test('streams one list to clients that do not ask for events', async () => {
    const replies = [
      sse([NATIVE.sse]),
      sse([NATIVE.sse], { tear: 'every-byte' }),
      // An upstream that answers at once, all the same.
      JSON_REPLY,
    ]
    await speaking(replies, {}, async ({ gateway, upstream }) => {
      const whole = members(NATIVE.sse)
      for (const expected of [whole, whole, [JSON.parse(NATIVE.json)]]) {
        const answer = await told(gateway.post(STREAM, asking()))
        expect(JSON.parse(answer.text)).toEqual(expected)
        expect(answer.headers.get('content-type')).toContain('application/json')
        expect(upstream.last().path).toEndWith(':streamGenerateContent?alt=sse')
      }
    })
  })

  test('that breaks off ends the list as JSON all the same, with an error', async () => {
    const [first = ''] = frames(NATIVE.sse)
    await speaking(sse([first], { ending: 'cut' }), {}, async ({ gateway }) => {
      const list = JSON.parse((await told(gateway.post(STREAM, asking()))).text)
      expect(list).toHaveLength(2)
      expect(list[0]).toEqual(members(first)[0])
      expect(errorIn(JSON.stringify(list[1]))).toMatchObject({ code: 502, status: 'UNAVAILABLE' })
    })
  })

  test('whose own error ends a stream is quoted once', async () => {
    const [first = ''] = frames(NATIVE.sse)
    const failed = 'data: {"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}\r\n\r\n'
    await speaking(sse([first, failed]), {}, async ({ gateway }) => {
      const events = await told(gateway.post(EVENTS, asking()))
      expect(events.text).toBe(first + failed)
      const list = JSON.parse((await told(gateway.post(STREAM, asking()))).text)
      expect(list).toEqual([...members(first), ...members(failed)])
    })
  })

  test('sends on what it has while it goes on, and the last frame after the bill', async () => {
    const all = frames(NATIVE.sse)
    const rest = gate()
    const reply = sse([...all.slice(0, -1), rest, all.at(-1) ?? ''])
    await speaking(reply, {}, async ({ gateway }) => {
      const response = await gateway.post(EVENTS, asking())
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (text.length < all.slice(0, -1).join('').length) text += (await reader?.read())?.value
      expect(text).toBe(all.slice(0, -1).join(''))
      rest.open()
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) break
        text += value
      }
      expect(text).toBe(NATIVE.sse)
    })
  })

  test('whose stream tells no usage has it told in the last frame, as it is billed', async () => {
    const quiet = NATIVE.sse.replaceAll(/"usageMetadata":\{.*?\}\]\},/g, '')
    expect(quiet).not.toContain('usageMetadata')
    await speaking(sse([quiet]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(EVENTS, asking()))
      const row = await rowOf(gateway, answer.requestId)
      expect(row.completion_tokens).toBeGreaterThan(0)
      expect(JSON.parse(row.other).counted_by).toBe('tokenizer')
      expect(members(answer.text).at(-1)).toMatchObject({
        candidates: [{ finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: row.prompt_tokens,
          candidatesTokenCount: row.completion_tokens,
        },
      })
    })
  })

  test('may end in a picture of megabytes, and is billed for it', async () => {
    const [first = ''] = frames(NATIVE.sse)
    const inlineData = { mimeType: 'image/png', data: 'iVBORw0K'.repeat(200_000) }
    const picture = {
      candidates: [
        { content: { parts: [{ inlineData }], role: 'model' }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 1290, totalTokenCount: 1302 },
    }
    const last = `data: ${JSON.stringify(picture)}\r\n\r\n`
    await speaking(sse([first, last]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(EVENTS, asking()))
      expect(answer.text === first + last).toBe(true)
      const row = await rowOf(gateway, answer.requestId)
      expect(row).toMatchObject({
        prompt_tokens: 12,
        completion_tokens: 1290,
        quota: 12 + 2 * 1290,
      })
    })
  })

  test('that blocks the prompt has answered, and the prompt is paid for', async () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 7 },
    }
    const frame = `data: ${JSON.stringify(blocked)}\r\n\r\n`
    await speaking(sse([frame]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(EVENTS, asking()))
      expect(answer.text).toBe(frame)
      const row = await rowOf(gateway, answer.requestId)
      expect(row).toMatchObject({ quota: 7, prompt_tokens: 7, completion_tokens: 0 })
    })
  })

  test('is asked for models by names with folders, slashes and colons', async () => {
    const models = 'acme/tiny:free,tunedModels/mine-1'
    await speaking(JSON_REPLY, { models }, async ({ gateway, upstream }) => {
      const asked = async (path: string) => {
        const answer = await told(gateway.post(path, asking()))
        expect([answer.status, answer.text]).toEqual([200, NATIVE.json])
        return upstream.last().path
      }
      const tiny = '/v1beta/models/acme/tiny%3Afree:generateContent'
      expect(await asked('/v1beta/models/acme/tiny:free:generateContent')).toBe(tiny)
      expect(await asked('/v1/models/acme%2Ftiny%3Afree:generateContent')).toBe(tiny)
      const tuned = '/v1beta/tunedModels/mine-1:generateContent'
      expect(await asked(tuned)).toBe(tuned)
    })
  })

  test('is told to think by a suffix of the name, which it never sees', async () => {
    const models = 'gemini-2.5-flash-thinking-1024'
    await speaking(JSON_REPLY, { models }, async ({ gateway, upstream }) => {
      const path = `/v1beta/models/${models}:generateContent`
      await told(gateway.post(path, asking({ generation_config: { temperature: 0.5 } })))
      expect(upstream.last()).toMatchObject({
        path: '/v1beta/models/gemini-2.5-flash:generateContent',
        json: {
          generation_config: {
            temperature: 0.5,
            thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 },
          },
        },
      })
    })
  })

  test("is told to write no more than the balance affords, in the client's field", async () => {
    await using upstream = await startUpstream(JSON_REPLY)
    await using gateway = await startGateway({
      channels: [{ type: 24, upstream, models: MODEL }],
      tokens: [{ remain_quota: 2_000 }],
      options: PRICES,
    })
    for (const [config, limit] of [
      ['generationConfig', 'maxOutputTokens'],
      ['generation_config', 'max_output_tokens'],
    ] as const) {
      const body = asking({ [config]: { [limit]: 50_000, seed: 7 } })
      const answer = await told(gateway.post(GENERATE, body))
      expect(answer.status).toBe(200)
      const { maxOutputTokens, ...rest } = JSON.parse(upstream.last().bodyText)[config]
      expect(rest).toEqual({ seed: 7 })
      expect(maxOutputTokens).toBeLessThan(1_000)
      expect(answer.headers.get('x-gw-untranslated')).toBe(`max_tokens:${maxOutputTokens}`)
    }
  })

  test('counts tokens itself, in its own words', async () => {
    const counted = { totalTokens: 31, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 31 }] }
    await speaking(json(counted), MAPPED, async ({ gateway, upstream }) => {
      const path = `/v1beta/models/${MODEL}:countTokens`
      const nested = { generateContentRequest: { model: `models/${MODEL}`, ...asking() } }
      for (const body of [asking(), nested]) {
        const answer = await told(gateway.post(path, body))
        expect(JSON.parse(answer.text)).toEqual(counted)
      }
      expect(upstream.last()).toMatchObject({
        path: '/v1beta/models/gemini-2.5-flash:countTokens',
        json: { generateContentRequest: { model: 'models/gemini-2.5-flash' } },
      })
    })
  })

  test('embeds one text or many, asked for by the name that it knows', async () => {
    const models = 'embed-m'
    const channel = { models, model_mapping: '{"embed-m":"gemini-embedding-001"}' }
    const one = { embedding: { values: [0.5, 1] }, usageMetadata: { promptTokenCount: 4 } }
    const many = { embeddings: [{ values: [0.5] }, { values: [1] }] }
    await speaking([json(one), json(many)], channel, async ({ gateway, upstream }) => {
      const content = { parts: [{ text: 'hello' }] }
      const single = await told(gateway.post('/v1/models/embed-m:embedContent', { content }))
      expect(JSON.parse(single.text)).toEqual(one)
      expect(upstream.last().path).toBe('/v1beta/models/gemini-embedding-001:embedContent')
      const requests = [
        { model: 'models/embed-m', content, taskType: 'RETRIEVAL_QUERY' },
        { model: 'models/dear-model', content },
      ]
      const batch = '/v1beta/models/embed-m:batchEmbedContents'
      const answer = await told(gateway.post(batch, { requests }))
      // The upstream told no usage, so it is counted, and the client sees what it is billed.
      expect(JSON.parse(answer.text)).toMatchObject({
        ...many,
        usageMetadata: { promptTokenCount: expect.any(Number) },
      })
      const model = 'models/gemini-embedding-001'
      expect(upstream.last().json).toEqual({
        requests: [
          { model, content, taskType: 'RETRIEVAL_QUERY' },
          { model, content },
        ],
      })
    })
  })
})

/** Responses on channels whose vendor speaks it: what passes, what is changed, what is billed. */
import { describe, expect, test } from 'bun:test'
import { owed } from '../contracts/formula'
import { startGateway } from '../support/gateway'
import { frames, json, sse, startUpstream } from '../support/upstream'
import { billOf, MODEL, PRICES, RECORDED_CHARGE, recorded, told } from './black-box'
import { asking, eventsIn, NATIVE, PATH, talking } from './responses-wire'

const PARSED = JSON.parse(NATIVE.json)

describe('a vendor that speaks Responses itself', () => {
  test('gets the bytes as they came, and its stream passes byte for byte', async () => {
    await talking(sse([NATIVE.sse]), {}, async ({ gateway, upstream }) => {
      const body = '{ "model":"m", "input":"hi", "stream":true, "store":false, "new_field":1.50 }'
      const answer = await told(gateway.post(PATH, body))
      expect(answer.text).toBe(NATIVE.sse)
      expect(upstream.last()).toMatchObject({ path: PATH, bodyText: body })
      expect(answer.headers.get('x-gw-untranslated')).toBeNull()
      const { row } = await billOf(gateway, answer.requestId)
      expect(row).toMatchObject({ quota: RECORDED_CHARGE, prompt_tokens: 12, completion_tokens: 9 })
    })
  })

  test('answers whole, byte for byte', async () => {
    const reply = { headers: { 'content-type': 'application/json' }, body: NATIVE.json }
    await talking(reply, {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking()))
      expect(answer.text).toBe(NATIVE.json)
      const { row } = await billOf(gateway, answer.requestId)
      expect(row.quota).toBe(RECORDED_CHARGE)
    })
  })

  test('keeps its answers, and is asked to by the bytes as they came', async () => {
    await talking(json(PARSED), {}, async ({ gateway, upstream }) => {
      for (const more of [{ store: true }, { store: undefined }]) {
        const body = JSON.stringify(asking(more))
        const answer = await told(gateway.post(PATH, body))
        expect(answer.headers.get('x-gw-untranslated')).toBeNull()
        expect(upstream.last().bodyText).toBe(body)
      }
    })
  })

  test('is not shown the thoughts of another vendor', async () => {
    await talking(json(PARSED), {}, async ({ gateway, upstream }) => {
      const foreign = { type: 'reasoning', summary: [], encrypted_content: 'gw-signed:EqQB' }
      const own = { type: 'reasoning', summary: [], encrypted_content: 'gAAAAAB' }
      const question = { role: 'user', content: 'hi' }
      const answer = await told(gateway.post(PATH, asking({ input: [foreign, own, question] })))
      expect(upstream.last().json).toMatchObject({ input: [own, question] })
      expect(answer.headers.get('x-gw-untranslated')).toBe('input.reasoning')
    })
  })

  test.each([
    ['made here', 'rs_20261126010203000000001AbCd1234_0', { store: undefined }],
    ['made elsewhere, for a vendor that stores nothing', 'rs_68af', {}],
  ])('is not shown reasoning without its content: %s', async (_, id, more) => {
    for (const content of [{ encrypted_content: null }, {}]) {
      await talking(json(PARSED), {}, async ({ gateway, upstream }) => {
        const thought = { type: 'reasoning', id, summary: [{ type: 'summary_text', text: 'So.' }] }
        const said = { role: 'assistant', content: 'Four.' }
        const question = { role: 'user', content: 'And three?' }
        const input = [{ ...thought, ...content }, said, question]
        const answer = await told(gateway.post(PATH, asking({ input, ...more })))
        expect(upstream.last().json).toMatchObject({ input: [said, question] })
        expect(answer.headers.get('x-gw-untranslated')).toBe('input.reasoning')
      })
    }
  })

  test('is asked for its deployment at Azure, on the surface without a version', async () => {
    const channel = { type: 3, model_mapping: '{"m":"gpt-4.1"}', other: '2024-12-01-preview' }
    await talking(json(PARSED), channel, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking()))
      expect(answer.status).toBe(200)
      expect(upstream.last()).toMatchObject({
        path: '/openai/v1/responses',
        json: { model: 'gpt-41' },
      })
    })
  })

  test.each([
    ['passed on', 1, PARSED],
    ['translated', 43, JSON.parse(recorded('openai').json)],
  ])('has cached text billed by the formula, %s', async (_, type, whole) => {
    const usage = {
      input_tokens: 100,
      output_tokens: 10,
      input_tokens_details: { cached_tokens: 40 },
      output_tokens_details: { reasoning_tokens: 4 },
    }
    const upstream = await startUpstream(json({ ...whole, usage }))
    await using gateway = await startGateway({
      channels: [{ upstream, type, models: MODEL }],
      options: { ...PRICES, CacheRatio: { [MODEL]: 0.25 } },
    })
    const answer = await told(gateway.post(PATH, asking()))
    const ratios = { model: '1', completion: '2', cacheRead: '0.25' }
    const { row } = await billOf(gateway, answer.requestId)
    expect(row.quota).toBe(owed({ prompt: 60, cacheRead: 40, completion: 10 }, ratios))
    expect(JSON.parse(answer.text).usage).toMatchObject(usage)
    await upstream.stop()
  })

  test('has its searches billed', async () => {
    const body = { ...PARSED, tool_usage: { web_search: { num_requests: 3 } } }
    await talking(json(body), {}, async ({ gateway }) => {
      const tools = [{ type: 'web_search' }]
      const answer = await told(gateway.post(PATH, asking({ tools })))
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({ web_search_requests: 3 })
      // A cent each, and 500,000 credits are a dollar.
      expect(row.quota).toBe(RECORDED_CHARGE + 3 * 5_000)
    })
  })

  test('tells no usage: the last event says what was billed, and all else stays', async () => {
    const stream = NATIVE.sse.replace(/"usage":\{.*?"total_tokens":21\}/, '"usage":null')
    await talking(sse([stream]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ stream: true })))
      const all = frames(answer.text)
      expect(all.slice(0, -1)).toEqual(frames(stream).slice(0, -1))
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other.counted_by).toBe('tokenizer')
      expect(eventsIn(answer.text).at(-1)?.response.usage).toMatchObject({
        input_tokens: row.prompt_tokens,
        output_tokens: row.completion_tokens,
      })
      expect(row.completion_tokens).toBeGreaterThan(0)
    })
  })

  test('is cut: the response fails under its own id, and what came is billed', async () => {
    const some = frames(NATIVE.sse).slice(0, 6).join('')
    await talking(sse([some], { ending: 'cut' }), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ stream: true })))
      const last = eventsIn(answer.text).at(-1)
      expect(last).toMatchObject({
        type: 'response.failed',
        response: { id: 'resp_rec_text', status: 'failed', error: { code: 'server_error' } },
      })
      expect(last?.response.error.message).toContain(answer.requestId)
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({ cut: { by: 'upstream', policy: 'partial' } })
      expect(row.completion_tokens).toBeGreaterThan(0)
    })
  })

  test('fails in the middle and says so itself: nothing is added', async () => {
    const begun = frames(NATIVE.sse).slice(0, 6)
    const failed = { ...PARSED, status: 'failed', error: { code: 'server_error', message: 'no' } }
    const event = { type: 'response.failed', sequence_number: 6, response: failed }
    const stream = `${begun.join('')}event: response.failed\ndata: ${JSON.stringify(event)}\n\n`
    await talking(sse([stream]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ stream: true })))
      expect(answer.text).toBe(stream)
      const { other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({ cut: { by: 'upstream' } })
    })
  })

  test('fails before it begins: an error with a status, and nothing is billed', async () => {
    const event = { type: 'error', code: 'server_error', message: 'overloaded', param: null }
    const stream = `event: error\ndata: ${JSON.stringify(event)}\n\n`
    await talking(sse([stream]), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ stream: true })))
      expect(answer.status).toBe(503)
      expect(JSON.parse(answer.text).error.message).toContain('overloaded')
      expect((await billOf(gateway, answer.requestId)).row.quota).toBe(0)
    })
  })
})

describe('a server that imitates the vendor and has no Responses', () => {
  const NO_PATH = json({ error: { message: 'Not Found' } }, { status: 404 })

  test('is asked by its chat API at once, and from then on at first', async () => {
    const script = ({ path }: { path: string }) =>
      path === PATH ? NO_PATH : json(JSON.parse(recorded('openai').json))
    await talking(script, {}, async ({ gateway, upstream }) => {
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await told(gateway.post(PATH, asking()))
        expect(answer.status).toBe(200)
        expect(JSON.parse(answer.text)).toMatchObject({ object: 'response', status: 'completed' })
      }
      expect(upstream.requests.map(({ path }) => path)).toEqual([
        PATH,
        '/v1/chat/completions',
        '/v1/chat/completions',
      ])
    })
  })

  test('is not asked twice when it only lacks the model', async () => {
    const error = { message: 'no such model', code: 'model_not_found' }
    await talking(json({ error }, { status: 404 }), {}, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking()))
      expect(answer.status).toBe(404)
      expect(upstream.requests.map(({ path }) => path)).toEqual([PATH])
    })
  })
})

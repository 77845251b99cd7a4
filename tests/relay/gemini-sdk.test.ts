/** What Google's own SDK does beside conversations, against the gateway. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ApiError, type Model } from '@google/genai'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, geminiClient } from '../support/sdk'
import { frames, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { told } from './black-box'
import { NATIVE } from './gemini-wire'

const MODELS = ['gemini-2.5-flash', 'gemini-embedding-001', 'gpt-4o', 'tunedModels/mine']
const CONTENTS = 'Two plus two?'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  gateway = await startGateway({
    channels: [{ type: 24, upstream, models: MODELS }],
    options: { RetryTimes: 0, ModelRatio: Object.fromEntries(MODELS.map((name) => [name, 1])) },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

for (const version of ['v1', 'v1beta']) {
  const client = () => geminiClient(gateway.url, gateway.keys[0] ?? '', version)

  describe(`Google's SDK in ${version}`, () => {
    test('lists the models page by page, and shows one', async () => {
      const pager = await client().models.list({ config: { pageSize: 3 } })
      expect(pager.page).toHaveLength(3)
      const all: Model[] = []
      for await (const model of pager) all.push(model)
      expect(all.map(({ name }) => name).sort()).toEqual([
        'models/gemini-2.5-flash',
        'models/gemini-embedding-001',
        'models/gpt-4o',
        'tunedModels/mine',
      ])
      const actions = (name: string) =>
        all.find((model) => model.name === `models/${name}`)?.supportedActions
      expect(actions('gpt-4o')).toEqual(['generateContent', 'streamGenerateContent', 'countTokens'])
      expect(actions('gemini-embedding-001')).toEqual(['embedContent', 'batchEmbedContents'])
      const one = await client().models.get({ model: 'gemini-2.5-flash' })
      expect(one).toMatchObject({ name: 'models/gemini-2.5-flash', outputTokenLimit: 65_536 })
    })

    test('counts tokens and embeds', async () => {
      upstream.script(json({ totalTokens: 7 }))
      const model = 'gemini-2.5-flash'
      expect(await client().models.countTokens({ model, contents: CONTENTS })).toMatchObject({
        totalTokens: 7,
      })
      upstream.script(json({ embeddings: [{ values: [0.25, 1] }, { values: [1, 2] }] }))
      const { embeddings } = await client().models.embedContent({
        model: 'gemini-embedding-001',
        contents: ['a', 'b'],
      })
      expect(embeddings?.map(({ values }) => values)).toEqual([
        [0.25, 1],
        [1, 2],
      ])
    })

    test('has every refusal as an error with its status', async () => {
      const answered = { model: 'gemini-2.5-flash', contents: CONTENTS }
      const refused = async (call: PromiseLike<unknown>) => {
        const error = await failureOf(call)
        if (!(error instanceof ApiError)) throw error
        return [error.status, JSON.parse(error.message).error.status]
      }
      const { models } = client()
      expect(await refused(models.get({ model: 'nobody' }))).toEqual([404, 'NOT_FOUND'])
      const unknown = models.generateContent({ ...answered, model: 'nobody' })
      expect(await refused(unknown)).toEqual([404, 'NOT_FOUND'])
      const stranger = geminiClient(gateway.url, 'sk-wrong', version).models
      const unknownKey = stranger.generateContent(answered)
      expect(await refused(unknownKey)).toEqual([401, 'UNAUTHENTICATED'])
      const busy = { error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }
      upstream.script(json(busy, { status: 503 }))
      expect(await refused(models.generateContentStream(answered))).toEqual([503, 'UNAVAILABLE'])
    })

    test('that leaves a stream is not read on for', async () => {
      const [first = ''] = frames(NATIVE.sse)
      upstream.script(sse([first, gate()]))
      const abort = new AbortController()
      const stream = await client().models.generateContentStream({
        // A model that thinks unseen would be read on for.
        model: 'gpt-4o',
        contents: CONTENTS,
        config: { abortSignal: abort.signal },
      })
      expect((await stream.next()).value?.text).toBe('Grüße, ')
      const asked = upstream.requests.length
      abort.abort()
      await failureOf(stream.next())
      const left = await upstream.waitForAbort()
      expect(left.path).toContain('streamGenerateContent')
      expect(upstream.requests).toHaveLength(asked)
      await gateway.idle()
    })
  })
}

describe('a list of models', () => {
  const listed = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    told(
      fetch(gateway.url + path, {
        headers: { authorization: `Bearer ${gateway.keys[0]}`, ...headers },
      }),
    )

  test("is in the words of who asks, where the route is everybody's", async () => {
    const shapeOf = async (headers: Readonly<Record<string, string>>) =>
      Object.keys(JSON.parse((await listed('/v1/models', headers)).text)).sort()
    expect(await shapeOf({})).toEqual(['data', 'object', 'success'])
    expect(await shapeOf({ 'anthropic-version': '2023-06-01' })).toContain('has_more')
    expect(await shapeOf({ 'x-goog-api-client': 'google-genai-sdk/3.1.0' })).toEqual(['models'])
    const byKey = await fetch(`${gateway.url}/v1/models?key=${gateway.keys[0]}`)
    expect(Object.keys((await byKey.json()) as object)).toEqual(['models'])
  })

  test('may be asked for by scripts of any origin', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
    for (const path of ['/v1beta/models', '/v1beta/models/gemini-2.5-flash:generateContent']) {
      const answer = await fetch(gateway.url + path, { method: 'OPTIONS', headers })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test('has fifty to a page, and refuses a page that is none', async () => {
    expect(JSON.parse((await listed('/v1beta/models?pageSize=0')).text).models).toHaveLength(4)
    for (const query of ['pageToken=x', 'pageSize=-1', 'pageSize=many']) {
      const answer = await listed(`/v1beta/models?${query}`)
      expect([query, answer.status]).toEqual([query, 400])
      expect(JSON.parse(answer.text).error.status).toBe('INVALID_ARGUMENT')
    }
  })
})

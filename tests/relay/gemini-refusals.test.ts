/** Credentials of Gemini's clients, and refusals in Google's own words. */
import { describe, expect, test } from 'bun:test'
import { json } from '../support/upstream'
import { MODEL, told } from './black-box'
import { asking, EVENTS, errorIn, GENERATE, NATIVE, sharedGateways } from './gemini-wire'

const speaking = sharedGateways()

const JSON_REPLY = json(JSON.parse(NATIVE.json))
const FOLDER = `/v1beta/models/${MODEL}`

interface Way {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

describe('the key of a client of Gemini', () => {
  test('comes as x-goog-api-key, as ?key= or as a bearer, and never goes further', async () => {
    await speaking(JSON_REPLY, {}, async ({ gateway, upstream }) => {
      const [key = ''] = gateway.keys
      const ways: readonly Way[] = [
        { path: GENERATE, headers: { 'x-goog-api-key': key } },
        { path: `${GENERATE}?key=${key}`, headers: {} },
        { path: `${EVENTS}&key=${key}`, headers: {} },
        { path: GENERATE, headers: { authorization: `Bearer ${key}` } },
      ]
      for (const { path, headers } of ways) {
        const answer = await told(gateway.post(path, asking(), { key: '', headers }))
        expect(answer.status).toBe(200)
        const { path: asked, headers: sent } = upstream.last()
        expect(JSON.stringify([asked, sent])).not.toContain(key.slice(3))
      }
    })
  })

  test('is in no answer and in no log, right or wrong', async () => {
    await speaking(JSON_REPLY, {}, async ({ gateway }) => {
      const [key = ''] = gateway.keys
      const wrong = 'sk-nobodysnobodysnobodysnobodysnobodysnobodysnobody12'
      const texts: string[] = []
      for (const [path, status] of [
        [`${GENERATE}?key=${wrong}`, 401],
        [`${FOLDER}:unheardOf?key=${key}`, 404],
        [`/v1beta/nothing/here?key=${key}`, 404],
        [`${GENERATE}?key=${key}`, 200],
      ] as const) {
        const answer = await told(gateway.post(path, asking(), { key: '' }))
        expect([path, answer.status]).toEqual([path, status])
        texts.push(answer.text)
      }
      const listed = await fetch(`${gateway.url}/v1beta/models?key=${wrong}`)
      expect(listed.status).toBe(401)
      texts.push(await listed.text(), JSON.stringify(gateway.logged))
      for (const text of texts) {
        expect(text).not.toContain(key.slice(3))
        expect(text).not.toContain(wrong.slice(3))
      }
    })
  })

  test('in the address is no key to other clients', async () => {
    await speaking(JSON_REPLY, {}, async ({ gateway }) => {
      const [key = ''] = gateway.keys
      const path = `/v1/chat/completions?key=${key}`
      expect((await gateway.post(path, {}, { key: '' })).status).toBe(401)
    })
  })
})

const CALL = { functionCall: { name: 'f', args: {} } }

/** Body, the field that is named, and where only translating finds it. */
const BAD: readonly (readonly [what: string, body: object | string, field: string])[] = [
  ['no contents', {}, 'contents'],
  ['empty contents', { contents: [] }, 'contents'],
  ['contents that are no list', { contents: {} }, 'contents'],
  ['another model than the path', asking({ model: 'models/dear' }), 'model'],
  [
    'a limit that is no number',
    asking({ generationConfig: { maxOutputTokens: 'x' } }),
    'maxOutputTokens',
  ],
  ['a config that is no object', asking({ generationConfig: [] }), 'generationConfig'],
  [
    'a field in both spellings',
    asking({ generationConfig: {}, generation_config: {} }),
    'generationConfig',
  ],
  [
    'an unknown level of thinking',
    asking({ generationConfig: { thinkingConfig: { thinkingLevel: 'wild' } } }),
    'thinkingLevel',
  ],
]

const BAD_TRANSLATED: typeof BAD = [
  ['an unknown role', { contents: [{ role: 'system', parts: [] }] }, 'contents[0].role'],
  ['a part that is a text', { contents: [{ parts: ['hi'] }] }, 'contents[0].parts[0]'],
  ['a call without a name', { contents: [{ parts: [{ functionCall: {} }] }] }, 'functionCall.name'],
  [
    'arguments that are a text',
    { contents: [{ role: 'model', parts: [{ functionCall: { name: 'f', args: '{}' } }] }] },
    'functionCall.args',
  ],
  [
    'a picture without its kind',
    { contents: [{ parts: [{ inlineData: { data: '' } }] }] },
    'mimeType',
  ],
  ['tools that are no list', asking({ tools: {} }), 'tools'],
  ['an unknown mode', asking({ toolConfig: { functionCallingConfig: { mode: 'X' } } }), 'mode'],
  ['a picture as system', asking({ systemInstruction: { parts: [CALL] } }), 'systemInstruction'],
]

describe('a request that cannot be one', () => {
  test('is refused with the field by its name, whichever channel would serve it', async () => {
    for (const [channel, cases] of [
      [{}, BAD],
      [{ type: 1 }, [...BAD, ...BAD_TRANSLATED]],
    ] as const) {
      await speaking(JSON_REPLY, channel, async ({ gateway, upstream }) => {
        const asked = upstream.requests.length
        for (const [what, body, field] of cases) {
          const answer = await told(gateway.post(GENERATE, body))
          expect([what, answer.status]).toEqual([what, 400])
          const error = errorIn(answer.text)
          expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
          const [violation] = error.details.filter(({ fieldViolations }) => fieldViolations)
          expect(JSON.stringify(violation)).toContain(field)
          expect(answer.headers.get('x-should-retry')).toBe('false')
        }
        expect(upstream.requests).toHaveLength(asked)
      })
    }
  })

  test('has a word that is not allowed, wherever it stands', async () => {
    const parts = [{ text: 'a test_sensitive question' }]
    const nested = { generateContentRequest: { contents: [{ parts }] } }
    await speaking(JSON_REPLY, {}, async ({ gateway, upstream }) => {
      const asked = upstream.requests.length
      for (const [path, body] of [
        [GENERATE, { contents: [{ parts }] }],
        [GENERATE, asking({ system_instruction: { parts } })],
        [`${FOLDER}:countTokens`, nested],
        [`${FOLDER}:embedContent`, { content: { parts } }],
        [`${FOLDER}:batchEmbedContents`, { requests: [{ content: { parts } }] }],
      ] as const) {
        const { status, text } = await told(gateway.post(path, body))
        expect([path, status]).toEqual([path, 400])
        expect(JSON.stringify(errorIn(text).details)).toContain('SENSITIVE_WORDS_DETECTED')
      }
      expect(upstream.requests).toHaveLength(asked)
    })
  })

  test('that is no JSON, or too deep, is told so', async () => {
    await speaking(JSON_REPLY, { type: 1 }, async ({ gateway }) => {
      const deep = `{"contents":[{"parts":${'['.repeat(5000)}${']'.repeat(5000)}}]}`
      for (const body of ['{', '[]', deep]) {
        const answer = await told(gateway.post(GENERATE, body))
        expect(answer.status).toBe(400)
        expect(errorIn(answer.text).status).toBe('INVALID_ARGUMENT')
      }
    })
  })

  test('names a model or a verb that is not here', async () => {
    await speaking(JSON_REPLY, {}, async ({ gateway }) => {
      const cases = [
        ['/v1beta/models/nobody:generateContent', 404, 'NOT_FOUND'],
        [`${FOLDER}:unheardOf`, 404, 'NOT_FOUND'],
        [FOLDER, 404, 'NOT_FOUND'],
        [`${FOLDER}:predictLongRunning`, 501, 'UNIMPLEMENTED'],
        ['/v1beta/fileSearchStores', 501, 'UNIMPLEMENTED'],
      ] as const
      for (const [path, code, status] of cases) {
        const answer = await told(gateway.post(path, asking()))
        expect([path, answer.status]).toEqual([path, code])
        expect(errorIn(answer.text)).toMatchObject({ code, status })
        expect(answer.headers.get('x-should-retry')).toBe('false')
      }
    })
  })
})

describe('a refusal of the upstream', () => {
  test('tells when to try again as Google does, in body and headers', async () => {
    const wait = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3.5s' }
    const status = 'RESOURCE_EXHAUSTED'
    const error = { code: 429, message: 'quota', status, details: [wait] }
    await speaking(json({ error }, { status: 429 }), {}, async ({ gateway }) => {
      const answer = await told(gateway.post(GENERATE, asking()))
      expect(answer.status).toBe(429)
      const seen = errorIn(answer.text)
      expect(seen).toMatchObject({ code: 429, status })
      expect(seen.details).toContainEqual(wait)
      expect(answer.headers.get('retry-after')).toBe('4')
      expect(answer.headers.get('x-should-retry')).toBeNull()
    })
  })

  test("has Google's status also when it came from another vendor", async () => {
    const error = { message: 'too long', type: 'invalid_request_error', param: 'messages' }
    await speaking(json({ error }, { status: 400 }), { type: 1 }, async ({ gateway }) => {
      const seen = errorIn((await told(gateway.post(GENERATE, asking()))).text)
      expect(seen).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
      expect(seen.message).toContain('too long')
      expect(JSON.stringify(seen.details)).toContain('"field":"messages"')
    })
  })
})

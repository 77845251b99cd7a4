/** Clients of Gemini on channels of other vendors: what is asked there, what is lost by name. */
import { describe, expect, test } from 'bun:test'
import { json, sse } from '../support/upstream'
import { MODEL, recorded, told } from './black-box'
import { asking, EVENTS, GENERATE, rowOf, STREAM, sharedGateways } from './gemini-wire'

const speaking = sharedGateways()

const OPENAI = { type: 1 }
const CLAUDE = { type: 14 }
const openai = recorded('openai')
const OPENAI_REPLY = json(JSON.parse(openai.json))

const PDF = { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=', displayName: 'a.pdf' } }
const PIXEL = { inline_data: { mime_type: 'image/png', data: 'iVBORw0KGgo=' } }

/** A body with everything that another vendor understands, in either spelling. */
const RICH = {
  system_instruction: { parts: [{ text: 'You are terse.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'Look:' }, PIXEL] },
    { role: 'model', parts: [{ text: 'One ' }] },
    {
      role: 'model',
      parts: [{ text: 'moment.' }, { functionCall: { name: 'look', args: { a: 1 } } }],
    },
    {
      role: 'model',
      parts: [
        {
          functionCall: { id: 'mine', name: 'look', args: {} },
          thoughtSignature: 'skip_thought_signature_validator',
        },
      ],
    },
    {
      role: 'function',
      parts: [
        { functionResponse: { id: 'mine', name: 'look', response: { output: 'second' } } },
        { functionResponse: { name: 'look', response: { lines: 2 } } },
      ],
    },
    { role: 'user', parts: [{ text: 'And?' }] },
  ],
  tools: [
    {
      function_declarations: [
        {
          name: 'look',
          description: 'Looks',
          parameters: {
            type: 'OBJECT',
            properties: {
              a: { type: 'INTEGER', nullable: true },
              tags: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '1' },
            },
            propertyOrdering: ['a'],
          },
        },
      ],
    },
  ],
  tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['look'] } },
  generation_config: {
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 64,
    stop_sequences: ['END'],
    seed: 7,
    response_mime_type: 'application/json',
    response_schema: { type: 'OBJECT', properties: { n: { type: 'NUMBER' } } },
  },
}

describe('a question of Gemini for OpenAI', () => {
  test('arrives whole: turns, calls, results, tools, schema and limits', async () => {
    await speaking(OPENAI_REPLY, OPENAI, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(GENERATE, RICH))
      expect(answer.status).toBe(200)
      const call = (id: string, text: string) => ({
        id,
        type: 'function',
        function: { name: 'look', arguments: text },
      })
      const url = 'data:image/png;base64,iVBORw0KGgo='
      expect(upstream.last().json).toMatchObject({
        model: MODEL,
        messages: [
          { role: 'system', content: 'You are terse.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look:' },
              { type: 'image_url', image_url: { url } },
            ],
          },
          {
            role: 'assistant',
            content: 'One moment.',
            tool_calls: [call('call_1', '{"a":1}'), call('mine', '{}')],
          },
          { role: 'tool', tool_call_id: 'mine', content: 'second' },
          { role: 'tool', tool_call_id: 'call_1', content: '{"lines":2}' },
          { role: 'user', content: 'And?' },
        ],
        tools: [
          {
            type: 'function',
            function: {
              name: 'look',
              parameters: {
                type: 'object',
                properties: {
                  a: { type: ['integer', 'null'] },
                  tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
                },
              },
            },
          },
        ],
        tool_choice: { type: 'function', function: { name: 'look' } },
        temperature: 0.5,
        top_p: 0.9,
        stop: ['END'],
        seed: 7,
        response_format: {
          type: 'json_schema',
          json_schema: { schema: { type: 'object', properties: { n: { type: 'number' } } } },
        },
      })
      expect(answer.headers.get('x-gw-untranslated')).toBeNull()
      expect(JSON.parse(answer.text)).toMatchObject({ modelVersion: MODEL })
    })
  })

  test('names what OpenAI cannot be asked, in the header and in the log', async () => {
    await speaking(OPENAI_REPLY, OPENAI, async ({ gateway }) => {
      const body = asking({
        tools: [
          { googleSearch: {} },
          { functionDeclarations: [{ name: 'f', behavior: 'BLOCKING' }] },
        ],
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
        toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } },
        generationConfig: { speechConfig: {}, responseModalities: ['TEXT', 'AUDIO'] },
        contents: [
          { parts: [{ fileData: { fileUri: 'gs://bucket/a.png', mimeType: 'image/png' } }] },
          { parts: [{ text: 'hi', videoMetadata: { fps: 1 } }, { executableCode: { code: '1' } }] },
        ],
      })
      const answer = await told(gateway.post(GENERATE, body))
      expect(answer.status).toBe(200)
      const named = (answer.headers.get('x-gw-untranslated') ?? '').split(', ').sort()
      const expected = [
        'contents[0].parts[0].fileData',
        'contents[1].parts[0].videoMetadata',
        'contents[1].parts[1].executableCode',
        'generationConfig.responseModalities',
        'generationConfig.speechConfig',
        'safetySettings',
        'toolConfig.functionCallingConfig.mode',
        'tools[0].googleSearch',
        'tools[1].functionDeclarations[0].behavior',
      ]
      expect(named).toEqual(expected)
      const row = await rowOf(gateway, answer.requestId)
      for (const name of expected) expect(row.other).toContain(name)
    })
  })

  test('is answered with every reason to end that Google has a word for', async () => {
    const whole = JSON.parse(openai.json)
    for (const [reason, expected] of [
      ['stop', 'STOP'],
      ['length', 'MAX_TOKENS'],
      ['content_filter', 'SAFETY'],
    ]) {
      const [choice] = whole.choices
      const reply = json({ ...whole, choices: [{ ...choice, finish_reason: reason }] })
      await speaking(reply, OPENAI, async ({ gateway }) => {
        const { text } = await told(gateway.post(GENERATE, asking()))
        expect(JSON.parse(text).candidates).toMatchObject([{ finishReason: expected, index: 0 }])
      })
    }
  })

  test('may ask for several answers, and gets them as candidates', async () => {
    const whole = JSON.parse(openai.json)
    const [choice] = whole.choices
    const reply = json({ ...whole, choices: [choice, { ...choice, index: 1 }] })
    await speaking(reply, OPENAI, async ({ gateway, upstream }) => {
      const body = asking({ generationConfig: { candidateCount: 2 } })
      const { candidates } = JSON.parse((await told(gateway.post(GENERATE, body))).text)
      expect(upstream.last().json).toMatchObject({ n: 2 })
      expect(candidates.map(({ index }: { index: number }) => index)).toEqual([0, 1])
    })
  })

  test('counts its cache and its thoughts as Google does', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 30,
      total_tokens: 130,
      prompt_tokens_details: { cached_tokens: 60, audio_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 20 },
    }
    await speaking(json({ ...JSON.parse(openai.json), usage }), OPENAI, async ({ gateway }) => {
      const { usageMetadata } = JSON.parse((await told(gateway.post(GENERATE, asking()))).text)
      expect(usageMetadata).toEqual({
        promptTokenCount: 100,
        cachedContentTokenCount: 60,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 20,
        totalTokenCount: 130,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 90 },
          { modality: 'AUDIO', tokenCount: 10 },
        ],
        cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 60 }],
        candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
      })
    })
  })

  test('counts tokens here, and says so', async () => {
    await speaking(OPENAI_REPLY, OPENAI, async ({ gateway, upstream }) => {
      const asked = upstream.requests.length
      const path = `/v1beta/models/${MODEL}:countTokens`
      for (const body of [asking(), { generateContentRequest: asking() }]) {
        const answer = await told(gateway.post(path, body))
        expect(JSON.parse(answer.text)).toEqual({ totalTokens: expect.any(Number) })
        expect(answer.headers.get('x-gw-counted-by')).toBe('tokenizer')
      }
      expect(upstream.requests).toHaveLength(asked)
    })
  })
})

describe('embeddings that a client of Gemini asks of OpenAI', () => {
  const VECTORS = [
    { object: 'embedding', index: 1, embedding: [1, 2] },
    { object: 'embedding', index: 0, embedding: [0.5, 0.25] },
  ]
  const reply = (count: number) =>
    json({
      object: 'list',
      data: VECTORS.slice(2 - count),
      model: 'm',
      usage: { prompt_tokens: 6, total_tokens: 6 },
    })
  const CHANNEL = { ...OPENAI, models: 'text-embedding-3-small' }
  const FOLDER = '/v1beta/models/text-embedding-3-small'
  const content = (text: string) => ({ parts: [{ text }] })

  test('are asked and answered in the words of each', async () => {
    await speaking([reply(1), reply(2)], CHANNEL, async ({ gateway, upstream }) => {
      const one = { content: content('a'), outputDimensionality: 2, taskType: 'CLUSTERING' }
      const single = await told(gateway.post(`${FOLDER}:embedContent`, one))
      const usageMetadata = { promptTokenCount: 6, totalTokenCount: 6 }
      expect(JSON.parse(single.text)).toEqual({ embedding: { values: [0.5, 0.25] }, usageMetadata })
      expect(single.headers.get('x-gw-untranslated')).toBe('taskType')
      const asked = { model: CHANNEL.models, encoding_format: 'float' }
      expect(upstream.last()).toMatchObject({
        path: '/v1/embeddings',
        json: { ...asked, input: ['a'], dimensions: 2 },
      })
      const requests = [{ content: content('a') }, { content: content('b') }]
      const batch = await told(gateway.post(`${FOLDER}:batchEmbedContents`, { requests }))
      expect(JSON.parse(batch.text)).toEqual({
        embeddings: [{ values: [0.5, 0.25] }, { values: [1, 2] }],
        usageMetadata,
      })
      expect(upstream.last().json).toEqual({ ...asked, input: ['a', 'b'] })
      expect((await rowOf(gateway, batch.requestId)).quota).toBe(6)
    })
  })

  test('are refused where there is nothing to embed', async () => {
    await speaking(reply(1), CHANNEL, async ({ gateway }) => {
      for (const [verb, body] of [
        ['embedContent', {}],
        ['embedContent', { content: { parts: [PIXEL] } }],
        ['batchEmbedContents', { requests: [] }],
        [
          'batchEmbedContents',
          { requests: [1, 2].map((n) => ({ content: content('a'), outputDimensionality: n })) },
        ],
      ] as const) {
        expect((await told(gateway.post(`${FOLDER}:${verb}`, body))).status).toBe(400)
      }
    })
  })
})

test('a document goes to Claude under its name, and a stream of it tells usage once', async () => {
  await speaking(sse([recorded('anthropic').sse]), CLAUDE, async ({ gateway, upstream }) => {
    const contents = [{ parts: [PDF, { text: 'What is it?' }] }]
    const answer = await told(gateway.post(EVENTS, { contents }))
    expect(upstream.last().json).toMatchObject({
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', title: 'a.pdf', source: { media_type: 'application/pdf' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    })
    expect(answer.text.split('usageMetadata')).toHaveLength(2)
    expect((await rowOf(gateway, answer.requestId)).quota).toBe(12 + 2 * 9)
  })
})

describe('a body or an answer too large for the loop', () => {
  const SPACE = ' '.repeat(300_000)
  const enlarged = (body: object) => JSON.stringify(body).replace('{', `{${SPACE}`)

  test('is read and translated by a thread as a small one is', async () => {
    const answer = { headers: { 'content-type': 'application/json' } }
    const large = { ...answer, body: enlarged(JSON.parse(openai.json)) }
    await speaking([OPENAI_REPLY, large, large, large], OPENAI, async ({ gateway, upstream }) => {
      const small = await told(gateway.post(GENERATE, RICH))
      const asked = upstream.last().json
      const same = await told(gateway.post(GENERATE, enlarged(RICH)))
      expect(upstream.last().json).toEqual(asked)
      const shown = ({ text }: { readonly text: string }) => ({
        ...JSON.parse(text),
        responseId: undefined,
      })
      expect(shown(same)).toEqual(shown(small))
      const streamed = await told(gateway.post(EVENTS, enlarged(RICH)))
      expect(upstream.last().json).toMatchObject({ stream: true })
      expect(streamed.text).toStartWith('data: {"candidates":[')
      const listed = await told(gateway.post(STREAM, enlarged(RICH)))
      expect(JSON.parse(listed.text).at(-1)).toMatchObject({ usageMetadata: expect.any(Object) })
    })
  })

  test('asks for vectors as a small one does', async () => {
    const data = [{ object: 'embedding', index: 0, embedding: [1] }]
    const reply = json({ object: 'list', data, model: 'm' })
    const models = 'text-embedding-3-large'
    await speaking(reply, { ...OPENAI, models }, async ({ gateway, upstream }) => {
      const content = { parts: [{ text: 'a' }] }
      const path = `/v1beta/models/${models}:embedContent`
      const answer = await told(gateway.post(path, enlarged({ content })))
      expect(upstream.last().json).toMatchObject({ model: models, input: ['a'] })
      // The upstream told no usage: it is counted, out of the words of this protocol.
      expect(JSON.parse(answer.text)).toEqual({
        embedding: { values: [1] },
        usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 },
      })
    })
  })
})

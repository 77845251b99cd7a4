/**
 * Cohere's own package ranks and embeds through the gateway, at Cohere and at vendors of other
 * shapes.
 */
import { expect, test } from 'bun:test'
import { CohereClientV2 } from 'cohere-ai'
import { expectSpent } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { cohereClient } from '../support/sdk'
import { json, type Reply, startUpstream } from '../support/upstream'

const PATH_OF = [
  ['rerank-v3.5', '/v2/rerank'],
  ['jina-reranker-v3', '/v1/rerank'],
] as const

test('cohere-ai ranks at Cohere and at Jina, and is told what nobody has', async () => {
  const results = [{ index: 1, relevance_score: 0.9 }]
  await using upstream = await startUpstream(json({ id: 'r', results, meta: {} }))
  await using gateway = await startGateway({
    channels: [
      { type: 34, upstream, models: PATH_OF[0][0] },
      { type: 38, upstream, models: PATH_OF[1][0] },
    ],
    options: { SelfUseModeEnabled: true },
  })
  const client = new CohereClientV2({ token: gateway.keys[0], environment: gateway.url })
  for (const [model, path] of PATH_OF) {
    const ranked = await client.rerank({ model, query: 'capital?', documents: ['a', 'b'], topN: 1 })
    expect(ranked.results).toEqual([{ index: 1, relevanceScore: 0.9 }])
    expect(upstream.last().path).toBe(path)
  }
  const other = client.rerank({ model: 'nobody', query: 'q', documents: ['a'] })
  expect(await other.catch((error: unknown) => error)).toMatchObject({ statusCode: 404 })
})

const VECTORS = [
  [0.25, -0.5],
  [1, 0],
]

test('cohere-ai embeds at Cohere and at what speaks as OpenAI, by the same bill', async () => {
  await using upstream = await startUpstream(({ path }) =>
    path === '/v2/embed'
      ? json({
          id: 'e',
          embeddings: { float: VECTORS },
          texts: ['a', 'b'],
          meta: { billed_units: { input_tokens: 9 } },
        })
      : json({
          object: 'list',
          data: [1, 0].map((index) => ({ index, embedding: VECTORS[index] })),
          usage: { prompt_tokens: 9, total_tokens: 9 },
        }),
  )
  const models = ['embed-v4.0', 'text-embedding-3-small'] as const
  await using gateway = await startGateway({
    channels: [
      { type: 34, upstream, models: models[0] },
      { type: 1, upstream, models: models[1] },
    ],
    options: { ModelRatio: { [models[0]]: 10, [models[1]]: 10 }, RetryTimes: 0 },
  })
  const client = new CohereClientV2({
    token: gateway.keys[0],
    environment: gateway.url,
    maxRetries: 0,
  })
  const asked = {
    inputType: 'search_document' as const,
    texts: ['a', 'b'],
    outputDimension: 2,
  }
  for (const model of models) {
    const answer = await client.embed({ ...asked, model, embeddingTypes: ['float'] })
    expect(answer.embeddings.float).toEqual(VECTORS)
    expect(answer.meta?.billedUnits?.inputTokens).toBe(9)
  }
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/v2/embed', '/v1/embeddings'])
  expect(upstream.requests[0]?.json).toMatchObject({ input_type: 'search_document' })
  expect(upstream.requests[1]?.json).toEqual({
    model: models[1],
    input: ['a', 'b'],
    encoding_format: 'float',
    dimensions: 2,
  })
  await expectSpent(gateway, 2 * 90)

  const packed = client.embed({ ...asked, model: models[1], embeddingTypes: ['int8'] })
  expect(await packed.catch((error: unknown) => error)).toMatchObject({
    statusCode: 400,
    body: { message: expect.stringContaining('embedding_types') },
  })
  const empty = client.embed({ model: models[0], inputType: 'search_query' })
  expect(await empty.catch((error: unknown) => error)).toMatchObject({
    statusCode: 400,
    body: { message: expect.stringContaining('texts') },
  })
  expect(upstream.requests).toHaveLength(2)
})

test('cohere-ai embeds at vendors that have words of their own for it', async () => {
  const replies: readonly (readonly [string, Reply])[] = [
    [':batchEmbedContents', json({ embeddings: VECTORS.map((values) => ({ values })) })],
    ['/invoke', json({ id: 'e', embeddings: { float: VECTORS }, texts: ['a', 'b'] })],
    ['/api/embed', json({ model: 'm', embeddings: VECTORS, prompt_eval_count: 9 })],
  ]
  await using upstream = await startUpstream(
    ({ path }) => replies.find(([end]) => path.endsWith(end))?.[1] ?? json({}, { status: 404 }),
  )
  const models = ['gemini-embedding-001', 'cohere.embed-v4:0', 'nomic-embed-text'] as const
  await using gateway = await startGateway({
    channels: [
      { type: 24, upstream, models: models[0] },
      { type: 33, upstream, models: models[1], key: 'k|us-east-1' },
      { type: 4, upstream, models: models[2], other: 'native' },
    ],
    options: { ModelRatio: Object.fromEntries(models.map((name) => [name, 10])), RetryTimes: 0 },
  })
  const client = cohereClient(gateway.url, gateway.keys[0] ?? '')
  const spent: number[] = []
  for (const model of models) {
    const { data, rawResponse } = await client
      .embed({ model, texts: ['a', 'b'], inputType: 'search_query', embeddingTypes: ['float'] })
      .withRawResponse()
    expect(data.embeddings.float).toEqual(VECTORS)
    const lost = rawResponse.headers.get('x-gw-untranslated')
    // Only Cohere's own models know what a text is embedded for.
    expect(lost).toBe(model === models[1] ? null : 'input_type')
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    spent.push(items[0]?.quota ?? 0)
  }
  // Where nothing is told, both letters are counted as one text.
  expect(spent).toEqual([10, 10, 90])
  expect(upstream.requests[1]?.json).toMatchObject({ input_type: 'search_query' })
  await expectSpent(gateway, 110)
})

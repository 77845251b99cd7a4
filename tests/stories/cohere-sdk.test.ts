/**
 * Cohere's own package ranks through the gateway, at Cohere and at a vendor of another shape. Its
 * chats and vectors are in a format that no client route has, and are refused by name.
 */
import { expect, test } from 'bun:test'
import { CohereClientV2 } from 'cohere-ai'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const PATH_OF = [
  ['rerank-v3.5', '/v2/rerank'],
  ['jina-reranker-v3', '/v1/rerank'],
] as const

test('cohere-ai ranks at Cohere and at Jina, and is told what it cannot have', async () => {
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
  const chat = client.chat({ model: 'rerank-v3.5', messages: [{ role: 'user', content: 'Hi' }] })
  expect(await chat.catch((error: unknown) => error)).toMatchObject({
    statusCode: 404,
    body: { error: { code: 'route_not_found' } },
  })
  const other = client.rerank({ model: 'nobody', query: 'q', documents: ['a'] })
  expect(await other.catch((error: unknown) => error)).toMatchObject({ statusCode: 404 })
})

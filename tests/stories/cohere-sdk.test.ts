/**
 * Cohere's own package ranks through the gateway, at Cohere and at a vendor of another shape. It
 * is no dependency: GW_TEST_COHERE is the folder of an installed `cohere-ai`. Its chats and
 * vectors are in a format that no client route has, and are refused by name.
 */
import { describe, expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const PACKAGE = process.env.GW_TEST_COHERE ?? ''

describe.skipIf(PACKAGE === '')('cohere-ai', () => {
  test.each([
    ['rerank-v3.5', 34, '/v2/rerank'],
    ['jina-reranker-v3', 38, '/v1/rerank'],
  ])('ranks by %s', async (model, type, path) => {
    const results = [{ index: 1, relevance_score: 0.9 }]
    await using upstream = await startUpstream(json({ id: 'r', results, meta: {} }))
    await using gateway = await startGateway({
      channels: [{ type, upstream, models: model }],
      options: { SelfUseModeEnabled: true },
    })
    const { CohereClientV2 } = await import(PACKAGE)
    const client = new CohereClientV2({ token: gateway.keys[0], environment: gateway.url })
    const ranked = await client.rerank({ model, query: 'capital?', documents: ['a', 'b'], topN: 1 })
    expect(ranked.results).toEqual([{ index: 1, relevanceScore: 0.9 }])
    expect(upstream.last().path).toBe(path)
    const chat = client.chat({ model, messages: [{ role: 'user', content: 'Hi' }] })
    expect(await chat.catch((error: unknown) => error)).toMatchObject({
      statusCode: 404,
      body: { error: { code: 'route_not_found' } },
    })
    const other = client.rerank({ model: 'nobody', query: 'q', documents: ['a'] })
    expect(await other.catch((error: unknown) => error)).toMatchObject({ statusCode: 404 })
  })
})

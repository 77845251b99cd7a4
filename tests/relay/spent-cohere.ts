/** Cohere's SDK, whose stream ends because nobody can pay for more of it. */
import { expect } from 'bun:test'
import { cohereClient } from '../support/sdk'
import type { Asked, SpentClient } from './spent-client'

async function eventsOf({ gateway, key, model }: Asked) {
  const stream = await cohereClient(gateway.url, key).chatStream({
    model,
    messages: [{ role: 'user', content: 'hello' }],
  })
  return Array.fromAsync(stream)
}

export const COHERE_SDK: SpentClient = {
  name: "Cohere's SDK",
  async length(asked) {
    const events = await eventsOf(asked)
    expect(events.at(-2)).toEqual({ type: 'content-end', index: 0 })
    expect(events.at(-1)).toMatchObject({
      type: 'message-end',
      delta: {
        finishReason: 'MAX_TOKENS',
        usage: { billedUnits: { outputTokens: expect.any(Number) } },
      },
    })
  },
  async error(asked) {
    const last = (await eventsOf(asked)).at(-1)
    expect(last).toMatchObject({
      type: 'message-end',
      delta: { finishReason: 'ERROR', error: expect.stringContaining('ran out') },
    })
  },
}

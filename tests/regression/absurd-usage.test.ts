import { expect, test } from 'bun:test'
import { ask, MODEL, PRICES } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const ANSWER = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, message: { role: 'assistant', content: 'four' }, finish_reason: 'stop' }],
}

for (const count of [Number.MAX_SAFE_INTEGER, 1_000_000_001, 1e300, -5, '9007199254740991']) {
  test(`an upstream that says it used ${count} tokens is not believed`, async () => {
    const usage = { prompt_tokens: count, completion_tokens: count }
    await using upstream = await startUpstream(json({ ...ANSWER, usage }))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const response = await gateway.post('/v1/chat/completions', ask('openai'))
    expect(response.status).toBe(200)
    const [log] = (await gateway.services.logs.list({ type: 2 })).items
    expect(log?.completion_tokens).toBe(1)
    expect(log?.quota).toBeLessThan(100)
    expect(JSON.parse(log?.other ?? '{}').counted_by).toBe('tokenizer')
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
}

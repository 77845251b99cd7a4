import { expect, test } from 'bun:test'
import { PRICES, TYPE_OF } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { fixture, json, startUpstream } from '../support/upstream'

const MESSAGES = [{ role: 'user', content: 'think' }]

test('the highest effort of a Claude client reaches an OpenAI upstream', async () => {
  const answer = json(JSON.parse(fixture('openai/chat-text.json')))
  await using upstream = await startUpstream(answer)
  await using gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF.openai, models: 'gpt-5.6' }],
    options: { ...PRICES, ModelRatio: { 'gpt-5.6': 1 } },
  })
  const body = {
    model: 'gpt-5.6',
    max_tokens: 100,
    messages: MESSAGES,
    output_config: { effort: 'max' },
  }
  expect((await gateway.post('/v1/messages', body)).status).toBe(200)
  expect(JSON.parse(upstream.last().bodyText).reasoning_effort).toBe('max')
})

test('an Anthropic upstream thinks longest for the highest effort of OpenAI', async () => {
  const answer = json(JSON.parse(fixture('anthropic/chat-text.json')))
  await using upstream = await startUpstream(answer)
  await using gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF.anthropic, models: 'claude-sonnet-4-5' }],
    options: { ...PRICES, ModelRatio: { 'claude-sonnet-4-5': 1 } },
  })
  const budgets: number[] = []
  for (const reasoning_effort of ['xhigh', 'max']) {
    const limit = { max_completion_tokens: 20_000 }
    const body = { model: 'claude-sonnet-4-5', messages: MESSAGES, reasoning_effort, ...limit }
    expect((await gateway.post('/v1/chat/completions', body)).status).toBe(200)
    budgets.push(JSON.parse(upstream.last().bodyText).thinking.budget_tokens)
  }
  expect(budgets[1]).toBeGreaterThan(budgets[0] ?? Number.NaN)
})

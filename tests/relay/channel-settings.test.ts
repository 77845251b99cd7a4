import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { sse, startUpstream } from '../support/upstream'

function chunk(delta: object, finish: string | null = null): string {
  return JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    vendor_extra: 'kept only when bytes pass through',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
}

const REASONED = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'let me ' }),
  chunk({ reasoning_content: 'see' }),
  chunk({ content: 'the ' }),
  chunk({ content: 'answer' }),
  chunk({}, 'stop'),
  JSON.stringify({
    id: 'c1',
    choices: [],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  }),
  '[DONE]',
]

async function streamed(setting: object): Promise<string> {
  await using upstream = await startUpstream(sse(REASONED.map((data) => `data: ${data}\n\n`)))
  await using gateway = await startGateway({
    channels: [{ upstream, setting: JSON.stringify(setting) }],
  })
  const response = await gateway.post('/v1/chat/completions', {
    model: 'gpt-4o-mini',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  })
  const text = await response.text()
  await gateway.idle()
  const [log] = (await gateway.services.logs.list({ type: 2 })).items
  expect(log?.prompt_tokens).toBe(3)
  expect(log?.completion_tokens).toBe(4)
  return text
}

function deltasOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)).choices[0]?.delta ?? {})
}

test('without settings the upstream’s own chunks reach the client', async () => {
  expect(await streamed({})).toContain('vendor_extra')
})

test('force_format writes every chunk in the standard form', async () => {
  const text = await streamed({ force_format: true })
  expect(text).not.toContain('vendor_extra')
  expect(text).toEndWith('data: [DONE]\n\n')
  const deltas = deltasOf(text)
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('the answer')
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('let me see')
})

test('thinking_to_content shows reasoning between think tags', async () => {
  const deltas = deltasOf(await streamed({ thinking_to_content: true }))
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(
    '<think>\nlet me see\n</think>\nthe answer',
  )
  expect(deltas.some((delta) => 'reasoning_content' in delta)).toBe(false)
})

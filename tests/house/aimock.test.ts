import { afterAll, beforeAll, expect, test } from 'bun:test'
import { APIError, type OpenAI } from 'openai'
import { type Aimock, startAimock } from '../support/aimock'
import { anthropicClient, failureOf, openaiClient } from '../support/sdk'

let aimock: Aimock

beforeAll(async () => {
  aimock = await startAimock()
  aimock.calls('weather', [{ id: 'call_1', name: 'weather', input: { city: 'Oslo' } }])
  aimock.saysAfterTool('call_1', 'It snows.')
  aimock.says('hello', 'Hi there!', { prompt: 7, completion: 3 })
  aimock.embeds('hello', [0.25, 0.5])
})

afterAll(() => aimock.stop())

function openai(): OpenAI {
  return openaiClient(aimock.url, 'k')
}

test('the OpenAI format carries the scripted text and usage', async () => {
  const answer = await openai().chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'hello' }],
  })
  expect(answer.choices[0]?.message.content).toBe('Hi there!')
  expect(answer.usage?.total_tokens).toBe(10)
})

test('the OpenAI format carries a tool call and the turn after it', async () => {
  const ask = { role: 'user', content: 'the weather?' } as const
  const first = await openai().chat.completions.create({ model: 'gpt-4o', messages: [ask] })
  const message = first.choices[0]?.message
  expect(message?.tool_calls).toMatchObject([
    { id: 'call_1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
  ])
  const second = await openai().chat.completions.create({
    model: 'gpt-4o',
    messages: [
      ask,
      { role: 'assistant', content: null, tool_calls: message?.tool_calls ?? [] },
      { role: 'tool', tool_call_id: 'call_1', content: '{"snow":true}' },
    ],
  })
  expect(second.choices[0]?.message.content).toBe('It snows.')
})

test('the Anthropic format carries the same script', async () => {
  const answer = await anthropicClient(aimock.url, 'k').messages.create({
    model: 'claude-sonnet-4-5',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'hello' }],
  })
  expect(answer.content).toMatchObject([{ type: 'text', text: 'Hi there!' }])
  expect(answer.usage).toMatchObject({ input_tokens: 7, output_tokens: 3 })
})

test('the Gemini format carries the same script', async () => {
  const response = await fetch(`${aimock.url}/v1beta/models/gemini-2.5-pro:generateContent`, {
    method: 'POST',
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
  })
  expect(await response.json()).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'Hi there!' }] } }],
    usageMetadata: { totalTokenCount: 10 },
  })
})

test('embeddings come back as scripted', async () => {
  const answer = await openai().embeddings.create({
    model: 'text-embedding-3-small',
    input: 'hello',
    encoding_format: 'float',
  })
  expect(answer.data[0]?.embedding).toEqual([0.25, 0.5])
})

test('a message nobody scripted is an error and no made-up answer', async () => {
  const call = openai().chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'unscripted' }],
  })
  expect(await failureOf(call)).toBeInstanceOf(APIError)
})

/** What a Responses client is refused, always by the name of the field and before any money. */
import { describe, expect, test } from 'bun:test'
import { json } from '../support/upstream'
import { expectRefusal, expectSpent, told } from './black-box'
import { asking, NATIVE, PATH, talking } from './responses-wire'

const ANSWER = json(JSON.parse(NATIVE.json))
const CLAUDE = { type: 14 }

/** Refused whichever channel would serve it. */
const EVERYWHERE: readonly (readonly [field: string, body: object])[] = [
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['tools[0]', { tools: [{ type: 'image_generation' }] }],
  ['tools[0]', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }],
  ['tools[0]', { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
  ['tools[0]', { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }],
  ['tools[0].Type', { tools: [{ type: 'function', name: 'f', Type: 'code_interpreter' }] }],
  [
    'tools[0]',
    {
      tools: [
        { type: 'shell', environment: { type: 'container_reference', container_id: 'cntr_1' } },
      ],
    },
  ],
  ['tools[0]', { tools: [{ type: 'shell', environment: { container_id: 'cntr_1' } }] }],
  [
    'input[1]',
    {
      input: [
        { role: 'user', content: 'x' },
        { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: '1' },
      ],
    },
  ],
  [
    'input[0]',
    {
      input: [
        {
          type: 'shell_call',
          environment: { type: 'container_reference', container_id: 'cntr_1' },
        },
      ],
    },
  ],
  ['input', { input: [] }],
  ['input', { input: '' }],
  ['max_output_tokens', { max_output_tokens: 'many' }],
  ['stream', { stream: 'yes' }],
]

/** Refused where the call has to be translated. */
const ELSEWHERE: readonly (readonly [field: string, body: object])[] = [
  ['previous_response_id', { previous_response_id: 'resp_1' }],
  ['conversation', { conversation: { id: 'conv_1' } }],
  ['background', { background: true }],
  ['file_id', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] }],
  ['tools[0]', { tools: [{ type: 'web_search' }], tool_choice: 'required' }],
  [
    'tools[1]',
    {
      tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }],
      tool_choice: { type: 'web_search' },
    },
  ],
  [
    'tools[0].tools[0]',
    {
      tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'mcp' }] }],
      tool_choice: { type: 'mcp' },
    },
  ],
  ['tools[0].type', { tools: [{ name: 'f' }] }],
  ['input[0]', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  ['input[0].role', { input: [{ role: 'robot', content: 'hi' }] }],
  ['input[0].content', { input: [{ role: 'user' }] }],
  ['input[0].content[0].type', { input: [{ role: 'user', content: [{ type: 'smell' }] }] }],
  ['input[0].call_id', { input: [{ type: 'function_call_output', output: 'x' }] }],
  ['text.format.type', { text: { format: { type: 'xml' } } }],
  ['reasoning.effort', { reasoning: { effort: 'heroic' } }],
  ['input', { input: [{ type: 'reasoning', summary: [] }] }],
]

describe.each([
  ['OpenAI', {}],
  ['Anthropic', CLAUDE],
] as const)('on a channel of %s', (_, channel) => {
  test.each([...EVERYWHERE])('%s is refused by name', async (field, body) => {
    await talking(ANSWER, channel, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking(body)))
      const error = expectRefusal(answer, 'openai', 400)
      expect(error).toMatchObject({ type: 'invalid_request_error', param: field })
      expect(upstream.requests).toEqual([])
      await expectSpent(gateway, 0)
    })
  })
})

describe('where it has to be translated', () => {
  test.each([...ELSEWHERE])('%s is refused by name', async (field, body) => {
    await talking(ANSWER, CLAUDE, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking(body)))
      const error = expectRefusal(answer, 'openai', 400)
      expect(error).toMatchObject({ type: 'invalid_request_error', param: field })
      expect(upstream.requests).toEqual([])
      await expectSpent(gateway, 0)
    })
  })
})

test('null and false say nothing, and are not refused', async () => {
  await talking(ANSWER, {}, async ({ gateway }) => {
    const unset = { previous_response_id: null, conversation: null, prompt: null }
    const answer = await told(gateway.post(PATH, asking({ ...unset, background: false })))
    expect(answer.status).toBe(200)
  })
})

test('what is refused in a small body is refused in one that only a thread reads', async () => {
  await talking(ANSWER, {}, async ({ gateway, upstream }) => {
    const input = 'long '.repeat(80_000)
    const body = asking({ input, tools: [{ type: 'image_generation' }] })
    expectRefusal(await told(gateway.post(PATH, body)), 'openai', 400)
    expect(upstream.requests).toEqual([])
  })
})

/** Betas that a vendor does not take go with everything in the body that belongs to them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { accountFile, googleCloud, type ServiceAccount } from '../support/google-cloud'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const MODEL = 'claude-sonnet-4-5'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  const account: ServiceAccount = {
    project_id: 'project-1',
    client_email: 'gw@project-1.example',
    token_uri: `${upstream.url}/token`,
  }
  const cloud = googleCloud({ account, nowMs: Date.now })
  upstream.script((request) => cloud.answer(request, json(fixture('anthropic/chat-text.json'))))
  gateway = await startGateway({
    channels: [
      { type: 41, models: MODEL, upstream, key: accountFile(account), other: 'us-east5' },
      { type: 14, models: 'claude-opus-4-5', upstream },
    ],
    options: { SelfUseModeEnabled: 'true' },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const cache_control = { type: 'ephemeral', scope: 'global' }
const plain = { cache_control: { type: 'ephemeral' } }
const schema = { type: 'object', properties: {} }
const SEARCH = 'tool_search_tool_regex'

const BODY = {
  max_tokens: 100,
  system: [{ type: 'text', text: 'Be kind.', cache_control }],
  tools: [
    { type: `${SEARCH}_20251119`, name: SEARCH },
    { name: 'f', input_schema: schema, defer_loading: true, eager_input_streaming: true },
  ],
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control }] },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: SEARCH, input: {} },
        { type: 'tool_search_tool_result', tool_use_id: 'srvtoolu_1', content: {} },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'tool_reference', tool_name: 'f' }],
        },
      ],
    },
  ],
}

const BETAS = [
  'prompt-caching-scope-2026-01-05',
  'tool-search-tool-2025-10-19',
  'context-management-2025-06-27',
]

async function sent(betas: readonly string[], body: object) {
  const headers = { 'anthropic-beta': betas.join(',') }
  const response = await gateway.post('/v1/messages', body, { headers })
  expect(response.status).toBe(200)
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { body: upstream.last().json as typeof BODY, text: upstream.last().bodyText, losses }
}

test('Vertex gets no fields of betas that it does not take, and they are named', async () => {
  const { body, losses } = await sent(BETAS, { model: MODEL, ...BODY })
  expect(upstream.last().headers['anthropic-beta']).toBe('context-management-2025-06-27')
  expect(body.system).toEqual([{ type: 'text', text: 'Be kind.', ...plain }] as never)
  expect(body.tools).toEqual([{ name: 'f', input_schema: schema }] as never)
  expect(body.context_management).toEqual(BODY.context_management)
  expect(body.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hi', ...plain }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'text', text: 'f' }],
        },
      ],
    },
  ] as never)
  expect(losses.toSorted()).toEqual([
    'cache_control.scope',
    'messages.server_tool_use',
    'messages.tool_reference',
    'messages.tool_search_tool_result',
    'tools.defer_loading',
    'tools.eager_input_streaming',
    `tools.${SEARCH}`,
  ])
})

test('betas in the body are those of the header, whoever takes them', async () => {
  const [scope = '', search = '', context = ''] = BETAS
  const anthropic_beta = [scope, context]
  const { body, losses } = await sent([search], { model: MODEL, ...BODY, anthropic_beta })
  expect(upstream.last().headers['anthropic-beta']).toBe(context)
  expect(body).not.toHaveProperty('anthropic_beta')
  expect(body.context_management).toEqual(BODY.context_management)
  expect(losses).toContain('cache_control.scope')
})

test.each([
  ['anthropic_beta', 'context-management-2025-06-27'],
  ['anthropic_beta[0]', ['a\r\nx-api-key: b']],
  ['anthropic_beta[1]', ['a', 5]],
  ['Anthropic_Beta', ['a']],
])('what is no list of them is refused: %s', async (field, value) => {
  const asked = upstream.requests.length
  const name = field.replace(/\[.*/, '')
  const refused = await gateway.post('/v1/messages', { model: MODEL, ...BODY, [name]: value })
  expect(refused.status).toBe(400)
  expect((await refused.json()).error.message).toContain(field)
  expect(upstream.requests).toHaveLength(asked)
})

test('a field whose beta nobody asked for goes, too', async () => {
  const { body, losses } = await sent([], { model: MODEL, ...BODY })
  expect(body).not.toHaveProperty('context_management')
  expect(losses).toContain('context_management')
})

test('clients of other protocols lose them as well', async () => {
  const content = [{ type: 'text', text: 'Hi', cache_control }]
  const response = await gateway.post('/v1/chat/completions', {
    model: MODEL,
    messages: [{ role: 'user', content }],
  })
  expect(response.status).toBe(200)
  expect(upstream.last().bodyText).not.toContain('scope')
  expect(response.headers.get('x-gw-untranslated')).toBe('cache_control.scope')
})

test('Anthropic gets all of it as it came', async () => {
  upstream.script(json(fixture('anthropic/chat-text.json')))
  const whole = { model: 'claude-opus-4-5', ...BODY }
  const { text, losses } = await sent(BETAS, whole)
  expect(text).toBe(JSON.stringify(whole))
  expect(losses).toEqual([])
  const inBody = await sent(BETAS.slice(0, 1), { ...whole, anthropic_beta: BETAS.slice(1) })
  expect(upstream.last().headers['anthropic-beta']).toBe(BETAS.join())
  expect(inBody.body).toEqual(whole as never)
})

import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../../server/domain/channel-types'
import { apiVariantsOf } from '../../../server/domain/channels/api-variants'
import { openaiDialect as dialect } from '../../../server/relay/formats/dialects/openai'
import { type CallFacts, upstreamCall } from '../protocols/wire'

function target(facts: CallFacts) {
  return dialect.target(upstreamCall(facts))
}

const AZURE: CallFacts['type'] = {
  id: 3,
  auth: 'api-key-header',
  baseUrl: 'https://x.openai.azure.com',
  paths: {
    chat: '/openai/deployments/{deployment}/chat/completions?api-version={other}',
    moderations: null,
  },
  defaultOther: '2024-12-01-preview',
}

describe('where an OpenAI channel is reached', () => {
  test('by the default path of each operation', () => {
    const urls = (['chat', 'completions', 'embeddings', 'moderations'] as const).map(
      (operation) => target({ call: { operation } })?.url,
    )
    expect(urls).toEqual([
      'https://api.openai.com/v1/chat/completions',
      'https://api.openai.com/v1/completions',
      'https://api.openai.com/v1/embeddings',
      'https://api.openai.com/v1/moderations',
    ])
  })

  test('not at all for an operation the type or the dialect lacks, or without an address', () => {
    expect(target({ type: AZURE, call: { operation: 'moderations' } })).toBeUndefined()
    expect(target({ call: { operation: 'count_tokens' } })).toBeUndefined()
    expect(target({ type: { baseUrl: '' } })).toBeUndefined()
  })

  test('at Azure by the deployment, which has no dots, and the API version', () => {
    const call = { upstreamModel: 'gpt-3.5-turbo' }
    const base = 'https://x.openai.azure.com/openai/deployments/gpt-35-turbo/chat/completions'
    expect(target({ type: AZURE, call })?.url).toBe(`${base}?api-version=2024-12-01-preview`)
    const channel = { other: '2025-01-01', key: 'azure-key' }
    expect(target({ type: AZURE, call, channel })).toEqual({
      method: 'POST',
      url: `${base}?api-version=2025-01-01`,
      headers: { 'api-key': 'azure-key' },
    })
  })

  test('at Azure without the effort suffix of the model', () => {
    const url = target({ type: AZURE, call: { upstreamModel: 'o3-mini-high' } })?.url
    expect(url).toContain('/deployments/o3-mini/')
  })

  test("through Cloudflare's gateway without the doubled prefix", () => {
    const baseUrl = 'https://gateway.ai.cloudflare.com/v1/account/gateway/openai'
    expect(target({ channel: { baseUrl } })?.url).toBe(`${baseUrl}/chat/completions`)
    expect(target({ type: AZURE, channel: { baseUrl } })?.url).toBe(
      `${baseUrl}/gpt-4o/chat/completions?api-version=2024-12-01-preview`,
    )
  })

  test('at a custom address as it is written, for every operation', () => {
    const type = { id: 8, baseUrl: 'https://a.example/run/{model}?x={model}' }
    expect(target({ type, call: { operation: 'embeddings' } })?.url).toBe(
      'https://a.example/run/gpt-4o?x=gpt-4o',
    )
  })

  test('at Volcano Ark by another path for bots', () => {
    const ark = channelTypeById(45) ?? expect.unreachable()
    const url = (upstreamModel: string) => {
      const [type = ark] = apiVariantsOf(ark, { model: upstreamModel })
      return target({ type, call: { upstreamModel } })?.url
    }
    expect(url('bot-1')).toEndWith('/api/v3/bots/chat/completions')
    expect(url('doubao')).toEndWith('/api/v3/chat/completions')
  })

  test('a model name cannot leave its place in the path', () => {
    const type = { paths: { chat: '/ai/run/{model}' } }
    const url = target({ type, call: { upstreamModel: '../x?y#z' } })?.url
    expect(url).toBe('https://api.openai.com/ai/run/..%2Fx%3Fy%23z')
  })
})

describe('how an OpenAI channel is authorised', () => {
  test('by bearer, and with the organization on type 1 only', () => {
    const channel = { organization: 'org-1' }
    expect(target({ channel })?.headers).toEqual({
      authorization: 'Bearer sk-upstream',
      'openai-organization': 'org-1',
    })
    expect(target({ type: { id: 20 }, channel })?.headers).toEqual({
      authorization: 'Bearer sk-upstream',
    })
  })

  test('headers of the type are filled in, and left out when they would be empty', () => {
    const type = { id: 17, headers: { 'X-DashScope-Plugin': '{other}', 'X-Title': 'gw' } }
    expect(target({ type })?.headers).toEqual({
      authorization: 'Bearer sk-upstream',
      'x-title': 'gw',
    })
    expect(target({ type, channel: { other: 'calc' } })?.headers).toMatchObject({
      'x-dashscope-plugin': 'calc',
    })
  })
})

import type { Operation } from '../../../domain/protocol'
import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { splitEffort, VOLCENGINE } from './models'

const DEFAULT_PATHS: Partial<Record<Operation, string>> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
  speech: '/v1/audio/speech',
}

const OPENAI = 1
const AZURE = 3
const CUSTOM = 8
const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** `undefined` when the channel's type does not offer the operation or has no address. */
export function targetFor(
  call: UpstreamCall,
  zhipuToken: (key: string) => string,
): UpstreamTarget | undefined {
  const url = urlOf(call)
  if (url === undefined) return undefined
  return { method: 'POST', url, headers: { ...rowHeaders(call), ...authOf(call, zhipuToken) } }
}

function urlOf(call: UpstreamCall): string | undefined {
  const { type, baseUrl } = call.channel
  if (baseUrl === '') return undefined
  // A custom channel's address is complete; nothing is appended to it.
  if (type.id === CUSTOM) return baseUrl.replaceAll('{model}', call.upstreamModel)
  const path = type.paths[call.operation] ?? DEFAULT_PATHS[call.operation]
  if (path === undefined || type.paths[call.operation] === null) return undefined
  return baseUrl + fill(pathFor(path, call), call, encodeURIComponent)
}

function pathFor(path: string, call: UpstreamCall): string {
  const { type, baseUrl } = call.channel
  if (baseUrl.startsWith(CLOUDFLARE_GATEWAY)) {
    // Cloudflare's gateway has these prefixes in its own address already.
    if (type.id === OPENAI) return path.replace(/^\/v1(?=\/)/, '')
    if (type.id === AZURE) return path.replace(/^\/openai\/deployments(?=\/)/, '')
  }
  const isBot = type.id === VOLCENGINE && call.upstreamModel.startsWith('bot')
  return isBot && call.operation === 'chat' ? path.replace('/api/v3/', '/api/v3/bots/') : path
}

function fill(template: string, call: UpstreamCall, quote: (text: string) => string): string {
  if (!template.includes('{')) return template
  const { model } = splitEffort(call)
  const values: Readonly<Record<string, string>> = {
    model,
    deployment: model.replaceAll('.', ''),
    other: call.channel.other || call.channel.type.defaultOther,
  }
  return template.replace(/\{(model|deployment|other)\}/g, (_, name) => quote(values[name] ?? ''))
}

/** A header whose placeholder is empty is not sent. */
function rowHeaders(call: UpstreamCall): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(call.channel.type.headers)) {
    const value = fill(template, call, (text) => text)
    if (value !== '') headers[name.toLowerCase()] = value
  }
  return headers
}

function authOf(
  call: UpstreamCall,
  zhipuToken: (key: string) => string,
): Readonly<Record<string, string>> {
  const { type, key, organization } = call.channel
  switch (type.auth) {
    case 'bearer': {
      const bearer = { authorization: `Bearer ${key}` }
      const isOrganized = type.id === OPENAI && organization !== ''
      return isOrganized ? { ...bearer, 'openai-organization': organization } : bearer
    }
    case 'api-key-header':
      return { 'api-key': key }
    case 'x-api-key':
    case 'x-goog-api-key':
      return { [type.auth]: key }
    case 'zhipu-jwt':
      return { authorization: zhipuToken(key) }
  }
}

/** The models that an upstream account offers, for filling a channel's list. */
import { GatewayError } from '../domain/errors/gateway-error'
import { type AskedChannel, askAccount, bearer } from './channel-lookup'
import { isList, isObject } from './dialects/json-fields'
import type { Upstream } from './upstream'

const GEMINI_PATH = '/v1beta/openai/models'
const DEFAULT_PATH = '/v1/models'
const CHAT = '/chat/completions'
const ANTHROPIC_VERSION = '2023-06-01'

/** Without repetitions, in the upstream's order. Throws what broke the exchange. */
export async function listUpstreamModels(
  upstream: Upstream,
  channel: AskedChannel,
): Promise<readonly string[]> {
  if (channel.baseUrl === '') throw new GatewayError('channel.base_url_invalid')
  const question = { url: addressOf(channel), headers: authOf(channel) }
  const { data } = await askAccount(upstream, channel, question)
  if (!isList(data)) throw new GatewayError('upstream.invalid_answer')
  const ids = data.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' ? [entry.id.replace(/^models\//, '')] : [],
  )
  return [...new Set(ids.filter((id) => id !== ''))]
}

/** Beside the chat path where the type names one; most vendors moved both together. */
function addressOf({ type, baseUrl, other }: AskedChannel): string {
  if (type.dialect === 'gemini') return baseUrl + GEMINI_PATH
  const chat = type.paths.chat ?? ''
  const isWholeAddress = type.paths.chat === ''
  if (isWholeAddress) {
    const at = baseUrl.indexOf(CHAT)
    return at < 0 ? baseUrl + DEFAULT_PATH : `${baseUrl.slice(0, at)}/models`
  }
  if (!chat.endsWith(CHAT)) return baseUrl + DEFAULT_PATH
  const path = `${chat.slice(0, -CHAT.length)}/models`
  return baseUrl + path.replaceAll('{other}', encodeURIComponent(other))
}

function authOf({ type, key }: AskedChannel): Readonly<Record<string, string>> {
  switch (type.auth) {
    case 'x-api-key':
      return { 'x-api-key': key, 'anthropic-version': ANTHROPIC_VERSION }
    case 'api-key-header':
      return { 'api-key': key }
    default:
      return bearer(key)
  }
}

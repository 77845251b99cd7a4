/** The models that an upstream account offers, for filling a channel's list. */
import { isWholeAddress } from '../../../domain/channel-types/channel-type'
import { refuseUnrelayed } from '../../../domain/channels/retired-types'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { asVariant, rowsFor } from '../../call/channel/channel-api'
import { type AccountChannel, authorized, type VendorOf } from '../../call/channel/vendor'
import { isList, isObject, parseJson, textOf } from '../../formats/dialects/json-fields'
import type { Upstream } from '../../net/upstream'
import type { Json, JsonObject } from '../../wire/chat'
import { askText, bearer } from './channel-lookup'

/** Lists of models are requested without one. */
const NO_MODEL = ''
const DEFAULT_PATH = '/v1/models'
const CHAT = '/chat/completions'
/** Of a list that comes in parts. */
const MOST_PAGES = 50
const ANTHROPIC_VERSION = '2023-06-01'

export interface ListParts {
  readonly upstream: Upstream
  readonly vendorOf: VendorOf
}

/** Without repetitions, in the upstream's order. Throws what broke the exchange. */
export async function listUpstreamModels(
  { upstream, vendorOf }: ListParts,
  channel: AccountChannel,
): Promise<readonly string[]> {
  refuseUnrelayed(channel.type)
  const [type = channel.type] = rowsFor(channel, NO_MODEL)
  const variant = asVariant(channel, type)
  if (variant.baseUrl === '') throw new GatewayError('channel.base_url_invalid')
  const listed = await vendorOf(type).listModels?.(variant)
  if (listed !== undefined) return listed
  if (type.modelsPath === null) {
    throw new GatewayError('channel.models_unsupported', { type: type.name })
  }
  const ids = new Set<string>()
  let url: string | undefined = addressOf(variant)
  for (let page = 0; url !== undefined; page += 1) {
    // Half a list would make the other half look as if it were gone.
    if (page === MOST_PAGES) throw new GatewayError('upstream.invalid_answer')
    const bare = { method: 'GET', url, headers: authOf(variant), body: null } as const
    const question = await authorized(vendorOf, { ...bare, channel: variant })
    const answer = parseJson(await askText(upstream, variant, question))
    const listed = listIn(answer)
    if (listed === undefined) throw new GatewayError('upstream.invalid_answer')
    for (const id of listed.flatMap((entry) => (isObject(entry) ? nameIn(entry) : []))) ids.add(id)
    url = nextPage(addressOf(variant), answer)
  }
  ids.delete('')
  return [...ids]
}

/** Claude's `last_id` where there are more, Gemini's token; both next to the list. */
function nextPage(address: string, answer: Json | undefined): string | undefined {
  if (!isObject(answer)) return undefined
  const { has_more, last_id, nextPageToken } = answer
  const field = has_more === true && textOf(last_id) ? (['after_id', last_id] as const) : undefined
  const [name, value] = field ?? ['pageToken', nextPageToken]
  const token = textOf(value) ?? ''
  if (token === '') return undefined
  const url = new URL(address)
  url.searchParams.set(name, token)
  return url.href
}

/** OpenAI's list, a bare one, or one under the name of what it lists. */
function listIn(answer: Json | undefined): readonly Json[] | undefined {
  if (isList(answer)) return answer
  if (!isObject(answer)) return undefined
  return [answer.data, answer.models, answer.endpoints].find(isList)
}

function nameIn(entry: JsonObject): string[] {
  const name = textOf(entry.id) ?? textOf(entry.name)
  return name === undefined ? [] : [name.replace(/^models\//, '')]
}

/** Next to the chat path where the type names one; most vendors moved both together. */
function addressOf({ type, baseUrl, other }: AccountChannel): string {
  if (type.modelsPath !== '') return baseUrl + type.modelsPath
  const chat = type.paths.chat ?? ''
  if (isWholeAddress(type)) {
    const at = baseUrl.indexOf(CHAT)
    return at < 0 ? baseUrl + DEFAULT_PATH : `${baseUrl.slice(0, at)}/models`
  }
  if (!chat.endsWith(CHAT)) return baseUrl + DEFAULT_PATH
  const path = `${chat.slice(0, -CHAT.length)}/models`
  return baseUrl + path.replaceAll('{other}', encodeURIComponent(other))
}

function authOf({ type, key }: AccountChannel): Readonly<Record<string, string>> {
  switch (type.auth) {
    case 'x-api-key':
      return { 'x-api-key': key, 'anthropic-version': ANTHROPIC_VERSION }
    case 'api-key-header':
      return { 'api-key': key }
    case 'vendor':
      return {}
    default:
      return bearer(key)
  }
}

/** One question to a provider, as its module has put it. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { dialectOf } from '../call/channel/channel-api'
import { authorized } from '../call/channel/vendor'
import type { Relay } from '../call/relay'
import { failuresOf } from '../call/upstream-failure'
import { isObject, parseJson } from '../formats/dialects/json-fields'
import { keyHeaders } from '../formats/dialects/key-headers'
import { readError } from '../formats/dialects/openai/error'
import { rowHeaders } from '../formats/dialects/row-headers'
import { connectionTo } from '../net/connection-to'
import { exchangeWithin } from '../net/exchange'
import type { Json } from '../wire/chat'
import type { FormPart, JobPlace, JobProvider, ProviderRequest, UnsignedRequest } from './provider'

/** Some providers put what they have made into the answer. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

export type Asking = Pick<Relay, 'upstream' | 'vendorOf' | 'clock'>

/** Rejects with what broke the exchange, `upstream.refused` or `upstream.invalid_answer`. */
export async function ask(
  relay: Asking,
  { provider, place }: { readonly provider: JobProvider; readonly place: JobPlace },
  { request, limitMs }: { readonly request: ProviderRequest; readonly limitMs: number },
): Promise<Json> {
  const { channel } = place
  const signed = await signedRequest(relay, { provider, place }, request)
  // Nobody waits for a job's provider for hours.
  const answer = await exchangeWithin(
    relay.upstream,
    { ...signed, ...connectionTo(channel) },
    { maxBytes: MAX_ANSWER_BYTES, limitMs },
  )
  const failureOf = failuresOf(channel, answer.headers)
  if (answer.status < 200 || answer.status >= 300) {
    const read = dialectOf(channel)?.readError ?? readError
    const facts = read(answer.status, answer.text, answer.headers)
    throw failureOf(answer.status, facts, true)
  }
  const json = answer.text === '' ? {} : parseJson(answer.text)
  if (json === undefined) throw new GatewayError('upstream.invalid_answer')
  const failure = isObject(json) ? provider.failureIn?.(json) : undefined
  if (failure === undefined) return json
  const { message, code, status = 400 } = failure
  throw failureOf(status, { message, ...(code !== undefined && { code }) })
}

async function signedRequest(
  { vendorOf }: Asking,
  { provider, place }: { readonly provider: JobProvider; readonly place: JobPlace },
  { method, path, body, headers = {} }: ProviderRequest,
) {
  const { channel } = place
  const url = /^https?:/.test(path) ? path : channel.baseUrl + path
  const written = await writeBody(body)
  const own = provider.authorize === undefined ? keyHeaders(channel) : {}
  const bare: UnsignedRequest = {
    method,
    url,
    headers: {
      accept: 'application/json',
      'user-agent': 'gw',
      ...rowHeaders({ channel }),
      ...own,
      ...written.headers,
      ...headers,
    },
    body: written.body ?? '',
  }
  if (provider.authorize !== undefined) {
    const signed = { ...bare.headers, ...provider.authorize(bare, place) }
    return { method, url, headers: signed, body: written.body }
  }
  const shown = await authorized(vendorOf, { ...bare, body: written.body, channel })
  return { method, ...shown, body: written.body }
}

interface Written {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

async function writeBody(body: ProviderRequest['body']): Promise<Written> {
  if (body === undefined) return { headers: {}, body: null }
  if (!(body instanceof Map)) {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  }
  const fields: ReadonlyMap<string, string | FormPart> = body
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([value.bytes], value.name, { type: value.type }))
  }
  const made = new Response(form)
  const type = made.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: await made.bytes() }
}

/**
 * Google Cloud: a service account signs an assertion and gets a token for it, which lasts an hour;
 * keys of the express mode go as they are.
 */
import { createSign } from 'node:crypto'
import { API_KEY, type KeyParts } from '../../../domain/channel-types/key-shape'
import { addressIn } from '../../../domain/channels/place'
import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import { placeIn } from '../../call/channel/place'
import type { AccountChannel, OpenVendor, VendorParts } from '../../call/channel/vendor'
import { countOf, objectsOf, parseObject, textOf } from '../../formats/dialects/json-fields'
import { connectionTo } from '../../net/connection-to'
import { exchange } from '../../net/exchange'
import { askAccount, bearer } from '../lookup/channel-lookup'
import { keepTokens, type Token } from './tokens'

const TOKEN_URI = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_SECONDS = 3600
const MAX_ANSWER_BYTES = 64 * 1024

const MODELS_PATH = '/v1beta1/publishers/google/models?pageSize=200'

export const googleCloud: OpenVendor = (parts) => {
  const tokenOf = keepTokens(parts.clock, (channel) => askToken(parts, channel))
  const authorize = (channel: AccountChannel) => {
    const { parts: account } = placeIn(channel)
    const apiKey = account[API_KEY]
    if (apiKey !== undefined) return { 'x-goog-api-key': apiKey }
    const token = tokenOf(channel)
    return token instanceof Promise ? token.then(bearer) : bearer(token)
  }
  return {
    authorize: ({ channel }) => authorize(channel),
    listModels: async (channel) => {
      const { parts: account, regionOf } = placeIn(channel)
      const region = regionOf() ?? channel.type.defaultOther
      const base = channel.baseUrl + MODELS_PATH
      const url = addressIn(channel.type, base, { region, parts: account })
      const project = account.project_id
      const headers: Record<string, string> = { ...(await authorize(channel)) }
      if (project !== undefined) headers['x-goog-user-project'] = project
      const { publisherModels } = await askAccount(parts.upstream, channel, { url, headers })
      return objectsOf(publisherModels).flatMap(({ name }) => textOf(name)?.split('/').at(-1) ?? [])
    },
  }
}

function keyInvalid({ type }: AccountChannel, cause?: unknown): GatewayError {
  return new GatewayError('upstream.key_invalid', { format: type.keyHint }, { cause })
}

async function askToken({ clock, upstream }: VendorParts, channel: AccountChannel): Promise<Token> {
  const { parts: account } = placeIn(channel)
  const url = tokenUri(channel, account)
  const nowMs = clock.nowMs()
  const assertion = assertionOf(channel, account, { url, nowMs })
  const answer = await exchange(
    upstream,
    {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'gw' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      ...connectionTo(channel),
    },
    MAX_ANSWER_BYTES,
  )
  const body = parseObject(answer.text) ?? {}
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer.status, body)
  const text = textOf(body.access_token)
  const seconds = countOf(body.expires_in)
  if (text === undefined || seconds === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no token' })
  }
  return { text, expiresMs: nowMs + seconds * 1000 }
}

/** An account that gets no token is as bad as a key that is refused. */
function refusal(status: number, body: Readonly<Record<string, unknown>>): UpstreamError {
  const { error, error_description: description } = body
  const code = typeof error === 'string' ? error : undefined
  const words = typeof description === 'string' ? description : undefined
  return new UpstreamError({
    status: status >= 400 && status < 429 ? 401 : status,
    upstreamStatus: status,
    message: words ?? code ?? `no token, status code ${status}`,
    code,
  })
}

/**
 * The account's own, if that is Google's. Elsewhere only for channels that may go anywhere: the
 * address came with the key.
 */
function tokenUri({ allowPrivate }: AccountChannel, { token_uri: own }: KeyParts): string {
  const url = own === undefined ? null : URL.parse(own)
  if (own === undefined || url === null) return TOKEN_URI
  const isGoogle = url.protocol === 'https:' && url.hostname.endsWith('.googleapis.com')
  return isGoogle || allowPrivate ? own : TOKEN_URI
}

function assertionOf(
  channel: AccountChannel,
  { client_email, private_key = '', private_key_id }: KeyParts,
  { url, nowMs }: { readonly url: string; readonly nowMs: number },
): string {
  const issued = Math.floor(nowMs / 1000)
  const head = { alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) }
  const claims = {
    iss: client_email,
    scope: SCOPE,
    aud: url,
    iat: issued,
    exp: issued + ASSERTION_SECONDS,
  }
  const signed = [head, claims].map((part) => base64url(JSON.stringify(part))).join('.')
  try {
    const signature = createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url')
    return `${signed}.${signature}`
  } catch (cause) {
    throw keyInvalid(channel, cause)
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

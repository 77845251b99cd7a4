/**
 * Baidu of before Qianfan v2: an API key and its secret are exchanged for a token, which travels
 * in the address.
 */
import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import { placeIn } from '../../call/channel/place'
import type { AccountChannel, OpenVendor, VendorParts } from '../../call/channel/vendor'
import { countOf, parseObject, textOf } from '../../formats/dialects/json-fields'
import { connectionTo } from '../../net/connection-to'
import { exchange } from '../../net/exchange'
import { keepTokens, type Token } from './tokens'

const TOKEN_PATH = '/oauth/2.0/token'
const MAX_ANSWER_BYTES = 64 * 1024
/**
 * Tokens are good for thirty days, unless the account's owner takes them back. Then calls fail
 * until the next one is requested, so none is cached for long.
 */
const KEPT_SECONDS = 3600

export const baidu: OpenVendor = (parts) => {
  const tokenOf = keepTokens(parts.clock, (channel) => askToken(parts, channel))
  return {
    authorizeQuery: (channel) => {
      const token = tokenOf(channel)
      return token instanceof Promise ? token.then(fieldOf) : fieldOf(token)
    },
  }
}

function fieldOf(token: string) {
  return { access_token: token }
}

async function askToken({ clock, upstream }: VendorParts, channel: AccountChannel): Promise<Token> {
  const { apiKey = '', secretKey = '' } = placeIn(channel).parts
  const query = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: apiKey,
    client_secret: secretKey,
  })
  const nowMs = clock.nowMs()
  const answer = await exchange(
    upstream,
    {
      method: 'POST',
      url: `${channel.baseUrl}${TOKEN_PATH}?${query}`,
      headers: { 'content-type': 'application/json', 'user-agent': 'gw' },
      body: '',
      ...connectionTo(channel),
    },
    MAX_ANSWER_BYTES,
  )
  const body = parseObject(answer.text) ?? {}
  const text = textOf(body.access_token)
  if (text !== undefined) {
    const seconds = Math.min(KEPT_SECONDS, countOf(body.expires_in) ?? KEPT_SECONDS)
    return { text, expiresMs: nowMs + seconds * 1000 }
  }
  const code = textOf(body.error)
  if (code === undefined && answer.status < 400) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no token' })
  }
  throw refusal(answer.status, code, textOf(body.error_description))
}

/** A key that gets no token is as bad as one that is refused. */
function refusal(status: number, code = '', words = ''): UpstreamError {
  const isRefused = code === 'invalid_client' || code === 'unauthorized_client'
  return new UpstreamError({
    status: isRefused ? 401 : Math.max(status, 500),
    upstreamStatus: isRefused ? 401 : status,
    message: words || code || `no token, status code ${status}`,
    code: code || undefined,
  })
}

/**
 * Tencent: keys of TokenHub travel as they are; a secret of the cloud account signs the request
 * instead (TC3-HMAC-SHA256), for accounts that still have the API of before TokenHub.
 */
import { createHash, createHmac } from 'node:crypto'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { placeIn } from '../../call/channel/place'
import type { BareRequest, OpenVendor } from '../../call/channel/vendor'
import { objectsOf, textOf } from '../../formats/dialects/json-fields'
import { accountPage } from './account'

const ALGORITHM = 'TC3-HMAC-SHA256'
const SERVICE = 'hunyuan'
const ACTION = 'ChatCompletions'
const VERSION = '2023-09-01'
const SIGNED = 'content-type;host;x-tc-action'
/** Of a model that is listed and can be called. */
const ONLINE = 'online'

export const tencent: OpenVendor = ({ clock, upstream }) => ({
  authorize: (request) => signatureOf(request, Math.floor(clock.nowMs() / 1000)),
  listModels: async (channel) => {
    if (placeIn(channel).parts.secretKey !== undefined) {
      throw new GatewayError('channel.models_unsupported', { type: channel.type.name })
    }
    const { data } = await accountPage(upstream, channel, '/v1/models')
    return objectsOf(data)
      .filter(({ status = ONLINE }) => status === ONLINE)
      .flatMap(({ id }) => textOf(id) ?? [])
  },
})

function signatureOf(
  { method, url, headers, body, channel }: BareRequest,
  seconds: number,
): Readonly<Record<string, string>> {
  const { secretId = '', secretKey = '' } = placeIn(channel).parts
  const { host, pathname, search } = new URL(url)
  const type = headers['content-type'] ?? 'application/json'
  const canonical = [
    method,
    pathname,
    search.slice(1),
    `content-type:${type}\nhost:${host}\nx-tc-action:${ACTION.toLowerCase()}\n`,
    SIGNED,
    sha256(body ?? ''),
  ].join('\n')
  const day = new Date(seconds * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${SERVICE}/tc3_request`
  const text = [ALGORITHM, String(seconds), scope, sha256(canonical)].join('\n')
  const signature = scope
    .split('/')
    .reduce<string | Buffer>((key, part) => hmac(key, part), `TC3${secretKey}`)
  const signed = createHmac('sha256', signature).update(text).digest('hex')
  return {
    authorization:
      `${ALGORITHM} Credential=${secretId}/${scope}, ` +
      `SignedHeaders=${SIGNED}, Signature=${signed}`,
    'x-tc-action': ACTION,
    'x-tc-version': VERSION,
    'x-tc-timestamp': String(seconds),
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

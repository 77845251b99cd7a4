/** Amazon: requests are signed (Signature Version 4), or carry a key of Bedrock's own. */
import { AwsV4Signer } from 'aws4fetch'
import { addressIn } from '../../../domain/channels/place'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { placeIn } from '../../call/channel/place'
import type { AccountChannel, BareRequest, OpenVendor } from '../../call/channel/vendor'
import { objectsOf, textOf } from '../../formats/dialects/json-fields'
import { askAccount } from '../lookup/channel-lookup'

const SERVICE = 'bedrock'
const MODELS_PATH = '/foundation-models?byOutputModality=TEXT'
/** Keys to sign with are made once per secret and day; more are forgotten. */
const MAX_SIGNING_KEYS = 1_000
/** Models are listed by the control plane, which has a host of its own. */
const RUNTIME_HOST = /^(https?:\/\/)bedrock-runtime([.-])/

export const aws: OpenVendor = ({ clock, upstream }) => {
  const signingKeys = new Map<string, ArrayBuffer>()
  const authorize = async (request: BareRequest): Promise<Readonly<Record<string, string>>> => {
    const {
      accessKey,
      secretKey,
      sessionToken,
      region = '',
      apiKey,
    } = placeIn(request.channel).parts
    if (apiKey !== undefined) return { authorization: `Bearer ${apiKey}` }
    if (accessKey === undefined || secretKey === undefined) throw keyInvalid(request.channel)
    if (signingKeys.size >= MAX_SIGNING_KEYS) signingKeys.clear()
    const signer = new AwsV4Signer({
      method: request.method,
      url: request.url,
      body: bytesOf(request.body),
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: SERVICE,
      region,
      cache: signingKeys,
      datetime: stampOf(clock.nowMs()),
    })
    const { headers } = await signer.sign()
    return Object.fromEntries(headers.entries())
  }
  return {
    authorize,
    listModels: async (channel) => {
      const { parts } = placeIn(channel)
      const { region = '' } = parts
      const runtime = addressIn(channel.type, channel.baseUrl + MODELS_PATH, { region, parts })
      const url = runtime.replace(RUNTIME_HOST, '$1bedrock$2')
      const headers = await authorize({ method: 'GET', url, headers: {}, body: null, channel })
      const { modelSummaries } = await askAccount(upstream, channel, { url, headers })
      return objectsOf(modelSummaries).flatMap(({ modelId }) => textOf(modelId) ?? [])
    },
  }
}

function keyInvalid({ type }: AccountChannel): GatewayError {
  return new GatewayError('upstream.key_invalid', { format: type.keyHint })
}

/** Bytes of other memory are copied, because a digest takes none that is shared. */
function bytesOf(body: BareRequest['body']): string | ArrayBuffer | null {
  if (body === null || typeof body === 'string') return body
  const copy = new ArrayBuffer(body.byteLength)
  new Uint8Array(copy).set(body)
  return copy
}

/** `20261122T131400Z` */
function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '')
}

import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { channelHeaders } from '../row-headers'

const OFFICIAL = '/v1/models/{model}/predictions'

/** A version of a model, which is called by its number alone. */
const VERSION = /^[0-9a-f]{64}$/

/** `owner/name` is a model; `owner/name:version`, or a version alone, is one of its versions. */
export function versionOf(model: string): string | undefined {
  const version = model.slice(model.lastIndexOf(':') + 1)
  return VERSION.test(version) ? version : undefined
}

/** `undefined` for anything but chats and pictures. */
export function replicateTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  const isServed = call.operation === 'chat' || call.operation === 'images'
  if (!isServed || type.paths[call.operation] === null || baseUrl === '') return undefined
  const name = call.upstreamModel.split('/').map(encodeURIComponent).join('/')
  const isVersion = versionOf(call.upstreamModel) !== undefined
  const template = type.paths[call.operation] ?? OFFICIAL
  const path = isVersion ? '/v1/predictions' : template.replace('{model}', () => name)
  // What is waited for comes at once, whether it is then streamed or not.
  const headers = { ...channelHeaders(call), accept: 'application/json' }
  return { method: 'POST', url: baseUrl + path, headers }
}

import type { Operation } from '../../../../domain/calls/protocol'
import { isWholeAddress } from '../../../../domain/channel-types/channel-type'
import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { channelHeaders } from '../row-headers'
import { splitEffort } from './models'

const DEFAULT_PATHS: Partial<Record<Operation, string>> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  embed_v2: '/v2/embed',
  moderations: '/v1/moderations',
  speech: '/v1/audio/speech',
  realtime: '/v1/realtime?model={model}',
  transcription: '/v1/audio/transcriptions',
  translation: '/v1/audio/translations',
  images: '/v1/images/generations',
  image_edits: '/v1/images/edits',
  image_variations: '/v1/images/variations',
  rerank: '/v1/rerank',
  rerank_v2: '/v2/rerank',
  ocr: '/v1/ocr',
}

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** `undefined` when the channel's type does not offer the operation or has no address. */
export function targetFor(call: UpstreamCall): UpstreamTarget | undefined {
  const url = urlOf(call)
  if (url === undefined) return undefined
  return { method: 'POST', url, headers: channelHeaders(call) }
}

function urlOf(call: UpstreamCall): string | undefined {
  const { type, baseUrl } = call.channel
  if (baseUrl === '') return undefined
  // A custom channel's address is complete; nothing is appended to it.
  if (isWholeAddress(type)) return baseUrl.replaceAll('{model}', call.upstreamModel)
  const path = type.paths[call.operation] ?? DEFAULT_PATHS[call.operation]
  if (path === undefined || type.paths[call.operation] === null) return undefined
  return baseUrl + fill(pathFor(path, call), call)
}

function pathFor(path: string, { channel: { type, baseUrl } }: UpstreamCall): string {
  const { cloudflareOmits } = type.traits
  const isRepeated =
    baseUrl.startsWith(CLOUDFLARE_GATEWAY) && path.startsWith(`${cloudflareOmits}/`)
  return isRepeated ? path.slice(cloudflareOmits.length) : path
}

function fill(template: string, call: UpstreamCall): string {
  if (!template.includes('{')) return template
  const { model } = splitEffort(call)
  const values: Readonly<Record<string, string>> = {
    model,
    deployment: model.replaceAll('.', ''),
    other: call.channel.other || call.channel.type.defaultOther,
  }
  return template.replace(/\{(model|deployment|other)\}/g, (_, name) =>
    encodeURIComponent(values[name] ?? ''),
  )
}

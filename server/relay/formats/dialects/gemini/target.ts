/**
 * Where a Gemini call goes: `B/{version}/models/{model}:{method}`.
 *
 * The name may end in `-thinking`, `-thinking-<budget>` or `-nothinking`. The suffix is ours,
 * so that a price and a route can be set per mode; it never reaches the upstream.
 */
import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { keyHeaders } from '../key-headers'

const DEFAULT_VERSION = 'v1beta'
const SUFFIX = /^(gemini-.+?)-(nothinking|thinking(?:-(\d{1,6}))?)$/

export type SuffixThinking =
  | { readonly mode: 'off' }
  | { readonly mode: 'adaptive' }
  | { readonly mode: 'budget'; readonly budgetTokens: number }

export interface GeminiModel {
  /** The name that the upstream gets, without `models/` and without a thinking suffix. */
  readonly name: string
  readonly suffix: SuffixThinking | undefined
}

export function readModel(upstreamModel: string): GeminiModel {
  const full = upstreamModel.replace(/^models\//, '')
  const match = SUFFIX.exec(full)
  const [, name, kind, budget] = match ?? []
  if (name === undefined) {
    return { name: full, suffix: undefined }
  }
  if (kind === 'nothinking') {
    return { name, suffix: { mode: 'off' } }
  }
  if (budget !== undefined) {
    return { name, suffix: { mode: 'budget', budgetTokens: Number(budget) } }
  }
  return { name, suffix: { mode: 'adaptive' } }
}

export function geminiTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const method = methodOf(call)
  const ownPath = call.channel.type.paths[call.operation]
  if (method === undefined || ownPath === null) {
    return undefined
  }
  const { name } = readModel(call.upstreamModel)
  const path =
    ownPath === undefined
      ? `/${encodeURIComponent(versionOf(call, name))}/${resourceOf(name)}:${method}`
      : ownPath
          .replaceAll('{model}', safePath(name))
          .replaceAll('{method}', method)
          .replaceAll('{version}', encodeURIComponent(versionOf(call, name)))
          .replaceAll('{key}', encodeURIComponent(call.channel.key))
          .replaceAll('{other}', safePath(call.channel.other))
  return {
    method: 'POST',
    url: call.channel.baseUrl + path,
    headers: { ...call.channel.type.headers, ...keyHeaders(call.channel) },
  }
}

/** Draws and does nothing else, by a call of its own. */
export function isImagen(model: string): boolean {
  return readModel(model).name.startsWith('imagen')
}

function methodOf(call: UpstreamCall): string | undefined {
  switch (call.operation) {
    case 'chat':
      return call.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
    case 'embeddings':
      return embedMethod(call)
    case 'images':
      return isImagen(call.upstreamModel) ? 'predict' : 'generateContent'
    case 'count_tokens':
      return 'countTokens'
    case 'realtime':
      return 'BidiGenerateContent'
    case 'interactions':
      return 'interactions'
    default:
      return undefined
  }
}

/** What clients of Gemini ask for passes; a batch is unknown where vectors are predicted. */
function embedMethod({ verb, channel }: UpstreamCall): string | undefined {
  if (verb === 'embedContent') return verb
  if (!channel.type.traits.predictsVectors) return 'batchEmbedContents'
  return verb === undefined ? 'predict' : undefined
}

/** The channel's own version wins over the option, the model's over the default. */
function versionOf(call: UpstreamCall, name: string): string {
  const versions = call.settings.geminiVersion
  const candidates = [
    call.channel.other,
    versions[call.upstreamModel],
    versions[name],
    versions[call.requestedModel],
    versions.default,
  ]
  return candidates.find((version) => version !== undefined && version !== '') ?? DEFAULT_VERSION
}

/** Resource name of a model; tuned models live next to the public ones. */
function resourceOf(name: string): string {
  return name.startsWith('tunedModels/') ? safePath(name) : `models/${safePath(name)}`
}

/** Dot segments would climb out of the path, so they are dropped. */
function safePath(text: string): string {
  return text
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
}

import type { Operation } from '../../../../domain/calls/protocol'
import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { keyHeaders } from '../key-headers'
import { rowHeaders } from '../row-headers'
import { passedBetas } from './beta-fields'
import { modelWithoutSuffix } from './native'

const DEFAULT_PATHS: Partial<Record<Operation, string>> = {
  chat: '/v1/messages',
  count_tokens: '/v1/messages/count_tokens',
}

const DEFAULT_VERSION = '2023-06-01'

/** Every model, old ones too, is reached through Messages. */
export function targetFor(call: UpstreamCall): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  const configured = type.paths[call.operation]
  const path = configured === undefined ? DEFAULT_PATHS[call.operation] : configured
  if (path === undefined || path === null || baseUrl === '') return undefined
  // Dated names have an @ in them at Google, whose addresses hold it as it is.
  const model = encodeURIComponent(modelWithoutSuffix(call)).replaceAll('%40', '@')
  const method = call.stream ? 'streamRawPredict' : 'rawPredict'
  return {
    method: 'POST',
    url: baseUrl + path.replaceAll('{model}', model).replaceAll('{method}', method),
    headers: headersFor(call),
  }
}

/** Later sources replace a header of earlier ones; the operator's options come last. */
function headersFor(call: UpstreamCall): Readonly<Record<string, string>> {
  const { channel, clientHeaders, settings } = call
  const headers: Record<string, string> = {
    'anthropic-version': clientHeaders['anthropic-version'] || DEFAULT_VERSION,
  }
  const requested = clientHeaders['anthropic-beta']
  const betas = channel.type.betas === undefined ? requested : passedBetas(call).join(',')
  if (betas) headers['anthropic-beta'] = betas
  Object.assign(headers, rowHeaders(call))
  const perModel =
    settings.claudeModelHeaders[call.requestedModel] ??
    settings.claudeModelHeaders[call.upstreamModel]
  for (const source of [settings.claudeHeaders, perModel ?? {}]) {
    for (const [name, values] of Object.entries(source)) {
      headers[name.toLowerCase()] = values.join(',')
    }
  }
  return { ...headers, ...keyHeaders(channel) }
}

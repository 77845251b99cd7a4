import {
  isTextKey,
  type Language,
  type TextKey,
  type TextParams,
  translate,
} from '../i18n/translate'
import { type ErrorParams, GatewayError, UpstreamError } from './gateway-error'
import { withNestedTexts } from './nested-texts'
import { upstreamWords } from './upstream-words'

/** The text a client reads. */
export function messageOf(error: GatewayError, language: Language): string {
  if (!(error instanceof UpstreamError)) {
    const text = (key: TextKey, params: TextParams) => translate(language, key, params)
    const params = withNestedTexts(error.id, withReason(error, language), text)
    return translate(language, error.id, withField(params, error, language))
  }
  return upstreamWords(error.status, error.upstreamMessage, (key, params) =>
    translate(language, key, params),
  )
}

/** A field of the management API by its name in the language; of the relay, as it is sent. */
function withField(params: ErrorParams, { id }: GatewayError, language: Language): ErrorParams {
  const isOfConsole = id.startsWith('value.') || id === 'channel.field_invalid'
  const key = `named.${params.field}`
  return isOfConsole && isTextKey(key) ? { ...params, field: translate(language, key) } : params
}

/**
 * A `reason` that is itself a key of the dictionaries is told in the same language; without
 * one, a refusal that led to this one is the reason.
 */
function withReason({ params, cause }: GatewayError, language: Language): ErrorParams {
  const { reason } = params
  if (reason === undefined && cause instanceof GatewayError) {
    return { ...params, reason: messageOf(cause, language) }
  }
  if (typeof reason !== 'string' || !isTextKey(reason)) return params
  return { ...params, reason: translate(language, reason, params) }
}

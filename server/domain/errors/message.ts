import {
  isTextKey,
  type Language,
  type TextKey,
  type TextParams,
  translate,
} from '../i18n/translate'
import { ERRORS } from './catalogue'
import { contextMessage } from './context-length'
import type { ErrorRow } from './error-row'
import type { ErrorVocabulary } from './failure-kinds'
import { type ErrorParams, GatewayError, UpstreamError } from './gateway-error'
import { withNestedTexts } from './nested-texts'
import { statusFor } from './render'
import { upstreamWords } from './upstream-words'

/** The text that those read who run the site: what an upstream said is shown in full. */
export function messageOf(error: GatewayError, language: Language): string {
  return error instanceof UpstreamError
    ? wordsOf(error, error.status, language)
    : textOf(error, language, messageOf)
}

/** The text that a client of the relay reads, in the words that programs of its kind look for. */
export function clientMessage(
  error: GatewayError,
  language: Language,
  vocabulary: ErrorVocabulary,
): string {
  if (!(error instanceof UpstreamError)) {
    const text = textOf(error, language, (cause) => clientMessage(cause, language, vocabulary))
    const { phrase }: ErrorRow['claude'] = ERRORS[error.id].claude
    return vocabulary === 'claude' && phrase !== undefined ? `${phrase}. ${text}` : text
  }
  if (error.kind === 'operator_fault') return translate(language, 'upstream.misconfigured')
  if (error.kind === 'context_too_long') {
    return contextMessage(error.upstreamMessage, vocabulary, error.promptTokens)
  }
  return wordsOf(error, statusFor(error, vocabulary), language)
}

function wordsOf({ upstreamMessage }: UpstreamError, status: number, language: Language): string {
  return upstreamWords(status, upstreamMessage, (key, params) => translate(language, key, params))
}

type Translated = (cause: GatewayError, language: Language) => string

function textOf(error: GatewayError, language: Language, tell: Translated): string {
  const text = (key: TextKey, params: TextParams) => translate(language, key, params)
  const params = withNestedTexts(error.id, withReason(error, language, tell), text)
  return translate(language, error.id, withField(params, error, language))
}

/** A field of the management API by its name in the language; of the relay, as it is sent. */
function withField(params: ErrorParams, { id }: GatewayError, language: Language): ErrorParams {
  const isOfConsole = id.startsWith('value.') || id === 'channel.field_invalid'
  const key = `named.${params.field}`
  return isOfConsole && isTextKey(key) ? { ...params, field: translate(language, key) } : params
}

/**
 * A `reason` that is itself a key of the dictionaries is rendered in the same language; without
 * one, a refusal that led to this one is the reason.
 */
function withReason(
  { params, cause }: GatewayError,
  language: Language,
  tell: Translated,
): ErrorParams {
  const { reason } = params
  if (reason === undefined && cause instanceof GatewayError) {
    return { ...params, reason: tell(cause, language) }
  }
  if (typeof reason !== 'string' || !isTextKey(reason)) return params
  return { ...params, reason: translate(language, reason, params) }
}

/** A failure as a log row stores it: what it was and its numbers, from which it is rendered. */
import type { TextKey, TextParams } from '../i18n/translate'
import { type ErrorParams, GatewayError, UpstreamError } from './gateway-error'
import { withNestedTexts } from './nested-texts'
import { openaiStatus } from './render'
import { maskAccounts, upstreamWords } from './upstream-words'

export interface ErrorFacts {
  readonly error: string
  readonly error_params?: ErrorParams
  readonly upstream_status?: number
  /** What the client got instead, where the channel maps the status. */
  readonly told_status?: number
  /** The upstream's own words, for those who may read them. */
  readonly upstream_message?: string
}

const REFUSED = 'upstream.refused'
/** What an upstream said then is the operator's business alone. */
export const MISCONFIGURED = 'upstream.misconfigured'

/** More is not read by anybody, and every row would carry it. */
const MOST_CHARACTERS = 1000

export function errorFacts(failure: GatewayError): ErrorFacts {
  const { id: error } = failure
  if (failure instanceof UpstreamError) {
    const { kind, isMapped, upstreamStatus } = failure
    const isHidden = kind === 'operator_fault' && !isMapped
    const clientStatus = isHidden ? openaiStatus(failure) : failure.status
    return {
      error,
      upstream_status: upstreamStatus,
      ...(clientStatus !== upstreamStatus && { told_status: clientStatus }),
      upstream_message: shortened(maskAccounts(failure.upstreamMessage)),
    }
  }
  const params = paramsOf(failure)
  return Object.keys(params).length === 0 ? { error } : { error, error_params: params }
}

/** A refusal that led to this one is the reason, where no other is named. */
function paramsOf({ params, cause }: GatewayError): ErrorParams {
  if (params.reason !== undefined || !(cause instanceof GatewayError)) return short(params)
  if (cause instanceof UpstreamError) {
    return short({ ...params, reason: maskAccounts(cause.upstreamMessage) })
  }
  return short({ ...cause.params, ...params, reason: cause.id })
}

function short(params: ErrorParams): ErrorParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? shortened(value) : value,
    ]),
  )
}

/** Params as they come back from a row. */
export function storedParams(record: Readonly<Record<string, unknown>>): ErrorParams {
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' || typeof value === 'number') params[name] = value
  }
  return params
}

function shortened(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed()
}

/** What names a text of the dictionaries, and is no sentence. */
const KEY = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/

export interface ErrorReader {
  readonly text: (key: TextKey, params?: TextParams) => string
  /** Whether they may read what an upstream said of itself. */
  readonly seesUpstream: boolean
}

/** As the client read it, in the reader's language; with the upstream's words for operators. */
export function errorText(facts: ErrorFacts, { text, seesUpstream }: ErrorReader): string {
  const { error, error_params: params = {}, upstream_status: status } = facts
  const key = error as TextKey
  const isMisconfigured = error === MISCONFIGURED
  if ((error === REFUSED || isMisconfigured) && status !== undefined) {
    const said = facts.upstream_message
    if (seesUpstream && said) return text(REFUSED, { status, reason: said })
    if (isMisconfigured) return text(MISCONFIGURED)
    return upstreamWords(facts.told_status ?? status, said, text)
  }
  const { reason } = params
  if (typeof reason !== 'string' || !KEY.test(reason)) {
    return text(key, withNestedTexts(error, params, text))
  }
  // A reason that is in no dictionary is shown as it is.
  return text(key, { ...params, reason: text(reason as TextKey, params) })
}

/** What a client reads of an upstream's refusal: the mapped status, and never our own key. */

import { vocabularyOfDialect } from '../../domain/calls/operations'
import { kindOfFailure, NO_STATUS } from '../../domain/errors/classify-failure'
import { type FailureKind, statusOfKind } from '../../domain/errors/failure-kinds'
import { UpstreamError } from '../../domain/errors/gateway-error'
import type { UpstreamErrorFacts } from '../formats/dialects/error-facts'
import { passedHeaders } from '../net/answer-headers'
import type { UpstreamHeaders } from '../net/upstream'
import type { RelayChannel } from '../ports/ports'

/** Shorter pieces of a key are no secrets, but words that any message may contain. */
const MIN_SECRET_CHARACTERS = 8

/** `isHttp`: the status is the answer's own, and not what stands for a failure inside of one. */
export type FailureOf = (
  status: number,
  facts: UpstreamErrorFacts,
  isHttp?: boolean,
) => UpstreamError

/** Given for a failure that has no status of its own. */
const STAND_IN = 500

/** `answered` are the headers of the answer that turned out to be a failure. */
export function failuresOf(
  { key, mapStatus, type }: RelayChannel,
  answered: UpstreamHeaders | undefined,
): FailureOf {
  const { codeStatuses, dialect } = type
  const vocabulary = vocabularyOfDialect(dialect)
  return (given, facts, isHttp = false) => {
    const { message, code, param, retryAfterMs } = facts
    const ofCode = code !== undefined && Object.hasOwn(codeStatuses, code)
    const known = (ofCode ? codeStatuses[code] : undefined) ?? given
    const isUntold = known === STAND_IN && !isHttp
    const kind = kindAt(type, isUntold ? NO_STATUS : known, facts)
    const status = (isUntold ? statusOfKind(kind, vocabulary) : undefined) ?? known
    const mapped = mapStatus(status)
    return new UpstreamError({
      kind,
      vocabulary,
      status: mapped,
      upstreamStatus: status,
      isMapped: mapped !== status,
      headers: { ...waitHeaders(retryAfterMs), ...passedHeaders(answered) },
      message: masked(message, key),
      type: maskedIfGiven(facts.type, key),
      code: maskedIfGiven(code, key),
      param: maskedIfGiven(param, key),
    })
  }
}

function maskedIfGiven(text: string | undefined, key: string): string | undefined {
  return text === undefined ? undefined : masked(text, key)
}

/** The codes by which the vendor says that a key is of no more use are known by its type. */
function kindAt(
  { deadKey }: RelayChannel['type'],
  status: number,
  facts: UpstreamErrorFacts,
): FailureKind {
  const { code = '', type = '' } = facts
  if (deadKey.codes.includes(code) || deadKey.codes.includes(type)) return 'operator_fault'
  return kindOfFailure({ ...facts, status })
}

/** Gemini writes into the body what everybody else writes into headers. */
function waitHeaders(retryAfterMs: number | undefined): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {}
  return {
    'retry-after': String(Math.ceil(retryAfterMs / 1000)),
    'retry-after-ms': String(Math.ceil(retryAfterMs)),
  }
}

/** Some upstreams repeat the key that they refuse; keys of several parts have bars in them. */
function masked(text: string, key: string): string {
  let shown = text
  for (const secret of [key, ...key.split('|')]) {
    if (secret.length >= MIN_SECRET_CHARACTERS) shown = shown.replaceAll(secret, '***')
  }
  return shown
}

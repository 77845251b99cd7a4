/** What a client is told of an upstream's refusal: the mapped status, and never our own key. */
import { UpstreamError } from '../../domain/errors/gateway-error'
import type { UpstreamErrorFacts } from '../dialects/dialect'
import type { RelayChannel } from '../ports'
import { passedHeaders } from './answer-headers'
import type { UpstreamHeaders } from './upstream'

/** Shorter pieces of a key are no secrets, but words that any message may contain. */
const MIN_SECRET_CHARACTERS = 8

export type FailureOf = (status: number, facts: UpstreamErrorFacts) => UpstreamError

/** `heard` are the headers of the answer that turned out to be a failure. */
export function failuresOf(
  { key, mapStatus, type: { codeStatuses } }: RelayChannel,
  heard: UpstreamHeaders | undefined,
): FailureOf {
  return (given, { message, type, code, param, retryAfterMs }) => {
    const told =
      code !== undefined && Object.hasOwn(codeStatuses, code) ? codeStatuses[code] : given
    const status = told ?? given
    return new UpstreamError({
      status: mapStatus(status),
      upstreamStatus: status,
      headers: { ...waitHeaders(retryAfterMs), ...passedHeaders(heard) },
      message: masked(message, key),
      type: type === undefined ? undefined : masked(type, key),
      code: code === undefined ? undefined : masked(code, key),
      param: param === undefined ? undefined : masked(param, key),
    })
  }
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

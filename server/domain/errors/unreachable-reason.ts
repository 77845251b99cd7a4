/** Why no answer came from an upstream, as far as the network says. */
import type { ReasonKey } from '../i18n/zh/reasons'

/** Codes of system calls, of the resolver, of TLS and of the HTTP client. */
const REASONS: readonly (readonly [codes: RegExp, reason: ReasonKey])[] = [
  [/^(?:ECONNREFUSED|ConnectionRefused)$/, 'reason.connection_refused'],
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|DNS_\w+)$/, 'reason.name_not_found'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'reason.connection_timed_out'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/, 'reason.tls_failed'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'reason.no_route'],
  [/^HPE_/, 'reason.not_http'],
]

/** A clue in the error, or in what caused it. */
export function unreachableReason(error: unknown): ReasonKey {
  for (const { code } of causesOf(error)) {
    const found = REASONS.find(([codes]) => codes.test(code))
    if (found !== undefined) return found[1]
  }
  return 'reason.connection_broken'
}

/** Of causes within causes, which could go in circles. */
const DEEPEST = 5

function* causesOf(error: unknown): Generator<{ readonly code: string }> {
  let one = error
  for (let depth = 0; depth < DEEPEST && one instanceof Error; depth += 1) {
    yield { code: 'code' in one && typeof one.code === 'string' ? one.code : '' }
    if (one instanceof AggregateError) yield* one.errors.flatMap((each) => [...causesOf(each)])
    one = one.cause
  }
}

/** Headers of every answer of the relay, and those of the upstream that clients are to see. */
import { CROSS_ORIGIN_HEADERS } from './cross-origin'
import type { UpstreamHeaders } from './upstream'

/** What gateways of this family call a request, to each other as well. */
export const GATEWAY_ID = 'x-oneapi-request-id'

/**
 * The id of the answer under every name that clients look for it: the reference's, OpenAI's and
 * Anthropic's.
 */
export function answerHeaders(requestId: string): Record<string, string> {
  return {
    // First: as the beginning of an object, a spread costs next to nothing.
    ...CROSS_ORIGIN_HEADERS,
    [GATEWAY_ID]: requestId,
    'x-request-id': requestId,
    'request-id': requestId,
  }
}

/** The vendor's support asks for this id. */
const UPSTREAM_ID = 'x-upstream-request-id'
const ID_NAMES = ['request-id', 'x-request-id', 'apim-request-id', GATEWAY_ID] as const

/**
 * What an upstream says of trying again and of what remains, by the client's name for it.
 * Nothing else passes: a copied transfer-encoding or content-encoding destroys the answer, and
 * cookies and organisation names are the operator's.
 */
const PASSED: ReadonlyMap<string, string> = new Map([
  ['retry-after', 'retry-after'],
  ['retry-after-ms', 'retry-after-ms'],
  ['x-should-retry', 'x-should-retry'],
  ...ID_NAMES.map((name) => [name, UPSTREAM_ID] as const),
])
const PASSED_FAMILIES: readonly string[] = ['x-ratelimit-', 'anthropic-ratelimit-']

/** Seven days, in seconds and in ms: no vendor has a longer window. */
const LONGEST_WAITS: ReadonlyMap<string, number> = new Map([
  ['retry-after', 604_800],
  ['retry-after-ms', 604_800_000],
])
const NUMBER = /^\d{1,15}(?:\.\d{1,9})?$/
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const MAX_PASSED = 32
/** Visible ASCII: anything else has no business in such a header. */
const PLAIN = /^[ -~]{1,200}$/

/**
 * Added to `passed`. Costs a look at every name, so it is called once, when the answer's head
 * is written.
 */
export function passedHeaders(
  headers: UpstreamHeaders | undefined,
  passed: Record<string, string> = {},
): Record<string, string> {
  let count = 0
  for (const name in headers) {
    const shown = PASSED.get(name) ?? (isOfFamily(name) ? name : undefined)
    const given = headers[name]
    if (shown === undefined || typeof given !== 'string' || !PLAIN.test(given)) continue
    const longest = LONGEST_WAITS.get(shown)
    const value = longest === undefined ? given : waitOf(given, longest, headers?.date)
    if (value === undefined) continue
    if (count === MAX_PASSED) break
    passed[shown] ??= value
    count += 1
  }
  return passed
}

/**
 * Whole and within reason; `undefined` for what is no wait. A date is given in seconds from the
 * answer's own, so that nobody's clock matters, and as it came where the answer has none.
 */
function waitOf(
  given: string,
  longest: number,
  answeredAt: UpstreamHeaders[string],
): string | undefined {
  const isDate = HTTP_DATE.test(given)
  if (isDate && (typeof answeredAt !== 'string' || !HTTP_DATE.test(answeredAt))) return given
  const wait = isDate ? (Date.parse(given) - Date.parse(String(answeredAt))) / 1000 : given
  if (!isDate && !NUMBER.test(given)) return undefined
  return String(Math.min(Math.max(0, Math.ceil(Number(wait))), longest))
}

function isOfFamily(name: string): boolean {
  for (const family of PASSED_FAMILIES) if (name.startsWith(family)) return true
  return false
}

/** The upstream's own name of its answer; `undefined` when it gave none. */
export function upstreamIdIn(headers: UpstreamHeaders | undefined): string | undefined {
  for (const name of ID_NAMES) {
    const value = headers?.[name]
    if (typeof value === 'string' && PLAIN.test(value)) return value
  }
  return undefined
}

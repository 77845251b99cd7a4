/** What a failed attempt says of the channel, of its key, or of the model with that key. */
import { type GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { resetWait } from './reset-wait'

export interface Blame {
  /**
   * `channel`: the host at its address; `key`: the upstream account of the key; `model`: the rate
   * limit of that account, which vendors count per model.
   */
  readonly of: 'channel' | 'key' | 'model'
  /** Said so plainly that one failure is enough. */
  readonly isSure: boolean
  /** How long the upstream asks to be left alone, in ms. */
  readonly waitMs: number | undefined
}

/** The request was understood and refused: the channel and its key do work. */
const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([400, 404, 405, 413, 415, 422])
const ABOUT_THE_KEY: ReadonlySet<number> = new Set([401, 402, 403])
/** Codes of a 429 that waiting does not cure: the account has no money left. */
const SPENT_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_not_active',
  'insufficient_user_quota',
])
/** Of our own errors: those that tell of the upstream and not of what was asked. */
const BROKEN: ReadonlySet<string> = new Set([
  'upstream.unreachable',
  'upstream.timeout',
  'upstream.no_first_byte',
  'upstream.slow',
  'upstream.silent',
  'upstream.cut',
  'upstream.invalid_answer',
])

/** `undefined` for what says nothing against any of them. */
export function blameFor(error: GatewayError, nowMs: number): Blame | undefined {
  if (!(error instanceof UpstreamError)) {
    return BROKEN.has(error.id) ? { of: 'channel', isSure: false, waitMs: undefined } : undefined
  }
  const { upstreamStatus: status, upstreamCode = '', upstreamType = '' } = error
  if (ABOUT_THE_KEY.has(status)) return { of: 'key', isSure: true, waitMs: undefined }
  if (status === 429) {
    const isSpent = SPENT_CODES.has(upstreamCode) || SPENT_CODES.has(upstreamType)
    if (isSpent) return { of: 'key', isSure: true, waitMs: undefined }
    return { of: 'model', isSure: true, waitMs: resetWait(error.headers, nowMs) }
  }
  if (status < 500) return undefined
  const waitMs = resetWait(error.headers, nowMs)
  return { of: 'channel', isSure: waitMs !== undefined, waitMs }
}

/** Whether the failure shows that the channel lives. */
export function provesLife(error: GatewayError): boolean {
  return error instanceof UpstreamError && ABOUT_THE_REQUEST.has(error.upstreamStatus)
}

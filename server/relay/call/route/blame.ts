/** What a failed attempt says of the channel, of its key, or of the model with that key. */
import type { FailureKind } from '../../../domain/errors/failure-kinds'
import { type GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
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
/** Kinds that say so whatever their status is. */
const ABOUT_ONE_REQUEST: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'context_too_long',
  'content_refused',
])
/** Of our own errors: those about the upstream and not about the request. */
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
  const { upstreamStatus: status, kind } = error
  if (ABOUT_ONE_REQUEST.has(kind)) return undefined
  // A deployment or a model that the account lacks is no fault of its key.
  const isOfAccount = kind === 'operator_fault' && status !== 404
  if (isOfAccount) return { of: 'key', isSure: true, waitMs: undefined }
  if (status === 429) {
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

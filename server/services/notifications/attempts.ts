/** What an attempt to deliver comes to. */
import { noticeFailed, type OutboxRow } from '../../../db/tables/outbox'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { failureJson } from './notice'
import { NoticeRefused } from './post'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Pauses after the first, second, … failed attempt; after the last nobody tries again. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const
/** Longer than an attempt can take: then it has died with its process. */
export const CLAIM_MS = 5 * MINUTE_MS

export interface Attempted {
  /** `undefined` when it arrived. */
  readonly failure: unknown
  /** Nobody tries again. */
  readonly isOver: boolean
}

export function knownFailure(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal')
}

export function isLastAttempt({ attempts }: OutboxRow): boolean {
  return attempts > PAUSES_MS.length
}

export interface FailedTry extends Attempted {
  readonly way: string
  /** What is in the way of a time: quiet hours. */
  readonly notBefore?: (ms: number) => number
}

/** With the next time, which is not before the service says that it may be. */
export async function recordFailure(
  deps: ServiceDeps,
  { id, attempts }: OutboxRow,
  { way, failure, isOver, notBefore = (ms) => ms }: FailedTry,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const pauseMs = PAUSES_MS[attempts - 1] ?? HOUR_MS
  const requestedMs = failure instanceof NoticeRefused ? (failure.retryAfterMs ?? 0) : 0
  const nextMs = isOver ? undefined : notBefore(nowMs + Math.max(pauseMs, requestedMs))
  const text = failureJson(knownFailure(failure))
  await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    noticeFailed(trx, id, { way, failure: text, nowMs, nextMs }),
  )
}

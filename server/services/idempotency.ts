/**
 * A request that names an idempotency key is carried out once. The key is written in the first
 * transaction of what it asks for: nothing happens twice, whenever a process dies. The answer is
 * kept for whoever asks again, sealed, because answers of creations hold keys.
 */
import { claimKey, findKey, keepAnswer, removeOldKeys } from '../../db/tables/idempotency-keys'
import { GatewayError } from '../domain/errors/gateway-error'
import type { IdempotencyClaim, ServiceDeps, Transaction } from './service-deps'

export const ANSWER_PURPOSE = 'idempotent-answer'
const KEPT_MS = 24 * 3600 * 1000
const MOST_CHARACTERS = 200

/** Throws `value.too_long`. */
export function idempotencyClaim(facts: {
  readonly userId: number
  readonly key: string
  readonly request: string
}): IdempotencyClaim {
  if (facts.key.length > MOST_CHARACTERS) {
    throw new GatewayError('value.too_long', { field: 'Idempotency-Key', max: MOST_CHARACTERS })
  }
  return { ...facts, isTaken: false }
}

/** At the beginning of a transaction. Throws `request.repeated` when it was carried out before. */
export async function takeClaim(
  { trx, sealer, clock }: ServiceDeps & { readonly trx: Transaction },
  { userId: user_id, key, request: requestText }: IdempotencyClaim,
): Promise<void> {
  // Requests hold passwords.
  const request = sealer.keyedHash(requestText)
  if (!(await claimKey(trx, { user_id, key, request, created_at: clock.nowMs() }))) {
    throw new GatewayError('request.repeated')
  }
}

/**
 * What was answered before; `undefined` for a new key. Throws `request.repeated` where only that
 * it was carried out is known, and `value.invalid` for another request under the same key.
 */
export async function answerBefore(
  { db, sealer }: ServiceDeps,
  { userId: user_id, key, request }: IdempotencyClaim,
): Promise<string | undefined> {
  const row = await findKey(db.reader, { user_id, key })
  if (row === undefined) return undefined
  if (!sealer.isHashOf(request, row.request)) {
    const reason = 'reason.in_use'
    throw new GatewayError('value.invalid', { field: 'Idempotency-Key', reason })
  }
  if (row.answer_sealed === '') throw new GatewayError('request.repeated')
  return sealer.open(row.answer_sealed, ANSWER_PURPOSE)
}

export async function keepAnswerOf(
  { db, sealer }: ServiceDeps,
  { userId: user_id, key }: IdempotencyClaim,
  answer: string,
): Promise<void> {
  const answer_sealed = sealer.seal(answer, ANSWER_PURPOSE)
  await db.transaction((trx) => keepAnswer(trx, { user_id, key, answer_sealed }))
}

export async function purgeIdempotencyKeys({ db, clock }: ServiceDeps): Promise<void> {
  await db.transaction((trx) => removeOldKeys(trx, clock.nowMs() - KEPT_MS))
}

/** What goes with every factor that is added or taken off. */
import {
  deleteSecondFactors,
  type FactorChoice,
  replaceRecoveryCodes,
  secondFactorsOf,
} from '../../../db/tables/second-factors'
import { deleteSessionsOf, updateSession } from '../../../db/tables/sessions'
import { recordAudit } from '../audit/record'
import type { Viewer } from '../sessions/identify'
import type { Work } from '../work'

/** It was proved just now, in this sign-in; the others end, for they began without it. */
export async function factorAdded(
  work: Work,
  { user, sessionKey }: Viewer,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await deleteSessionsOf(work.trx, user.id, sessionKey)
  await factorProved(work, sessionKey)
  await recordAudit(work, {
    action: 'second_factor.add',
    target: `user:${user.id}`,
    after: facts,
  })
}

/** In this sign-in, and fresh from now on. */
export async function factorProved({ trx, clock }: Work, sessionKey: string): Promise<void> {
  await updateSession(trx, sessionKey, { factor_at: clock.nowMs() })
}

/** Returns how many went. With the last factor the recovery codes go. */
export async function removeFactors(work: Work, choice: FactorChoice): Promise<number> {
  const { trx } = work
  const { userId } = choice
  const count = await deleteSecondFactors(trx, choice)
  const active = (await secondFactorsOf(trx, userId)).filter(({ active }) => active === 1)
  if (active.length === 0) await replaceRecoveryCodes(trx, userId, [])
  if (count > 0) {
    await recordAudit(work, {
      action: 'second_factor.remove',
      target: `user:${userId}`,
      before: { kind: choice.kind, count },
    })
  }
  return count
}

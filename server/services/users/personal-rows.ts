/** A person's own data: handed out whole, and erased for good with the books left right. */
import {
  eraseNames,
  erasePerson,
  PERSONAL_TABLES,
  type PersonalTable,
  personalRows,
} from '../../../db/tables/personal-rows'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { requireRank } from './guards'
import { toUserView } from './view'

/** Read and rewritten at once. */
const ROWS = 500

export interface PersonalLine {
  /** `account`, or the table that it is a row of. */
  readonly table: string
  readonly [field: string]: unknown
}

/**
 * Everything that is kept of a user, the account first; no keys, no hashes and nothing of the
 * operator's. Throws `user.not_found`, and `user.outranked` for somebody else's.
 */
export async function* personalLines(
  deps: ServiceDeps,
  actor: Actor,
  userId: number,
): AsyncGenerator<PersonalLine> {
  const { lists } = deps.db
  const user = await findUser(deps.db.reader, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  if (actor.id !== userId) requireRank(actor, user)
  const { setting: _, ...account } = toUserView(user)
  yield { table: 'account', ...account }
  for (const table of Object.keys(PERSONAL_TABLES) as PersonalTable[]) {
    for (let afterId = 0; ; ) {
      const rows = await personalRows(lists, table, { userId, afterId, most: ROWS })
      for (const row of rows) yield { table, ...row }
      if (rows.length < ROWS) break
      afterId = rows.at(-1)?.id ?? 0
    }
  }
}

/**
 * Of a user that was removed before: name and addresses give way to a pseudonym, wherever they
 * stand beside calls and hours; rows of nothing but the person go. Entries of the ledger have no
 * names and stay. The audit log stays as it was written. What was begun goes on when it is asked
 * for again. Throws `user.not_found`, `user.outranked` and `user.not_removed`.
 */
export async function eraseUser(deps: ServiceDeps, actor: Actor, userId: number): Promise<void> {
  const pseudonym = `erased#${userId}`
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const user = await findUser(trx, userId)
    if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
    requireRank(actor, user)
    if (user.deleted_at === null) throw new GatewayError('user.not_removed')
    await erasePerson(trx, { userId, email: user.email, pseudonym, nowMs: clock.nowMs() })
    await recordAudit(work, { action: 'user.erase', target: `user:${userId}` })
  })
  for (let left = 1; left > 0; ) {
    left = await deps.db.transaction((trx) => eraseNames(trx, { userId, pseudonym }, ROWS))
  }
}

/** A person's own data: handed out completely, and erased for good with the books left right. */
import { eraseNamesInMonth, type NameErasure } from '../../../db/log-parts/month-file'
import { LOG_SINK, logParts, requireWhole } from '../../../db/log-parts/parts'
import { logPartsAfter } from '../../../db/log-parts/rows'
import { logMonths } from '../../../db/tables/log-months'
import { findShipping } from '../../../db/tables/log-shipping'
import {
  eraseNames,
  erasePerson,
  PERSONAL_TABLES,
  type PersonalTable,
  type PersonalWindow,
  personalRows,
  shownToPerson,
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
 * Everything that is stored of a user, the account first; no keys, no hashes and nothing of the
 * operator's. Throws `user.not_found`, and `user.outranked` for somebody else's.
 */
export async function* personalLines(
  deps: ServiceDeps,
  actor: Actor,
  userId: number,
): AsyncGenerator<PersonalLine> {
  const user = await findUser(deps.db.reader, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  if (actor.id !== userId) requireRank(actor, user)
  const { setting: _, ...account } = toUserView(user)
  yield { table: 'account', ...account }
  for (const table of Object.keys(PERSONAL_TABLES) as PersonalTable[]) {
    for (let afterId = 0; ; ) {
      const rows = await rowsOf(deps, table, { userId, afterId, most: ROWS })
      for (const row of rows) yield { table, ...row }
      if (rows.length < ROWS) break
      afterId = rows.at(-1)?.id ?? 0
    }
  }
}

async function rowsOf({ db }: ServiceDeps, table: PersonalTable, window: PersonalWindow) {
  if (table !== 'logs') return await personalRows(db.lists, table, window)
  const { most, ...filter } = window
  return (await logPartsAfter(requireWhole(await logParts(db), filter), filter, most)).map((row) =>
    shownToPerson(table, row),
  )
}

/**
 * Of a user that was removed before: name and addresses give way to a pseudonym, wherever they
 * stand with calls and hours; rows of nothing but the person go. Entries of the ledger have no
 * names and stay. The audit log stays as it was written. What was begun goes on when requested
 * again. Throws `user.not_found`, `user.outranked` and `user.not_removed`.
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
  for (let remaining = 1; remaining > 0; ) {
    remaining = await deps.db.transaction((trx) => eraseNames(trx, { userId, pseudonym }, ROWS))
  }
  await eraseInMonths(deps, { userId, pseudonym })
  await eraseInClickHouse(deps, { userId, pseudonym })
}

async function eraseInMonths({ db }: ServiceDeps, erasure: NameErasure): Promise<void> {
  const { months: files } = db
  if (files?.mayWrite !== true) return
  for (const { file, month, upto_id } of await logMonths(db.lists)) {
    // What has not been begun yet is copied from rows without names.
    if (upto_id === 0 && !files.has(file)) continue
    if (!files.has(file)) throw new GatewayError('log.month_missing', { month })
    await eraseNamesInMonth(files, file, erasure)
  }
}

/** Throws what it says where it does not answer. */
async function eraseInClickHouse({ db }: ServiceDeps, erasure: NameErasure): Promise<void> {
  const { logStore } = db
  requireWhole(await logParts(db), { userId: erasure.userId })
  const { shipped_id } = await findShipping(db.lists, LOG_SINK)
  if (shipped_id > 0) await logStore?.eraseNames(erasure)
}

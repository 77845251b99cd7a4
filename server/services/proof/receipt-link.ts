/** Links to a receipt that work without an account, until they end. */
import type { LogRow } from '../../../db/tables/logs'
import { receiptSince, revokeReceipt } from '../../../db/tables/receipt-revocations'
import { findUser, type UserRow, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { logRowOf } from '../routing/past-route'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageableUser } from '../users/guards'
import { transact } from '../work'
import { type Receipt, receiptOf, showReceipt } from './receipt'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

export interface ReceiptLink {
  /** Of the console, from its root. */
  readonly path: string
  /** Epoch seconds. */
  readonly until: number
}

/** For whoever may see the receipt. Throws `log.not_found`. */
export async function linkReceipt(
  deps: ServiceDeps,
  actor: Actor,
  requestId: string,
): Promise<ReceiptLink> {
  const { request_id: id } = await showReceipt(deps, actor, requestId)
  const owner = await ownerOf(deps, await logRowOf(deps, id))
  const until = Math.floor((deps.clock.nowMs() + KEPT_DAYS * DAY_MS) / 1000)
  const sign = deps.sealer.keyedHash(await signedText(deps, owner, { id, until }))
  const query = new URLSearchParams({ until: String(until), sign })
  return { path: `/receipt/${encodeURIComponent(id)}?${query}`, until }
}

export interface LinkRevocation {
  readonly requestId: string
  /** Of this receipt; of all receipts of the call's owner otherwise. */
  readonly isOnlyThis: boolean
}

/**
 * Ends the addresses that were made. Throws `log.not_found`, and `user.outranked` for a call of
 * somebody whom the actor does not outrank.
 */
export async function revokeReceiptLinks(
  deps: ServiceDeps,
  actor: Actor,
  { requestId, isOnlyThis }: LinkRevocation,
): Promise<void> {
  await showReceipt(deps, actor, requestId)
  const { user_id: id } = await logRowOf(deps, requestId)
  await transact(deps, actor, async (work) => {
    if (id !== actor.id) await manageableUser(work, id)
    const since = work.clock.nowMs()
    if (isOnlyThis) await revokeReceipt(work.trx, requestId, since)
    else await updateUser(work.trx, id, { receipts_since: since })
    await recordAudit(work, {
      action: 'receipt.revoke_links',
      target: isOnlyThis ? `log:${requestId}` : `user:${id}`,
    })
  })
}

export interface SignedReceipt {
  readonly requestId: string
  readonly until: number
  readonly sign: string
}

/**
 * Without what only operators see. Throws `receipt.link_invalid`, also once its owner is banned or
 * has left.
 */
export async function signedReceipt(
  deps: ServiceDeps,
  { requestId, until, sign }: SignedReceipt,
): Promise<Receipt> {
  const row = await logRowOf(deps, requestId).catch(() => undefined)
  const owner = row && (await ownerOf(deps, row))
  const isOver = until * 1000 < deps.clock.nowMs()
  const signed = await signedText(deps, owner, { id: requestId, until })
  if (isOver || !deps.sealer.isHashOf(signed, sign) || row === undefined || !isSharing(owner)) {
    throw new GatewayError('receipt.link_invalid')
  }
  return await receiptOf(deps, row, false)
}

export type Owner = Pick<UserRow, 'status' | 'deleted_at' | 'receipts_since'>

async function ownerOf({ db }: ServiceDeps, row: Pick<LogRow, 'user_id'>) {
  return await findUser(db.reader, row.user_id)
}

/** Addresses that an account gave away end with it. */
export function isSharing(owner: Owner | undefined): boolean {
  return owner?.status === USER_STATUS.enabled && owner.deleted_at === null
}

/** What was made before anybody took links back has no time of it in its sign. */
async function signedText(
  { db }: Pick<ServiceDeps, 'db'>,
  owner: Owner | undefined,
  { id, until }: { readonly id: string; readonly until: number },
): Promise<string> {
  const since = Math.max(owner?.receipts_since ?? 0, await receiptSince(db.reader, id))
  return since === 0 ? `receipt:${until}:${id}` : `receipt:${until}:${since}:${id}`
}

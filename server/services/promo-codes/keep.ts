/** What administrators do with codes that make orders cheaper. */
import {
  countAllPromoUses,
  countPromoCodes,
  deletePromoCode,
  findPromoCode,
  insertPromoCode,
  listPromoCodes,
  listPromoUses,
  type PromoCodeRow,
  type PromoUseRow,
  sumsOfPromoCodes,
  updatePromoCode,
} from '../../../db/tables/promo-codes'
import { userNames } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { changedColumns } from '../audit/changed-columns'
import { recordAudit } from '../audit/record'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Actor, Queries, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { promoColumns } from './fields'
import { type PromoCodeFields, type PromoCodeView, promoCodeView } from './view'

export interface ListPromoCodesInput extends PageRequest {
  /** Beginning of the code or of the note. */
  readonly keyword?: string | undefined
}

/** Newest first. */
export async function listPromoCodePage(
  { db }: ServiceDeps,
  input: ListPromoCodesInput = {},
): Promise<Page<PromoCodeView>> {
  const window = pageWindow(input)
  const keyword = input.keyword?.trim() ?? ''
  const rows = await listPromoCodes(db.lists, { ...window, keyword })
  return pageOf(window, await viewsOf(db.lists, rows), await countPromoCodes(db.lists, { keyword }))
}

/** By id or code. Throws `promo_code.not_found`. */
export async function showPromoCode(
  { db }: ServiceDeps,
  by: { readonly id: number } | { readonly code: string },
): Promise<PromoCodeView> {
  const row = await findPromoCode(db.reader, 'id' in by ? by : { code: by.code.toUpperCase() })
  if (row === undefined) throw new GatewayError('promo_code.not_found')
  return await viewOf(db.reader, row)
}

export interface PromoUseView extends Omit<PromoUseRow, 'promo_code_id'> {
  /** "" once the account is gone. */
  readonly username: string
}

/** What it was used for, newest first. Throws `promo_code.not_found`. */
export async function listPromoUsePage(
  { db }: ServiceDeps,
  { id, ...request }: PageRequest & { readonly id: number },
): Promise<Page<PromoUseView>> {
  const { lists } = db
  await existing(lists, id)
  const window = pageWindow(request)
  const rows = await listPromoUses(lists, { ...window, promoCodeId: id })
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const items = rows.map(({ promo_code_id: _, ...use }) => ({
    ...use,
    username: names.get(use.user_id) ?? '',
  }))
  return pageOf(window, items, await countAllPromoUses(lists, id))
}

/** Throws as `promoColumns`. */
export async function createPromoCode(
  deps: ServiceDeps,
  actor: Actor,
  fields: PromoCodeFields,
): Promise<PromoCodeView> {
  return await transact(deps, actor, async (work) => {
    const columns = await promoColumns(work, fields)
    const nowMs = work.clock.nowMs()
    const row = await insertPromoCode(work.trx, {
      ...columns,
      created_at: nowMs,
      updated_at: nowMs,
    })
    await recordAudit(work, {
      action: 'promo_code.create',
      target: `promo_code:${row.id}`,
      after: columns,
    })
    return promoCodeView(row)
  })
}

interface PromoCodeChange {
  readonly id: number
  readonly change: Partial<PromoCodeFields>
}

/**
 * Orders that were made before stay as they are. Throws `promo_code.not_found` and as
 * `createPromoCode`.
 */
export async function changePromoCode(
  deps: ServiceDeps,
  actor: Actor,
  { id, change }: PromoCodeChange,
): Promise<PromoCodeView> {
  return await transact(deps, actor, async (work) => {
    const before = await existing(work.trx, id)
    const code = change.code?.trim() || before.code
    const columns = await promoColumns(work, { ...promoCodeView(before), ...change, code }, id)
    await updatePromoCode(work.trx, id, { ...columns, updated_at: work.clock.nowMs() })
    await recordAudit(work, {
      action: 'promo_code.set',
      target: `promo_code:${id}`,
      before: changedColumns(before, columns),
      after: changedColumns(columns, before),
    })
    return await viewOf(work.trx, await existing(work.trx, id))
  })
}

/** Throws `promo_code.in_use` once anything was ordered with it: orders name it. */
export async function removePromoCode(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await transact(deps, actor, async (work) => {
    const row = await existing(work.trx, id)
    if (!(await deletePromoCode(work.trx, id))) {
      throw new GatewayError('promo_code.in_use', { code: row.code })
    }
    await recordAudit(work, {
      action: 'promo_code.delete',
      target: `promo_code:${id}`,
      before: row,
    })
  })
}

async function existing(queries: Queries, id: number): Promise<PromoCodeRow> {
  const row = await findPromoCode(queries, { id })
  if (row === undefined) throw new GatewayError('promo_code.not_found')
  return row
}

async function viewOf(queries: Queries, row: PromoCodeRow): Promise<PromoCodeView> {
  return promoCodeView(row, (await sumsOfPromoCodes(queries, [row.id])).get(row.id))
}

async function viewsOf(queries: Queries, rows: readonly PromoCodeRow[]): Promise<PromoCodeView[]> {
  const ids = rows.map(({ id }) => id)
  const sums = await sumsOfPromoCodes(queries, ids)
  return rows.map((row) => promoCodeView(row, sums.get(row.id)))
}

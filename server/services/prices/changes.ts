/** Changes of prices: listed, undone, cancelled, and made when their time has come. */
import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import {
  countPriceChanges,
  duePriceChanges,
  findPriceChange,
  forgetPriceChanges,
  listPriceChanges,
  movePriceChange,
  type PriceChangeHead,
  type PriceChangeRow,
} from '../../../db/tables/price-changes'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { PriceRow } from '../../domain/prices/price-row'
import { StoredRows, WantedRows } from '../../domain/prices/price-schema'
import { recordAudit } from '../audit/record'
import { failureJson, readFailure } from '../notifications/notice'
import { requireRoot } from '../options/guards'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact, type Work } from '../work'
import { changedRows } from './change-row'
import { ownRows, restoreRows, writeWanted } from './write'

export interface PriceChangeView extends Omit<PriceChangeHead, 'failure'> {
  /** Why a scheduled change was not made. */
  readonly failure: GatewayError | undefined
}

/** The newest first. Times are epoch seconds. */
export async function listChanges(
  { db }: ServiceDeps,
  request: PageRequest,
): Promise<Page<PriceChangeView>> {
  const window = pageWindow(request)
  const [rows, total] = await Promise.all([
    listPriceChanges(db.lists, window),
    countPriceChanges(db.lists),
  ])
  return pageOf(window, rows.map(viewOf), total)
}

function viewOf({ failure, begins_at, created_at, ended_at, ...row }: PriceChangeHead) {
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    ...row,
    begins_at: seconds(begins_at),
    created_at: seconds(created_at),
    ended_at: seconds(ended_at),
    failure: readFailure(failure),
  }
}

export interface RollBackInput {
  readonly id: number
  /** Whether models whose price has changed since are left out, instead of refusing all. */
  readonly skipsChanged?: boolean | undefined
}

export interface RolledBack {
  readonly id: number
  readonly restored: number
  /** Models whose price has changed since. */
  readonly skipped: readonly string[]
}

/** Prices as they were before a change. Throws `price_change.*`. */
export async function rollBackPrices(
  deps: ServiceDeps,
  actor: Actor,
  { id, skipsChanged = false }: RollBackInput,
): Promise<RolledBack> {
  requireRoot(actor)
  return await transact(deps, actor, async (work) => {
    const row = await moved(work, { id, from: 'applied', to: 'rolled_back' })
    const [before, after] = [rowsIn(row.before), rowsIn(row.after)]
    const now = await ownRows(work, after)
    const isSame = after.map(({ price }, at) => isDeepEqual(price, now[at]?.price))
    const skipped = after.filter((_, at) => isSame[at] !== true).map(({ model }) => model)
    const [model] = skipped
    if (model !== undefined && !skipsChanged) {
      throw new GatewayError('price_change.changed_since', { model })
    }
    const restored = before.filter((_, at) => isSame[at] === true)
    if (restored.length > 0) await restoreRows(work, restored)
    return { id, restored: restored.length, skipped }
  })
}

/** A scheduled change is not made. Throws `price_change.*`. */
export async function cancelPrices(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { models } = await moved(work, { id, from: 'scheduled', to: 'cancelled' })
    await recordAudit(work, {
      action: 'price.cancel',
      target: `price_change:${id}`,
      before: { models },
    })
  })
}

interface Move {
  readonly id: number
  readonly from: PriceChangeRow['state']
  readonly to: PriceChangeRow['state']
}

async function moved({ trx, clock }: Work, { id, from, to }: Move): Promise<PriceChangeRow> {
  const change = { state: to, ended_at: clock.nowMs() }
  const row = await movePriceChange(trx, { id, from }, change)
  if (row !== undefined) return row
  const known = await findPriceChange(trx, id)
  if (known === undefined) throw new GatewayError('price_change.not_found', { change: id })
  throw new GatewayError('price_change.wrong_state', { change: id, state: known.state })
}

function rowsIn(text: string): readonly PriceRow[] {
  const rows: unknown = JSON.parse(text)
  return Value.Check(StoredRows, rows) ? rows : []
}

/** Changes of longer ago can be read in the audit log, and not be undone. */
const KEPT_CHANGES = 1000

/** Makes what is due, each once; answers those that could not be made. */
export async function makeDueChanges(deps: ServiceDeps): Promise<readonly number[]> {
  const failed: number[] = []
  const due = await duePriceChanges(deps.db.reader, deps.clock.nowMs())
  for (const id of due) {
    if (!(await isMade(deps, id))) failed.push(id)
  }
  if (due.length > 0) {
    await transact(deps, SYSTEM_ACTOR, ({ trx }) => forgetPriceChanges(trx, KEPT_CHANGES))
  }
  return failed
}

/** What will not be otherwise at the next try. */
const REFUSALS: ReadonlySet<string> = new Set(['price.changed', 'option.invalid', 'value.invalid'])

/** False where it was refused, with what it was refused for written down. */
async function isMade(deps: ServiceDeps, id: number): Promise<boolean> {
  const ended_at = deps.clock.nowMs()
  const from = { id, from: 'scheduled' } as const
  try {
    await transact(deps, SYSTEM_ACTOR, async (work) => {
      const row = await movePriceChange(work.trx, from, { state: 'applied', ended_at })
      // Another gateway was faster, or somebody has cancelled it.
      if (row === undefined) return
      const prices: unknown = JSON.parse(row.prices)
      if (!Value.Check(WantedRows, prices)) {
        throw new GatewayError('value.invalid', { field: 'prices', reason: 'reason.not_json' })
      }
      const { before, after } = await writeWanted(work, prices)
      const rows = { ...changedRows(before, after), prices: '' }
      await movePriceChange(work.trx, { id, from: 'applied' }, rows)
    })
    return true
  } catch (error) {
    if (!(error instanceof GatewayError) || !REFUSALS.has(error.id)) throw error
    const failure = failureJson(error)
    await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
      movePriceChange(trx, from, { state: 'failed', ended_at, failure }),
    )
    return false
  }
}

/** Sources of prices: what is set of each. */
import { Value } from '@sinclair/typebox/value'
import {
  allPriceSources,
  deletePriceSource,
  findPriceSource,
  insertPriceSource,
  type PriceSourceRow,
  replacePriceReviews,
  updatePriceSource,
} from '../../../../db/tables/price-sources'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { isPriceSourceKind } from '../../../domain/prices/sources/source-kinds'
import {
  MarginRules,
  NEW_PRICE_SOURCE,
  PriceSourceFields,
} from '../../../domain/prices/sources/source-schema'
import { recordAudit } from '../../audit/record'
import { readFailure } from '../../notifications/notice'
import { requireRoot } from '../../options/guards'
import type { Actor, Queries, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { checkedSource } from './checked-source'

export interface PriceSourceView extends PriceSourceFields {
  readonly id: number
  /** Epoch seconds, as the next; 0 for never. */
  readonly fetched_at: number
  readonly next_at: number
  /** Of the last fetch. */
  readonly failure: GatewayError | undefined
}

export async function listPriceSources({ db }: ServiceDeps): Promise<readonly PriceSourceView[]> {
  return (await allPriceSources(db.lists)).flatMap((row) => viewOf(row) ?? [])
}

/** By id or name. Throws `price_source.not_found`. */
export async function showPriceSource(
  { db }: ServiceDeps,
  wanted: string | number,
): Promise<PriceSourceView> {
  return await requireSource(db.reader, wanted)
}

async function requireSource(reader: Queries, wanted: string | number): Promise<PriceSourceView> {
  const text = String(wanted)
  const named = await findPriceSource(reader, { name: text })
  const isId = /^\d{1,15}$/.test(text)
  const row = named ?? (isId ? await findPriceSource(reader, { id: Number(text) }) : undefined)
  const view = row && viewOf(row)
  if (view === undefined) throw new GatewayError('price_source.not_found', { source: wanted })
  return view
}

/** `undefined` for a kind that only a newer gateway knows. */
function viewOf(row: PriceSourceRow): PriceSourceView | undefined {
  const { id, name, kind, url, factor, every_hours, seller_group: group } = row
  if (!isPriceSourceKind(kind)) return undefined
  const providers: unknown = JSON.parse(row.providers)
  const margins: unknown = JSON.parse(row.margins)
  return {
    ...{ id, name, kind, url, factor, every_hours, group },
    providers: Value.Check(PriceSourceFields.properties.providers, providers) ? providers : [],
    margins: Value.Check(MarginRules, margins) ? margins : [],
    allow_private: row.allow_private === 1,
    prices_new: row.prices_new === 1,
    fetched_at: Math.floor(row.fetched_at / 1000),
    next_at: every_hours === 0 ? 0 : Math.floor(row.next_at / 1000),
    failure: readFailure(row.failure),
  }
}

type SourceInput = Partial<PriceSourceFields>

/** Throws `value.invalid` and the like. */
export async function createPriceSource(
  deps: ServiceDeps,
  actor: Actor,
  input: SourceInput & Pick<PriceSourceFields, 'name' | 'kind'>,
): Promise<PriceSourceView> {
  requireRoot(actor)
  const fields = checkedSource({ ...NEW_PRICE_SOURCE, ...input })
  return await transact(deps, actor, async (work) => {
    await requireFreeName(work, fields.name)
    const now = work.clock.nowMs()
    const times = { created_at: now, updated_at: now, next_at: now }
    const { id } = await insertPriceSource(work.trx, { ...columnsOf(fields), ...times })
    await record(work, 'create', { id, after: fields })
    return await requireSource(work.trx, id)
  })
}

/** What is not given stays. Throws `price_source.not_found` and as `createPriceSource`. */
export async function changePriceSource(
  deps: ServiceDeps,
  actor: Actor,
  { id: wanted, ...input }: SourceInput & { readonly id: string | number },
): Promise<PriceSourceView> {
  requireRoot(actor)
  return await transact(deps, actor, async (work) => {
    const {
      id,
      fetched_at: _,
      next_at: __,
      failure: ___,
      ...before
    } = await requireSource(work.trx, wanted)
    const fields = checkedSource({ ...before, ...input })
    if (fields.name !== before.name) {
      await requireFreeName(work, fields.name)
      await replacePriceReviews(work.trx, before.name, [])
    }
    const now = work.clock.nowMs()
    await updatePriceSource(work.trx, id, { ...columnsOf(fields), updated_at: now, next_at: now })
    await record(work, 'set', { id, before, after: fields })
    return await requireSource(work.trx, id)
  })
}

/** What waits of it goes with it. Throws `price_source.not_found`. */
export async function removePriceSource(
  deps: ServiceDeps,
  actor: Actor,
  wanted: string | number,
): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { id, ...before } = await requireSource(work.trx, wanted)
    await deletePriceSource(work.trx, id)
    await replacePriceReviews(work.trx, before.name, [])
    await record(work, 'delete', { id, before })
  })
}

async function requireFreeName({ trx }: Work, name: string): Promise<void> {
  if ((await findPriceSource(trx, { name })) === undefined) return
  throw new GatewayError('value.invalid', { field: 'name', reason: 'reason.in_use' })
}

function columnsOf({ group, providers, margins, ...fields }: PriceSourceFields) {
  const { name, kind, url, factor, every_hours, allow_private, prices_new } = fields
  return {
    ...{ name, kind, url, factor, every_hours, seller_group: group },
    providers: JSON.stringify(providers),
    margins: JSON.stringify(margins),
    allow_private: allow_private ? (1 as const) : (0 as const),
    prices_new: prices_new ? (1 as const) : (0 as const),
  }
}

interface SourceFacts {
  readonly id: number
  readonly before?: PriceSourceFields
  readonly after?: PriceSourceFields
}

async function record(
  work: Work,
  verb: 'create' | 'set' | 'delete',
  { id, before, after }: SourceFacts,
): Promise<void> {
  const facts = (fields: PriceSourceFields | undefined) => fields && { ...columnsOf(fields) }
  await recordAudit(work, {
    action: `price_source.${verb}`,
    target: `price_source:${id}`,
    before: facts(before),
    after: facts(after),
  })
}

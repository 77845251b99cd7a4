/**
 * From a model name to the ratios of a call. Always by the name the client requested: what
 * model_mapping sends upstream does not change the price.
 */
import type { Price, Rates, UnitPrices } from '../money/price'
import { isPriceByUnit, type PricesByClass, promptRatioOf } from './by-unit'
import type { CatalogueRow } from './catalogue-row'
import {
  FAMILY_CACHE_RATIO,
  FAMILY_CACHE_WRITE_RATIO,
  FAMILY_COMPLETION_RATIO,
  FAMILY_MODEL_PRICE,
  FAMILY_MODEL_RATIO,
} from './family'
import type { PriceStepJson } from './price-row'
import { cacheStorageUsd } from './published/google'
import { AUDIO_COMPLETION_RATIO, audioRatioFor, completionRuleFor } from './rules'
import { SHIPPED_ROWS, shippedColumn } from './shipped-rows'
import { byUnit, ratesAbove } from './step-rates'

type Table = Readonly<Record<string, number>>

/** The operator's tables, as the options hold them. */
export interface PriceTables {
  readonly modelPrice: Table
  readonly modelRatio: Table
  readonly completionRatio: Table
  readonly cacheRatio: Table
  /** What no column of these is for; absent where nothing is set. */
  readonly more?: MorePrices
}

/** By model. */
export interface MorePrices {
  readonly cacheWriteRatio: Table
  readonly audioRatio: Table
  readonly audioCompletionRatio: Table
  readonly imageRatio: Table
  readonly unitPrices: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly steps: Readonly<Record<string, readonly PriceStepJson[]>>
  readonly tiers: Readonly<Record<string, Table>>
}

export interface PriceQuery {
  readonly model: string
  readonly groupRatio: number
  readonly tables: PriceTables
  /** Option SelfUseModeEnabled: models without a price are sold at the fallback ratio. */
  readonly selfUse: boolean
  /** The user's own consent to the same. */
  readonly acceptsUnset: boolean
}

/** Dear on purpose: who accepts unpriced models should not be able to lose money on one. */
export const FALLBACK_MODEL_RATIO = 37.5
const FALLBACK_CACHE_RATIO = 1
const FALLBACK_CACHE_WRITE_RATIO = 1.25

export const DEFAULT_PRICE_TABLES = {
  modelPrice: { ...FAMILY_MODEL_PRICE, ...shippedColumn('call') },
  modelRatio: { ...FAMILY_MODEL_RATIO, ...shippedColumn('ratio') },
  completionRatio: { ...shippedColumn('completion', 'ratio'), ...FAMILY_COMPLETION_RATIO },
  cacheRatio: { ...shippedColumn('cacheRead'), ...FAMILY_CACHE_RATIO },
} as const satisfies PriceTables

/** `undefined` when the model has no price and nobody agreed to the fallback. */
export function priceFor(query: PriceQuery): Price | undefined {
  const { tables, groupRatio } = query
  const name = pricedName(query.model, tables)
  const modelPrice = own(tables.modelPrice, name)
  const tiers = (tables.more && own(tables.more.tiers, name)) ?? shippedRow(name, tables)?.tiers
  if (modelPrice !== undefined) {
    return { ...NO_RATIOS, modelPrice, groupRatio, ...(tiers && { tiers }) }
  }
  const units = unitsOf(name, tables)
  const set = own(tables.modelRatio, name)
  const known = set ?? (isPriceByUnit(units) ? promptRatioOf(units) : undefined)
  if (known === undefined && !query.selfUse && !query.acceptsUnset) return undefined
  const rates = ratesOf(name, known ?? FALLBACK_MODEL_RATIO, tables)
  const steps = tables.more && own(tables.more.steps, name)
  return {
    ...rates,
    mode: 'per-token',
    modelPrice: -1,
    groupRatio,
    ...(set === undefined && known === 0 && { byUnit: true }),
    ...(steps && {
      steps: steps.map((step) => ({ above: step.above, rates: ratesAbove(step, rates) })),
    }),
    ...(tiers && { tiers }),
  }
}

/** The operator's own, else those that ship with the model and its ratio. */
function unitsOf(name: string, tables: PriceTables): PricesByClass | undefined {
  return (tables.more && own(tables.more.unitPrices, name)) ?? shippedRow(name, tables)?.units
}

/** What ships for units of the model and holds, as nobody set any. */
export function shippedUnits(model: string, tables: PriceTables): PricesByClass | undefined {
  const name = pricedName(model, tables)
  const isSet = tables.more !== undefined && own(tables.more.unitPrices, name) !== undefined
  return isSet ? undefined : shippedRow(name, tables)?.units
}

/** Nothing for a model that somebody gave ratios of his own: dollars with them would be a mix. */
function shippedRow(name: string, tables: PriceTables): CatalogueRow | undefined {
  const row = own(SHIPPED_ROWS, name)
  if (row === undefined || row.ratio !== own(tables.modelRatio, name)) return undefined
  const completion = own(tables.completionRatio, name)
  if (completion !== undefined && completion !== row.completion) return undefined
  const { imageRatio = {}, audioRatio = {}, audioCompletionRatio = {} } = tables.more ?? {}
  const others = [imageRatio, audioRatio, audioCompletionRatio]
  return others.some((table) => Object.hasOwn(table, name)) ? undefined : row
}

function ratesOf(name: string, modelRatio: number, tables: PriceTables): Rates {
  const { more } = tables
  const row = own(SHIPPED_ROWS, name)
  const set = (table: Table = {}) => own(table, name)
  const imageRatio = set(more?.imageRatio)
  const units = unitsOf(name, tables)
  return {
    modelRatio,
    completionRatio: completionRatioFor(name, tables.completionRatio),
    cacheRatio: own(tables.cacheRatio, name) ?? row?.cacheRead ?? FALLBACK_CACHE_RATIO,
    cacheWriteRatio: set(more?.cacheWriteRatio) ?? cacheWriteRatioFor(name),
    audioRatio: set(more?.audioRatio) ?? row?.audio ?? audioRatioFor(name),
    audioCompletionRatio:
      set(more?.audioCompletionRatio) ?? row?.audioCompletion ?? AUDIO_COMPLETION_RATIO,
    ...(imageRatio !== undefined && { imageRatio }),
    ...withStorage(name, units && byUnit(units)),
  }
}

/** A cache lives for less by small models; what is set for the model holds. */
function withStorage(name: string, usd: UnitPrices | undefined): Pick<Rates, 'usd'> {
  const cacheStorage = cacheStorageUsd(name)
  if (cacheStorage === undefined) return usd === undefined ? {} : { usd }
  return { usd: { cacheStorage, ...usd } }
}

/** Which classes of tokens a model is known to have prices of its own for. */
export interface OwnPrices {
  readonly cacheRead: boolean
  readonly cacheWrite: boolean
  readonly audio: boolean
  readonly audioCompletion: boolean
}

/** The rest are billed at fallbacks, which a price list would only confuse people with. */
export function ownPricesOf(model: string, tables: PriceTables): OwnPrices {
  const name = pricedName(model, tables)
  if (Object.hasOwn(tables.modelPrice, name)) {
    return { cacheRead: false, cacheWrite: false, audio: false, audioCompletion: false }
  }
  const row = own(SHIPPED_ROWS, name)
  const { more } = tables
  const set = (table: Table = {}) => own(table, name)
  const speaks = /-(?:audio|realtime)/.test(name)
  return {
    cacheRead: (own(tables.cacheRatio, name) ?? row?.cacheRead) !== undefined,
    cacheWrite:
      (own(FAMILY_CACHE_WRITE_RATIO, name) ?? row?.cacheWrite ?? set(more?.cacheWriteRatio)) !==
      undefined,
    audio: (row?.audio ?? set(more?.audioRatio)) !== undefined || speaks,
    audioCompletion:
      (row?.audioCompletion ?? set(more?.audioCompletionRatio)) !== undefined || speaks,
  }
}

const NO_RATIOS = {
  mode: 'per-call',
  modelRatio: 0,
  completionRatio: 0,
  cacheRatio: 0,
  cacheWriteRatio: 0,
  audioRatio: 0,
  audioCompletionRatio: 0,
} as const

function own<Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * The name under which a model is priced: its own row, else the wildcard row of its family,
 * else the model it is a variant of ("-thinking" and dated snapshots cost what the base does).
 */
function pricedName(model: string, tables: PriceTables): string {
  const hasRow = (name: string) =>
    Object.hasOwn(tables.modelPrice, name) || Object.hasOwn(tables.modelRatio, name)
  const wildcard = wildcardName(model)
  const candidates = [wildcard, ...baseNames(wildcard)]
  const byUnit = (name: string) => isPriceByUnit(unitsOf(name, tables))
  return candidates.find(hasRow) ?? candidates.find(byUnit) ?? wildcard
}

/** gpt-4-gizmo-abc is any custom GPT; routing and pricing know only the family. */
export function wildcardName(model: string): string {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*'
  return model
}

const THINKING_SUFFIX = /-thinking$/
const DATE_SUFFIX = /-(?:20\d{6}|20\d{2}-\d{2}-\d{2})$/

function baseNames(model: string): string[] {
  const plain = model.replace(THINKING_SUFFIX, '')
  return [plain, plain.replace(DATE_SUFFIX, '')]
}

/**
 * 1. A name with "/" that the operator priced: resellers' names collide with the rules.
 * 2. A locked rule, except for models of the catalogue: their relation is known exactly, and
 *    the rules were written before them (mistral-medium-3 is 5, its family's rule says 3).
 * 3. The operator's table. 4. The shipped rows. 5. The unlocked rule.
 */
function completionRatioFor(name: string, table: Table): number {
  const set = own(table, name)
  if (set !== undefined && name.includes('/')) return set
  const row = own(SHIPPED_ROWS, name)
  const rule = completionRuleFor(name)
  if (rule.locked && row?.ratio === undefined) return rule.ratio
  return set ?? row?.completion ?? rule.ratio
}

function cacheWriteRatioFor(name: string): number {
  return (
    own(FAMILY_CACHE_WRITE_RATIO, name) ??
    own(SHIPPED_ROWS, name)?.cacheWrite ??
    FALLBACK_CACHE_WRITE_RATIO
  )
}

/** Changes of what a channel serves, as findings say. */
import type { ChannelRow } from '../../../db/tables/channels'
import type { Finding } from '../../domain/channels/upstream-models/findings'
import type { OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import { modelsOf, namesIn } from '../channels/fields'
import { jsonFieldOf } from '../channels/json-fields'
import { changeIn } from '../channels/set'
import { priceTablesOf } from '../pricing/tables'
import type { Work } from '../work'

export const FINDING_ACTS = ['add', 'retire', 'map'] as const
export type FindingAct = (typeof FINDING_ACTS)[number]

export type Found = Pick<Finding, 'kind' | 'model' | 'other'>

export interface WantedChange {
  readonly act: FindingAct
  readonly found: Found
}

/** What is meant where nobody says more. */
export function usualAct({ kind }: Pick<Found, 'kind'>): FindingAct {
  return ({ new: 'add', gone: 'retire', renamed: 'map' } as const)[kind]
}

/** Whether it can be done about such a finding. */
export function fitsAct({ kind }: Pick<Found, 'kind'>, act: FindingAct): boolean {
  return act === usualAct({ kind }) || (kind === 'renamed' && act === 'retire')
}

/**
 * In the caller's transaction, with its audit row. Throws `channel.models_empty` when nothing
 * would be left, and `channel.field_invalid` for a name or a mapping that cannot be.
 */
export async function changeModels(
  work: Work,
  channel: ChannelRow,
  wanted: readonly WantedChange[],
): Promise<ChannelRow> {
  const of = (act: FindingAct) => wanted.filter((one) => one.act === act).map(({ found }) => found)
  const retired = new Set(of('retire').map(({ model }) => model))
  const served = namesIn(channel.models).filter((model) => !retired.has(model))
  const models = [...served, ...of('add').map(({ model }) => model)]
  const mapped = of('map').filter(({ model }) => served.includes(model))
  const after = modelsOf(models.join(','))
  return await changeIn(work, channel, {
    ...(after !== channel.models && { models: after }),
    ...(mapped.length > 0 && { model_mapping: withMapping(channel.model_mapping, mapped) }),
  })
}

/** In lines if it was in lines. */
function withMapping(text: string, mapped: readonly Found[]): string {
  const before: unknown = text.trim() === '' ? {} : JSON.parse(text)
  const names = Object.fromEntries(mapped.map(({ model, other }) => [model, other]))
  const stored = typeof before === 'object' && before !== null ? before : {}
  const indent = text.includes('\n') ? 2 : undefined
  return jsonFieldOf('model_mapping', JSON.stringify({ ...stored, ...names }, undefined, indent))
}

/** Whether calls of the model would be billed at a price that somebody has set for it. */
export function isPriced(model: string, options: OptionValues): boolean {
  const tables = priceTablesOf(options)
  const question = { model, groupRatio: 1, tables, selfUse: false, acceptsUnset: false }
  return priceFor(question) !== undefined
}

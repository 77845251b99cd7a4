/** What a source of prices would change here. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { LeftOut } from '../../../domain/prices/sources/fetched-price'
import type { SourcePlan } from '../../../domain/prices/sources/plan'
import type { Proposal } from '../../../domain/prices/sources/proposal-schema'
import { documentAddress, type PriceSourceKind } from '../../../domain/prices/sources/source-kinds'
import {
  NEW_PRICE_SOURCE,
  type PriceSourceFields,
} from '../../../domain/prices/sources/source-schema'
import { callableRoutes, namesOf } from '../../callable-models'
import { optionValues } from '../../options/current'
import { requireRoot } from '../../options/guards'
import type { Actor, ServiceDeps } from '../../service-deps'
import { listPrices } from '../list'
import { checkedSource } from './checked-source'
import { showPriceSource } from './keep'

/** A source that is stored, or one that is only read this once. */
export interface PreviewInput {
  /** Id or name. */
  readonly source?: string | number | undefined
  readonly kind?: PriceSourceKind | undefined
  readonly url?: string | undefined
  readonly allow_private?: boolean | undefined
  readonly group?: string | undefined
  readonly providers?: readonly string[] | undefined
  /** What stands in a file, in place of what an address answers. */
  readonly text?: string | undefined
  /** Whether models that nobody is offered are wanted, too. */
  readonly all?: boolean | undefined
}

export interface PricePreview {
  readonly source: string
  /** 0 for one that is not stored. */
  readonly source_id: number
  /** Models of the source that are wanted here, and how many of these cost the same. */
  readonly read: number
  readonly unchanged: number
  readonly proposals: readonly Proposal[]
  readonly left_out: readonly LeftOut[]
}

/** Throws `price_source.*`; a source that is wrong anywhere is not used at all. */
export async function previewPrices(
  deps: ServiceDeps,
  actor: Actor,
  input: PreviewInput,
): Promise<PricePreview> {
  return (await readPrices(deps, actor, input)).preview
}

export interface ReadPrices {
  readonly preview: PricePreview
  readonly lengths: SourcePlan['lengths']
}

/** What else the source reports of its models, too. Throws as `previewPrices`. */
export async function readPrices(
  deps: ServiceDeps,
  actor: Actor,
  input: PreviewInput,
): Promise<ReadPrices> {
  requireRoot(actor)
  const { id, ...source } = await sourceOf(deps, input)
  const { kind, group, providers, url, allow_private: allowPrivate } = source
  const rows = await listPrices(deps)
  const offered = namesOf(await callableRoutes(deps.db.lists, 'all'))
  const all = input.all === true
  const wanted = all ? [...new Set([...offered, ...rows.map(({ model }) => model)])] : offered
  if (deps.readPriceList === undefined) {
    throw new GatewayError('price_source.unreachable', { reason: 'no reader' })
  }
  const options = await optionValues(deps.db.reader)
  const settings = {
    ...{ factor: source.factor, margins: source.margins, pricesNew: source.prices_new },
    risePercent: options.PriceRiseReviewPercent,
    fallPercent: options.PriceFallReviewPercent,
  }
  const { read, proposals, leftOut, lengths } = await deps.readPriceList({
    ...{ kind, group, providers, wanted, all, allowPrivate, rows, settings },
    address: documentAddress(kind, url),
    text: input.text,
  })
  const unchanged = read - proposals.length
  const found = { source: source.name, source_id: id, read, unchanged, proposals }
  return { preview: { ...found, left_out: leftOut }, lengths }
}

async function sourceOf(
  deps: ServiceDeps,
  { source, kind = 'file', text, url = '', ...more }: PreviewInput,
): Promise<PriceSourceFields & { readonly id: number }> {
  if (source !== undefined) return await showPriceSource(deps, source)
  const { allow_private = false, group = '', providers = [] } = more
  const fields = { ...NEW_PRICE_SOURCE, kind, url, allow_private, group, providers: [...providers] }
  if (text !== undefined) return { ...fields, name: 'file', id: 0 }
  const host = URL.parse(url)?.hostname ?? ''
  const name = host === '' ? kind : host
  return { ...fields, ...addressOf({ ...fields, name: 'once' }), name, id: 0 }
}

/** Throws `value.invalid` for what no source may be. */
function addressOf(fields: PriceSourceFields): Pick<PriceSourceFields, 'url'> {
  return { url: checkedSource(fields).url }
}

/** The ways in which a vendor can be spoken to, each shown as a row of its own. */

import { OPERATIONS } from '../calls/protocol'
import type { ApiVariant, ChannelTypeRow, Paths } from '../channel-types/channel-type'
import { readKey } from '../channel-types/key-shape'

interface Shown {
  readonly row: ChannelTypeRow
  /** What an API variant asks of a channel; the vendor's main way asks nothing. */
  readonly api: ApiVariant | undefined
}

interface Reached {
  readonly model: string
  /** Of the channel; absent where no channel is given. */
  readonly baseUrl?: string
  readonly key?: string
  readonly other?: string
}

const shown = new WeakMap<ChannelTypeRow, readonly Shown[]>()

/**
 * The row as seen through each API variant that serves the model, the type's own first; all of
 * them without a model. A variant that names models, keys or kinds of channel has them alone.
 */
export function apiVariantsOf(type: ChannelTypeRow, reached?: Reached): readonly ChannelTypeRow[] {
  const every = shown.get(type) ?? show(type)
  if (reached === undefined || every.length === 1) return every.map(({ row }) => row)
  const all = every.filter(({ api }) => isAt(api, reached.baseUrl ?? type.baseUrl))
  const own = all.filter(({ api }) => api !== undefined && claims(api, reached, type))
  const open = own.length > 0 ? own : all.filter(({ api }) => !isChoosy(api))
  return open.map(({ row }) => row)
}

function show(type: ChannelTypeRow): readonly Shown[] {
  const made = [
    { row: type, api: undefined },
    ...type.apiVariants.map((api) => ({ row: rowOf(type, api), api })),
  ]
  shown.set(type, made)
  return made
}

function isAt(api: ApiVariant | undefined, baseUrl: string): boolean {
  return api?.addresses === undefined || api.addresses.includes(bareOf(baseUrl))
}

function bareOf(baseUrl: string): string {
  return baseUrl.slice(baseUrl.indexOf('//') + 2)
}

/** Whether the address is the vendor's own, and not that of somebody who imitates it. */
export function isOwnAddress({ baseUrl: own, presets }: ChannelTypeRow, baseUrl: string): boolean {
  const bare = bareOf(baseUrl)
  return bareOf(own) === bare || presets.some((preset) => bareOf(preset.baseUrl) === bare)
}

/** Whether the API variant is for some channels or models alone. */
function isChoosy(api: ApiVariant | undefined): boolean {
  if (api === undefined) return false
  return (api.models ?? api.others ?? api.keyPart) !== undefined
}

function claims(api: ApiVariant, { model, key, other }: Reached, type: ChannelTypeRow): boolean {
  const { models, others, keyPart } = api
  if (!isChoosy(api)) return false
  if (models !== undefined && !models.some((begin) => model.startsWith(begin))) return false
  if (others !== undefined && !others.includes(other || type.defaultOther)) return false
  if (keyPart === undefined) return true
  return key !== undefined && readKey(key, type.keyShape)?.[keyPart] !== undefined
}

/** An API variant has the operations that it names paths for, and no others. */
function rowOf(type: ChannelTypeRow, api: ApiVariant): ChannelTypeRow {
  const { dialect, paths, auth = type.auth, bodies = {}, namesDeployment = false, betas } = api
  const { baseUrl = type.baseUrl } = api
  const none: Paths = Object.fromEntries(OPERATIONS.map((operation) => [operation, null]))
  const traits = { ...type.traits, ...api.traits }
  const own = { dialect, auth, baseUrl, bodies, namesDeployment, betas, traits, olderRealtime: '' }
  return { ...type, ...own, paths: { ...none, ...paths }, apiVariants: [] }
}

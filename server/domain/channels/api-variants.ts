/** The ways in which a vendor can be spoken to, each shown as a row of its own. */

import { OPERATIONS } from '../calls/protocol'
import type { ApiVariant, ChannelTypeRow, Paths } from '../channel-types/channel-type'
import { readKey } from '../channel-types/key-shape'

interface Shown {
  readonly row: ChannelTypeRow
  /** What an API variant asks of a channel; the vendor's main way asks nothing. */
  readonly face: ApiVariant | undefined
}

interface Reached {
  readonly model: string
  /** Of the channel; absent where no channel is asked about. */
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
  const all = every.filter(({ face }) => isAt(face, reached.baseUrl ?? type.baseUrl))
  const own = all.filter(({ face }) => face !== undefined && claims(face, reached, type))
  const open = own.length > 0 ? own : all.filter(({ face }) => !isChoosy(face))
  return open.map(({ row }) => row)
}

function show(type: ChannelTypeRow): readonly Shown[] {
  const made = [
    { row: type, face: undefined },
    ...type.apiVariants.map((face) => ({ row: rowOf(type, face), face })),
  ]
  shown.set(type, made)
  return made
}

function isAt(face: ApiVariant | undefined, baseUrl: string): boolean {
  return face?.addresses === undefined || face.addresses.includes(bareOf(baseUrl))
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
function isChoosy(face: ApiVariant | undefined): boolean {
  if (face === undefined) return false
  return (face.models ?? face.others ?? face.keyPart) !== undefined
}

function claims(face: ApiVariant, { model, key, other }: Reached, type: ChannelTypeRow): boolean {
  const { models, others, keyPart } = face
  if (!isChoosy(face)) return false
  if (models !== undefined && !models.some((begin) => model.startsWith(begin))) return false
  if (others !== undefined && !others.includes(other || type.defaultOther)) return false
  if (keyPart === undefined) return true
  return key !== undefined && readKey(key, type.keyShape)?.[keyPart] !== undefined
}

/** An API variant has the operations that it names paths for, and no others. */
function rowOf(type: ChannelTypeRow, face: ApiVariant): ChannelTypeRow {
  const { dialect, paths, auth = type.auth, bodies = {}, namesDeployment = false, betas } = face
  const { baseUrl = type.baseUrl } = face
  const none: Paths = Object.fromEntries(OPERATIONS.map((operation) => [operation, null]))
  const traits = { ...type.traits, ...face.traits }
  const own = { dialect, auth, baseUrl, bodies, namesDeployment, betas, traits, olderRealtime: '' }
  return { ...type, ...own, paths: { ...none, ...paths }, apiVariants: [] }
}

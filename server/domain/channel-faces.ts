/** The ways in which a vendor can be spoken to, each shown as a row of its own. */
import type { ChannelTypeRow, Face, Paths } from './channel-types/channel-type'
import { OPERATIONS } from './protocol'

interface Shown {
  readonly row: ChannelTypeRow
  /** How names of its models begin; none for all names. */
  readonly models: readonly string[]
  readonly addresses: readonly string[] | undefined
}

interface Reached {
  readonly model: string
  /** Of the channel; absent where it does not matter. */
  readonly baseUrl?: string
}

const shown = new WeakMap<ChannelTypeRow, readonly Shown[]>()

/**
 * The row as each face shows it that the model can be reached through, its own way first. Without
 * a model, all of them. A face that names its models has them for itself.
 */
export function facesOf(type: ChannelTypeRow, reached?: Reached): readonly ChannelTypeRow[] {
  const every = shown.get(type) ?? show(type)
  if (reached === undefined) return every.map(({ row }) => row)
  const { model, baseUrl } = reached
  const all = every.filter(
    ({ addresses }) => addresses === undefined || isAt(addresses, baseUrl ?? type.baseUrl),
  )
  const named = all.filter(({ models }) => models.some((begin) => model.startsWith(begin)))
  const open = named.length > 0 ? named : all.filter(({ models }) => models.length === 0)
  return open.map(({ row }) => row)
}

function show(type: ChannelTypeRow): readonly Shown[] {
  const made = [
    { row: type, models: [], addresses: undefined },
    ...type.faces.map((face) => ({
      row: rowOf(type, face),
      models: face.models ?? [],
      addresses: face.addresses,
    })),
  ]
  shown.set(type, made)
  return made
}

function isAt(addresses: readonly string[], baseUrl: string): boolean {
  const bare = baseUrl.slice(baseUrl.indexOf('//') + 2)
  return addresses.includes(bare)
}

/** A face has the operations that it names paths for, and no others. */
function rowOf(type: ChannelTypeRow, face: Face): ChannelTypeRow {
  const { dialect, paths, auth = type.auth, bodies = {}, namesDeployment = false, betas } = face
  const none: Paths = Object.fromEntries(OPERATIONS.map((operation) => [operation, null]))
  const own = { dialect, auth, bodies, namesDeployment, betas, paths: { ...none, ...paths } }
  return { ...type, ...own, faces: [] }
}

/** The ways in which a vendor can be spoken to, each shown as a row of its own. */

import type { ChannelTypeRow, Face, Paths } from './channel-types/channel-type'
import { OPERATIONS } from './protocol'

interface Shown {
  readonly row: ChannelTypeRow
  /** How names of its models begin; none for all names. */
  readonly models: readonly string[]
}

const shown = new WeakMap<ChannelTypeRow, readonly Shown[]>()

/**
 * The row as each face shows it that the model can be reached through, its own way first. Without
 * a model, all of them. A face that names its models has them for itself.
 */
export function facesOf(type: ChannelTypeRow, model?: string): readonly ChannelTypeRow[] {
  const all = shown.get(type) ?? show(type)
  if (model === undefined) return all.map(({ row }) => row)
  const named = all.filter(({ models }) => models.some((begin) => model.startsWith(begin)))
  const open = named.length > 0 ? named : all.filter(({ models }) => models.length === 0)
  return open.map(({ row }) => row)
}

function show(type: ChannelTypeRow): readonly Shown[] {
  const made = [
    { row: type, models: [] },
    ...type.faces.map((face) => ({ row: rowOf(type, face), models: face.models ?? [] })),
  ]
  shown.set(type, made)
  return made
}

/** A face has the operations that it names paths for, and no others. */
function rowOf(type: ChannelTypeRow, face: Face): ChannelTypeRow {
  const { dialect, paths, auth = type.auth, bodies = {}, betas } = face
  const none: Paths = Object.fromEntries(OPERATIONS.map((operation) => [operation, null]))
  return { ...type, dialect, auth, bodies, betas, paths: { ...none, ...paths }, faces: [] }
}

/**
 * A vendor may speak more than one wire format. Its channel then wears the face that the client
 * speaks, so that bytes pass; everybody else meets the vendor's own.
 */
import type { Face } from '../domain/channel-types/channel-type'
import { UpstreamError } from '../domain/errors/gateway-error'
import type { Operation, ProtocolName } from '../domain/protocol'
import type { Dialect } from './dialects/dialect'
import type { RelayChannel } from './ports'

interface Asked {
  readonly protocol: ProtocolName
  readonly operation: Operation
}

export interface Faces {
  /** The channel as this call meets it; the channel itself where that is its own face. */
  readonly of: (channel: RelayChannel, asked: Asked) => RelayChannel
  /** The address has no such face after all, though its vendor's type does. */
  readonly forget: (channel: RelayChannel) => void
}

export function createFaces(dialects: Readonly<Record<string, Dialect>>): Faces {
  // A channel is made anew whenever it changes, and is then asked again.
  const known = new WeakMap<RelayChannel, Map<Face, RelayChannel>>()
  const plain = new WeakSet<RelayChannel>()
  return {
    of(channel, { protocol, operation }) {
      const { faces } = channel.type
      if (faces.length === 0 || plain.has(channel)) return channel
      const face = faces.find(({ dialect: name, paths }) => {
        const dialect = dialects[name]
        const isNative = dialect?.native === protocol && dialect.nativeOperations.has(operation)
        return isNative && typeof paths[operation] === 'string'
      })
      return face === undefined ? channel : wearing(known, channel, face)
    },
    forget: (channel) => void plain.add(channel),
  }
}

function wearing(
  known: WeakMap<RelayChannel, Map<Face, RelayChannel>>,
  channel: RelayChannel,
  face: Face,
): RelayChannel {
  const worn = known.get(channel) ?? new Map<Face, RelayChannel>()
  known.set(channel, worn)
  const made = worn.get(face)
  if (made !== undefined) return made
  const type = { ...channel.type, dialect: face.dialect, paths: face.paths }
  const faced = { ...channel, type, mapModel: mapperOf(channel, face) }
  worn.set(face, faced)
  return faced
}

function mapperOf({ mapModel }: RelayChannel, face: Face): RelayChannel['mapModel'] {
  if (face.namesDeployment !== true) return mapModel
  return (model) => {
    const deployment = (mapModel(model) ?? model).replaceAll('.', '')
    return deployment === model ? undefined : deployment
  }
}

/** What servers say that know nothing below an address. */
const NO_SUCH_PATH: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Servers that imitate a vendor are often entered as a channel of its type, and know only its
 * older API.
 */
export function lacksFace(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  return NO_SUCH_PATH.has(error.upstreamStatus) && error.upstreamCode !== 'model_not_found'
}

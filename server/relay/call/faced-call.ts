import type { Operation, ProtocolName } from '../../domain/calls/protocol'
import type { Dialect } from '../formats/dialects/dialect'
import type { RelayChannel } from '../ports/ports'
import type { Query } from './query'

/** What of a call decides how a channel is spoken to; questions of our own have as much. */
export interface FacedCall {
  readonly facts: {
    readonly protocol: ProtocolName
    readonly operation: Operation
    readonly query: FacedQuery
  }
  faced?: Faced | undefined
}

type FacedQuery = Pick<Query, 'model' | 'fields' | 'needs'>

/** A channel that was looked at, and the face of it that answers this query. */
export interface Faced {
  readonly asked: RelayChannel
  readonly query: FacedQuery
  readonly face: Facing | undefined
}

export interface Facing {
  readonly dialect: Dialect
  /** The channel as if its type had this face alone. */
  readonly channel: RelayChannel
}

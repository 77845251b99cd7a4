import type { Operation, ProtocolName } from '../../../domain/calls/protocol'
import type { Dialect } from '../../formats/dialects/dialect'
import type { RelayChannel } from '../../ports/ports'
import type { Query } from '../query/query'

/** What of a call decides how a channel is spoken to; questions of our own have as much. */
export interface ApiQuestion {
  readonly facts: {
    readonly protocol: ProtocolName
    readonly operation: Operation
    readonly query: QueryTraits
  }
  chosenApi?: ChosenApi | undefined
}

type QueryTraits = Pick<Query, 'model' | 'fields' | 'needs'>

/** A channel that was looked at, and the API variant of it that answers this query. */
export interface ChosenApi {
  readonly channel: RelayChannel
  readonly query: QueryTraits
  readonly api: ChannelApi | undefined
}

export interface ChannelApi {
  readonly dialect: Dialect
  /** The channel as if its type had this API variant alone. */
  readonly channel: RelayChannel
}

import type { Call } from './call'
import type { Query } from './query'

/** What of a call decides how a channel is spoken to; questions of our own have as much. */
export interface FacedCall {
  readonly facts: Pick<Call['facts'], 'protocol' | 'operation'> & {
    readonly query: Pick<Query, 'model' | 'fields' | 'needs'>
  }
}

/** A request as it is read where answers are kept here: with what it goes on from. */
import type { Operation } from '../../domain/protocol'
import type { Visit } from '../call/open-call'
import type { Query } from '../call/query'
import type { Relay } from '../relay'
import { continued } from './continue'
import { mayBeKeptHere } from './keeps-here'

interface Reading {
  readonly query: Query
  readonly isBlocked: boolean
}

interface StoredReading {
  readonly reading: Reading
  /** Reads a body like the client's own. */
  readonly read: (bytes: Buffer) => Reading | Promise<Reading>
  readonly operation: Operation
  readonly visit: Pick<Visit, 'user' | 'hold'>
}

/** Throws `owned.answer_not_found`, and what reading the whole conversation throws. */
export async function withStored(
  relay: Pick<Relay, 'stored' | 'directory'>,
  { reading, read, operation, visit }: StoredReading,
): Promise<Reading> {
  const { bytes, refs } = reading.query
  const { user, hold } = visit
  const found = await continued(relay.stored, { userId: user.id, bytes, refs, hold })
  const { query, isBlocked } = found === undefined ? reading : await read(found.bytes)
  const store = mayBeKeptHere(relay.directory, operation, query)
  if (found === undefined) {
    return store ? { query: { ...query, echo: { ...query.echo, store } }, isBlocked } : reading
  }
  const { previousId, input } = found
  const echo = { ...query.echo, store, previous_response_id: previousId }
  return { query: { ...query, echo, continues: { previousId, input } }, isBlocked }
}

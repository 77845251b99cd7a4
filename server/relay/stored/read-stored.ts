/** A request as it is read where answers are kept here: with what it goes on from. */
import type { Operation } from '../../domain/protocol'
import type { Visit } from '../call/open-call'
import type { Query } from '../call/query'
import type { Relay } from '../relay'
import { continued } from './continue'
import { mayBeKeptHere } from './keeps-here'
import { runsHere, streamedBody } from './runs-here'

interface Reading {
  readonly query: Query
  readonly isBlocked: boolean
}

interface StoredReading {
  readonly reading: Reading
  /** Reads a body like the client's own. */
  readonly read: (bytes: Buffer) => Reading | Promise<Reading>
  readonly operation: Operation
  readonly visit: Pick<Visit, 'user' | 'hold' | 'group' | 'pin'>
}

/** Throws `owned.answer_not_found`, and what reading the whole conversation throws. */
export async function withStored(
  relay: Pick<Relay, 'stored' | 'directory'>,
  { reading, read, operation, visit }: StoredReading,
): Promise<Reading> {
  const { query: asked } = reading
  const { user, hold } = visit
  const { bytes, refs } = asked
  const found = await continued(relay.stored, { userId: user.id, bytes, refs, hold })
  const isRun = runsHere(relay.directory, visit, { operation, query: asked })
  const whole = found?.bytes ?? bytes
  const body = isRun ? streamedBody(whole) : found?.bytes
  const { query, isBlocked } = body === undefined ? reading : await read(body)
  const store = mayBeKeptHere(relay.directory, operation, query)
  if (body === undefined && !store) return reading
  const echo = {
    ...query.echo,
    store,
    ...(found && { previous_response_id: found.previousId }),
  }
  const made: Query = {
    ...query,
    echo,
    ...(found && { continues: { previousId: found.previousId, input: found.input } }),
    ...(isRun && { background: { wantsStream: asked.stream } }),
  }
  return { query: made, isBlocked }
}

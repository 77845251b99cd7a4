/** A request as it is read where answers are stored here: with what it goes on from. */

import type { Operation } from '../../../domain/calls/protocol'
import type { Continued } from '../../ports/stored'
import type { JsonObject } from '../../wire/chat'
import type { AdmittedRequest } from '../admission/admitted-request'
import type { Query } from '../query/query'
import type { Relay } from '../relay'
import { continued } from './continue'
import { mayBeStoredHere } from './keeps-here'
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
  readonly admitted: Pick<AdmittedRequest, 'user' | 'hold' | 'group' | 'pin'>
}

/** Throws `owned.answer_not_found`, and what reading the whole conversation throws. */
export async function withStored(
  relay: Pick<Relay, 'stored' | 'conversations' | 'directory'>,
  { reading, read, operation, admitted }: StoredReading,
): Promise<Reading> {
  const { query: original } = reading
  const { user, hold } = admitted
  const { bytes, refs } = original
  const found = await continued(relay, { userId: user.id, bytes, refs, hold })
  const isOurs = found?.conversationId !== undefined
  const isRun = runsHere(relay.directory, admitted, { operation, query: original, isOurs })
  const whole = found?.bytes ?? bytes
  const body = isRun ? streamedBody(whole) : found?.bytes
  const { query, isBlocked } = body === undefined ? reading : await read(body)
  const store = mayBeStoredHere(relay.directory, operation, query)
  if (body === undefined && !store) return reading
  const echo = { ...query.echo, store, ...continuationOf(found) }
  const made: Query = {
    ...query,
    echo,
    ...(found && { continues: withoutBytes(found) }),
    ...(isRun && { background: { wantsStream: original.stream } }),
  }
  return { query: made, isBlocked }
}

function withoutBytes({ bytes: _, ...continues }: Continued): NonNullable<Query['continues']> {
  return continues
}

/** Of what it goes on with, for its answer to repeat. */
function continuationOf(found: Continued | undefined): JsonObject {
  if (found?.conversationId !== undefined) return { conversation: { id: found.conversationId } }
  return found?.previousId === undefined ? {} : { previous_response_id: found.previousId }
}

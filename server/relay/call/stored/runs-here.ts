/** Whether an answer in the background is made by this process, and the request that makes it. */
import type { Operation } from '../../../domain/calls/protocol'
import { bodyOf, writtenIn } from '../../formats/chat/written-fields'
import { OPERATION_ROWS } from '../../formats/operations'
import type { Directory, RelayChannel } from '../../ports/ports'
import type { AdmittedRequest } from '../admission/admitted-request'
import type { Query } from '../query/query'

interface RunQuestion {
  readonly operation: Operation
  readonly query: Query
  /** It goes on with a conversation that is stored here, where its answer has to be seen. */
  readonly isOurs: boolean
}

type Runner = Pick<AdmittedRequest, 'group' | 'pin'>

/** Wherever no vendor can: the operator lets answers be stored, and none of the channels has it. */
export function runsHere(
  directory: Pick<Directory, 'settings' | 'abilities' | 'channel'>,
  { group, pin }: Runner,
  { operation, query, isOurs }: RunQuestion,
): boolean {
  if (query.isBackground !== true || OPERATION_ROWS[operation].storedAs !== 'responses')
    return false
  if (directory.settings().responseDays <= 0) return false
  if (isOurs) return true
  if (pin !== undefined) return !runsThere(directory.channel(Number(pin)))
  const tiers = directory.abilities(group, query.model)
  return !tiers.some(({ channels }) => channels.some(runsThere))
}

function runsThere(channel: RelayChannel | undefined): boolean {
  return channel?.type.keeps.responses !== undefined
}

/** The same request as a stream, which this process reads. */
export function streamedBody(bytes: Buffer): Buffer {
  const fields = new Map(writtenIn(bytes))
  fields.delete('background')
  fields.set('stream', 'true')
  return bodyOf(fields)
}

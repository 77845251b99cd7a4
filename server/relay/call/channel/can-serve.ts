import { reachedAs } from '../../../domain/calls/model-calls'
import type { Operation, ProtocolName } from '../../../domain/calls/protocol'
import type { Dialect } from '../../formats/dialects/dialect'
import { OPERATION_ROWS } from '../../formats/operations'
import { COMMON_PROTOCOL } from '../../formats/protocols'
import type { RelayChannel } from '../../ports/ports'
import type { ApiQuestion } from './chosen-api'

/** Whether a channel of this dialect can answer the call at all. */
export function canServe(
  dialect: Dialect | undefined,
  channel: RelayChannel,
  call: ApiQuestion,
): boolean {
  const { protocol, operation, query } = call.facts
  const reached = reachedAs(channel.type, operation)
  if (dialect === undefined || reached === undefined) return false
  if (reached !== operation) {
    return speaks(dialect, protocol, reached) || translates(dialect, reached)
  }
  const isNative = isNativePair(dialect, call)
  const { keeps } = channel.type
  if (query.needs?.some(({ family }) => !isNative || keeps[family] === undefined)) return false
  if (isNative) return true
  if (translates(dialect, operation)) return true
  return OPERATION_ROWS[operation].codec === 'embeddings' && embedsAsOpenai(dialect)
}

function translates(dialect: Dialect, operation: Operation): boolean {
  const { codec } = OPERATION_ROWS[operation]
  return codec !== undefined && dialect[codec] !== undefined
}

/** Embeddings travel between formats in OpenAI's words, and such an upstream takes those. */
function embedsAsOpenai({ native, nativeOperations }: Dialect): boolean {
  return native === COMMON_PROTOCOL && nativeOperations.has('embeddings')
}

export function isNativePair(dialect: Dialect, call: ApiQuestion): boolean {
  const { protocol, operation } = call.facts
  return speaks(dialect, protocol, operation)
}

function speaks(dialect: Dialect, protocol: ProtocolName, operation: Operation): boolean {
  return dialect.native === protocol && dialect.nativeOperations.has(operation)
}

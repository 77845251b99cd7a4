/** Whether an answer is kept here. */

import { OPERATION_ROWS } from '../../formats/operations'
import type { Directory } from '../../ports/ports'
import type { Call } from '../call'
import type { Encoding } from '../encode/encode'
import type { Query } from '../query/query'

type Asked = Pick<Query, 'keepsState' | 'isBackground'>

/** Wherever no vendor keeps it: the client wants it, and so does the operator. */
export function mayBeKeptHere(
  directory: Pick<Directory, 'settings'>,
  operation: Call['facts']['operation'],
  { keepsState, isBackground }: Asked,
): boolean {
  if (OPERATION_ROWS[operation].keptAs !== 'responses') return false
  return keepsState === true && isBackground !== true && directory.settings().responseDays > 0
}

/** Of one try. */
export function isKeptHere(
  directory: Pick<Directory, 'settings'>,
  { facts }: Call,
  { isNative, upstreamCall }: Encoding,
): boolean {
  const isKeptThere = isNative && upstreamCall.channel.type.keeps.responses !== undefined
  return !isKeptThere && mayBeKeptHere(directory, facts.operation, facts.query)
}

/** Whether an answer is stored here. */

import { OPERATION_ROWS } from '../../formats/operations'
import type { Directory } from '../../ports/ports'
import type { Call } from '../call'
import type { Encoding } from '../encode/encode'
import type { Query } from '../query/query'

type StorageWish = Pick<Query, 'keepsState' | 'isBackground'>

/** Wherever no vendor stores it: the client wants it, and so does the operator. */
export function mayBeStoredHere(
  directory: Pick<Directory, 'settings'>,
  operation: Call['facts']['operation'],
  { keepsState, isBackground }: StorageWish,
): boolean {
  if (OPERATION_ROWS[operation].storedAs !== 'responses') return false
  return keepsState === true && isBackground !== true && directory.settings().responseDays > 0
}

/** Of one try. */
export function isStoredHere(
  directory: Pick<Directory, 'settings'>,
  { facts }: Call,
  { isNative, upstreamCall }: Encoding,
): boolean {
  const isStoredThere = isNative && upstreamCall.channel.type.keeps.responses !== undefined
  return !isStoredThere && mayBeStoredHere(directory, facts.operation, facts.query)
}

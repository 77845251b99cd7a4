/** Answers that are files. */
import { ApiError } from '../../server/domain/api-calls/answer'
import type { CallId, InputOf } from '../../server/domain/api-calls/contract'
import { readFile, routeOf } from './client'

/** Throws `ApiError`. */
export async function callFile<Id extends CallId>(id: Id, input: InputOf<Id>): Promise<Blob> {
  const { address, isShared } = routeOf(id, input)
  const blob = await readFile(address, isShared)
  // A refusal is an answer like any other.
  if (blob.type.includes('application/json')) throw new ApiError(200, JSON.parse(await blob.text()))
  return blob
}

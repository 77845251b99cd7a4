/** A stored answer as its row has it. */
import type { StoredResponseRow } from '../../../db/tables/stored-responses'
import type { StoredResponse } from '../../relay/ports/stored'
import type { Sealer } from '../seal'
import { openText, sealText } from './sealed-text'

export function rowOf(sealer: Sealer, answer: StoredResponse): StoredResponseRow {
  const { userId, id, tokenId, previousId, input, response, createdAtMs, expiresAtMs } = answer
  return {
    user_id: userId,
    id,
    token_id: tokenId ?? 0,
    previous_id: previousId ?? '',
    input: sealText(sealer, input),
    response: sealText(sealer, response),
    characters: input.length + response.length,
    created_at: createdAtMs,
    expires_at: expiresAtMs,
  }
}

/** Throws `secret.unreadable`. */
export function storedOf(sealer: Sealer, row: StoredResponseRow): StoredResponse {
  return {
    userId: row.user_id,
    id: row.id,
    tokenId: row.token_id === 0 ? undefined : row.token_id,
    previousId: row.previous_id === '' ? undefined : row.previous_id,
    input: openText(sealer, row.input),
    response: openText(sealer, row.response),
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  }
}

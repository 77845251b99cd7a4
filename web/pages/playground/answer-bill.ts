import { LOG_TYPE } from '../../../server/domain/status'
import { call } from '../../api/client'
import type { MessageBill } from './chat/chat'

/**
 * Milliseconds before each look. The bill is written before the last piece leaves; only an answer
 * that was stopped is settled when the server notices.
 */
const WAITS_MS = [0, 400, 1500, 4000, 8000, 15_000] as const

/** What the call was charged, from its row in the log; nothing where calls are not logged. */
export async function billOf(requestId: string): Promise<MessageBill | undefined> {
  if (requestId === '') return undefined
  for (const waitMs of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      const query = { request_id: requestId, type: LOG_TYPE.consumption }
      const { data } = await call('log.list_own', { query })
      const row = data.items[0]
      if (row === undefined) continue
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens, quota } = row
      return { promptTokens, completionTokens, quota, requestId }
    } catch {
      // The answer is what matters; its price stands in the log too.
      return undefined
    }
  }
  return undefined
}

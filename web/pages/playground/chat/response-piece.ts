/** What an event of a streamed Response adds to an answer. */
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { isRecord } from '../../../app/storage'

/** Of an answer. */
export interface Piece {
  readonly content: string
  readonly reasoning: string
  /** Whether the model says that it has finished. */
  readonly isLast: boolean
  /** In the last pieces only. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined
}

const NOTHING: Piece = { content: '', reasoning: '', isLast: false, usage: undefined }
const ENDS = ['response.completed', 'response.incomplete']

/** Throws `ApiError` for an event that says that the answer failed. */
export function responsePiece(type: string, event: Readonly<Record<string, unknown>>): Piece {
  const response = isRecord(event.response) ? event.response : {}
  if (type === 'error') throw new ApiError(200, event)
  if (type === 'response.failed') {
    throw new ApiError(200, isRecord(response.error) ? response.error : {})
  }
  if (ENDS.includes(type)) return { ...NOTHING, isLast: true, usage: usageOf(response.usage) }
  const delta = typeof event.delta === 'string' ? event.delta : ''
  if (type === 'response.output_text.delta') return { ...NOTHING, content: delta }
  if (type === 'response.refusal.delta') return { ...NOTHING, content: delta }
  return /^response\.reasoning(?:_summary)?_text\.delta$/.test(type)
    ? { ...NOTHING, reasoning: delta }
    : NOTHING
}

function usageOf(usage: unknown): Piece['usage'] {
  if (!isRecord(usage)) return undefined
  return { prompt: Number(usage.input_tokens) || 0, completion: Number(usage.output_tokens) || 0 }
}

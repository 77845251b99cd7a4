/** Reads a streamed chat answer piece by piece. */
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { isRecord } from '../../../app/storage'
import { type Piece, responsePiece } from './response-piece'

/** Throws `ApiError` for an error event, and another error for a stream that breaks off. */
export async function* piecesOf(response: Response): AsyncGenerator<Piece> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let isFinished = false
  for (;;) {
    const { done, value } = await reader.read()
    // Some upstreams close instead of saying so; the finish reason marks a complete answer.
    if (done && isFinished) return
    if (done) throw new Error('the stream ended before the answer')
    rest += value
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const payload of lines.map(payloadOf).filter((text) => text !== '')) {
      if (payload === '[DONE]') return
      const piece = pieceOf(payload)
      isFinished ||= piece.isLast
      yield piece
    }
  }
}

/** "" for lines that carry none. */
function payloadOf(line: string): string {
  return /^data:\s?(.*)$/.exec(line.trimEnd())?.[1] ?? ''
}

function pieceOf(payload: string): Piece {
  const event: unknown = JSON.parse(payload)
  const fields = isRecord(event) ? event : {}
  if (typeof fields.type === 'string') return responsePiece(fields.type, fields)
  if (isRecord(fields.error)) throw new ApiError(200, fields.error)
  const choices = Array.isArray(fields.choices) ? fields.choices : []
  const first: unknown = choices[0]
  const delta = isRecord(first) && isRecord(first.delta) ? first.delta : {}
  const usage = isRecord(fields.usage) ? fields.usage : undefined
  return {
    content: textOf(delta.content),
    reasoning: textOf(delta.reasoning_content ?? delta.reasoning),
    isLast: isRecord(first) && typeof first.finish_reason === 'string',
    usage: usage && {
      prompt: Number(usage.prompt_tokens) || 0,
      completion: Number(usage.completion_tokens) || 0,
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

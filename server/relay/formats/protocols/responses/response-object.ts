import type { Usage } from '../../../../domain/money/usage'
import type { FinishReason, Json, JsonObject } from '../../../wire/chat'
import { ownResponseId } from '../../chat/own-items'
import type { AnswerContext } from '../protocol'
import { TOOL_NOTES } from './notes'
import { writeUsage } from './usage'

export interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete'
  readonly output: readonly JsonObject[]
  /** Why it is incomplete. */
  readonly reason: string | undefined
  readonly usage: Usage | undefined
}

/** Fields that clients find in every response, whatever was requested. */
const USUAL: JsonObject = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
}

export function responseObject(context: AnswerContext, state: ResponseState): JsonObject {
  const { [TOOL_NOTES]: _, ...echo } = context.echo ?? {}
  const { status, output, reason, usage } = state
  return {
    id: ownResponseId(context.requestId),
    object: 'response',
    created_at: context.nowSeconds,
    status,
    background: false,
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    model: context.model,
    output,
    previous_response_id: null,
    ...USUAL,
    ...echo,
    reasoning: { effort: null, summary: null, ...objectIn(echo.reasoning) },
    store: echo.store === true,
    usage: usage === undefined ? null : writeUsage(usage),
  }
}

function objectIn(value: Json | undefined): object {
  return typeof value === 'object' && value !== null ? value : {}
}

const INCOMPLETE: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
  refusal: 'content_filter',
}

/** `undefined` for an answer that came to its end. */
export function incompleteReason(reason: FinishReason): string | undefined {
  return INCOMPLETE[reason]
}

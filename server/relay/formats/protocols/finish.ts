import type { FinishReason } from '../../wire/chat'

/**
 * Some upstreams say "stop" although the model called tools; a client that trusts the reason
 * would then never run them.
 */
export function finishOf(reason: FinishReason, calledTools: boolean): FinishReason {
  return reason === 'stop' && calledTools ? 'tool_calls' : reason
}

/**
 * What a reader remembers of a stream grows with its choices and tool calls, and with nothing
 * else: so those have a limit.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'

/** Clients can ask for 128 answers at most. */
const MAX_CHOICES = 128
/** Of one choice; real answers stay below a few dozens. */
const MAX_TOOL_CALLS = 4096
/** Characters of arguments that may come before the name of their tool. */
const MAX_EARLY_ARGUMENTS = 1024 * 1024

/** Throws `upstream.invalid_answer` when one more choice is too many. */
export function refuseChoice(known: number): void {
  if (known >= MAX_CHOICES) throw tooMuch('too many choices')
}

/** Throws `upstream.invalid_answer` when one more call is too many. */
export function refuseToolCall(known: number): void {
  if (known >= MAX_TOOL_CALLS) throw tooMuch('too many tool calls')
}

/** Throws `upstream.invalid_answer` for arguments that no tool seems to be meant by. */
export function refuseArguments(characters: number): void {
  if (characters > MAX_EARLY_ARGUMENTS) throw tooMuch('arguments of no tool')
}

function tooMuch(reason: string): GatewayError {
  return new GatewayError('upstream.invalid_answer', { reason })
}

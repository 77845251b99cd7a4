/**
 * Channels that take prompts up to a length. The cheap estimate lies above the count, so who it
 * says is too long is weighed by the tokenizer before a channel is passed over; calls that meet
 * no such channel pay nothing for it.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { RelayChannel } from '../../ports/ports'
import type { Call } from '../call'
import { nextChannel, type RoutePorts } from './next-channel'

/** The first channel of a call, after its prompt was weighed where that decides. */
export async function firstChannel(
  ports: RoutePorts,
  call: Call,
): Promise<RelayChannel | undefined> {
  const found = nextChannel(ports, call, 0)
  if (call.inputLimit === undefined || call.inputTokens !== undefined) return found
  call.inputLimit = undefined
  call.inputTokens = await call.countPrompt()
  return nextChannel(ports, call, 0)
}

/** For who cannot be served, as an upstream would say it. */
export function inputTooLong({ inputLimit, inputTokens }: Call): GatewayError | undefined {
  if (inputLimit === undefined || inputTokens === undefined) return undefined
  return new GatewayError('model.input_too_long', { tokens: inputTokens, most: inputLimit })
}

/** Losses of a request, as its channel wants them dealt with. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { RelayChannel } from '../../ports/ports'
import type { Loss } from '../../wire/chat'

/** A refusal names so many. */
const MAX_NAMES = 10

/** Those for the client and the record. Throws `upstream.untranslatable`. */
export function translationWarnings(
  losses: readonly Loss[],
  { fidelity }: Pick<RelayChannel, 'fidelity'>,
): readonly Loss[] {
  if (losses.length === 0 || fidelity === 'warn') return losses
  if (fidelity === 'off') return []
  const names = losses.slice(0, MAX_NAMES).join(', ')
  throw new GatewayError('upstream.untranslatable', { names })
}

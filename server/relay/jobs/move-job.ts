/** A job that goes on at another channel is counted there. */
import { channelLimits } from '../call/billing/limited'
import type { Relay } from '../call/relay'
import type { RelayChannel } from '../ports/ports'

interface Moving {
  readonly callId: string
  readonly from: RelayChannel
  readonly to: RelayChannel
}

/** False when the limits of the other channel have no room for it. */
export async function moveJob(
  { ledger, directory, clock }: Pick<Relay, 'ledger' | 'directory' | 'clock'>,
  { callId, from, to }: Moving,
): Promise<boolean> {
  const released = channelLimits(directory, from) ?? []
  const taken = channelLimits(directory, to) ?? []
  if (released.length + taken.length === 0) return true
  const order = { callId, from: released, to: taken, tokens: 0, nowMs: clock.nowMs() }
  return (await ledger.move(order)).kind === 'moved'
}

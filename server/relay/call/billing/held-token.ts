/** A token whose running calls hold all that it has looks spent, and is not. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Relay } from '../relay'
import { heldError } from './held-error'

type HoldState = Pick<Relay, 'directory' | 'running'>

/** What to say instead of `error`, which stands for anything else. */
export async function heldInstead(relay: HoldState, key: string, error: unknown): Promise<unknown> {
  if (!(error instanceof GatewayError) || error.id !== 'token.exhausted') return error
  const { directory } = relay
  const caller = await directory.findCaller(key)
  if (caller === undefined) return error
  let held = 0
  for (const { facts, reservation } of relay.running()) {
    if (facts.token?.id === caller.token.id) held += reservation?.amount ?? 0
  }
  if (held === 0) return error
  const balance = Math.max(0, caller.token.remainQuota())
  return heldError(directory, 'quota.token_held', { held, balance, needed: 1 })
}

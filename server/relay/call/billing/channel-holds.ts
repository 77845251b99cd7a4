/** Holds that channels have limits for: a channel that has spent its own is passed over. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { LIMIT_KIND_ROWS } from '../../../domain/limits/kinds'
import { LimitError } from '../../../domain/limits/limit-error'
import type { RelayChannel } from '../../ports/ports'
import type { Call } from '../call'
import { partyOf } from '../fair-starts'
import type { Relay } from '../relay'
import { cheaperChannel } from '../route/fallback'
import { channelLimits, limitError } from './limited'
import { reserve } from './reserve'

export interface Candidates {
  readonly first: RelayChannel
  readonly isPinned: boolean
  /** An untried channel; `undefined` when there is none. */
  readonly next: () => RelayChannel | undefined
}

/**
 * Resolves with the channel that the call goes to first, once it is the caller's turn. Throws
 * what refuses it everywhere.
 */
export async function reserveAt(
  relay: Relay,
  call: Call,
  { first, isPinned, next }: Candidates,
): Promise<RelayChannel> {
  const party = partyOf(call)
  const turn = relay.starts.enter(party)
  try {
    if (turn !== undefined) await turn
    if (call.facts.signal.aborted) throw new GatewayError('request.aborted')
    return await reserveOrCheaper(relay, call, { first, isPinned, next })
  } finally {
    relay.starts.leave(party)
  }
}

/** What a used-up plan refuses goes to the model that it names instead, once. */
async function reserveOrCheaper(
  relay: Relay,
  call: Call,
  candidates: Candidates,
): Promise<RelayChannel> {
  try {
    return await reserveAtFirst(relay, call, candidates)
  } catch (error) {
    const model = error instanceof LimitError ? error.cheaper : undefined
    if (model === undefined || candidates.isPinned) throw error
    const first = cheaperChannel(relay, call, model)
    if (first === undefined) throw error
    return await reserveAtFirst(relay, call, { ...candidates, first })
  }
}

/** Of the channels without room the one that has some soonest says why nobody takes the call. */
async function reserveAtFirst(
  relay: Relay,
  call: Call,
  { first, isPinned, next }: Candidates,
): Promise<RelayChannel> {
  let channel = first
  let soonest: LimitError | undefined
  for (;;) {
    try {
      await reserve(relay, call, channel)
      return channel
    } catch (error) {
      if (isPinned || !isOfChannel(error)) throw error
      if (soonest === undefined || error.waitSeconds < soonest.waitSeconds) soonest = error
      call.triedSet.add(channel.id)
      const other = next()
      if (other === undefined) throw soonest
      channel = other
    }
  }
}

/** The next channel that has room for the call; its hold is counted there. */
export async function moveToNext(
  relay: Relay,
  call: Call,
  next: () => Promise<RelayChannel | undefined>,
): Promise<RelayChannel | undefined> {
  for (;;) {
    const channel = await next()
    if (channel === undefined) return undefined
    try {
      await move(relay, call, channel)
      return channel
    } catch (error) {
      if (!isOfChannel(error)) throw error
      call.triedSet.add(channel.id)
    }
  }
}

async function move(relay: Relay, call: Call, channel: RelayChannel): Promise<void> {
  const { ledger, directory, clock } = relay
  const to = channelLimits(directory, channel)
  if (to === call.channelLimits) return
  const tokens = call.heldTokens ?? call.plannedTokens
  const nowMs = clock.nowMs()
  const from = call.channelLimits ?? []
  const outcome = await ledger.move({
    callId: call.facts.requestId,
    from,
    to: to ?? [],
    tokens,
    nowMs,
  })
  if (outcome.kind === 'limited') throw limitError(directory, call.facts, { outcome, nowMs })
  call.channelLimits = to
  if (to?.some(({ kind }) => LIMIT_KIND_ROWS[kind].counts === 'tokens')) call.heldTokens = tokens
}

/** Another channel may have room. */
export function isOfChannel(error: unknown): error is LimitError {
  return error instanceof LimitError && error.usage.limit.subject === 'channel'
}

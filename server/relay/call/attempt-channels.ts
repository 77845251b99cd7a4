/** The attempts of a held call: which channel is tried, which next, and when it is given up. */

import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import type { RelayChannel } from '../ports/ports'
import { attempt } from './attempt'
import { moveToNext } from './billing/channel-holds'
import type { Call } from './call'
import { emitAttempt } from './call-events'
import { apiFor, defaultApi, dialectOf, keepToDefaultApi, lacksApi } from './channel/channel-api'
import type { ChannelApi } from './channel/chosen-api'
import { notOffered } from './channel/not-offered'
import type { Delivery } from './delivery'
import { concede } from './encode/concessions'
import { encodeAttempt } from './encode/encode-attempt'
import { translationWarnings } from './encode/translation-warnings'
import type { Relay } from './relay'
import { withEarliestWait } from './route/earliest-wait'
import { fallBack, hasFallback, isRetryBudgetUsedUp } from './route/fallback'
import { afterFailure, markAttempted } from './route/next-channel'
import { hasTriedItsOwn, mayRetry } from './route/retry'
import { isStoredHere } from './stored/keeps-here'
import { StoredAnswer } from './stored/stored-answer'
import { TryPorts } from './try-ports'
import { vendorObjectOf } from './vendor-objects/vendor-object-of'

export interface First {
  readonly first: RelayChannel
  readonly isPinned: boolean
}

/** At most RetryTimes + 1 channels, none twice, and only until an answer has content. */
export async function attemptChannels(
  relay: Relay,
  call: Call,
  { first, isPinned }: First,
): Promise<Delivery> {
  const { retryTimes } = relay.directory.settings()
  let next: RelayChannel | undefined = first
  for (let round = 0; ; round += 1) {
    const channel = markAttempted(relay.route, call, next)
    const beganMs = monotonicMs(relay.clock)
    try {
      const delivery = await attemptOne(relay, call, channel)
      call.headers = undefined
      emitAttempt(relay, call, { channel, beganMs, error: undefined })
      return delivery
    } catch (error) {
      if (!(error instanceof GatewayError) || isNotChannelFault(call, error)) throw error
      const failed = { channel, error, round }
      noteFailure(relay, call, { ...failed, beganMs })
      const isLast = isPinned || round >= retryTimes
      const other = () => nextAttempt(relay, call, failed)
      next =
        !isLast && isWorthAnother(relay, call, failed)
          ? await moveToNext(relay, call, other)
          : undefined
      if (next === undefined) {
        throw withPromptTokens(withEarliestWait(error, triedBy(relay, call)), call)
      }
    }
  }
}

interface Noted extends Failed {
  readonly beganMs: number
}

/** In the call's trace and among the events; another gateway is not tried with a further key. */
function noteFailure(relay: Relay, call: Call, { channel, error, beganMs }: Noted): void {
  call.noteFailed(channel, error, [beganMs, monotonicMs(relay.clock)])
  emitAttempt(relay, call, { channel, beganMs, error })
  if (!hasTriedItsOwn(channel, error)) return
  call.exhausted ??= new Set()
  call.exhausted.add(channel.baseUrl)
}

/** Whether the failure may be another's success, and there is a client and a body left for it. */
function isWorthAnother(relay: Relay, call: Call, { channel, error }: Failed): boolean {
  if (!canRepeat(call) || call.facts.signal.aborted) return false
  const blamesRequests = dialectOf(channel)?.blamesRequests === true
  return mayRetry(error, blamesRequests) && !isRetryBudgetUsedUp(relay.route, call)
}

/** Clients that learn by how much a prompt is too long can shorten it. */
function withPromptTokens(error: GatewayError, { promptTokens }: Call): GatewayError {
  const isMeant = error instanceof UpstreamError && error.kind === 'context_too_long'
  return isMeant ? error.with({ promptTokens }) : error
}

function triedBy({ clock }: Relay, call: Call) {
  const sinceMs = monotonicMs(clock) - call.facts.beganMs
  return { tries: call.failed ?? [], sinceMs, nowMs: clock.nowMs() }
}

interface Failed {
  readonly channel: RelayChannel
  readonly error: GatewayError
  readonly round: number
}

/** Another key or channel of the model; the last try is kept for a model in its place. */
async function nextAttempt(
  relay: Relay,
  call: Call,
  { channel, error, round }: Failed,
): Promise<RelayChannel | undefined> {
  const { retryTimes } = relay.directory.settings()
  const nowMs = relay.clock.nowMs()
  const other = () => afterFailure(relay.route, call, { channel, error, round, nowMs })
  if (!hasFallback(relay.route, call)) return other()
  const isLast = round + 1 >= retryTimes && call.fallbackOf === undefined
  return isLast
    ? ((await fallBack(relay, call)) ?? other())
    : (other() ?? (await fallBack(relay, call)))
}

/** A form of which some has gone by cannot be sent again. */
function canRepeat({ facts }: Call): boolean {
  return facts.query.form?.canRepeat !== false
}

const OUR_ENDS: ReadonlySet<string> = new Set(['request.aborted', 'overloaded', 'limit.body_bytes'])

/**
 * No fault of the channel: the client left or sends what is no request, we are stopping, or we
 * have no room for a connection or for what is to be sent.
 */
function isNotChannelFault(call: Call, error: GatewayError): boolean {
  if (call.facts.query.form?.failure === error) return true
  return OUR_ENDS.has(error.id) || call.ended !== undefined
}

/** Where an address lacks the client's own API, its default one is tried at once. */
async function attemptOne(relay: Relay, call: Call, channel: RelayChannel): Promise<Delivery> {
  const api = apiFor(channel, call)
  if (api === undefined) throw notOffered(call)
  if (api.channel === channel) return await attemptAt(relay, call, api)
  try {
    return await attemptAt(relay, call, api)
  } catch (error) {
    const isLacking = lacksApi(error) && canRepeat(call)
    const usual = isLacking ? defaultApi(channel, call) : undefined
    if (usual === undefined || usual.channel === api.channel) throw error
    const delivery = await attemptAt(relay, call, usual)
    keepToDefaultApi(channel)
    return delivery
  }
}

/** Again at once, where the upstream refuses something that the chat can do without. */
async function attemptAt(relay: Relay, call: Call, api: ChannelApi): Promise<Delivery> {
  for (;;) {
    try {
      return await attemptOnce(relay, call, api)
    } catch (error) {
      if (!concede(api, call, error)) throw error
    }
  }
}

async function attemptOnce(relay: Relay, call: Call, api: ChannelApi): Promise<Delivery> {
  const { channel } = api
  call.begin(channel)
  const encoded = encodeAttempt(relay, call, api)
  const encoding = encoded instanceof Promise ? await encoded : encoded
  const storesAnswer = isStoredHere(relay.directory, call, encoding)
  const isStored = storesAnswer || call.facts.query.continues?.conversationId !== undefined
  call.stored = isStored ? new StoredAnswer(relay, call, storesAnswer) : undefined
  call.losses = translationWarnings(
    call.stored?.losses(encoding.losses) ?? encoding.losses,
    channel,
  )
  call.effortInName = encoding.dialect.effortInName?.(encoding.upstreamCall)
  call.vendorObject = vendorObjectOf(relay, call, encoding)
  return await attempt(new TryPorts(relay, call, encoding), call, encoding)
}

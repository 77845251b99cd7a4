/**
 * What an upstream says on a socket of the operator's key, account or deployment: clients read
 * that the channel is misconfigured, and the log keeps the upstream's own words.
 */
import type { UpstreamError } from '../../domain/errors/gateway-error'
import type { CallFacts } from '../call/call-facts'
import type { Relay } from '../call/relay'
import type { FailureOf } from '../call/upstream-failure'
import type { SocketCodec } from './socket-codec'

/** Stands for a failure that has no status. */
const NO_STATUS_REPORTED = 500

export interface FaultParts {
  readonly relay: Pick<Relay, 'events'>
  readonly facts: CallFacts
  readonly words: SocketCodec
  readonly failureOf: FailureOf
}

export class AccountFaults {
  readonly #parts: FaultParts

  constructor(parts: FaultParts) {
    this.#parts = parts
  }

  /** The event as the client may see it. */
  hidden(text: string): string | undefined {
    const { words, facts } = this.#parts
    const failure = words.failureIn(text)
    const error = failure && this.#faultIn(failure.facts)
    return error === undefined ? undefined : failure?.rewritten(error, facts)
  }

  /** Of the words that the upstream closes the socket with. */
  inReason(reason: string): UpstreamError | undefined {
    return reason === '' ? undefined : this.#faultIn({ message: reason })
  }

  #faultIn(reported: Parameters<FailureOf>[1]): UpstreamError | undefined {
    const { relay, facts, failureOf } = this.#parts
    const error = failureOf(NO_STATUS_REPORTED, reported)
    if (error.kind !== 'operator_fault') return undefined
    const { user, token, group, ip, requestId, query } = facts
    const { model } = query
    relay.events.refused.emit({ user, token, group, model, ip, requestId, error }, undefined)
    return error
  }
}

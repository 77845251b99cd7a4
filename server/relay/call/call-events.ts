/** Notifies listeners of what happens to calls; the composition root decides who they are. */
import type { GatewayError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import type {
  AttemptEnd,
  CallListener,
  CallReport,
  Clock,
  Refusal,
  RejectedRequest,
  RelayChannel,
  Settlement,
} from '../ports/ports'

/** One kind of event and its listeners, in the order of their registration. */
class CallEvent<About, What = undefined> {
  readonly #listeners: readonly ((about: About, what: What) => void)[]
  readonly #broken: (error: unknown) => void

  constructor(
    listeners: readonly ((about: About, what: What) => void)[],
    broken: (error: unknown) => void,
  ) {
    this.#listeners = listeners
    this.#broken = broken
  }

  /** A listener that throws costs nobody an answer: the others are called, and so is `broken`. */
  emit(about: About, what: What): void {
    for (const listener of this.#listeners) {
      try {
        listener(about, what)
      } catch (error) {
        this.#broken(error)
      }
    }
  }
}

export interface CallEvents {
  readonly refused: CallEvent<Refusal>
  readonly rejected: CallEvent<RejectedRequest>
  readonly failed: CallEvent<GatewayError>
  readonly started: CallEvent<CallReport>
  readonly attempted: CallEvent<CallReport, AttemptEnd>
  readonly submitted: CallEvent<AttemptEnd>
  readonly firstByte: CallEvent<CallReport>
  readonly settled: CallEvent<CallReport, Settlement>
}

export function callEvents(
  listeners: readonly CallListener[],
  broken: (error: unknown) => void,
): CallEvents {
  const those = <Listener>(
    listenerOf: (listener: CallListener) => Listener | undefined,
  ): Listener[] => listeners.map(listenerOf).filter((listener) => listener !== undefined)
  return {
    refused: new CallEvent(
      those(({ refused }) => refused),
      broken,
    ),
    rejected: new CallEvent(
      those(({ rejected }) => rejected),
      broken,
    ),
    failed: new CallEvent(
      those(({ failed }) => failed),
      broken,
    ),
    started: new CallEvent(
      those(({ started }) => started),
      broken,
    ),
    attempted: new CallEvent(
      those(({ attempted }) => attempted),
      broken,
    ),
    submitted: new CallEvent(
      those(({ submitted }) => submitted),
      broken,
    ),
    firstByte: new CallEvent(
      those(({ firstByte }) => firstByte),
      broken,
    ),
    settled: new CallEvent(
      those(({ settled }) => settled),
      broken,
    ),
  }
}

interface Attempted {
  readonly channel: RelayChannel
  readonly beganMs: number
  readonly error: AttemptEnd['error']
}

/** Of an attempt that ends now. */
export function emitAttempt(
  { events, clock }: { readonly events: CallEvents; readonly clock: Clock },
  call: CallReport,
  { channel, beganMs, error }: Attempted,
): void {
  events.attempted.emit(call, { channel, tookMs: monotonicMs(clock) - beganMs, error })
}

/** Tells listeners what happens to calls; the composition root decides who they are. */
import { monotonicMs } from '../../domain/time-source'
import type {
  AttemptEnd,
  CallListener,
  Clock,
  HeardCall,
  Refusal,
  RelayChannel,
  Settlement,
  TurnedAway,
} from '../ports/ports'

/** One kind of event and its listeners, in the order of their registration. */
class CallEvent<About, What = undefined> {
  readonly #hearers: readonly ((about: About, what: What) => void)[]
  readonly #broken: (error: unknown) => void

  constructor(
    hearers: readonly ((about: About, what: What) => void)[],
    broken: (error: unknown) => void,
  ) {
    this.#hearers = hearers
    this.#broken = broken
  }

  /** A listener that throws costs nobody an answer: the others are told, and so is `broken`. */
  tell(about: About, what: What): void {
    for (const hear of this.#hearers) {
      try {
        hear(about, what)
      } catch (error) {
        this.#broken(error)
      }
    }
  }
}

export interface CallEvents {
  readonly refused: CallEvent<Refusal>
  readonly turnedAway: CallEvent<TurnedAway>
  readonly started: CallEvent<HeardCall>
  readonly attempted: CallEvent<HeardCall, AttemptEnd>
  readonly submitted: CallEvent<AttemptEnd>
  readonly firstByte: CallEvent<HeardCall>
  readonly settled: CallEvent<HeardCall, Settlement>
}

export function callEvents(
  listeners: readonly CallListener[],
  broken: (error: unknown) => void,
): CallEvents {
  const those = <Hear>(hearOf: (listener: CallListener) => Hear | undefined): Hear[] =>
    listeners.map(hearOf).filter((hear) => hear !== undefined)
  return {
    refused: new CallEvent(
      those(({ refused }) => refused),
      broken,
    ),
    turnedAway: new CallEvent(
      those(({ turnedAway }) => turnedAway),
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
export function tellAttempt(
  { events, clock }: { readonly events: CallEvents; readonly clock: Clock },
  call: HeardCall,
  { channel, beganMs, error }: Attempted,
): void {
  events.attempted.tell(call, { channel, tookMs: monotonicMs(clock) - beganMs, error })
}

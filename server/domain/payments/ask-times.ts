/** When a payment service is asked about an order of which it has told nothing. */
const MINUTE = 60
const DAY = 86_400

const FIRST_AFTER = MINUTE
const LONGEST_PAUSE = 6 * 3600
/** Banks take days for some transfers. */
const ASKED_FOR = 7 * DAY
/** A service that could not be reached is asked for longer. */
const UNANSWERED_FOR = 30 * DAY

/** Epoch seconds. */
export function firstAskAt(createdAt: number): number {
  return createdAt + FIRST_AFTER
}

interface Asked {
  /** Epoch seconds. */
  readonly createdAt: number
  readonly now: number
  /** Whether the service has answered. */
  readonly isAnswered: boolean
}

/** Pauses grow with the age of the order. 0 when it is not asked again. */
export function nextAskAt({ createdAt, now, isAnswered }: Asked): number {
  const age = Math.max(0, now - createdAt)
  if (age >= (isAnswered ? ASKED_FOR : UNANSWERED_FOR)) return 0
  return now + Math.min(LONGEST_PAUSE, Math.max(MINUTE, Math.floor(age / 4)))
}

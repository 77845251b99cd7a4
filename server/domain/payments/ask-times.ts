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

const MINUTE_MS = MINUTE * 1000
const DAY_MS = DAY * 1000
const LONGEST_PAUSE_MS = LONGEST_PAUSE * 1000
/** A bill is charged an hour after it was drawn up; its notice comes then. */
const CHARGED_AFTER_MS = 65 * MINUTE_MS

interface RecurringTimes {
  /** Of the last period that is paid. */
  readonly periodEndMs: number
  readonly nowMs: number
}

/**
 * When a service is asked again about what it charges for: daily, because a notice that somebody
 * has canceled may be lost; and once the next period is to be paid, with pauses that grow.
 */
export function nextRecurringAskAt({ periodEndMs, nowMs }: RecurringTimes): number {
  const chargedAt = periodEndMs + CHARGED_AFTER_MS
  if (periodEndMs === 0 || chargedAt > nowMs) {
    return Math.min(nowMs + DAY_MS, periodEndMs === 0 ? nowMs + LONGEST_PAUSE_MS : chargedAt)
  }
  return nowMs + pauseAfter(nowMs - periodEndMs)
}

/** When it is tried again after no answer. It is not given up: somebody may be charged. */
export function retryRecurringAt({
  answeredMs,
  nowMs,
}: {
  readonly answeredMs: number
  readonly nowMs: number
}): number {
  return nowMs + pauseAfter(nowMs - answeredMs)
}

function pauseAfter(ageMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(MINUTE_MS, Math.floor(ageMs / 4)))
}

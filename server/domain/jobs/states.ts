/**
 * The life of a job, whatever it makes: the one table of what may follow what. Every change of
 * state goes through `nextState`, so that a late or repeated word of a provider changes nothing.
 */

export const JOB_STATES = [
  /** Written down and paid for, before its provider is called. */
  'submitting',
  'queued',
  'running',
  /** Goes on when its user has said more. */
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  /** Its deadline has passed. */
  'timed_out',
  /** Nobody knows it: the provider's answer never came, or the provider has forgotten it. */
  'lost',
] as const
export type JobState = (typeof JOB_STATES)[number]

/** What is reported about a job: the state it is said to be in. */
export type JobEvent = Exclude<JobState, 'submitting'>

type Follows = Readonly<Record<JobEvent, JobState | 'stays'>>

const ENDS = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  timed_out: 'timed_out',
  lost: 'lost',
} as const

/** What has ended has ended: its money is settled. */
const OVER: Follows = {
  queued: 'stays',
  running: 'stays',
  waiting: 'stays',
  succeeded: 'stays',
  failed: 'stays',
  cancelled: 'stays',
  timed_out: 'stays',
  lost: 'stays',
}

export const JOB_TRANSITIONS: Readonly<Record<JobState, Follows>> = {
  submitting: { ...ENDS, queued: 'queued', running: 'running', waiting: 'waiting' },
  queued: { ...ENDS, queued: 'stays', running: 'running', waiting: 'waiting' },
  // A provider that moves work between its machines says "queued" again; people see no step back.
  running: { ...ENDS, queued: 'stays', running: 'stays', waiting: 'waiting' },
  waiting: { ...ENDS, queued: 'stays', running: 'running', waiting: 'stays' },
  succeeded: OVER,
  failed: OVER,
  cancelled: OVER,
  timed_out: OVER,
  lost: OVER,
}

/** `undefined` when nothing changes. */
export function nextState(state: JobState, event: JobEvent): JobState | undefined {
  const next = JOB_TRANSITIONS[state][event]
  return next === 'stays' || next === state ? undefined : next
}

/** What becomes of the credits that are held for a job in this state. */
export const JOB_MONEY: Readonly<Record<JobState, 'held' | 'charged' | 'given_back'>> = {
  submitting: 'held',
  queued: 'held',
  running: 'held',
  waiting: 'held',
  succeeded: 'charged',
  failed: 'given_back',
  cancelled: 'given_back',
  timed_out: 'given_back',
  lost: 'given_back',
}

/** A state from which nothing leads on. */
export type JobEndState = Exclude<JobState, 'submitting' | 'queued' | 'running' | 'waiting'>

export function isEndState(state: JobState): state is JobEndState {
  return JOB_MONEY[state] !== 'held'
}

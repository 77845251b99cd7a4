/** The end of a job: its state and its money, in one transaction, whoever sees it first. */

import type { GatewayError } from '../../domain/errors/gateway-error'
import { JOB_MONEY, type JobEndState } from '../../domain/jobs/states'
import { Bill, noCharge } from '../../domain/money/bill'
import { type Usage, usage } from '../../domain/money/usage'
import { UNIT_NAMES } from '../../domain/units'
import type { Relay } from '../call/relay'
import { settleJob } from '../objects/settle-job'
import type { StoredJob } from '../ports/jobs'
import { chosenUnits } from './price-job'
import type { Sight } from './provider'

export interface JobEnding {
  readonly state: JobEndState
  /** What its user reads; "" for a success. */
  readonly failReason: string
  /** Why there is nothing, for the log; `undefined` for a success. */
  readonly error?: GatewayError | undefined
  readonly sight?: Pick<Sight, 'used' | 'seconds'>
}

type Ending = Pick<Relay, 'ledger' | 'clock' | 'settlePorts' | 'directory'>

/**
 * Settles what succeeded and gives back what did not. Of several who see an end, by a question, a
 * webhook, a cancellation or after a crash, the first is written and the others change nothing.
 */
export async function endJob(relay: Ending, job: StoredJob, ending: JobEnding): Promise<void> {
  const { state, failReason, error, sight } = ending
  const nowMs = relay.clock.nowMs()
  const { resultDays } = relay.directory.settings().jobs
  const isCharged = JOB_MONEY[state] === 'charged'
  const used = isCharged ? usedBy(job, sight) : undefined
  const end = {
    jobId: job.id,
    family: job.family,
    state,
    failReason: failReason.slice(0, MOST_CHARACTERS).toWellFormed(),
    atMs: nowMs,
    expiresAtMs: resultDays > 0 ? nowMs + resultDays * DAY_MS : 0,
  }
  const { price } = job.terms
  const bill = used === undefined ? noCharge(price) : new Bill(used, price)
  await settleJob(relay, { owner: job, job: job.terms, end, error }, bill)
}

const DAY_MS = 86_400_000
const MOST_CHARACTERS = 2_000

/** A provider that reports more than this many times the requested length is not believed. */
const MOST_TIMES = 4

/** What the provider reports of its work wins over what was requested, within reason. */
function usedBy({ terms }: StoredJob, { used, seconds }: JobEnding['sight'] = {}): Usage {
  const { measured, price } = terms
  const requested = measured.videoSeconds ?? 0
  const count = Math.max(1, terms.count)
  const isReported = seconds !== undefined && requested > 0
  const made = isReported ? Math.min(Math.ceil(seconds) * count, requested * MOST_TIMES) : requested
  const reported = Object.fromEntries(
    UNIT_NAMES.flatMap((name) => {
      const [most = 0, found] = [measured[name], used?.[name]]
      return found === undefined ? [] : [[name, Math.min(found, most * MOST_TIMES)]]
    }),
  )
  return usage(chosenUnits({ ...measured, videoSeconds: made, ...reported }, price))
}

import { useState } from 'react'
import { nowSeconds } from '../../app/now'
import type { ShownJob } from './shown-job'

/** What is older goes on no more, whatever its row says. */
const LONGEST_SECONDS = 6 * 3600

/** Milliseconds between two readings while the list is live, and while work goes on. */
const LIVE_EVERY_MS = 5000
const OPEN_EVERY_MS = 3000

export interface Live {
  readonly isOn: boolean
  readonly turn: (isOn: boolean) => void
  /** For the reading of the list; 0 for once. */
  readonly everyMs: number
  /** Told what the list shows: work that goes on is followed until it is over. */
  readonly watch: (jobs: readonly ShownJob[] | undefined) => void
}

export function useLive(): Live {
  const [isOn, turn] = useState(false)
  const [isWorking, work] = useState(false)
  return {
    isOn,
    turn,
    everyMs: isWorking ? OPEN_EVERY_MS : isOn ? LIVE_EVERY_MS : 0,
    watch(jobs) {
      const since = nowSeconds() - LONGEST_SECONDS
      const isOpen = jobs?.some((job) => job.isOpen && job.submittedAt > since) === true
      if (isOpen !== isWorking) work(isOpen)
    },
  }
}

import { useEffect, useState } from 'react'
import { CommandFailure } from '../../exit'
import type { Words } from '../../words'
import type { TopFigures } from './figures'

export interface Readings {
  readonly figures: TopFigures | undefined
  /** Of the last readings, oldest first. */
  readonly callsPerS: readonly number[]
  /** Why the last reading failed. */
  readonly problem: Words | undefined
}

const MOST_KEPT = 300
const NONE: Readings = { figures: undefined, callsPerS: [], problem: undefined }

/** Reads again when the last reading is done and the time is over. */
export function useReadings(
  read: () => Promise<TopFigures | undefined>,
  seconds: number,
): Readings {
  const [readings, setReadings] = useState(NONE)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const next = async (): Promise<void> => {
      const change = await read().then(added, failed)
      if (isGone) return
      setReadings(change)
      timer = setTimeout(next, seconds * 1000)
    }
    void next()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [read, seconds])
  return readings
}

function added(figures: TopFigures | undefined) {
  return (before: Readings): Readings => {
    // Rates are between two readings: the first has none.
    if (figures === undefined) return { ...before, problem: undefined }
    const callsPerS = [...before.callsPerS, figures.callsPerS].slice(-MOST_KEPT)
    return { figures, callsPerS, problem: undefined }
  }
}

function failed(cause: unknown) {
  const problem = cause instanceof CommandFailure ? cause.said : String(cause)
  return (before: Readings): Readings => ({ ...before, problem })
}

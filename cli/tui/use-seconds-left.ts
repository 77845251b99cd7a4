import { useEffect } from 'react'

const SECOND_MS = 1000

/** Calls `onSecond` once a second while seconds are left. */
export function useSecondsLeft(secondsLeft: number, onSecond: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count alone sets the next one.
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(onSecond, SECOND_MS)
    return () => clearTimeout(timer)
  }, [secondsLeft])
}

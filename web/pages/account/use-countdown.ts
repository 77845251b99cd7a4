import { useEffect, useState } from 'react'

export interface Countdown {
  /** Remaining seconds; 0 while it does not run. */
  readonly secondsLeft: number
  readonly start: (seconds: number) => void
}

export function useCountdown(): Countdown {
  const [secondsLeft, start] = useState(0)
  useEffect(() => {
    if (secondsLeft <= 0) return
    const timer = setTimeout(() => start(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, start }
}

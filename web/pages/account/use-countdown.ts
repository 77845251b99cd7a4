import { useEffect, useState } from 'react'

export interface Countdown {
  /** Seconds left; 0 while it does not run. */
  readonly left: number
  readonly start: (seconds: number) => void
}

export function useCountdown(): Countdown {
  const [left, start] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => start(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start }
}

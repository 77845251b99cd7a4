import { useEffect, useRef, useState } from 'react'
import { usePushed } from './use-pushed'

interface FollowingOrder {
  /** Milliseconds between two readings; nothing is followed without. */
  readonly everyMs: number | undefined
  /** The gateway says when there is something new: no reading is made before. */
  readonly isPushed: boolean
  readonly again: () => void
}

export function useFollowing({ everyMs, isPushed, again }: FollowingOrder): void {
  const [isSilent, setSilent] = useState(false)
  const ended = useRef<number>(undefined)
  const isOn = everyMs !== undefined
  usePushed({
    isOn: isOn && isPushed,
    take: (live) => {
      setSilent(false)
      if (ended.current !== live.ended) again()
      ended.current = live.ended
    },
    failed: () => setSilent(true),
  })
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (everyMs === undefined || (isPushed && !isSilent)) return
    const timer = setInterval(() => latest.current(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isPushed, isSilent])
}

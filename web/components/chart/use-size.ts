import { type RefObject, useEffect, useRef, useState } from 'react'

interface Size {
  readonly width: number
  readonly height: number
}

const UNKNOWN: Size = { width: 0, height: 0 }

/** Whole pixels that an element has now; 0 until it has been laid out. */
export function useSize<E extends HTMLElement>(): readonly [RefObject<E | null>, Size] {
  const element = useRef<E>(null)
  const [size, setSize] = useState(UNKNOWN)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? UNKNOWN
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}

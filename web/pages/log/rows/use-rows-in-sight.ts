/** Of a long list in a page that scrolls, the rows that are to be drawn. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

interface Rows {
  /** What the rows are drawn in, `height` pixels each. */
  readonly body: RefObject<HTMLElement | null>
  readonly count: number
  readonly height: number
}

export interface RowsInSight {
  /** Index of the first that is drawn. */
  readonly first: number
  /** The one behind the last. */
  readonly end: number
  /** Scrolls as little as it takes; not at all to what can be seen. */
  readonly reveal: (index: number) => void
}

/** Rows drawn beyond what is seen. */
const BEYOND = 12
/** Rows that are scrolled past before others are drawn. */
const STEP = 4
/** The bar at the top, and the head of the table below it. */
const COVERED_PX = 100

export function useRowsInSight({ body, count, height }: Rows): RowsInSight {
  // Before anything is measured the list begins at the top of the window.
  const [first, setFirst] = useState(0)
  const [seen, setSeen] = useState(() => Math.ceil(innerHeight / height))
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      const above = Math.floor(-top / height / STEP) * STEP
      setFirst(Math.max(0, above - BEYOND))
      setSeen(Math.ceil(innerHeight / height) + STEP)
    }
    measure()
    // Where the list begins moves with what is above it.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [body, height])
  const reveal = useCallback(
    (index: number): void => {
      const list = body.current
      if (list === null) return
      const top = list.getBoundingClientRect().top + index * height
      const above = top - COVERED_PX
      const below = top + height - innerHeight
      if (above < 0) scrollBy(0, above)
      else if (below > 0) scrollBy(0, below)
    },
    [body, height],
  )
  const end = Math.min(count, first + seen + 2 * BEYOND)
  return { first, end, reveal }
}

import { useEffect } from 'react'

/** The page that a visit begins with takes the focus nowhere; those that follow do. */
let isFirst = true

/**
 * Stands next to a page and appears with it: whoever followed a link by keyboard or ear goes on
 * at the heading of the new page. A form that has focused its first field stays so.
 */
export function Arrival() {
  useEffect(() => {
    if (isFirst) {
      isFirst = false
      return
    }
    scrollTo(0, 0)
    const main = document.querySelector('main')
    if (main?.contains(document.activeElement) && document.activeElement !== main) return
    const heading = main?.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    const target = heading ?? main
    target?.focus({ preventScroll: true })
  }, [])
  return null
}

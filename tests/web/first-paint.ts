/** Run in a page from its beginning: when it could be used, and how far what stood there moved. */
export const WATCH = `(() => {
  const seen = { shift: 0, usableAt: undefined }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const LIST = 'main :is(table, [role="list"], .job-gallery)'
  const WAITS = '[class*="-Skeleton"], [class*="-Spinner"]'
  const isUsable = () => {
    const main = document.querySelector('main')
    if (main?.querySelector('h1, h2') == null) return false
    const list = document.querySelector(LIST)
    if (list === null) return main.querySelector(WAITS) === null
    const row = list.querySelector('tbody tr, li')
    return row !== null && row.querySelector(WAITS) === null
  }
  const look = () => {
    if (isUsable()) seen.usableAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** In a page that is watched: holds once it can be used. */
export const IS_USABLE = 'seen.usableAt !== undefined'

/** In a page that is watched. */
export const SHIFT = 'seen.shift'

/** Most that a page may move while it fills. */
export const MOST_SHIFT = 0.02

export const PHONE = { width: 360, height: 740 } as const

/** What has changed in tables that are drawn again and again. */
import type { Looks, Mark } from './table'

export type MarkOf = NonNullable<Looks['markOf']>

interface Changes {
  readonly markOf: MarkOf
  /** What was shown is now what was before. */
  readonly turn: () => void
}

const AMOUNT = /^-?\$?\d[\d.,]*%?$/

function direction(before: string, now: string): Mark {
  if (!AMOUNT.test(before) || !AMOUNT.test(now)) return '•'
  const [left, right] = [before, now].map((text) => Number(text.replaceAll(/[$,%]/g, '')))
  return Number(right) > Number(left) ? '↑' : '↓'
}

/** Of cells, by the row's own name and the column. */
export function createChanges(): Changes {
  let before: ReadonlyMap<string, string> | undefined
  let now = new Map<string, string>()
  return {
    markOf(rowKey, title, text) {
      const cell = JSON.stringify([rowKey, title])
      now.set(cell, text)
      if (before === undefined) return ''
      const former = before.get(cell)
      if (former === text) return ''
      return former === undefined ? '•' : direction(former, text)
    },
    turn() {
      before = now
      now = new Map()
    },
  }
}

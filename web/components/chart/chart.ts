/** What every chart of the console is given. */
export interface ChartSeries {
  readonly key: string
  readonly title: string
  /** One per bucket. */
  readonly values: readonly number[]
  readonly color: string
}

export interface ChartBuckets {
  /** Short, below the axis. */
  readonly ticks: readonly string[]
  /** In full, above the numbers of one bucket. */
  readonly titles: readonly string[]
  /** The bucket that is not over yet. */
  readonly running?: number | undefined
}

/** Names of Primer's colours for data, in an order that keeps neighbours apart. */
const HUES = ['blue', 'orange', 'green', 'purple', 'pink', 'teal', 'lemon', 'plum'] as const

/** As many parts as have a colour of their own; what is smaller is added up. */
export const MOST_SERIES = HUES.length

/** A variable, so that the theme changes it without a new drawing. */
export function colorAt(index: number): string {
  return `var(--data-${HUES[index] ?? 'gray'}-color-emphasis)`
}

export const REST_COLOR = 'var(--data-gray-color-emphasis)'

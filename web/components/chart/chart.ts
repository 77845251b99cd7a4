/** What every chart of the console is given. */
export interface ChartSeries {
  readonly key: string
  readonly title: string
  /** One per bucket; NaN in lines where nothing is known. */
  readonly values: readonly number[]
  readonly color: string
}

export interface ChartBuckets {
  /** Short, below the axis. */
  readonly ticks: readonly string[]
  /** In full, above the numbers of one bucket. */
  readonly titles: readonly string[]
  /** What was changed in each bucket; absent where nothing is marked. */
  readonly marks?: readonly (readonly string[])[] | undefined
  /** The bucket that is not over yet. */
  readonly running?: number | undefined
}

/**
 * Primer's colours for data, in an order that makes neighbours differ: variables, so that the theme
 * changes them without a new drawing. Spelt out: the build drops a variable that no file names.
 */
export const DATA_COLORS = {
  blue: 'var(--data-blue-color-emphasis)',
  orange: 'var(--data-orange-color-emphasis)',
  green: 'var(--data-green-color-emphasis)',
  purple: 'var(--data-purple-color-emphasis)',
  pink: 'var(--data-pink-color-emphasis)',
  teal: 'var(--data-teal-color-emphasis)',
  lemon: 'var(--data-lemon-color-emphasis)',
  plum: 'var(--data-plum-color-emphasis)',
  red: 'var(--data-red-color-emphasis)',
  gray: 'var(--data-gray-color-emphasis)',
} as const

export type Hue = keyof typeof DATA_COLORS

const { red: _failing, gray: REST, ...PARTS } = DATA_COLORS
const PART_COLORS = Object.values(PARTS)

/** As many parts as have a colour of their own; what is smaller is added up. */
export const MOST_SERIES = PART_COLORS.length

export const REST_COLOR = REST

export function colorAt(index: number): string {
  return PART_COLORS[index] ?? REST_COLOR
}

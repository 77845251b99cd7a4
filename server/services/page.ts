/** Lists return at most this many rows, whatever the caller asks for. */
export const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 10

export interface PageRequest {
  /** From 1; anything below counts as 1. */
  readonly page?: number | undefined
  readonly page_size?: number | undefined
}

export interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

/** Of jobs: with how many there are of each status, whichever of them is requested. */
export interface PageByStatus<Row> extends Page<Row> {
  readonly states: readonly { readonly status: string; readonly count: number }[]
}

export interface PageWindow {
  readonly page: number
  readonly page_size: number
  readonly limit: number
  readonly offset: number
}

function positiveOr(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 1 ? value : otherwise
}

export function pageWindow(request: PageRequest): PageWindow {
  const limit = Math.min(positiveOr(request.page_size, DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
  const page = positiveOr(request.page, 1)
  return { page, page_size: limit, limit, offset: (page - 1) * limit }
}

/** What is requested, of those that were counted; "" and `undefined` ask for all. */
export function totalOf(states: PageByStatus<unknown>['states'], status = ''): number {
  const chosen = states.filter((state) => status === '' || state.status === status)
  return chosen.reduce((sum, { count }) => sum + count, 0)
}

export function pageOf<Row>(window: PageWindow, items: readonly Row[], total: number): Page<Row> {
  return { items, total, page: window.page, page_size: window.page_size }
}

import type { Services } from '../../../../server/services/create-services'
import { UsageError } from '../../../exit'
import { words } from '../../../words'

export const FINDINGS_ARGUMENT = {
  name: 'changes',
  summary: 'numbers of "gw channel upstream-models list", with commas between them, or all',
} as const

const PAGE = 100

/** Throws `UsageError`. */
export async function findingIds(
  { upstreamModels }: Services,
  given: string,
  state: 'waiting' | 'ignored' = 'waiting',
): Promise<readonly number[]> {
  if (given !== 'all') return given.split(',').map((text) => numberIn(text.trim()))
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await upstreamModels.list({ page, page_size: PAGE, state })
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0 || ids.length >= total) break
  }
  if (ids.length === 0) throw new UsageError('no upstream models wait')
  return ids
}

function numberIn(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(words`"${text}" is not a number of a list`)
}

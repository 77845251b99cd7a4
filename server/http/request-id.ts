import type { Clock } from '../clock'
import { ALPHANUMERIC, type Random } from '../random'

/** Header that carries the id of every answer, named as existing clients know it. */
export const REQUEST_ID_HEADER = 'x-oneapi-request-id'

/**
 * Ids in the reference's form: UTC second, nine digits, eight random characters. They sort by
 * time, which keeps their index small, and are unique per process run and across runs.
 */
export function requestIds(clock: Clock, random: Random): () => string {
  const run = random.text(8, ALPHANUMERIC)
  let second = -1
  let prefix = ''
  let counter = 0
  return () => {
    const nowMs = clock.nowMs()
    const current = Math.floor(nowMs / 1000)
    if (current !== second) {
      second = current
      prefix = new Date(nowMs).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
      counter = 0
    }
    counter += 1
    return `${prefix}${String(counter).padStart(9, '0')}${run}`
  }
}

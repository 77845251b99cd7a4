/** How often each key of a channel was used, out of the counts of its hours. */
import type { Lists } from '../lists'

export interface KeyUse {
  readonly subject: string
  readonly calls_24h: number
  readonly failed_24h: number
  readonly calls_7d: number
  readonly failed_7d: number
  /** Epoch seconds, as far as counts are stored; 0 for never. */
  readonly used_time: number
}

export interface UseSpan {
  /** A channel with one key is counted as a whole. */
  readonly kind: 'key' | 'channel'
  /** Epoch seconds at which hours begin. */
  readonly dayFrom: number
  readonly weekFrom: number
}

/** Those of the subjects that were used at all, in one look at their rows. */
export async function keyUses(
  lists: Lists,
  subjects: readonly string[],
  { kind, dayFrom, weekFrom }: UseSpan,
): Promise<KeyUse[]> {
  const rows = await lists
    .selectFrom('rollups')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .select((e) => {
      const since = (name: 'calls' | 'failed', from: number) => {
        const counted = e.case().when('at', '>=', from).then(e.ref(name)).else(0).end()
        return e.cast<number>(e.fn.sum(counted), 'bigint')
      }
      return [
        'subject',
        since('calls', dayFrom).as('calls_24h'),
        since('failed', dayFrom).as('failed_24h'),
        since('calls', weekFrom).as('calls_7d'),
        since('failed', weekFrom).as('failed_7d'),
        e.fn.max('last_at').as('used_time'),
      ]
    })
    .groupBy('subject')
    .execute()
  return rows.map(({ subject, ...counts }) => ({
    subject,
    calls_24h: Number(counts.calls_24h),
    failed_24h: Number(counts.failed_24h),
    calls_7d: Number(counts.calls_7d),
    failed_7d: Number(counts.failed_7d),
    used_time: Number(counts.used_time),
  }))
}

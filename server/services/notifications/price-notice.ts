/** Notices to root and contact points of prices that keep themselves. */
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import type { Delivery } from './deliver'
import type { Notice } from './notice'
import { tellSite } from './tell-site'

const DAY_MS = 24 * 3_600_000

export type PriceNews =
  | { readonly kind: 'review'; readonly source: string; readonly count: number }
  | { readonly kind: 'change_failed'; readonly id: number }
  | { readonly kind: 'source_failed'; readonly id: number; readonly source: string }

/** Throws what `tellSite` throws. */
export async function tellOfPrices(deps: ServiceDeps, news: PriceNews): Promise<Delivery> {
  const { ServerAddress } = await optionValues(deps.db.reader)
  const link = ServerAddress === '' ? undefined : `${ServerAddress}/price`
  return await tellSite(deps, { ...noticeOf(news), link })
}

function noticeOf(news: PriceNews): Notice {
  switch (news.kind) {
    case 'review':
      return {
        type: 'price_update',
        kind: `price_review_${news.source}`,
        intervalMs: 0,
        title: 'notice.price_review_title',
        text: 'notice.price_review_text',
        params: { source: news.source, count: news.count },
      }
    case 'change_failed':
      return {
        type: 'price_update',
        kind: `price_change_${news.id}`,
        intervalMs: 0,
        title: 'notice.price_change_title',
        text: 'notice.price_change_text',
        params: { id: news.id },
      }
    case 'source_failed':
      return {
        type: 'price_update',
        kind: `price_source_${news.id}`,
        intervalMs: DAY_MS,
        title: 'notice.price_source_title',
        text: 'notice.price_source_text',
        params: { source: news.source },
      }
  }
}

/** One matter that somebody ought to look at, and what all rules about them share. */
import { rollupSums } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import type { AttentionKind } from '../../domain/attention'
import { HOUR, type SubjectKind } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'

export interface AttentionItem {
  readonly kind: AttentionKind
  /** 0 for models. */
  readonly id: number
  readonly name: string
  /** Of a token: whose it is; of a rule: what it fires for. */
  readonly owner: string
  /** The reason, or an upstream's own words; "" for none. */
  readonly detail: string
  /** Epoch seconds since when, 0 where that is not known. */
  readonly at: number
  readonly calls: number
  readonly failed: number
  /**
   * Of a channel: models that are requested and that no other channel serves; of
   * `upstream_models` those that wait.
   */
  readonly models: number
  /** Credits by the hour: now, and as usual. */
  readonly quota: number
  readonly usual: number
  /** Dollars that an upstream account has left. */
  readonly balance_usd: number
}

export const NOTHING = {
  id: 0,
  name: '',
  owner: '',
  detail: '',
  at: 0,
  calls: 0,
  failed: 0,
  models: 0,
  quota: 0,
  usual: 0,
  balance_usd: 0,
}

export const MOST_OF_KIND = 20
export const MOST_CHANNELS = 1000

/** The running hour and the one before, so that the first minutes of an hour say something. */
export async function lately(deps: ServiceDeps, kind: SubjectKind) {
  const now = nowSeconds(deps.clock)
  const from = now - (now % HOUR) - HOUR
  const sums = await rollupSums(deps.db.lists, { kind, from, to: now + 1 })
  return { from, seconds: now - from, sums }
}

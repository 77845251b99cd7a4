/** What holders of plans are told: that one ends, was not paid, or has nothing left. */
import { findUser, type UserRow } from '../../../db/tables/users'
import { type TextKey, type TextParams, translate } from '../../domain/i18n/translate'
import { isMoney } from '../../domain/limits/kinds'
import { wallText } from '../../domain/limits/zoned-time'
import { formatFineQuota, formatQuota } from '../../domain/money/quota'
import type { OptionValues } from '../../domain/options'
import type { LimitAlert } from '../limits/limit-alerts'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { type Delivery, deliverNotice } from './deliver'
import type { Notice } from './notice'
import { readSetting } from './setting'

export type PlanNews =
  | ('ends' | 'short' | 'unpaid' | 'ended_unpaid')
  /** Of one that a payment service renews. */
  | ('unpaid_card' | 'ended_card')

export interface NewsOfPlan {
  readonly news: PlanNews
  readonly id: number
  readonly userId: number
  readonly name: string
  /** Epoch ms: when the plan ends, or did, in its own zone. */
  readonly atMs: number
  readonly zone: string
  /** Credits that the next period costs. */
  readonly price: number
  /** What was told of the same since then is not told again. */
  readonly sinceMs: number
}

interface NewsRow {
  readonly type: Notice['type']
  readonly title: TextKey
  readonly text: TextKey
}

const NEWS: Readonly<Record<PlanNews, NewsRow>> = {
  ends: {
    type: 'plan_ends',
    title: 'notice.plan_ends_title',
    text: 'notice.plan_ends_text',
  },
  short: {
    type: 'plan_ends',
    title: 'notice.plan_ends_title',
    text: 'notice.plan_short_text',
  },
  unpaid: {
    type: 'plan_unpaid',
    title: 'notice.plan_unpaid_title',
    text: 'notice.plan_unpaid_text',
  },
  ended_unpaid: {
    type: 'plan_unpaid',
    title: 'notice.plan_ended_title',
    text: 'notice.plan_ended_text',
  },
  unpaid_card: {
    type: 'plan_unpaid',
    title: 'notice.plan_unpaid_title',
    text: 'notice.plan_unpaid_card_text',
  },
  ended_card: {
    type: 'plan_unpaid',
    title: 'notice.plan_ended_title',
    text: 'notice.plan_ended_card_text',
  },
}

/** Throws what `deliverNotice` throws. */
export async function notifyOfPlan(deps: ServiceDeps, told: NewsOfPlan): Promise<Delivery> {
  const { news, id, userId, name, atMs, zone, price, sinceMs } = told
  const options = await optionValues(deps.db.reader)
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = options
  return await tell(deps, options, {
    userId,
    notice: () => ({
      ...NEWS[news],
      kind: `plan_${id}_${news}`,
      intervalMs: Math.max(0, deps.clock.nowMs() - sinceMs),
      params: {
        plan: name,
        time: wallText(atMs, zone),
        zone,
        price: formatQuota(price, QuotaPerUnit, DisplayInCurrencyEnabled),
      },
    }),
  })
}

/** Throws what `deliverNotice` throws. */
export async function notifyOfSpentPlan(
  deps: ServiceDeps,
  { limit, used, resetMs, sinceMs }: LimitAlert,
): Promise<Delivery> {
  const options = await optionValues(deps.db.reader)
  const { id, key, kind, window, amount, zone, plan = '' } = limit
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = options
  const shown = (count: number) =>
    isMoney(kind)
      ? formatFineQuota(count, QuotaPerUnit, DisplayInCurrencyEnabled)
      : String(Math.round(count))
  const until: TextParams = resetMs === undefined ? {} : { resets: wallText(resetMs, zone) }
  return await tell(deps, options, {
    userId: Number(key),
    notice: (language) => ({
      type: 'plan_spent',
      kind: `plan_spent_${-id}_${kind}_${window}`,
      intervalMs: deps.clock.nowMs() - sinceMs,
      title: 'notice.plan_spent_title',
      text: resetMs === undefined ? 'notice.plan_spent_text' : 'notice.plan_spent_until_text',
      params: {
        plan,
        used: shown(used),
        amount: shown(amount),
        kind: translate(language, `limit.kind_${kind}`),
        window: translate(language, `limit.window_${window}`),
        zone,
        ...until,
      },
    }),
  })
}

interface Told {
  readonly userId: number
  /** The sentence may have words in the language of whoever reads it. */
  readonly notice: (language: 'zh' | 'en') => Omit<Notice, 'link'>
}

async function tell(
  deps: ServiceDeps,
  options: OptionValues,
  { userId, notice }: Told,
): Promise<Delivery> {
  const user: UserRow | undefined = await findUser(deps.db.reader, userId)
  if (user === undefined || user.deleted_at !== null) return 'no_way'
  const { ServerAddress } = options
  const made = notice(readSetting(user.setting)?.language ?? 'zh')
  const link = ServerAddress === '' ? undefined : `${ServerAddress}/plan`
  return await deliverNotice(deps, options, { user, notice: { ...made, link } })
}

import { post } from '../../../db/tables/ledger'
import type { UserRow } from '../../../db/tables/users'
import { type TextKey, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { quotaText, recordLog } from '../logs/record'
import type { MoneyWork } from '../work'

export interface Grant {
  readonly user: UserRow
  /** Credits; 0 books nothing. */
  readonly amount: number
  readonly text: TextKey
  readonly reference: string
}

/** Books a gift, with a line in the user's log. */
export async function grantQuota(
  work: MoneyWork,
  options: OptionValues,
  grant: Grant,
): Promise<void> {
  const { user, amount, reference } = grant
  if (amount <= 0) return
  await post(work.trx, {
    kind: 'grant',
    userId: user.id,
    userDelta: amount,
    tokenDelta: 0,
    reference,
    nowMs: work.clock.nowMs(),
  })
  await logGrant(work, options, grant)
}

/** A line in the user's log; texts of logs are stored in Chinese. */
export async function logGrant(
  work: MoneyWork,
  options: OptionValues,
  { user, amount, text }: Omit<Grant, 'reference'>,
): Promise<void> {
  const content = translate('zh', text, { quota: quotaText(amount, options) })
  await recordLog(work, { type: 'system', user, content })
}

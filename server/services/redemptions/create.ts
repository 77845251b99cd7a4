import { insertRedemption } from '../../../db/tables/redemptions'
import { nowSeconds } from '../../clock'
import { formatQuota } from '../../domain/money/quota'
import { type Input, newColumns } from '../../domain/nouns/noun-stored'
import { redemptionFields } from '../../domain/nouns/redemption'
import { REDEMPTION_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { REDEMPTION_CHECKS, redemptionCount, redemptionQuota } from './fields'
import { type RedemptionView, toRedemptionView } from './view'

export interface CreateRedemptionsInput extends Input<typeof redemptionFields> {
  /** What each is worth, as the site shows it, when it is blank. */
  readonly name: string
  /** Credits that each code is worth. */
  readonly quota: number
  readonly count?: number | undefined
}

const KEY_BYTES = 16

/**
 * Makes 1 to 100 codes of 32 hex digits, all or none. Throws `redemption.name_invalid`,
 * `redemption.quota_invalid` or `redemption.count_invalid`.
 */
export async function createRedemptions(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateRedemptionsInput,
): Promise<RedemptionView[]> {
  const quota = redemptionQuota(input.quota)
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = await optionValues(deps.db.reader)
  const worth = formatQuota(quota, QuotaPerUnit, DisplayInCurrencyEnabled)
  const given = { ...input, name: input.name.trim() || worth }
  const created_time = nowSeconds(deps.clock)
  const rules = { checks: REDEMPTION_CHECKS, nowSeconds: created_time }
  const columns = newColumns(redemptionFields, given, rules)
  const count = redemptionCount(input.count ?? 1)
  return await transact(deps, actor, async (work) => {
    const made: RedemptionView[] = []
    for (let index = 0; index < count; index += 1) {
      const row = await insertRedemption(work.trx, {
        ...columns,
        user_id: actor.id,
        key: Buffer.from(deps.random.bytes(KEY_BYTES)).toString('hex'),
        status: REDEMPTION_STATUS.unused,
        created_time,
        redeemed_time: 0,
        used_user_id: 0,
        deleted_at: null,
      })
      made.push(toRedemptionView(row))
    }
    const ids = made.map(({ id }) => id)
    await recordAudit(work, {
      action: 'redemption.create',
      target: `redemption:${ids.join(',')}`,
      after: { ...columns, count },
    })
    return made
  })
}

import { insertRedemption } from '../../../db/tables/redemptions'
import { nowSeconds } from '../../clock'
import { formatQuota } from '../../domain/money/quota'
import { type Input, newColumns } from '../../domain/nouns/noun-stored'
import { REDEMPTION_NAME_LENGTH, redemptionFields } from '../../domain/nouns/redemption'
import { REDEMPTION_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { existingPlan } from '../plans/plans'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { quotaOfCode, REDEMPTION_CHECKS, redemptionCount } from './fields'
import { type RedemptionView, toRedemptionView } from './view'

export interface CreateRedemptionsInput extends Input<typeof redemptionFields> {
  /** What each is worth, as the site shows it, when it is blank. */
  readonly name: string
  /** Credits that each code is worth. */
  readonly quota: number
  readonly count?: number | undefined
  /** Granted instead of credits. */
  readonly plan_id?: number | undefined
}

const KEY_BYTES = 16

/**
 * Makes 1 to 100 codes of 32 hex digits, all or none. Throws `redemption.name_invalid`,
 * `redemption.quota_invalid`, `redemption.grants_plan`, `redemption.count_invalid` or
 * `plan.not_found`.
 */
export async function createRedemptions(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateRedemptionsInput,
): Promise<RedemptionView[]> {
  const plan_id = input.plan_id ?? 0
  const quota = quotaOfCode(input.quota, plan_id)
  const worth = plan_id === 0 ? await creditsText(deps, quota) : await planName(deps, plan_id)
  const given = { ...input, quota, name: input.name.trim() || worth }
  const created_time = nowSeconds(deps.clock)
  const rules = { checks: REDEMPTION_CHECKS, nowSeconds: created_time }
  const columns = newColumns(redemptionFields, given, rules)
  const count = redemptionCount(input.count ?? 1)
  return await transact(deps, actor, async (work) => {
    const made: RedemptionView[] = []
    for (let index = 0; index < count; index += 1) {
      const row = await insertRedemption(work.trx, {
        ...columns,
        plan_id,
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
      after: { ...columns, ...(plan_id !== 0 && { plan_id }), count },
    })
    return made
  })
}

async function creditsText({ db }: ServiceDeps, quota: number): Promise<string> {
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = await optionValues(db.reader)
  return formatQuota(quota, QuotaPerUnit, DisplayInCurrencyEnabled)
}

async function planName({ db }: ServiceDeps, id: number): Promise<string> {
  const { name } = await existingPlan(db.reader, id)
  return [...name].slice(0, REDEMPTION_NAME_LENGTH).join('').trim()
}

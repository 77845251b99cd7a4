/**
 * Nobody earns the same reward again and again under other names: how many users may have it from
 * one network, from one browser and by one means of payment. A bound refuses the reward alone,
 * never what it would be given for. What is stored of a network, browser or card is a hash.
 */
import { inCommits } from '../../../db/slices'
import {
  countOthersRewarded,
  keepRewardMark,
  lockRewardMark,
  purgeRewardMarks,
} from '../../../db/tables/reward-marks'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { networkOf } from '../limiter/network'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

export type Reward = 'welcome' | 'invitation' | 'check_in' | 'first_order'

const KINDS = ['address', 'device', 'instrument'] as const
type MarkKind = (typeof KINDS)[number]

/** "" or absent where nobody knows. */
export type Marks = { readonly [Kind in MarkKind]?: string | undefined }

interface Claim {
  readonly reward: Reward
  readonly userId: number
  readonly marks: Marks
}

/** Why a reward is not given, in numbers. */
export interface RewardBound {
  readonly reward: Reward
  readonly by: MarkKind
  /** Users who have had it, and how many may. */
  readonly count: number
  readonly most: number
  readonly days: number
}

const DAY_MS = 86_400_000

export function marksOf({ ip, device }: Pick<Actor, 'ip' | 'device'>): Marks {
  return { address: ip === '' ? '' : networkOf(ip), device }
}

/**
 * What keeps a reward from a user; `undefined` when nothing does, and then it counts. Rows of
 * users that are needed afterwards are to be locked before: whoever holds a mark waits for nobody.
 */
export async function boundOf(
  work: Work,
  { reward, userId, marks }: Claim,
): Promise<RewardBound | undefined> {
  const { trx, clock, sealer } = work
  const options = await optionValues(trx)
  const days = options.RewardMarkDays
  const nowMs = clock.nowMs()
  const fresh: string[] = []
  for (const by of KINDS) {
    const text = marks[by] ?? ''
    const most = mostOf(options, by)
    if (text === '' || most === 0) continue
    const hashes = sealer.keyedHashes(`reward ${by}\n${text}`)
    const [mark = ''] = hashes
    await lockRewardMark(trx, { mark, reward }, nowMs)
    const since = { reward, userId, sinceMs: nowMs - days * DAY_MS }
    const count = await countOthersRewarded(trx, { ...since, marks: hashes })
    if (count >= most) return { reward, by, count, most, days }
    fresh.push(mark)
  }
  for (const mark of fresh) await keepRewardMark(trx, { mark, reward, userId }, nowMs)
  return undefined
}

function mostOf(options: OptionValues, kind: MarkKind): number {
  if (kind === 'address') return options.RewardsPerAddress
  return kind === 'device' ? options.RewardsPerDevice : options.RewardsPerInstrument
}

/** Whether a user gets a reward; where not, an audit row says why. */
export async function mayReward(work: Work, claim: Claim): Promise<boolean> {
  const bound = await boundOf(work, claim)
  if (bound !== undefined) await recordBound(work, claim.userId, bound)
  return bound === undefined
}

async function recordBound(work: Work, userId: number, bound: RewardBound): Promise<void> {
  await recordAudit(work, {
    action: 'reward.refuse',
    target: `user:${userId}`,
    after: { ...bound },
  })
}

/** Throws `promo_code.first_bounded`, which undoes the transaction. */
export async function requireFirstOrder(work: Work, userId: number): Promise<void> {
  const marks = marksOf(work.actor)
  const bound = await boundOf(work, { reward: 'first_order', userId, marks })
  if (bound !== undefined) throw new FirstOrderBounded(bound)
}

class FirstOrderBounded extends GatewayError {
  readonly bound: RewardBound
  constructor(bound: RewardBound) {
    super('promo_code.first_bounded')
    this.bound = bound
  }
}

/** Puts a bound on record that has undone the transaction it was met in. */
export async function withBoundOnRecord<T>(
  deps: ServiceDeps,
  { actor, userId }: { readonly actor: Actor; readonly userId: number },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof FirstOrderBounded) {
      await transact(deps, actor, (work) => recordBound(work, userId, error.bound))
    }
    throw error
  }
}

/** Forgets marks that count no more. */
export async function purgeMarks(deps: ServiceDeps): Promise<void> {
  const { RewardMarkDays } = await optionValues(deps.db.reader)
  const beforeMs = deps.clock.nowMs() - RewardMarkDays * DAY_MS
  await inCommits((limit) =>
    deps.db.transaction((trx) => purgeRewardMarks(trx, { beforeMs, limit })),
  )
}

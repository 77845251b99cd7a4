/** Who has had which reward from where. Marks are hashes; user 0 stands for the mark itself. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

export interface RewardMark {
  readonly mark: string
  readonly reward: string
}

/** Whoever asks about the same mark waits until the transaction ends. */
export async function lockRewardMark(
  trx: Kysely<Schema>,
  mark: RewardMark,
  nowMs: number,
): Promise<void> {
  await keepRewardMark(trx, { ...mark, userId: 0 }, nowMs)
}

/** That a user has had the reward, now. */
export async function keepRewardMark(
  trx: Kysely<Schema>,
  { mark, reward, userId }: RewardMark & { readonly userId: number },
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('reward_marks')
    .values({ mark, reward, user_id: userId, created_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['mark', 'reward', 'user_id']).doUpdateSet({ created_at: nowMs }),
    )
    .execute()
}

interface OthersOf {
  /** Of every key that hashes were made with. */
  readonly marks: readonly string[]
  readonly reward: string
  readonly userId: number
  readonly sinceMs: number
}

/** How many other users have had it since then. */
export async function countOthersRewarded(
  trx: Kysely<Schema>,
  { marks, reward, userId, sinceMs }: OthersOf,
): Promise<number> {
  const { count } = await trx
    .selectFrom('reward_marks')
    .select((e) => e.fn.count<number>('user_id').distinct().as('count'))
    .where('mark', 'in', marks)
    .where('reward', '=', reward)
    .where('user_id', 'not in', [0, userId])
    .where('created_at', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Forgets what is older, at most `limit` rows; returns how many. */
export async function purgeRewardMarks(
  trx: Kysely<Schema>,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const rows = await trx
    .deleteFrom('reward_marks')
    .where('id', 'in', (e) =>
      e
        .selectFrom('reward_marks')
        .select('id')
        .where('created_at', '<', beforeMs)
        .orderBy('created_at')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return rows.length
}

/** A site to measure: channels, models with prices, and users with a key each. */
import { migrate } from '../../../db/migrate'
import { openDatabase } from '../../../db/open'
import { systemClock } from '../../../server/clock'
import { compose } from '../../../server/compose'
import { readConfiguration } from '../../../server/configuration'
import { secureRandom } from '../../../server/random'
import { sealerFor } from '../../../server/services/database/keyed'
import { OPERATOR_ROLE } from '../../../server/services/service-deps'

export const BENCH_MODEL = 'gpt-4o-mini'
export const SEAL_KEY = 'bench bench bench bench bench ben'
const PLENTY = 1_000_000_000_000

export interface Seeding {
  readonly accounts: number
  readonly upstream: string
  readonly channels: number
  /** Each channel has them all. */
  readonly models: readonly string[]
}

/** Returns the keys of the tokens, one for each account. */
export async function seed(
  { data, url }: { readonly data: string; readonly url: string },
  { accounts, upstream, channels, models }: Seeding,
): Promise<readonly string[]> {
  const db = await openDatabase(url)
  try {
    await migrate(db, { nowMs: systemClock.nowMs() })
    const sealer = await sealerFor(db, { dataDir: data, envKey: SEAL_KEY })
    const outside = { language: 'en', timeouts: () => readConfiguration({}), pauseMs: 0 } as const
    const { services } = compose({ db, sealer, clock: systemClock, random: secureRandom }, outside)
    if (models.some((model) => model !== BENCH_MODEL)) {
      const ratios = Object.fromEntries(models.map((model) => [model, 1]))
      await services.options.set(ACTOR, { key: 'ModelRatio', value: JSON.stringify(ratios) })
    }
    for (let index = 0; index < channels; index += 1) {
      await services.channels.create(ACTOR, {
        ...{ name: `bench ${index}`, type: 1, key: 'sk-upstream', base_url: upstream },
        ...{ models: models.join(','), group: 'default' },
      })
    }
    const keys: string[] = []
    for (let index = 0; index < accounts; index += 1) {
      const user = await services.users.create(ACTOR, {
        username: `bench${Date.now() % 1e6}${index}`.slice(0, 12),
        password: 'password123',
        quota: PLENTY,
      })
      const [token] = await services.tokens.create(ACTOR, {
        user_id: user.id,
        name: 'bench',
        unlimited_quota: true,
      })
      if (token !== undefined) keys.push(`sk-${token.key}`)
    }
    return keys
  } finally {
    await db.close()
  }
}

const ACTOR = {
  kind: 'cli',
  id: 0,
  name: 'bench',
  ip: '',
  requestId: 'bench',
  role: OPERATOR_ROLE,
} as const

/** Rows that a test starts with, written through the services that the product uses. */
import { mkdirSync } from 'node:fs'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { type Clock, systemClock } from '../../server/clock'
import { compose } from '../../server/compose'
import { readConfiguration, readStorage } from '../../server/configuration'
import { type Random, secureRandom } from '../../server/random'
import type { CreateChannelInput } from '../../server/services/channels/create'
import type { Services } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { type Actor, OPERATOR_ROLE } from '../../server/services/service-deps'
import type { CreateTokenInput } from '../../server/services/tokens/create'
import type { CreateUserInput } from '../../server/services/users/create'

export interface Seed {
  /** The first is who owns tokens that name no user; made up when users are left out. */
  readonly users?: readonly Partial<CreateUserInput>[]
  /** By default one token with plenty of quota. */
  readonly tokens?: readonly TokenSeed[]
  readonly channels?: readonly ChannelSeed[]
  /** Values that are no text are stored as JSON. */
  readonly options?: Readonly<Record<string, unknown>>
}

export type TokenSeed = Omit<CreateTokenInput, 'user_id'> & { readonly username?: string }

export type ChannelSeed = Partial<Omit<CreateChannelInput, 'models'>> & {
  /** Something that listens, instead of `base_url`. */
  readonly upstream?: { readonly url: string }
  readonly models?: string | readonly string[]
}

/** What was made, in the order of the seed. */
export interface Seeded {
  readonly userIds: readonly number[]
  readonly tokenIds: readonly number[]
  /** Full keys with `sk-`. */
  readonly keys: readonly string[]
  readonly channelIds: readonly number[]
}

export const PLENTY = 100_000_000
const DEFAULT_MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-pro']

export const TEST_ACTOR: Actor = {
  kind: 'cli',
  id: 0,
  name: 'test',
  ip: '',
  requestId: 'test',
  role: OPERATOR_ROLE,
}

interface SeedPlace {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly random?: Random
}

/** Writes the rows before a server opens the database, so that its first view has them. */
export async function seedDatabase(rows: Seed, place: SeedPlace): Promise<Seeded> {
  const { dataDir, env, clock = systemClock, random = secureRandom } = place
  const { databaseUrl } = readStorage(env, { data: dataDir })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(databaseUrl)
  try {
    await migrate(db, { nowMs: clock.nowMs() })
    const sealer = openSealer({ dataDir, envKey: env.GW_SECRET_KEY })
    const timeouts = () => readConfiguration(env)
    const outside = { language: 'en', timeouts, pauseMs: 0 } as const
    return await seed(compose({ db, sealer, clock, random }, outside).services, rows)
  } finally {
    await db.close()
  }
}

async function seed(services: Services, rows: Seed): Promise<Seeded> {
  for (const [key, value] of Object.entries(rows.options ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    await services.options.set(TEST_ACTOR, { key, value: text })
  }
  const users = new Map<string, number>()
  for (const user of rows.users ?? [{}]) {
    const username = user.username ?? `user${users.size + 1}`
    const input = { password: 'correct horse', quota: PLENTY, ...user, username }
    users.set(username, (await services.users.create(TEST_ACTOR, input)).id)
  }
  const tokens = []
  for (const [index, token] of (rows.tokens ?? [{}]).entries()) {
    tokens.push(...(await services.tokens.create(TEST_ACTOR, tokenInput(token, index, users))))
  }
  const channels = []
  for (const [index, channel] of (rows.channels ?? []).entries()) {
    channels.push(...(await services.channels.create(TEST_ACTOR, channelInput(channel, index))))
  }
  return {
    userIds: [...users.values()],
    tokenIds: tokens.map(({ id }) => id),
    keys: tokens.map(({ key }) => `sk-${key}`),
    channelIds: channels.map(({ id }) => id),
  }
}

function tokenInput(
  { username, ...token }: TokenSeed,
  index: number,
  users: ReadonlyMap<string, number>,
): CreateTokenInput {
  const owner = username === undefined ? [...users.values()][0] : users.get(username)
  if (owner === undefined) throw new Error(`the seed has no user ${username}`)
  return { name: `token${index + 1}`, remain_quota: PLENTY, ...token, user_id: owner }
}

function channelInput({ upstream, models, ...channel }: ChannelSeed, index: number) {
  const names = models ?? DEFAULT_MODELS
  return {
    name: `channel${index + 1}`,
    key: `upstream-key-${index + 1}`,
    base_url: upstream?.url,
    ...channel,
    models: typeof names === 'string' ? names : names.join(','),
  }
}

/** Rows that a test starts with, written through the services that the product uses. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
import { fromTemplate, templateName } from './seed-template'

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
  const whole = { dataDir, env, clock, random }
  const { options = {}, users = [{}], tokens = [{}], channels = [] } = rows
  const { databaseUrl } = readStorage(env, { data: dataDir })
  const isAlone = databaseUrl === join(dataDir, 'gw.db') && isEmpty(dataDir)
  const nameOf = (...parts: unknown[]) =>
    isAlone ? templateName([env, ...parts], whole) : undefined
  const migrated = () => fromTemplate(nameOf(), dataDir, () => withServices(whole, async () => {}))
  const userIds = await fromTemplate(nameOf(options, users), dataDir, async () => {
    await migrated()
    return await withServices(whole, (services) => seedUsers(services, { options, users }))
  })
  const made = { userIds: [...userIds.values()], tokenIds: [], keys: [], channelIds: [] }
  if (tokens.length + channels.length === 0) return made
  const more = await withServices(whole, (services) =>
    seedTokens(services, { tokens, channels, userIds }),
  )
  return { ...made, ...more }
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0
}

/** Runs `write` on the migrated database, and leaves nothing open. */
async function withServices<T>(
  { dataDir, env, clock, random }: Required<SeedPlace>,
  write: (services: Services) => Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(readStorage(env, { data: dataDir }).databaseUrl)
  try {
    await migrate(db, { nowMs: clock.nowMs() })
    const sealer = openSealer({ dataDir, envKey: env.GW_SECRET_KEY })
    const timeouts = () => readConfiguration(env)
    const outside = { language: 'en', timeouts, pauseMs: 0 } as const
    return await write(compose({ db, sealer, clock, random }, outside).services)
  } finally {
    await db.close()
  }
}

/** Ids by username, in the order of the seed. */
async function seedUsers(
  services: Services,
  { options, users }: Required<Pick<Seed, 'options' | 'users'>>,
): Promise<ReadonlyMap<string, number>> {
  for (const [key, value] of Object.entries(options)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    await services.options.set(TEST_ACTOR, { key, value: text })
  }
  const ids = new Map<string, number>()
  for (const user of users) {
    const username = user.username ?? `user${ids.size + 1}`
    const input = { password: 'correct horse', quota: PLENTY, ...user, username }
    ids.set(username, (await services.users.create(TEST_ACTOR, input)).id)
  }
  return ids
}

interface Belongings extends Required<Pick<Seed, 'tokens' | 'channels'>> {
  readonly userIds: ReadonlyMap<string, number>
}

async function seedTokens(
  services: Services,
  rows: Belongings,
): Promise<Pick<Seeded, 'tokenIds' | 'keys' | 'channelIds'>> {
  const tokens = []
  for (const [index, token] of rows.tokens.entries()) {
    tokens.push(
      ...(await services.tokens.create(TEST_ACTOR, tokenInput(token, index, rows.userIds))),
    )
  }
  const channels = []
  for (const [index, channel] of rows.channels.entries()) {
    channels.push(...(await services.channels.create(TEST_ACTOR, channelInput(channel, index))))
  }
  return {
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

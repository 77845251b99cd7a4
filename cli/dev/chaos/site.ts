/** Data folders: one is prepared, every round works on a copy of it. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, removeFolder } from './folders'
import { dropDatabase, makeDatabase } from './postgres'
import { type Environment, type Ran, type RunOptions, run, type Served, serve } from './program'

export interface Account {
  readonly id: number
  readonly username: string
  /** System access token for the management API. */
  readonly accessToken: string
}

export interface TokenOf {
  readonly id: number
  /** With `sk-`. */
  readonly key: string
}

/** A user with one token. */
export interface Payer extends Account {
  readonly token: TokenOf
}

/** One who makes calls and nothing else. */
export type Caller = Omit<Payer, 'accessToken'>

/** Who and what every copy holds. */
export interface Cast {
  readonly root: Account
  /** At least one. */
  readonly payers: readonly [Payer, ...Payer[]]
  readonly channelIds: readonly number[]
}

export interface Site extends Cast {
  readonly dataDir: string
  /** The database file. */
  readonly file: string
  serve(env?: Environment): Promise<Served>
  /** A command; its exit code is for the caller to judge. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** A command that must succeed; what it prints. */
  ask<Answer>(...args: readonly string[]): Promise<Answer>
  /** Kills what still serves it. */
  end(): Promise<void>
  /** As it is now, in the folder `to`, which is made. Nobody may serve it. */
  copy(to: string): Promise<Site>
}

export const ROOT_PASSWORD = 'chaos-root-password'
export const PASSWORD = 'correct horse battery'
export const PLENTY = 1_000_000_000
/** Credits per call of the model `chaos-call`. */
export const PRICE_PER_CALL = 100
const CREDITS_PER_DOLLAR = 500_000
const PAYERS = 3

const OPTIONS = {
  ModelRatio: { chaos: 1 },
  CompletionRatio: { chaos: 1 },
  ModelPrice: { 'chaos-call': PRICE_PER_CALL / CREDITS_PER_DOLLAR },
  PreConsumedQuota: 0,
}

export interface Template {
  copy(to: string): Promise<Site>
  remove(): Promise<void>
}

/** Makes the folder that rounds copy: options, payers with tokens, two channels. */
export async function prepare(upstreamPort: number): Promise<Template> {
  const dataDir = makeFolder()
  const remove = async () => {
    await dropDatabase(dataDir)
    removeFolder(dataDir)
  }
  try {
    await makeDatabase(dataDir)
    const served = await serve(dataDir, { GW_ROOT_PASSWORD: ROOT_PASSWORD })
    const cast = await enrol(dataDir, upstreamPort)
    const code = await served.stop()
    if (code !== 0) throw new Error(`the prepared gateway ended with ${code}`)
    return { copy: (to) => copyOf(dataDir, to, cast), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function enrol(dataDir: string, upstreamPort: number): Promise<Cast> {
  const ask = asker(dataDir)
  const set = await run(dataDir, ['option', 'set', '-'], { input: JSON.stringify(OPTIONS) })
  if (set.code !== 0) throw new Error(`the options were refused: ${set.stderr}`)
  const payers: Payer[] = []
  for (let index = 1; index <= PAYERS; index += 1) {
    const username = `payer${index}`
    // Every third one spends the credits of an organisation.
    const add = index % 3 === 0 ? addMember : addPayer
    const payer = await add(ask, username)
    payers.push({ ...payer, accessToken: await accessToken(ask, username) })
  }
  const [first, ...rest] = payers
  if (first === undefined) throw new Error('there is no payer')
  const channelIds: number[] = []
  for (const name of ['one', 'two']) {
    const { id } = await ask<{ id: number }>(
      ...['channel', 'add', '--name', name, '--type', '1', '--key', 'sk-upstream'],
      ...['--models', 'chaos,chaos-call', '--base-url', `http://127.0.0.1:${upstreamPort}`],
    )
    channelIds.push(id)
  }
  const root = { id: 1, username: 'root', accessToken: await accessToken(ask, 'root') }
  return { root, payers: [first, ...rest], channelIds }
}

type Ask = Site['ask']

/** A further user with plenty of credits and one token, made on a running or resting site. */
export async function addPayer(
  ask: Ask,
  username: string,
  quota: { readonly user?: number; readonly token?: number | 'unlimited' } = {},
): Promise<Caller> {
  const { user = PLENTY, token: limit = PLENTY } = quota
  const { id } = await ask<{ id: number }>(
    ...['user', 'create', username, '--password', PASSWORD, '--quota', String(user)],
  )
  const allowed = limit === 'unlimited' ? ['--unlimited'] : ['--quota', String(limit)]
  const token = await ask<TokenOf>('token', 'create', 'chaos', '--user', username, ...allowed)
  return { id, username, token }
}

/**
 * The same in an organisation that has the credits, with budgets of the member and the project
 * that hold with every call and stop none.
 */
export async function addMember(ask: Ask, username: string, credits = PLENTY): Promise<Caller> {
  const firm = `firm-of-${username}`
  const { id } = await ask<{ id: number }>('user', 'create', username, '--password', PASSWORD)
  await ask('organisation', 'create', firm, '--owner', username)
  await ask('user', 'set', firm, '--quota', String(credits))
  const project = await ask<{ id: number }>('project', 'create', firm, 'work')
  const place = ['--org', firm, '--project', 'work', '--member', username]
  const token = await ask<TokenOf>('token', 'create', 'chaos', ...place, '--unlimited')
  const [member] = await ask<{ id: number }[]>('member', 'list', firm)
  const budget = ['--budget', '1000', '--per', 'day']
  await ask('limit', 'set', 'project', String(project.id), ...budget)
  await ask('limit', 'set', 'member', String(member?.id ?? 0), ...budget)
  return { id, username, token }
}

async function accessToken(ask: Ask, username: string): Promise<string> {
  return (await ask<{ access_token: string }>('access-token', 'reset', username)).access_token
}

function asker(dataDir: string): Ask {
  return async <Answer>(...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(dataDir, args)
    if (code !== 0) throw new Error(`gw ${args.join(' ')} ended with ${code}: ${stderr.trim()}`)
    return JSON.parse(stdout) as Answer
  }
}

async function copyOf(from: string, dataDir: string, cast: Cast): Promise<Site> {
  cpSync(from, dataDir, { recursive: true })
  await makeDatabase(dataDir, from)
  const serving: Served[] = []
  return {
    ...cast,
    dataDir,
    file: join(dataDir, 'gw.db'),
    async serve(env) {
      const served = await serve(dataDir, env)
      serving.push(served)
      return served
    },
    run: (args, options) => run(dataDir, args, options),
    ask: asker(dataDir),
    copy: (to) => copyOf(dataDir, to, cast),
    async end() {
      for (const served of serving) await served.kill9()
      await dropDatabase(dataDir)
    },
  }
}

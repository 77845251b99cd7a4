/** Commands that a rehearsal kills, and what shows whether they were done. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PRICE_PER_CALL, type Site } from '../site'
import { oldDatabase } from './old-database'

export interface AdminCommand {
  readonly name: string
  readonly args: (site: Site) => readonly string[] | Promise<readonly string[]>
  readonly input?: (site: Site) => string
  readonly prepare?: (site: Site) => Promise<void>
  /** What differs between before and after; the rows of every list unless it says otherwise. */
  readonly look?: (site: Site) => Promise<string>
  /**
   * What a second run does once the first was done: `repeats` ends in the same state,
   * `refused` says that it was done, `adds` does it once more.
   */
  readonly again: 'repeats' | 'refused' | 'adds'
  /** Done in transactions of its own each; any number of them may be done. */
  readonly inSteps?: boolean
}

const BATCH = 100
const CODE_WORTH = 12_345
const ALL = ['--limit', '10000']

export async function lookAt(command: AdminCommand, site: Site): Promise<string> {
  return await (command.look ?? rowsOf)(site)
}

interface Exported {
  readonly users: readonly { quota: number; deleted_at: number }[]
  readonly tokens: readonly unknown[]
  readonly options: readonly unknown[]
}

/** How many rows of each kind there are, the credits of users, and the options. */
async function rowsOf({ ask }: Site): Promise<string> {
  const [{ users, tokens, options }, codes, logs] = await Promise.all([
    ask<Exported>('export', '--with-secrets'),
    ask<{ status: number }[]>('redemption', 'list', ...ALL),
    ask<unknown[]>('log', 'list', '--type', 'consumption', ...ALL),
  ])
  return JSON.stringify({
    users: users.length,
    deleted: users.filter(({ deleted_at }) => deleted_at !== 0).length,
    credits: users.reduce((total, { quota }) => total + quota, 0),
    tokens: tokens.length,
    codes: codes.map(({ status }) => status).join(''),
    logs: logs.length,
    options,
  })
}

const backupOf = (site: Site): string => join(site.dataDir, 'copy.db')
const CODE_NAME = 'chaos'

async function makeCode({ ask }: Site): Promise<void> {
  await ask('redemption', 'create', CODE_NAME, '--quota', String(CODE_WORTH))
}

/** A backup, and then something that only the present database has. */
async function backUpAndGoOn(site: Site): Promise<void> {
  await site.ask('db', 'backup', backupOf(site))
  await site.ask('token', 'create', 'later', '--user', 'payer1', '--count', String(BATCH))
}

/** Sound and of the schema that this program has, or why not. */
async function soundness(site: Site): Promise<string> {
  const { code, stdout } = await site.run(['db', 'check'])
  return code === 0 ? 'sound' : stdout
}

/** None, or one that could be restored. */
async function backupState(site: Site): Promise<string> {
  if (!existsSync(backupOf(site))) return 'none'
  const { code, stdout } = await site.run(['db', 'restore', backupOf(site), '--verify'])
  return code === 0 ? 'sound' : stdout
}

const IMPORTED = {
  format: 'gw-export',
  version: 1,
  secrets: true,
  options: [{ key: 'SystemName', value: 'imported' }],
  channels: [],
  tokens: [],
  users: Array.from({ length: 300 }, (_, index) => ({
    username: `taken${index}`,
    display_name: 'Taken over',
    role: 1,
    status: 1,
    quota: 7,
    group: 'default',
  })),
}

export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'db backup',
    args: (site) => ['db', 'backup', backupOf(site)],
    look: backupState,
    again: 'refused',
  },
  {
    name: 'db restore',
    prepare: backUpAndGoOn,
    args: (site) => ['db', 'restore', backupOf(site), '--yes'],
    again: 'repeats',
  },
  { name: 'db vacuum', args: () => ['db', 'vacuum'], again: 'repeats' },
  { name: 'db vacuum --full', args: () => ['db', 'vacuum', '--full'], again: 'repeats' },
  {
    name: 'db migrate',
    prepare: (site) => oldDatabase(site.file),
    args: () => ['db', 'migrate'],
    look: soundness,
    again: 'repeats',
    inSteps: true,
  },
  {
    name: 'log delete',
    args: () => ['log', 'delete', '--before', '2100-01-01', '--yes'],
    again: 'repeats',
    inSteps: true,
  },
  {
    name: 'redemption redeem',
    prepare: makeCode,
    async args({ ask }) {
      const [code] = await ask<{ key: string }[]>('redemption', 'list')
      return ['redemption', 'redeem', code?.key ?? '', '--user', 'payer1']
    },
    again: 'refused',
  },
  {
    name: 'redemption create',
    args: () => ['redemption', 'create', 'many', '--quota', '10', '--count', String(BATCH)],
    again: 'adds',
  },
  {
    name: 'token create',
    args: () => ['token', 'create', 'many', '--user', 'payer1', '--count', String(BATCH)],
    again: 'adds',
  },
  {
    name: 'option set',
    args: () => ['option', 'set', '-'],
    input: () =>
      JSON.stringify({
        SystemName: 'changed',
        Notice: 'n'.repeat(10_000),
        ModelPrice: { 'chaos-call': 2 * PRICE_PER_CALL },
        RetryTimes: 5,
      }),
    again: 'repeats',
  },
  {
    name: 'import',
    args: () => ['import', '-'],
    input: () => JSON.stringify(IMPORTED),
    again: 'repeats',
  },
  { name: 'user delete', args: () => ['user', 'delete', 'payer2', '--yes'], again: 'refused' },
]

import { GatewayError } from '../../domain/errors/gateway-error'
import { readExport, type TableName, type UnknownColumn } from '../../domain/export-document'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { importChannels } from './import-channels'
import { importOptions } from './import-options'
import { importPlans, importSubscriptions } from './import-plans'
import type { ImportedRow, ImportRun } from './import-run'
import { importTokens } from './import-tokens'
import { importUsers } from './import-users'

export interface ImportInput {
  /** JSON text of an export. */
  readonly text: string
  /** Overwrites what is here already; otherwise that is left as it is. */
  readonly update: boolean
  /** Reports what would happen, and changes nothing. */
  readonly dryRun: boolean
  /** Refuses longer files: while a server runs, its calls wait for the whole import. */
  readonly mostRows?: number | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

/** Leaves the transaction without its changes. */
class Undone extends Error {
  override readonly name = 'Undone'
}

/**
 * All of a file or nothing. Users are known by name, tokens by key (by owner and name when the
 * file has no keys), channels by name and key, options by key. Balances are booked, so what a
 * user has used stays 0: the calls that used it are not in this ledger. Throws
 * `import.unreadable`, `import.too_long`, and `import.row_refused` naming the row.
 */
export async function importDocument(
  deps: ServiceDeps,
  actor: Actor,
  input: ImportInput,
): Promise<readonly ImportedRow[]> {
  requireRoot(actor)
  const file = readExport(input.text)
  const tables = [file.options, file.users, file.channels, file.tokens]
  const rowCount = [...tables, file.plans, file.subscriptions].reduce(
    (sum, rows) => sum + rows.length,
    0,
  )
  if (input.mostRows !== undefined && rowCount > input.mostRows) {
    throw new GatewayError('import.too_long', { rows: rowCount, max: input.mostRows })
  }
  const rows: ImportedRow[] = []
  try {
    await transactDurably(deps, actor, async (work) => {
      const run: ImportRun = {
        work,
        update: input.update,
        hasSecrets: file.hasSecrets,
        nowMs: deps.clock.nowMs(),
        report: (row) => {
          rows.push({ id: 0, action: 'skip', note: '', key: '', ...row })
          input.progress?.(rows.length, rowCount)
        },
      }
      await importOptions(run, file.options)
      await importUsers(run, file.users)
      await importChannels(run, file.channels)
      await importTokens(run, file.tokens, file.users)
      await importPlans(run, file.plans)
      await importSubscriptions(run, file.subscriptions)
      reportUnknown(run, file.unknownColumns)
      if (input.dryRun) throw new Undone()
      await recordImport(work, rows, input.update)
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    // Ids and keys of rows that do not exist would only mislead.
    return rows.map((row) => ({ ...row, id: row.action === 'create' ? 0 : row.id, key: '' }))
  }
  return rows
}

const NOUNS = {
  options: 'option',
  users: 'user',
  channels: 'channel',
  tokens: 'token',
  plans: 'plan',
  subscriptions: 'subscription',
} as const satisfies Readonly<Record<TableName, ImportedRow['noun']>>

function reportUnknown({ report }: ImportRun, columns: readonly UnknownColumn[]): void {
  for (const { table, column } of columns) {
    report({ noun: NOUNS[table], name: `${table}.${column}`, note: 'column_unknown' })
  }
}

async function recordImport(
  work: MoneyWork,
  rows: readonly ImportedRow[],
  update: boolean,
): Promise<void> {
  const count = (action: ImportedRow['action']) =>
    rows.filter((row) => row.action === action).length
  const after = {
    update,
    created: count('create'),
    updated: count('update'),
    skipped: count('skip'),
  }
  await recordAudit(work, { action: 'import.read', target: 'db', after })
}

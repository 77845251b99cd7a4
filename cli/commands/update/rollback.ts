import { existsSync, realpathSync, renameSync } from 'node:fs'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { PROGRAM_VERSION } from '../../../server/program-version'
import type { TableRows } from '../../../server/services/database/lost-by-restore'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { CommandFailure, ProgramEnd } from '../../exit'
import { placeOf } from '../../gateway/database-place'
import type { View } from '../../output/output'
import { compiledProgram } from '../../runtime/program'
import { placeFlags, presentDatabase } from '../../update/install'
import { backupSince, readRecord, removeRecord, type UpdateRecord } from '../../update/record'
import { usdText } from '../../usd'
import { words } from '../../words'
import { DRY_RUN_FLAG, YES_FLAG } from '../careful-flags'

interface RolledBack {
  readonly from: string
  readonly to: string
  readonly program: string
  /** That the database was restored from; "" where the new version has only added to it. */
  readonly backup: string
  /** Where the present database is kept; "" where it stays in place. */
  readonly kept: string
  readonly lost: readonly TableRows[]
  readonly lost_calls: number
  readonly lost_credits: number
  readonly dry_run: boolean
}

const ROLLBACK_VIEW: View<RolledBack> = {
  columns: [
    { title: 'FROM', value: 'from' },
    { title: 'TO', value: 'to' },
    { title: 'PROGRAM', value: 'program' },
    { title: 'BACKUP', value: 'backup' },
    { title: 'KEPT', value: 'kept' },
  ],
  fields: [
    'from',
    'to',
    'program',
    'backup',
    'kept',
    'lost',
    'lost_calls',
    'lost_credits',
    'dry_run',
  ],
  kinds: { lost: 'json', lost_calls: 'number', dry_run: 'flag' },
  quiet: ({ to }) => to,
}

/**
 * The previous program does it: it knows its own schema, and still starts where the new one may
 * not.
 */
export const updateRollback = defineCommand({
  path: ['update', 'rollback'],
  localOnly: true,
  summary: 'put the previous program back, and the backup where its schema needs it',
  flags: { ...DRY_RUN_FLAG, ...YES_FLAG },
  examples: ['gw update rollback --dry-run', 'gw update rollback --yes'],
  json: ROLLBACK_VIEW,
  run: async (context, { flags }) => {
    const record = readRecord(context.dataDir)
    if (record === undefined) {
      throw new CommandFailure('update.no_previous', words`there is no update to take back`)
    }
    if (!isPrevious(record)) return await handOver(context, record, flags)
    const restore = (await isTooNew(context)) ? await lossOf(context, record) : NOTHING_LOST
    const { backup, calls, credits } = restore
    for (const { table, now, before } of restore.lost) {
      context.output.note(words`lost: ${table} ${now} rows, ${before} in the backup`)
    }
    if (backup !== '') {
      context.output.note(words`lost: ${calls} calls, charged with ${usdText(credits)}`)
    }
    const shown = {
      from: record.to,
      to: PROGRAM_VERSION,
      program: record.program,
      backup,
      lost: restore.lost,
      lost_calls: calls,
      lost_credits: credits,
    }
    if (flags['dry-run'] === true) {
      context.output.one({ ...shown, kept: '', dry_run: true }, ROLLBACK_VIEW)
      return context.output.note('dry run: nothing was changed')
    }
    await context.confirm(flags.yes, words`Put ${PROGRAM_VERSION} back at ${record.program}?`)
    const kept = backup === '' ? '' : await restoreFrom(context, backup)
    renameSync(record.previous, record.program)
    removeRecord(context.dataDir)
    context.output.one({ ...shown, kept, dry_run: false }, ROLLBACK_VIEW)
    context.output.note('start the gateway again')
  },
})

function isPrevious({ previous }: UpdateRecord): boolean {
  const own = compiledProgram()
  return own !== undefined && realpathSync(own) === realpathSync(previous)
}

interface Given {
  readonly yes: boolean | undefined
  readonly 'dry-run': boolean | undefined
}

/** It asks, prints and ends as this program would. */
async function handOver(context: CommandContext, record: UpdateRecord, given: Given) {
  const { json, quiet } = context.output.mode
  const flags = [
    ...placeFlags(context),
    ...(given.yes === true ? ['--yes'] : []),
    ...(given['dry-run'] === true ? ['--dry-run'] : []),
    ...(json ? ['--json'] : []),
    ...(quiet ? ['--quiet'] : []),
    '--lang',
    context.language,
  ]
  const stdio = ['inherit', 'inherit', 'inherit'] as const
  const child = Bun.spawn([record.previous, 'update', 'rollback', ...flags], { stdio: [...stdio] })
  const code = await child.exited
  if (code !== 0) throw new ProgramEnd(code)
}

/** Whether the new version has changed what this one needs as it was. */
async function isTooNew(context: CommandContext): Promise<boolean> {
  if (presentDatabase(context) === undefined && isFile(context)) return false
  const { requireKnownSchema } = await import('../../../server/services/database/known-schema')
  try {
    await requireKnownSchema(placeOf(context))
    return false
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'db.too_new') return true
    throw error
  }
}

const isFile = (context: CommandContext): boolean =>
  !/^postgres(ql)?:/.test(placeOf(context).databaseUrl)

interface Loss {
  readonly backup: string
  readonly lost: readonly TableRows[]
  readonly calls: number
  readonly credits: number
}

const NOTHING_LOST: Loss = { backup: '', lost: [], calls: 0, credits: 0 }

/** Throws for PostgreSQL, and while a server runs, whose calls would be lost as well. */
async function lossOf(context: CommandContext, { at_ms }: UpdateRecord): Promise<Loss> {
  const file = presentDatabase(context)
  if (file === undefined) throw new GatewayError('db.not_a_file', { tool: 'pg_restore' })
  const backup = backupSince(file, at_ms)
  if (backup === undefined || !existsSync(backup)) {
    throw new CommandFailure(
      'update.no_backup',
      words`no backup from before the update is next to  ${file}; see "gw db restore"`,
    )
  }
  const { lostByRestore } = await import('../../../server/services/database/lost-by-restore')
  const { tables, calls, credits } = lostByRestore(placeOf(context), backup)
  return { backup, lost: tables, calls, credits }
}

/** Returns where the present database is kept. */
async function restoreFrom(context: CommandContext, backup: string): Promise<string> {
  const { prepareRestore } = await import('../../../server/services/database/restore')
  const { commit, end } = await prepareRestore(placeOf(context), context.actor, backup)
  try {
    if (commit === undefined) {
      throw new CommandFailure('update.bad_backup', words`${backup} is damaged; see "gw db check"`)
    }
    return commit().kept
  } finally {
    end()
  }
}

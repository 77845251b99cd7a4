/** Puts a new program in the place of this one, and the database on its schema. */
import { existsSync } from 'node:fs'
import { databaseFile } from '../../server/configuration'
import { PROGRAM_VERSION } from '../../server/program-version'
import type { TriedStep } from '../../server/services/database/try-migrations'
import type { CommandContext } from '../command/context'
import { placeOf } from '../gateway/database-place'
import { words } from '../words'
import { answerOf } from './new-program'
import { previousOf, takeProgramPlace } from './program-file'
import { backupSince, writeRecord } from './record'

export interface Installed {
  readonly from: string
  readonly to: string
  readonly program: string
  /** Where the replaced one is kept. */
  readonly previous: string
  /** Migrations; those of a dry run were applied to a copy. */
  readonly applied: readonly string[]
  /** Of the database, made before them; "" for none. */
  readonly backup: string
  readonly dry_run: boolean
  readonly steps: readonly TriedStep[]
}

interface Installation {
  readonly program: string
  readonly staged: string
  readonly version: string
}

/** The file of the database, if there is one; the others are migrated by the next start. */
export function presentDatabase(context: CommandContext): string | undefined {
  const file = databaseFile(placeOf(context).databaseUrl)
  return file !== '' && existsSync(file) ? file : undefined
}

/** Flags by which another program finds the same database. */
export function placeFlags({ dataFlag }: CommandContext): readonly string[] {
  return dataFlag === undefined ? [] : ['--data', dataFlag]
}

export async function installProgram(
  context: CommandContext,
  { program, staged, version }: Installation,
): Promise<Installed> {
  const { clock, output } = context
  const file = presentDatabase(context)
  const isServing = await context.isServing()
  const at_ms = clock.nowMs()
  const applied =
    file === undefined || isServing ? [] : await migrateWith(context, { staged, file, at_ms })
  takeProgramPlace(staged, program)
  const previous = previousOf(program)
  const record = { program, previous, from: PROGRAM_VERSION, to: version, at_ms }
  const isRecorded = existsSync(context.dataDir)
  if (isRecorded) writeRecord(context.dataDir, record)
  if (isServing) output.note('restart the gateway: it migrates the database after a backup')
  else if (file !== undefined) output.note('start the gateway again')
  output.note(
    isRecorded
      ? words`"gw update rollback" takes this back`
      : words`the previous program is kept as ${previous}`,
  )
  const backup = file === undefined ? undefined : backupSince(file, at_ms)
  const shown = { from: PROGRAM_VERSION, to: version, program, previous }
  return { ...shown, applied, backup: backup ?? '', dry_run: false, steps: [] }
}

interface Migrating {
  readonly staged: string
  readonly file: string
  readonly at_ms: number
}

/** A migration that fails leaves program and database as they were. */
async function migrateWith(
  context: CommandContext,
  { staged, file, at_ms }: Migrating,
): Promise<readonly string[]> {
  try {
    const answer = await context.progress('Migrating', () =>
      answerOf(staged, ['db', 'migrate', ...placeFlags(context)]),
    )
    const { applied } = Object(answer)
    return Array.isArray(applied) ? applied.map(String) : []
  } catch (error) {
    const backup = backupSince(file, at_ms)
    if (backup !== undefined) await putBack(context, backup)
    throw error
  }
}

async function putBack(context: CommandContext, backup: string): Promise<void> {
  const { prepareRestore } = await import('../../server/services/database/restore')
  const { commit, end } = await prepareRestore(placeOf(context), context.actor, backup)
  try {
    if (commit === undefined) {
      return context.output.warn(words`the database could not be restored: see ${backup}`)
    }
    commit()
    context.output.note('the database was restored to what it was')
  } finally {
    end()
  }
}

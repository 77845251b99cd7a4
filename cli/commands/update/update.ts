import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNewer } from '../../../server/domain/releases'
import { PROGRAM_VERSION } from '../../../server/program-version'
import type { TriedStep } from '../../../server/services/database/try-migrations'
import { withDatabase } from '../../../server/services/database-place'
import { optionValues } from '../../../server/services/options/current'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { placeOf } from '../../gateway/database-place'
import type { View } from '../../output/output'
import { type Installed, installProgram, placeFlags, presentDatabase } from '../../update/install'
import { answerOf, requireVersion } from '../../update/new-program'
import { previousOf, replaceableProgram, stageProgram } from '../../update/program-file'
import { latestVersion, type Source, verifiedProgram } from '../../update/release'
import { publicKeyIn } from '../../update/signature'
import { words } from '../../words'
import { DRY_RUN_FLAG, YES_FLAG } from '../careful-flags'

/** Compiled into released programs. */
const BUILT_IN_KEY: string = process.env.GW_BUILT_IN_RELEASE_KEY ?? ''
const TARGET: string = process.env.GW_TARGET ?? ''

const UPDATE_VIEW: View<Installed> = {
  columns: [
    { title: 'FROM', value: 'from' },
    { title: 'TO', value: 'to' },
    { title: 'PROGRAM', value: 'program' },
    { title: 'PREVIOUS', value: 'previous' },
    { title: 'MIGRATIONS', value: ({ applied }) => String(applied.length), field: 'applied' },
    { title: 'BACKUP', value: 'backup' },
  ],
  fields: ['from', 'to', 'program', 'previous', 'applied', 'backup', 'dry_run', 'steps'],
  kinds: { applied: 'list', dry_run: 'flag', steps: 'json' },
  quiet: ({ to }) => to,
}

export const update = defineCommand({
  path: ['update'],
  localOnly: true,
  summary: 'replace this program by a newer release, and migrate the database after a backup',
  flags: {
    from: {
      kind: 'text',
      value: 'URL|DIR',
      summary: 'release address (default $GW_RELEASE_URL, or that of the option ReleaseAddress)',
    },
    to: { kind: 'text', value: 'VERSION', summary: 'this version, even if it is older' },
    key: {
      kind: 'text',
      value: 'KEY|FILE',
      summary: 'public key of the releases (default $GW_RELEASE_KEY, or the one built in)',
    },
    ...DRY_RUN_FLAG,
    ...YES_FLAG,
  },
  examples: [
    'gw update --dry-run',
    'gw update --yes',
    'gw update --from https://releases.example.com/gw --to 0.2.0',
  ],
  json: UPDATE_VIEW,
  run: async (context, { flags }) => {
    const program = replaceableProgram()
    const source = await sourceOf(context, flags)
    const own = PROGRAM_VERSION
    const version = flags.to ?? (await latestVersion(source))
    if (flags.to === undefined && !isNewer(version, own)) {
      return context.output.note(words`${own} is the newest version`)
    }
    const bytes = await context.progress('Downloading', () =>
      verifiedProgram(source, version, TARGET),
    )
    if (flags['dry-run'] === true) return await showTrial(context, { program, version, bytes })
    const staged = `${program}.${version}`
    try {
      stageProgram(staged, bytes)
      await requireVersion(staged, version)
      await context.confirm(flags.yes, words`Replace ${program} (${own}) by ${version}?`)
      context.output.one(await installProgram(context, { program, staged, version }), UPDATE_VIEW)
    } finally {
      rmSync(staged, { force: true })
    }
  },
})

interface Given {
  readonly from: string | undefined
  readonly key: string | undefined
}

async function sourceOf(context: CommandContext, given: Given): Promise<Source> {
  const { env } = context
  const from = given.from ?? (env.GW_RELEASE_URL?.trim() || (await addressOfOption(context)))
  if (!from) throw new UsageError('give --from, or set GW_RELEASE_URL or ReleaseAddress')
  const key = given.key ?? (env.GW_RELEASE_KEY?.trim() || BUILT_IN_KEY)
  if (!key) throw new UsageError('this program has no key built in: give --key')
  const isFile = given.key !== undefined && /[./]/.test(given.key) && !/^RW/.test(given.key)
  const publicKey = publicKeyIn(isFile ? await context.file(given.key) : key)
  return { from: from.replace(/\/+$/, ''), publicKey }
}

const LATEST = /\/latest\.json$/

/** What "Check for updates" asks is latest.json of a release address. */
async function addressOfOption(context: CommandContext): Promise<string | undefined> {
  if (presentDatabase(context) === undefined) return undefined
  const { databaseUrl } = placeOf(context)
  // Closed again at once: a restore needs the database for itself.
  const { ReleaseAddress: address } = await withDatabase(
    [databaseUrl, { readonly: true }],
    async (db) => await optionValues(db.reader),
  )
  return LATEST.test(address) ? address.replace(LATEST, '') : undefined
}

interface Candidate {
  readonly program: string
  readonly version: string
  readonly bytes: Uint8Array
}

/** The new program reports what its migrations would do; nothing of the trial remains. */
async function showTrial(context: CommandContext, candidate: Candidate): Promise<void> {
  const { program, version, bytes } = candidate
  const folder = mkdtempSync(join(tmpdir(), 'gw-update-'))
  try {
    const staged = join(folder, 'gw')
    stageProgram(staged, bytes)
    await requireVersion(staged, version)
    const hasDatabase = presentDatabase(context) !== undefined
    const steps = hasDatabase ? await trialOf(context, staged) : []
    const names = steps.map(({ migration }) => migration)
    const shown = { from: PROGRAM_VERSION, to: version, program, previous: previousOf(program) }
    const applied = { applied: names, backup: '', dry_run: true, steps }
    context.output.one({ ...shown, ...applied }, UPDATE_VIEW)
    for (const { migration, took_ms } of steps) {
      context.output.note(words`${migration} took ${took_ms ?? '-'} ms on a copy`)
    }
    context.output.note('dry run: nothing was changed')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function trialOf(context: CommandContext, staged: string): Promise<readonly TriedStep[]> {
  const args = ['db', 'migrate', '--dry-run', ...placeFlags(context)]
  const answer = await context.progress('Migrating a copy', () => answerOf(staged, args))
  return Array.isArray(answer) ? answer : []
}

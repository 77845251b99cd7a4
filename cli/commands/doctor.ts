import { version } from '../../package.json'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import type { CheckRow } from '../../server/services/doctor/check'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { placeOf } from '../gateway/database-place'
import { readServer } from '../gateway/relay-client'
import { removeLeftFolders } from '../rehearsal/folders'
import { words } from '../words'
import { YES_FLAG } from './careful-flags'
import { CHECK_VIEW, requireAllPassed, showChecks } from './check-view'

export const doctor = defineCommand({
  path: ['doctor'],
  summary: 'look at settings, files, database, channels and server; exits 1 when anything fails',
  flags: {
    offline: { kind: 'switch', summary: 'connect to no channel' },
    url: { kind: 'text', value: 'URL', summary: 'where a server must be running' },
    bundle: {
      kind: 'text',
      value: 'FILE',
      localOnly: true,
      summary: 'archive to make for support (.tar.gz), without secrets, texts and addresses',
    },
    ...YES_FLAG,
  },
  examples: [
    'gw doctor',
    'gw doctor --offline --json',
    'gw doctor --url http://127.0.0.1:3000',
    'gw doctor --bundle gw-support.tar.gz',
  ],
  json: CHECK_VIEW,
  run: async (context, { flags }) => {
    const surroundings = {
      env: context.env,
      place: placeOf(context),
      version: programVersion(),
      serverUrl: flags.url?.replace(/\/+$/, ''),
      leftFolders: removeLeftFolders(),
      askServer: readServer,
    }
    const { examine } = await import('../../server/services/doctor/examine')
    const clients =
      flags.offline === true ? undefined : await import('../../server/channel-clients')
    const rows = await examine(surroundings, clients?.reachUpstream)
    if (flags.bundle !== undefined) {
      await writeBundle(context, { path: flags.bundle, yes: flags.yes, rows })
    }
    showChecks(context.output, rows)
    requireAllPassed(rows)
  },
})

function programVersion(): string {
  return process.env.GW_BUILD ?? version
}

interface Wanted {
  readonly path: string
  readonly yes: boolean | undefined
  readonly rows: readonly CheckRow[]
}

/** Says what would be in it, and writes it after a yes. */
async function writeBundle(context: CommandContext, { path, yes, rows }: Wanted): Promise<void> {
  const { output } = context
  const { bundleFiles, processFacts, variableFacts } = await import(
    '../../server/services/doctor/bundle-files'
  )
  const documents = {
    program: processFacts(programVersion(), context.clock.nowMs()),
    doctor: rows,
    variables: variableFacts(context.env),
    ...(await storedFacts(context)),
  }
  const files = bundleFiles(documents, context.env)
  for (const { name, text } of files) {
    output.note(words`${name.padEnd(20)} ${Buffer.byteLength(text)} bytes`)
  }
  await context.confirm(yes, words`Write these files to ${path}?`)
  const texts = Object.fromEntries(files.map(({ name, text }) => [`gw-support/${name}`, text]))
  const archive = new Bun.Archive(texts, { compress: 'gzip' })
  const written = await context.save(path, await archive.bytes())
  output.note(words`written: ${written}`)
}

/** A database that cannot be read is a finding, and no reason to give support nothing. */
async function storedFacts(context: CommandContext) {
  try {
    const services = await context.peek()
    return (await services?.overview.supportFacts()) ?? {}
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { database: messageOf(error, 'en') }
  }
}

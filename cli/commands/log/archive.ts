import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nowSeconds } from '../../../server/clock'
import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import { requireDatabase } from '../../gateway/database-place'
import type { View } from '../../output/output'
import { type ParquetColumn, writeParquet } from '../../output/parquet'
import { pastSeconds } from '../../time-argument'
import { words } from '../../words'

const DAY = 86_400
const MS = 1000

type LogRow = Awaited<ReturnType<Services['logs']['walk']>>[number]
type Named = keyof LogRow & string

function text(name: Named): ParquetColumn<LogRow> {
  return { name, type: 'STRING', read: (row) => String(row[name]) }
}

function integer(name: Named): ParquetColumn<LogRow> {
  return { name, type: 'INT64', read: (row) => BigInt(Number(row[name])) }
}

/** The columns of the table, by the names of the API. */
const COLUMNS: readonly ParquetColumn<LogRow>[] = [
  integer('id'),
  { name: 'created_at', type: 'TIMESTAMP', read: (row) => new Date(row.created_at * MS) },
  { name: 'type', type: 'INT32', read: (row) => row.type },
  integer('user_id'),
  text('username'),
  integer('token_id'),
  text('token_name'),
  integer('channel_id'),
  text('model_name'),
  text('group'),
  integer('quota'),
  integer('prompt_tokens'),
  integer('completion_tokens'),
  integer('use_time'),
  integer('duration_ms'),
  { name: 'is_stream', type: 'BOOLEAN', read: (row) => row.is_stream === 1 },
  integer('calls'),
  text('ip'),
  text('request_id'),
  text('client'),
  text('session'),
  text('tags'),
  text('content'),
  text('other'),
]

interface ArchivedDay {
  readonly day: string
  readonly rows: number
  readonly bytes: number
  readonly path: string
}

const FIELDS = ['day', 'rows', 'bytes', 'path'] as const

const VIEW: View<ArchivedDay> = {
  columns: [
    { title: 'DAY', value: 'day' },
    { title: 'ROWS', value: 'rows' },
    { title: 'BYTES', value: 'bytes' },
    { title: 'PATH', value: 'path' },
  ],
  fields: FIELDS,
  quiet: ({ path }) => path,
}

export const logArchive = defineCommand({
  path: ['log', 'archive'],
  localOnly: true,
  summary: 'write the log as a Parquet file for each complete day (UTC); it stays in the database',
  flags: {
    to: { kind: 'text', required: true, value: 'FOLDER', summary: 'folder of the files; is made' },
    from: {
      kind: 'text',
      value: 'TIME',
      summary: 'first day: a span back such as 30d, or a date (default: the oldest row)',
    },
    before: {
      kind: 'text',
      value: 'TIME',
      summary: 'days before that of a span back or a date (default: today)',
    },
    overwrite: { kind: 'switch', summary: 'write days again whose file exists' },
  },
  examples: [
    'gw log archive --to /srv/archive',
    'gw log archive --to /srv/archive --before 90d && gw log delete --before 90d --yes',
  ],
  json: VIEW,
  run: async (context, { flags }) => {
    requireDatabase(context)
    const { logs } = await context.services()
    const folder = resolve(flags.to)
    mkdirSync(folder, { recursive: true })
    const oldest = await logs.oldest()
    const first = dayOf(pastSeconds(context, 'from', flags.from) ?? oldest ?? 0)
    const end = dayOf(pastSeconds(context, 'before', flags.before) ?? nowSeconds(context.clock))
    const days: ArchivedDay[] = []
    let skipped = 0
    await context.progress(words`writing files`, async (report) => {
      for (let from = first; oldest !== undefined && from < end; from += DAY) {
        const day = new Date(from * MS).toISOString().slice(0, 10)
        const path = join(folder, `logs-${day}.parquet`)
        const isThere = existsSync(path)
        const isWanted = flags.overwrite === true || !isThere
        if (isThere && !isWanted) skipped += 1
        const [any] = isWanted ? await logs.walk({ from, to: from + DAY - 1 }) : []
        if (any !== undefined) {
          days.push({ day, path, ...(await writeParquet(path, COLUMNS, rowsOf(logs, from))) })
        }
        report((from - first) / DAY + 1, (end - first) / DAY)
      }
    })
    context.output.list(days, VIEW)
    if (skipped > 0)
      context.output.note(words`${skipped} days exist already; --overwrite writes them again`)
  },
})

function dayOf(seconds: number): number {
  return seconds - (seconds % DAY)
}

/** Newest first. */
async function* rowsOf(logs: Services['logs'], from: number): AsyncGenerator<readonly LogRow[]> {
  const day = { from, to: from + DAY - 1 }
  for (let below: LogRow | undefined; ; ) {
    const rows: readonly LogRow[] = await logs.walk({ ...day, below })
    below = rows.at(-1)
    if (below === undefined) return
    yield rows
  }
}

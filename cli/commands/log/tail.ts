import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { rowTranslator } from './row-translator'
import { LOG_FLAGS, LOG_VIEW, logFilter } from './view'

const POLL_MS = 200

export const logTail = defineCommand({
  path: ['log', 'tail'],
  summary: 'print log rows as they come, until Ctrl-C; one JSON object per line with --json',
  flags: {
    ...LOG_FLAGS,
    lines: { kind: 'integer', value: 'N', summary: 'begin with the last N rows (default 10)' },
  },
  examples: ['gw log tail --type error', 'gw log tail --json | jq .quota'],
  json: LOG_VIEW,
  reads: true,
  follows: true,
  run: async (context, { flags }) => {
    const filter = logFilter(flags)
    const lines = flags.lines ?? 10
    if (lines < 0) {
      throw new UsageError('--lines must not be negative')
    }
    const interrupted = context.interruption()
    const [services, db] = [await context.services(), await context.db()]
    const translateRow = await rowTranslator(context)
    // The newest id is read first: a row that comes in between is followed, not lost.
    let afterId = await services.logs.newest()
    const last = await services.logs.list({ ...filter, beforeId: afterId + 1, page_size: lines })
    for (const row of lines === 0 ? [] : last.items.toReversed()) {
      context.output.follow(translateRow(row), LOG_VIEW)
    }
    while (!interrupted.aborted) {
      const version = db.dataVersion()
      const rows = await services.logs.tail({ ...filter, afterId })
      for (const row of rows) {
        context.output.follow(translateRow(row), LOG_VIEW)
        afterId = row.id
      }
      await nextCommit(db, version, interrupted)
    }
  },
})

interface Watched {
  readonly kind: 'sqlite' | 'postgres'
  readonly dataVersion: () => number
}

/** SQLite reports cheaply whether anybody has written; PostgreSQL is just queried again. */
async function nextCommit(db: Watched, version: number, interrupted: AbortSignal): Promise<void> {
  do {
    await pause(POLL_MS, undefined, { signal: interrupted }).catch(() => {})
  } while (!interrupted.aborted && db.kind === 'sqlite' && db.dataVersion() === version)
}

/** A database as an older version of the program wrote it, with rows to migrate. */
import { rmSync } from 'node:fs'
import { insertRows, type NewRow } from '../../../../db/insert-rows'
import { migrate } from '../../../../db/migrate'
import { MIGRATIONS } from '../../../../db/migrations'
import { openDatabase } from '../../../../db/open'

const LOGS = 5000
const ROWS_PER_INSERT = 1000

/** Replaces the file. It has the first migration only and some thousand log rows. */
export async function oldDatabase(file: string): Promise<void> {
  for (const side of ['', '-wal', '-shm']) rmSync(file + side, { force: true })
  const db = await openDatabase(file)
  try {
    await migrate(db, { nowMs: Date.now(), migrations: MIGRATIONS.slice(0, 1) })
    for (let from = 0; from < LOGS; from += ROWS_PER_INSERT) {
      const rows = Array.from({ length: ROWS_PER_INSERT }, (_, index) => logRow(from + index))
      await db.transaction((trx) => insertRows(trx, 'logs', rows))
    }
  } finally {
    await db.close()
  }
}

function logRow(index: number): NewRow<'logs'> {
  return {
    user_id: 0,
    created_at: 1_700_000_000 + index,
    type: 4,
    content: `row ${index}`,
    username: '',
    token_name: '',
    model_name: `model-${index % 7}`,
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0,
    channel_id: 0,
    token_id: 0,
    group: '',
    ip: '',
    request_id: '',
    other: '',
  }
}

/** What a batch of the ledger leaves behind on PostgreSQL, in addition to accounts and entries. */
import { sql, type Transaction } from 'kysely'
import { JOB_FAMILY_ROWS } from '../../server/domain/jobs/families'
import type { EndedJob } from '../../server/domain/jobs/job-end'
import type { BatchOutcome } from '../../server/domain/ledger/book'
import { heldText } from '../../server/domain/ledger/held-text'
import type { Schema } from '../schema'
import { addToCounters } from '../tables/limit-counters'
import { rowsAs } from './sets'

type Trx = Transaction<Schema>

/** `node` holds what it reserves. */
export async function writeRows(trx: Trx, outcome: BatchOutcome, node: string): Promise<void> {
  const { opened, grown, logs, hours } = outcome
  if (opened.length > 0) {
    const rows = opened.map(({ reservation, model, terms, atMs }) => ({
      call_id: reservation.callId,
      user_id: reservation.userId,
      token_id: reservation.tokenId ?? 0,
      amount: reservation.amount,
      model_name: model,
      created_at: atMs,
      kind: terms.kind,
      holder: node,
      deadline_at: terms.deadlineMs,
      job_id: terms.jobId,
      counted: heldText(reservation),
    }))
    await trx.insertInto('reservations').values(rows).execute()
  }
  if (grown.size > 0) {
    const d = rowsAs(
      [...grown].map(([call, more]) => ({ call, more })),
      {
        call: 'text',
        more: 'bigint',
      },
    )
    await sql`update reservations set amount = amount + d.more from ${d}
      where call_id = d.call`.execute(trx)
  }
  if (outcome.marked.size > 0) {
    const rows = [...outcome.marked].map(([call, held]) => ({ call, counted: heldText(held) }))
    const d = rowsAs(rows, { call: 'text', counted: 'text' })
    await sql`update reservations set counted = d.counted from ${d}
      where call_id = d.call`.execute(trx)
  }
  await addToCounters(trx, outcome.counters)
  if (logs.length > 0) {
    const rows = logs.map(({ facts, userId, tokenId, channelId }) => ({
      ...facts,
      client: facts.client ?? '',
      session: facts.session ?? '',
      tags: facts.tags ?? '',
      duration_ms: facts.duration_ms ?? 0,
      is_stream: facts.is_stream ? (1 as const) : (0 as const),
      user_id: userId,
      token_id: tokenId,
      channel_id: channelId,
    }))
    await trx.insertInto('logs').values(rows).execute()
  }
  if (hours.length > 0) await addHours(trx, hours)
  for (const job of outcome.jobs) await endJob(trx, job)
}

/** What has ended keeps the end that it has. */
async function endJob(trx: Trx, { end, charge }: EndedJob): Promise<void> {
  const { jobId, family, state, failReason: fail_reason, atMs, expiresAtMs } = end
  const ended = await trx
    .updateTable('jobs')
    .set({ state, fail_reason, ended_at: atMs, quota: charge, poll_at: 0 })
    .set({ expires_at: expiresAtMs })
    .set({ notify_at: sql<number>`case when notify = '' then 0 else ${atMs}::bigint end` })
    .$if(state === 'succeeded', (query) => query.set({ progress: 100 }))
    .where('id', '=', jobId)
    .where('ended_at', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) return
  const { table, statuses } = JOB_FAMILY_ROWS[family]
  const seen = { status: statuses[state], progress: '100%', fail_reason, quota: charge }
  if (table === 'midjourneys') {
    const row = { ...seen, finish_time: atMs }
    await trx.updateTable(table).set(row).where('mj_id', '=', jobId).execute()
    return
  }
  const seconds = Math.floor(atMs / 1000)
  const row = { ...seen, finish_time: seconds, updated_at: seconds }
  await trx.updateTable(table).set(row).where('task_id', '=', jobId).execute()
}

async function addHours(trx: Trx, hours: BatchOutcome['hours']): Promise<void> {
  const rows = hours.map((hour) => ({
    user_id: hour.userId,
    username: hour.username,
    model_name: hour.model,
    created_at: hour.hourSeconds,
    token_used: hour.tokens,
    count: hour.count,
    quota: hour.quota,
  }))
  await trx
    .insertInto('quota_data')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'model_name', 'created_at']).doUpdateSet((eb) => ({
        username: eb.ref('excluded.username'),
        token_used: eb('quota_data.token_used', '+', eb.ref('excluded.token_used')),
        count: eb('quota_data.count', '+', eb.ref('excluded.count')),
        quota: eb('quota_data.quota', '+', eb.ref('excluded.quota')),
      })),
    )
    .execute()
}

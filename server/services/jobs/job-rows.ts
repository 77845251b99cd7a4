/** A job as the relay knows it, and its rows: the machine's own, and the one that people see. */
import type { JobRow, NewSeenJob, SeenJob } from '../../../db/tables/jobs'
import { JOB_FAMILY_ROWS, type JobFamily } from '../../domain/jobs/families'
import type { JobTerms } from '../../domain/jobs/terms'
import type { JobNote, JobSeen, NewJob, StoredJob } from '../../relay/ports/jobs'
import type { JsonObject } from '../../relay/wire/chat'

const NOTHING_SEEN: JobSeen = { results: [], told: undefined }

export function jobOf(row: JobRow): StoredJob {
  const terms: JobTerms = JSON.parse(row.terms)
  const asked: JsonObject = JSON.parse(row.asked)
  const seen: JobSeen = row.seen === '' ? NOTHING_SEEN : JSON.parse(row.seen)
  return {
    id: row.id,
    family: row.family,
    provider: row.provider,
    action: row.action,
    state: row.state,
    userId: row.user_id,
    tokenId: row.token_id === 0 ? undefined : row.token_id,
    channelId: row.channel_id,
    keyHash: row.key_hash,
    upstreamId: row.upstream_id,
    hook: row.hook,
    notify: row.notify,
    progress: row.progress,
    failReason: row.fail_reason,
    quota: row.quota,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at,
    endedAtMs: row.ended_at,
    deadlineMs: row.deadline_at,
    expiresAtMs: row.expires_at,
    polls: row.polls,
    terms,
    asked,
    seen,
  }
}

export function newJobRow(job: NewJob, node: string): JobRow {
  return {
    id: job.id,
    family: job.family,
    provider: job.provider,
    action: job.action,
    state: job.state,
    node,
    user_id: job.userId,
    token_id: job.tokenId ?? 0,
    channel_id: job.channelId,
    quota: job.quota,
    progress: 0,
    key_hash: job.keyHash,
    upstream_id: '',
    hook: job.hook,
    notify: job.notify,
    fail_reason: '',
    created_at: job.createdAtMs,
    started_at: 0,
    ended_at: 0,
    deadline_at: job.deadlineMs,
    expires_at: 0,
    poll_at: job.lostAtMs,
    claimed_until: job.lostAtMs,
    polls: 0,
    notify_at: 0,
    notified: 0,
    terms: JSON.stringify(job.terms),
    asked: JSON.stringify(job.asked),
    seen: JSON.stringify(job.seen),
  }
}

/** Who asks again sooner gets what is known. */
export const REST_MS = 1_000

const PROMPT_CHARACTERS = 4_000

function promptOf({ asked }: Pick<NewJob, 'asked'>): string {
  const { prompt } = asked
  return typeof prompt === 'string' ? prompt.slice(0, PROMPT_CHARACTERS).toWellFormed() : ''
}

export function newSeenRow(job: NewJob): NewSeenJob {
  const { table, statuses } = JOB_FAMILY_ROWS[job.family]
  const { id, action, userId: user_id, channelId: channel_id, quota, createdAtMs } = job
  const shared = { action, user_id, channel_id, quota, status: statuses[job.state] }
  const begun = { ...shared, fail_reason: '', progress: '0%', start_time: 0, finish_time: 0 }
  if (table === 'midjourneys') {
    const row = {
      code: 0,
      mj_id: id,
      prompt: promptOf(job),
      prompt_en: '',
      description: '',
      state: '',
      submit_time: createdAtMs,
      image_url: '',
      buttons: '',
      properties: '',
    }
    return { table, row: { ...begun, ...row, ...job.drawing } }
  }
  const submit_time = seconds(createdAtMs)
  const properties = JSON.stringify({ input: promptOf(job), model: job.terms.model })
  const row = { task_id: id, platform: job.provider, properties, data: '' }
  const times = { created_at: submit_time, updated_at: submit_time, submit_time }
  return { table, row: { ...begun, ...row, ...times } }
}

/** Columns of both rows that change with what was reported. */
export function notedRows(family: JobFamily, note: JobNote, nowMs: number) {
  const { state, progress, seen, upstreamId, startedAtMs, channelId, keyHash, pollAtMs, asked } =
    note
  const job = {
    state,
    progress,
    seen: JSON.stringify(seen),
    ...(upstreamId !== undefined && { upstream_id: upstreamId }),
    ...(startedAtMs !== undefined && { started_at: startedAtMs }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(keyHash !== undefined && { key_hash: keyHash }),
    ...(asked !== undefined && { asked: JSON.stringify(asked) }),
    ...(pollAtMs !== undefined && { poll_at: pollAtMs, claimed_until: nowMs + REST_MS }),
  }
  return { job, seen: seenRow(family, note, nowMs) }
}

function seenRow(family: JobFamily, note: JobNote, nowMs: number): SeenJob {
  const { table, statuses } = JOB_FAMILY_ROWS[family]
  const { startedAtMs, channelId } = note
  const shown = {
    status: statuses[note.state],
    progress: `${note.progress}%`,
    ...(channelId !== undefined && { channel_id: channelId }),
  }
  if (table === 'midjourneys') {
    const began = startedAtMs !== undefined && { start_time: startedAtMs }
    return { table, row: { ...shown, ...began, ...note.drawing } }
  }
  const began = startedAtMs !== undefined && { start_time: seconds(startedAtMs) }
  const { told } = note.seen
  const data = told !== undefined && { data: JSON.stringify(told) }
  return { table, row: { ...shown, ...began, ...data, updated_at: seconds(nowMs) } }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Videos as clients see them: in the shape of OpenAI, and in that of this family's gateways. */
import { isErrorId } from '../../domain/errors/catalogue'
import { failText } from '../../domain/jobs/fail-text'
import { JOB_FAMILY_ROWS } from '../../domain/jobs/families'
import type { JobState } from '../../domain/jobs/states'
import type { StoredJob } from '../ports/jobs'
import type { JsonObject } from '../wire/chat'

const STATUSES: Readonly<Record<JobState, string>> = {
  submitting: 'queued',
  queued: 'queued',
  running: 'in_progress',
  waiting: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  lost: 'failed',
}

export function videoObject(job: StoredJob): JsonObject {
  const { id, state, progress, terms, asked, seen, createdAtMs, endedAtMs, expiresAtMs } = job
  const isDone = state === 'succeeded'
  const seconds = seen.seconds ?? asked.seconds
  return {
    id,
    object: 'video',
    model: terms.model,
    status: STATUSES[state],
    progress: isDone ? 100 : progress,
    created_at: inSeconds(createdAtMs),
    completed_at: isDone ? inSeconds(endedAtMs) : null,
    expires_at: expiresAtMs > 0 ? inSeconds(expiresAtMs) : null,
    prompt: asked.prompt ?? null,
    seconds: seconds === undefined || seconds === null ? null : String(seconds),
    size: asked.size ?? null,
    remixed_from_video_id: asked.remixed_from ?? null,
    error: failed(job),
  }
}

function failed(job: StoredJob): JsonObject | null {
  if (STATUSES[job.state] !== 'failed') return null
  const { failReason } = job
  const code = isErrorId(failReason) ? failReason.replaceAll('.', '_') : 'video_generation_failed'
  // Clients of an API read English.
  return { code, message: failText(failReason, 'en') }
}

/** As gateways of the family tell a task. */
export function generationObject(job: StoredJob, links: readonly string[]): JsonObject {
  const { id, action, state, progress, failReason, createdAtMs, startedAtMs, endedAtMs } = job
  const isDone = state === 'succeeded'
  const [url] = links
  const data = {
    task_id: id,
    action,
    status: JOB_FAMILY_ROWS[job.family].statuses[state],
    fail_reason: failText(failReason, 'en'),
    submit_time: inSeconds(createdAtMs),
    start_time: inSeconds(startedAtMs),
    finish_time: inSeconds(endedAtMs),
    progress: `${isDone ? 100 : progress}%`,
    data: { ...videoObject(job), ...(url !== undefined && { url, urls: links }) },
  }
  return { code: 'success', message: '', data, ...(url !== undefined && { url }) }
}

function inSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

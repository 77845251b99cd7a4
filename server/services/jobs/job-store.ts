/** Where jobs are stored, behind the relay's port. */
import type { Db } from '../../../db/db'
import { drawingsByIds } from '../../../db/tables/drawings'
import { claimJobNotices, nextNoticeMs, setJobNotice } from '../../../db/tables/job-notices'
import {
  claimDueJobs,
  claimJob,
  deleteJob,
  dueSubmissions,
  findJobs,
  forgetJob,
  hasTwin,
  insertJob,
  jobByHook,
  jobById,
  jobsByUpstream,
  nextJobMs,
  pageOfJobs,
  restJob,
  updateJob,
} from '../../../db/tables/jobs'
import { tasksByIds } from '../../../db/tables/tasks'
import type { Clock } from '../../clock'
import type { JobFamily } from '../../domain/jobs/families'
import { objectOf, parseJson } from '../../relay/formats/dialects/json-fields'
import type {
  Drawn,
  JobNote,
  JobPort,
  JobQuestion,
  NewJob,
  ShownTask,
  StoredJob,
} from '../../relay/ports/jobs'
import { jobOf, newJobRow, newSeenRow, notedRows, REST_MS } from './job-rows'

/** Claimed at once; the rest in the next turn. */
const MOST_CLAIMED = 64
/** Longer than a question can take. */
const CLAIM_MS = 90_000
const NOTICE_CLAIM_MS = 60_000
/** Pauses after each failed attempt to tell a user; after the last nobody tries again. */
const NOTICE_PAUSES_MS = [15_000, 60_000, 300_000, 1_800_000, 7_200_000] as const

export interface JobStoreParts {
  readonly db: Db
  readonly clock: Clock
}

type Named = Pick<StoredJob, 'id' | 'family'>

export class JobStore implements JobPort {
  readonly #parts: JobStoreParts
  readonly #listeners: (() => void)[] = []

  constructor(parts: JobStoreParts) {
    this.#parts = parts
  }

  /** For a start, before anything is submitted here. */
  async recover(): Promise<void> {
    const { db, clock } = this.#parts
    const nowMs = clock.nowMs()
    if ((await nextJobMs(db.reader)) === undefined) return
    await db.transaction((trx) => dueSubmissions(trx, db.node, nowMs))
  }

  async open(job: NewJob): Promise<void> {
    const { db } = this.#parts
    const row = newJobRow(job, db.node)
    await db.transaction((trx) => insertJob(trx, row, newSeenRow(job)))
  }

  async discard(job: Named): Promise<void> {
    await this.#parts.db.transaction((trx) => deleteJob(trx, job))
  }

  async note({ id, family, channelId }: Named & Pick<StoredJob, 'channelId'>, note: JobNote) {
    const { db, clock } = this.#parts
    const { upstreamId = '' } = note
    const { goesOnFrom } = note
    const twin = { id, channelId: note.channelId ?? channelId, upstreamId, goesOnFrom }
    const outcome = await db.transaction(async (trx) => {
      if (upstreamId !== '' && (await hasTwin(trx, twin))) return 'duplicate'
      const isNoted = await updateJob(trx, id, notedRows(family, note, clock.nowMs()))
      return isNoted ? 'noted' : 'over'
    })
    if (outcome === 'noted' && note.pollAtMs !== undefined)
      for (const tell of this.#listeners) tell()
    return outcome
  }

  async find(userId: number, ids: readonly string[]): Promise<readonly StoredJob[]> {
    return (await findJobs(this.#parts.db.reader, userId, ids)).map(jobOf)
  }

  async page({ userId, family, after, limit, order }: JobQuestion): Promise<readonly StoredJob[]> {
    const { reader } = this.#parts.db
    const cursor = after === undefined ? [] : await findJobs(reader, userId, [after])
    const rows = await pageOfJobs(reader, { userId, family, after: cursor[0], limit, order })
    return rows.map(jobOf)
  }

  async byId(id: string): Promise<StoredJob | undefined> {
    const row = await jobById(this.#parts.db.reader, id)
    return row && jobOf(row)
  }

  async byUpstream(family: JobFamily, upstreamId: string): Promise<readonly StoredJob[]> {
    return (await jobsByUpstream(this.#parts.db.reader, { family, upstreamId })).map(jobOf)
  }

  async drawings(userId: number, ids: readonly string[]): Promise<readonly Drawn[]> {
    const { reader } = this.#parts.db
    const rows = await drawingsByIds(reader, { userId, ids })
    const jobs = new Map((await this.find(userId, ids)).map((job) => [job.id, job]))
    return rows.map((row) => ({ row, answer: objectOf(jobs.get(row.mj_id)?.seen.told) }))
  }

  async tasks(userId: number, ids: readonly string[]): Promise<readonly ShownTask[]> {
    const rows = await tasksByIds(this.#parts.db.reader, { userId, ids })
    return rows.map((row) => ({ row, data: parseJson(row.data) ?? null }))
  }

  async byHook(hook: string): Promise<StoredJob | undefined> {
    const row = await jobByHook(this.#parts.db.reader, hook)
    return row && jobOf(row)
  }

  async forget({ id }: Named): Promise<void> {
    await this.#parts.db.transaction((trx) => forgetJob(trx, id))
  }

  async claimDue(): Promise<readonly StoredJob[]> {
    const { db } = this.#parts
    const next = await nextJobMs(db.reader)
    // Most questions end here, without a turn on the write connection.
    if (next === undefined || next > this.#parts.clock.nowMs()) return []
    const claim = this.#claim(CLAIM_MS)
    return (await db.transaction((trx) => claimDueJobs(trx, claim, db.kind))).map(jobOf)
  }

  async claim(id: string): Promise<StoredJob | undefined> {
    const { db } = this.#parts
    const row = await jobById(db.reader, id)
    if (row === undefined || row.poll_at === 0) return undefined
    const claim = this.#claim(CLAIM_MS)
    if (row.claimed_until > claim.nowMs) return undefined
    const claimed = await db.transaction((trx) => claimJob(trx, row, claim))
    return claimed && jobOf(claimed)
  }

  async rest({ id }: Pick<StoredJob, 'id'>, pollAtMs: number): Promise<void> {
    const { db, clock } = this.#parts
    const times = { pollAt: pollAtMs, restUntil: clock.nowMs() + REST_MS }
    await db.transaction((trx) => restJob(trx, id, times))
  }

  onJob(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async nextDueMs(): Promise<number | undefined> {
    const { reader } = this.#parts.db
    const times = [await nextJobMs(reader), await nextNoticeMs(reader)]
    const known = times.filter((at) => at !== undefined)
    return known.length === 0 ? undefined : Math.min(...known)
  }

  async claimNotices(): Promise<readonly StoredJob[]> {
    const claim = this.#claim(NOTICE_CLAIM_MS)
    const next = await nextNoticeMs(this.#parts.db.reader)
    if (next === undefined || next > claim.nowMs) return []
    return (await this.#parts.db.transaction((trx) => claimJobNotices(trx, claim))).map(jobOf)
  }

  async notified({ id }: Pick<StoredJob, 'id'>, outcome: 'delivered' | 'failed'): Promise<void> {
    const { db, clock } = this.#parts
    const row = await jobById(db.reader, id)
    if (row === undefined) return
    const pauseMs = outcome === 'delivered' ? undefined : NOTICE_PAUSES_MS[row.notified - 1]
    const notifyAt = pauseMs === undefined ? 0 : clock.nowMs() + pauseMs
    await db.transaction((trx) => setJobNotice(trx, id, notifyAt))
  }

  #claim(forMs: number) {
    const nowMs = this.#parts.clock.nowMs()
    return { nowMs, limit: MOST_CLAIMED, untilMs: nowMs + forMs }
  }
}

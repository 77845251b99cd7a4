/** What a word of a provider changes of a job. */
import { JOB_FAMILY_ROWS } from '../../domain/jobs/families'
import { isEndState, nextState } from '../../domain/jobs/states'
import { parseJson } from '../formats/dialects/json-fields'
import type { JobNote, StoredJob } from '../ports/jobs'
import type { Json } from '../wire/chat'
import type { Sight } from './provider'

/** Before its end is written a job is seen as running: state and money change together. */
export function sighted(job: StoredJob, sight: Sight, nowMs: number): JobNote {
  const next = nextState(job.state, sight.event) ?? job.state
  const state = isEndState(next) ? stateBeforeEnd(job) : next
  const { results = job.seen.results, seconds = job.seen.seconds } = sight
  const told = sight.told === undefined ? job.seen.told : shownWords(sight.told, job)
  const begins = job.startedAtMs === 0 && state === 'running'
  return {
    state,
    progress: progressOf(job, sight),
    seen: { results, told, ...(seconds !== undefined && { seconds }) },
    ...(begins && { startedAtMs: nowMs }),
    ...(sight.drawing !== undefined && { drawing: sight.drawing }),
  }
}

function stateBeforeEnd({ state }: StoredJob): StoredJob['state'] {
  return state === 'submitting' ? 'queued' : state
}

/** Never backwards; all of it is made only when it has succeeded. */
function progressOf({ progress }: StoredJob, sight: Sight): number {
  const percent = Math.trunc(sight.progress ?? 0)
  return Math.max(progress, Math.min(Number.isFinite(percent) ? percent : 0, 99), 0)
}

/** From one question to the next, in milliseconds: twice as long each time. */
export function pollPause({ family, polls }: Pick<StoredJob, 'family' | 'polls'>): number {
  const { firstPollMs, longestPollMs } = JOB_FAMILY_ROWS[family]
  return Math.min(firstPollMs * 2 ** Math.min(polls, 16), longestPollMs)
}

const MOST_CHARACTERS = 2_000
const MOST_WORDS = 65_536

/**
 * What users are shown of a provider's words about a film: ours in the place of its name for it,
 * no addresses of its own, and nothing that is as long as a picture.
 */
function shownWords(words: Json, { family, id, upstreamId }: StoredJob) {
  const text = JSON.stringify(words, (_, value: unknown) => {
    if (typeof value !== 'string' || family !== 'video') return value
    if (value === upstreamId) return id
    return /^https?:/i.test(value) || value.length > MOST_CHARACTERS ? undefined : value
  })
  return text.length > MOST_WORDS ? undefined : parseJson(text)
}

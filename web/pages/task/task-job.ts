/** The row of a task, as galleries show it. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { TASK_STATUS } from '../../../server/domain/status'
import { isRecord } from '../../app/storage'
import type { JobMedia, ShownJob } from '../../components/job/shown-job'

export type Task = DataOf<'task.list'>[number]

const ENDED: ReadonlySet<string> = new Set([TASK_STATUS.success, TASK_STATUS.failure])

export function jobOfTask(row: Task): ShownJob {
  return {
    kind: 'task',
    key: row.id,
    id: row.task_id,
    action: row.action,
    status: row.status,
    isOpen: !ENDED.has(row.status),
    isFailed: row.status === TASK_STATUS.failure,
    progress: row.progress,
    prompt: inputOf(row),
    promptEn: '',
    failReason: row.fail_reason,
    media: mediaOf(row),
    words: wordsOf(row),
    buttons: [],
    parameters: parametersOf(row),
    submittedAt: row.submit_time,
    seconds: secondsOf(row),
    quota: row.quota,
    userId: row.user_id,
    channelId: row.channel_id,
    platform: row.platform,
  }
}

export function secondsOf({ submit_time, finish_time }: Task): number | undefined {
  return finish_time > 0 ? Math.max(0, finish_time - submit_time) : undefined
}

/** The prompt, of jobs that report it. */
export function inputOf({ properties }: Task): string {
  return isRecord(properties) && typeof properties.input === 'string' ? properties.input : ''
}

/** A song with its picture is one thing; what has neither sound nor film is a picture. */
function mediaOf({ results, data }: Task): readonly JobMedia[] {
  const covers = results.filter(({ kind }) => kind === 'image')
  const played = results.filter(({ kind }) => kind !== 'image')
  if (played.length === 0) {
    return covers.map(({ url }) => ({ kind: 'picture', url, title: '' }))
  }
  const clips = Array.isArray(data) ? data.filter(isRecord) : []
  return played.map(({ kind, url }, at) => {
    const cover = covers[at]?.url
    const title = clips[at]?.title
    return {
      kind: kind === 'audio' ? 'sound' : 'video',
      url,
      title: typeof title === 'string' ? title : '',
      ...(cover !== undefined && { cover }),
    }
  })
}

/** Lyrics; those of a song are sung. */
function wordsOf({ action, data }: Task): string {
  if (action !== 'LYRICS' || !isRecord(data) || typeof data.text !== 'string') return ''
  const title = typeof data.title === 'string' ? data.title : ''
  return [title, data.text].filter((part) => part !== '').join('\n\n')
}

function parametersOf({ properties }: Task): ShownJob['parameters'] {
  if (!isRecord(properties)) return []
  return Object.entries(properties).flatMap(([name, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number'
    return isPlain && name !== 'input' && value !== '' ? [[name, String(value)] as const] : []
  })
}

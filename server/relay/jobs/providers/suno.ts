/** Suno-API: songs and lyrics, submitted by what they are and polled many at a time. */
import type { JobEvent } from '../../../domain/jobs/states'
import { isList, isObject, objectsOf, textOf } from '../../formats/dialects/json-fields'
import type { ResultLink } from '../../ports/jobs'
import type { Json, JsonObject } from '../../wire/chat'
import type { Accepted, JobProvider, ProviderFailure, Sight } from '../provider'

const MOST_AT_ONCE = 50

export const suno: JobProvider<'music'> = {
  name: 'suno',
  actions: ['MUSIC', 'LYRICS'],
  submit: ({ action, order, origin }, { hookUrl }) => ({
    method: 'POST',
    path: `/suno/submit/${action}`,
    body: sentBody(order, { originId: origin?.upstreamId, hookUrl }),
  }),
  accepted(answer): Accepted | undefined {
    const id = textOf(answer.data)
    return id === undefined ? undefined : { id }
  },
  measure: () => ({ calls: 1 }),
  poll: {
    kind: 'many',
    atMost: MOST_AT_ONCE,
    ask: (jobs) => ({
      method: 'POST',
      path: '/suno/fetch',
      body: { ids: jobs.map(({ upstreamId }) => upstreamId) },
    }),
    read(answer) {
      const tasks = isObject(answer) ? objectsOf(answer.data) : []
      return new Map(tasks.map((task) => [textOf(task.task_id) ?? '', sightOf(task)]))
    },
  },
  failureIn,
}

interface Sent {
  readonly originId: string | undefined
  readonly hookUrl: string | undefined
}

/** Songs that go on from another name it, and it is known there by another id than here. */
function sentBody(order: JsonObject, { originId, hookUrl }: Sent): JsonObject {
  const { notify_hook: _, ...rest } = order
  return {
    ...rest,
    ...(originId !== undefined && { task_id: originId }),
    ...(hookUrl !== undefined && { notify_hook: hookUrl }),
  }
}

function failureIn({ code, message }: JsonObject): ProviderFailure | undefined {
  if (code === undefined || code === 'success') return undefined
  return { message: textOf(message) ?? String(code), code: String(code), status: 500 }
}

const EVENTS: Readonly<Record<string, JobEvent>> = {
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  QUEUED: 'queued',
  IN_PROGRESS: 'running',
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
}

export function sightOf(task: JsonObject): Sight {
  const failReason = textOf(task.fail_reason)
  const said = EVENTS[textOf(task.status) ?? ''] ?? 'queued'
  const progress = Number.parseInt(textOf(task.progress) ?? '', 10)
  return {
    event: failReason === undefined ? said : 'failed',
    results: resultsIn(task.data),
    told: task.data ?? null,
    ...(Number.isInteger(progress) && { progress: Math.min(Math.max(progress, 0), 100) }),
    ...(failReason !== undefined && { failReason }),
  }
}

const FIELDS = [
  ['audio_url', 'audio'],
  ['image_url', 'image'],
  ['video_url', 'video'],
] as const

/** Clips as they stand; lyrics have no files. */
function resultsIn(data: Json | undefined): readonly ResultLink[] {
  if (!isList(data)) return []
  return data.filter(isObject).flatMap((clip) =>
    FIELDS.flatMap(([field, kind]): ResultLink[] => {
      const url = textOf(clip[field])
      return url === undefined ? [] : [{ kind, url, from: 'open' }]
    }),
  )
}

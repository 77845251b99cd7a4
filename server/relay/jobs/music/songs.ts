/** Songs and lyrics, in the shapes of Suno-API. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { MUSIC_ACTIONS, type MusicAction } from '../../../domain/jobs/music-routes'
import type { Relay } from '../../call/relay'
import { isList, textOf } from '../../formats/dialects/json-fields'
import type { ShownTask } from '../../ports/jobs'
import { invalid, isAbsent } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { type JobCaller, ownJob, storedOrder } from '../job-caller'
import { notifyAddress } from '../notify-address'
import { type JobRelay, submitJob } from '../submit'

export interface SongRequest {
  /** As the path has it, in any case. */
  readonly action: string
  readonly body: JsonObject
}

const USUAL_VERSION = 'chirp-v3-0'

/**
 * Resolves with the id of the new job. Throws `request.invalid`, `job.switched_off`,
 * `job.not_found` and what submitting a job throws.
 */
export async function submitSong(
  ports: JobRelay,
  admitted: JobCaller,
  { action: named, body }: SongRequest,
): Promise<string> {
  const { relay } = ports
  const { isTaskOn, passesNotices } = relay.directory.settings().jobs
  if (!isTaskOn) throw new GatewayError('job.switched_off')
  const action = actionNamed(named)
  if (action === 'LYRICS' && textOf(body.prompt) === undefined) {
    throw invalid('prompt', 'reason.required')
  }
  const { notify_hook: notifyHook, ...rest } = body
  const usual = action === 'MUSIC' && textOf(body.mv) === undefined
  const order = usual ? { ...rest, mv: USUAL_VERSION } : rest
  const origin = await originOf(relay, admitted, body)
  const job = await submitJob(ports, {
    ...admitted,
    family: 'music',
    action,
    model: MUSIC_ACTIONS[action],
    order,
    prompt: textOf(body.gpt_description_prompt) ?? textOf(body.prompt) ?? '',
    count: 1,
    asked: { ...storedOrder(order), ...(origin && { origin: origin.id }) },
    notify: passesNotices ? notifyAddress('notify_hook', textOf(notifyHook)) : '',
    origin,
  })
  return job.id
}

/** Throws `request.invalid`. */
function actionNamed(named: string): MusicAction {
  const actions = Object.keys(MUSIC_ACTIONS) as MusicAction[]
  const found = actions.find((action) => action === named.toUpperCase())
  if (found !== undefined) return found
  throw invalid('action', 'reason.not_a_choice', { choices: 'music, lyrics' })
}

/** A song goes on where it is. */
async function originOf(
  relay: Relay,
  admitted: JobCaller,
  { continue_clip_id: clip, task_id: id }: JsonObject,
) {
  if (isAbsent(clip) || clip === '') return undefined
  const named = textOf(id)
  if (named === undefined) throw invalid('task_id', 'reason.required')
  return await ownJob(relay, admitted, { id: named, family: 'music' })
}

/** Ids in one request; more are refused. */
const MOST_LISTED = 500

/** `null` when none of the ids is the visitor's, as the family answers. */
export async function listSongs(
  relay: Relay,
  admitted: JobCaller,
  { ids }: JsonObject,
): Promise<Json> {
  if (!isList(ids)) throw invalid('ids', 'reason.not_an_array')
  if (ids.length > MOST_LISTED) throw invalid('ids', 'reason.at_most', { max: MOST_LISTED })
  if (ids.length === 0) return []
  const found = await relay.jobs.tasks(admitted.entered.caller.user.id, ids.map(String))
  return found.length === 0 ? null : found.map(shownSong)
}

/** Throws `job.not_found`. */
export async function fetchSong(
  relay: Relay,
  admitted: JobCaller,
  id: string,
): Promise<JsonObject> {
  const [found] = await relay.jobs.tasks(admitted.entered.caller.user.id, [id])
  if (found === undefined) throw new GatewayError('job.not_found', { id: id.slice(0, 80) })
  return shownSong(found)
}

function shownSong({ row, data }: ShownTask): JsonObject {
  return {
    task_id: row.task_id,
    action: row.action,
    status: row.status,
    fail_reason: row.fail_reason,
    submit_time: row.submit_time,
    start_time: row.start_time,
    finish_time: row.finish_time,
    progress: row.progress,
    data,
  }
}

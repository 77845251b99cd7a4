/** What is done with drawings that have been requested. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import { SUBMISSION } from '../../../domain/jobs/drawing-actions'
import type { Relay } from '../../call/relay'
import { isList, textOf } from '../../formats/dialects/json-fields'
import { invalid } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { ask } from '../ask'
import { moduleNamed, placeFor } from '../choose'
import { type JobCaller, ownJob } from '../job-caller'
import type { JobRelay } from '../submit'
import { type PicturePorts, pictureAddress } from './picture'
import { shownDrawing } from './shown'

/** Ids in one request; more are refused. */
const MOST_LISTED = 500
const SEED_LIMIT_MS = 30_000

/** Throws `job.not_found`. */
export async function fetchDrawing(
  ports: PicturePorts,
  admitted: JobCaller,
  id: string,
): Promise<JsonObject> {
  const [drawn] = await ports.relay.jobs.drawings(admitted.entered.caller.user.id, [id])
  if (drawn === undefined) throw new GatewayError('job.not_found', { id: id.slice(0, 80) })
  return shownDrawing(drawn, pictureAddress(ports, admitted, drawn.row))
}

/** Those of the ids that are the visitor's; the others are passed over. */
export async function listDrawings(
  ports: PicturePorts,
  admitted: JobCaller,
  { ids }: JsonObject,
): Promise<readonly Json[]> {
  if (!isList(ids)) throw invalid('ids', 'reason.not_an_array')
  if (ids.length > MOST_LISTED) throw invalid('ids', 'reason.at_most', { max: MOST_LISTED })
  const named = ids.map(String)
  const found = await ports.relay.jobs.drawings(admitted.entered.caller.user.id, named)
  return found.map((drawn) => shownDrawing(drawn, pictureAddress(ports, admitted, drawn.row)))
}

/** The number that a drawing was begun from, which its own account alone knows. */
export async function imageSeed(relay: Relay, admitted: JobCaller, id: string): Promise<Json> {
  const job = await ownJob(relay, admitted, { id, family: 'drawing' })
  const channel = relay.directory.channel(job.channelId)
  const provider = moduleNamed(job.provider)
  if (channel === undefined || provider === undefined) {
    throw new GatewayError('job.channel_gone', { id })
  }
  const path = `/mj/task/${encodeURIComponent(job.upstreamId)}/image-seed`
  const place = placeFor(relay, channel, job)
  const question = { request: { method: 'GET' as const, path }, limitMs: SEED_LIMIT_MS }
  return await ask(relay, { provider, place }, question)
}

export async function cancelDrawing(
  { relay, machine }: JobRelay,
  admitted: JobCaller,
  id: string,
): Promise<JsonObject> {
  const job = await ownJob(relay, admitted, { id, family: 'drawing' })
  await machine.cancel(job)
  return { code: SUBMISSION.submitted, description: 'cancelled', result: id, properties: {} }
}

/**
 * A drawing program's webhook. It carries no proof of its sender, so it only makes the gateway ask
 * the program itself. Programs with one address for all their work send their own id of the job.
 */
export async function noticedDrawing(
  { relay, machine }: JobRelay,
  { id }: JsonObject,
): Promise<void> {
  const upstreamId = typeof id === 'number' ? String(id) : textOf(id)
  if (upstreamId === undefined) return
  for (const job of await relay.jobs.byUpstream('drawing', upstreamId)) await machine.look(job)
}

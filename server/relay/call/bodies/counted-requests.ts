/** What is requested with a body that is counted before it is sent on: how much it may come to. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OwnedCount } from '../../../domain/objects/objects'
import type { WordFilter } from '../../../domain/text/word-filter'
import { objectOf, textOf, tokensOf } from '../../formats/dialects/json-fields'
import { cachesIn } from '../../formats/protocols/gemini/cached'
import { filesOf } from '../../formats/protocols/refs'
import { invalid } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { BatchCount, type BatchInput, countMessages, type RequestForm } from './batch-input'

export interface CountOrder {
  readonly body: JsonObject
  /** `undefined` when prompts are not checked. */
  readonly contains: WordFilter | undefined
  /** What the path names: `<model>:<verb>`. */
  readonly named: string
  readonly nowMs: number
}

export const COUNTS: Readonly<Record<OwnedCount, (order: CountOrder) => BatchInput>> = {
  messages: ({ body, contains }) => countMessages(body, contains),
  contents: countContents,
  cache: countCache,
}

const GENERATES = 'batchGenerateContent'
const MODEL_FOLDER = 'models/'

const FORM: RequestForm = {
  limitOf: (params) => {
    const config = objectOf(params.generationConfig ?? params.generation_config)
    return tokensOf(config?.maxOutputTokens ?? config?.max_output_tokens) ?? 0
  },
  refsOf: (params) => [...filesOf('gemini', params), ...cachesIn((name) => params[name]).refs],
}

/** `{batch: {inputConfig: {requests: {requests: [{request, metadata}]}}}}`, and nothing else. */
function countContents({ body, contains, named }: CountOrder): BatchInput {
  const colon = named.lastIndexOf(':')
  const model = named.slice(0, colon)
  const batch = only(body, 'batch', ['batch'])
  refuseOther(batch.model, { field: 'batch.model', model })
  const config = only(batch, 'batch.inputConfig', BATCH_FIELDS)
  const fileName = config.fileName ?? config.file_name
  // Google gives nobody the bytes of what was uploaded, so it cannot be counted here.
  if (fileName !== undefined) throw invalid('batch.inputConfig.fileName', 'reason.batch_inline')
  const list = only(config, 'batch.inputConfig.requests', ['requests']).requests
  if (!Array.isArray(list)) throw invalid('batch.inputConfig.requests', 'reason.not_an_array')
  const writes = named.slice(colon + 1) === GENERATES
  const count = new BatchCount('batch.inputConfig.requests', { writes, contains, form: FORM })
  for (const item of list) {
    const request = objectOf(objectOf(item)?.request)
    refuseOther(request?.model, { field: 'request.model', model })
    const params = request && { ...request, model }
    count.add(params, params === undefined ? 0 : JSON.stringify(params).length)
  }
  return count.whole()
}

const BATCH_FIELDS = ['inputConfig', 'displayName', 'priority', 'model']

/** The object in the last field of the path; a second spelling next to it would be read instead. */
function only(object: JsonObject, path: string, fields: readonly string[]): JsonObject {
  const strange = Object.keys(object).find((name) => !fields.includes(name))
  const name = path.slice(path.lastIndexOf('.') + 1)
  const inner = objectOf(object[name])
  if (strange === undefined && inner !== undefined) return inner
  if (strange === 'fileName' || strange === 'file_name') {
    throw invalid('batch.inputConfig.fileName', 'reason.batch_inline')
  }
  throw invalid(strange ?? path, strange === undefined ? 'reason.required' : 'reason.not_here')
}

function refuseOther(
  named: Json | undefined,
  { field, model }: { readonly field: string; readonly model: string },
): void {
  if (named === undefined || named === model || named === MODEL_FOLDER + model) return
  throw invalid(field, 'reason.other_model', { model })
}

/** Google's names of models have their folder before them. */
export function bareModel(name: string): string {
  return name.startsWith(MODEL_FOLDER) ? name.slice(MODEL_FOLDER.length) : name
}

const HOUR_MS = 3_600_000
/** Google keeps a cache for an hour where nobody says for how long. */
const USUAL_MS = HOUR_MS

/** A cache is read once and stored for a while, and both are paid for when it is made. */
function countCache({ body, contains, nowMs }: CountOrder): BatchInput {
  const model = textOf(body.model)
  if (model === undefined) throw new GatewayError('request.model_missing')
  const count = new BatchCount('contents', { writes: false, contains, form: FORM })
  count.add({ ...body, model: bareModel(model) }, JSON.stringify(body).length)
  return { ...count.whole(), storageHours: storageMs(body, nowMs) / HOUR_MS }
}

const DURATION = /^(\d{1,9}(?:\.\d{1,9})?)s$/

/** Throws `request.invalid` for what is no time. */
export function storageMs({ ttl, expireTime, expire_time }: JsonObject, nowMs: number): number {
  if (expire_time !== undefined)
    throw invalid('expire_time', 'reason.write_as', { name: 'expireTime' })
  if (ttl !== undefined) {
    const seconds = DURATION.exec(textOf(ttl) ?? '')?.[1]
    if (seconds === undefined || expireTime !== undefined)
      throw invalid('ttl', 'reason.no_duration')
    return Number(seconds) * 1000
  }
  if (expireTime === undefined) return USUAL_MS
  const endMs = Date.parse(textOf(expireTime) ?? '')
  if (!(endMs > nowMs)) throw invalid('expireTime', 'reason.no_duration')
  return endMs - nowMs
}

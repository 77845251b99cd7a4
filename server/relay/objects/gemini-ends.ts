/** How what Google does for an account ends: batches, and caches, which are paid for when made. */
import { type Usage, usage } from '../../domain/money/usage'
import { tailTo } from '../call/vendor-objects/rows'
import { DIALECT_CODECS } from '../formats/dialects'
import { objectOf, objectsOf, parseObject, textOf, tokensOf } from '../formats/dialects/json-fields'
import type { JsonObject } from '../wire/chat'
import type { JobEndRow, ResultFile } from './job-end-row'

const HOUR_MS = 3_600_000
const ENDED = /_(?:SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/

export const GEMINI_BATCH_END: JobEndRow = {
  family: 'gemini_batches',
  isOver: ({ done, metadata }) =>
    done === true || ENDED.test(textOf(objectOf(metadata)?.state) ?? ''),
  // Of answers that tell no usage at least what was read is known.
  usageOf: (batch, { promptTokens }) => {
    const isAnswered = answersOf(batch).some(({ response }) => objectOf(response) !== undefined)
    return isAnswered || responsesFileOf(batch) !== undefined ? usage({ promptTokens }) : undefined
  },
  answers: (batch) => answersOf(batch).map(answerUsage),
  results: (batch): readonly ResultFile[] => {
    const id = responsesFileOf(batch)
    if (id === undefined) return []
    const tail = `${tailTo('gemini_files', id)}:download?alt=media`
    return [{ family: 'gemini_files', tail, usageOf: (line) => answerUsage(parseObject(line)) }]
  },
}

/** The answers stand in the operation's response, or in its metadata alone. */
function outputOf({ response, metadata }: JsonObject): JsonObject {
  return objectOf(response) ?? objectOf(objectOf(metadata)?.output) ?? {}
}

function answersOf(batch: JsonObject): readonly JsonObject[] {
  const { inlinedResponses, inlinedEmbedContentResponses } = outputOf(batch)
  return objectsOf(objectOf(inlinedResponses ?? inlinedEmbedContentResponses)?.inlinedResponses)
}

function responsesFileOf(batch: JsonObject): string | undefined {
  return textOf(outputOf(batch).responsesFile)
}

/** A vector has its tokens next to it. */
function answerUsage(answer: JsonObject | undefined): Usage | undefined {
  const response = objectOf(answer?.response)
  if (response === undefined) return undefined
  const promptTokens = tokensOf(response.tokenCount)
  if (promptTokens !== undefined) return usage({ promptTokens })
  return DIALECT_CODECS.gemini.meter.fromJson(response, 'chat')
}

export const CACHE_END: JobEndRow = {
  family: 'cached_contents',
  isOver: () => true,
  usageOf: (cache, { promptTokens }) => {
    const counted = tokensOf(objectOf(cache.usageMetadata)?.totalTokenCount)
    return cacheUsage(counted ?? promptTokens, hoursOf(cache))
  },
}

/** What is cached is read once, and stored for so long. */
export function cacheUsage(tokens: number, hours: number): Usage {
  return { ...storageUsage(tokens, hours), promptTokens: tokens }
}

export function storageUsage(tokens: number, hours: number): Usage {
  return usage({ cacheStorage: Math.ceil(tokens * hours) })
}

function hoursOf({ createTime, expireTime }: JsonObject): number {
  const ms = Date.parse(textOf(expireTime) ?? '') - Date.parse(textOf(createTime) ?? '')
  return Number.isFinite(ms) ? Math.max(0, ms) / HOUR_MS : 1
}

/** How work that goes on after its answer ends, by kind: what its object says, and what it used. */

import { type Usage, usage, usedAnything } from '../../domain/money/usage'
import type { OwnedJob } from '../../domain/objects/job'
import type { OwnedJobKind } from '../../domain/objects/objects'
import { estimateText } from '../call/billing/estimate-tokens'
import { containerThing, type OwnedThing } from '../call/vendor-objects/rows'
import { DIALECT_CODECS } from '../formats/dialects'
import { objectOf, objectsOf, parseObject, textOf, tokensOf } from '../formats/dialects/json-fields'
import type { JsonObject } from '../wire/chat'
import { CACHE_END, GEMINI_BATCH_END } from './gemini-ends'
import type { JobEndRow, ResultFile } from './job-end-row'

const RESPONSE_ENDS: ReadonlySet<unknown> = new Set([
  'completed',
  'failed',
  'incomplete',
  'cancelled',
])
const BATCH_ENDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'expired', 'cancelled'])
const TUNING_ENDS: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'cancelled'])

export const JOB_ENDS: Readonly<Record<OwnedJobKind, JobEndRow>> = {
  response: {
    family: 'responses',
    isOver: ({ status }) => RESPONSE_ENDS.has(status),
    usageOf: responseUsage,
  },
  batch: {
    family: 'batches',
    isOver: ({ status }) => BATCH_ENDS.has(status),
    usageOf: (batch) => DIALECT_CODECS.responses.meter.fromJson(batch, 'chat'),
    results: (batch) =>
      ['output_file_id', 'error_file_id'].flatMap((field): readonly ResultFile[] => {
        const id = textOf(batch[field])
        if (id === undefined) return []
        return [{ family: 'files', tail: `/${encodeURIComponent(id)}/content`, usageOf: lineUsage }]
      }),
  },
  message_batch: {
    family: 'message_batches',
    isOver: ({ processing_status: status }) => status === 'ended',
    usageOf: () => undefined,
    results: (batch, id) =>
      batch.results_url === null
        ? []
        : [
            {
              family: 'message_batches',
              tail: `/${encodeURIComponent(id)}/results`,
              usageOf: messageUsage,
              thingOf: messageContainer,
            },
          ],
  },
  fine_tuning_job: {
    family: 'fine_tuning',
    isOver: ({ status }) => TUNING_ENDS.has(status),
    usageOf: ({ trained_tokens }) => usage({ promptTokens: tokensOf(trained_tokens) ?? 0 }),
  },
  cached_content: CACHE_END,
  gemini_batch: GEMINI_BATCH_END,
}

/** One that reports no usage and has written something is billed by what it has written. */
function responseUsage(response: JsonObject, job: OwnedJob): Usage | undefined {
  const { meter } = DIALECT_CODECS.responses
  const reported = meter.fromJson(response, 'chat')
  if (reported !== undefined && usedAnything(reported)) return reported
  if (objectsOf(response.output).length === 0) return undefined
  const completionTokens = estimateText(meter.generatedTextOfJson(response))
  return usage({ promptTokens: job.promptTokens, completionTokens })
}

/** Whether a batch asks for Responses or for the older calls, which tell usage otherwise. */
function lineUsage(line: string, { endpoint }: OwnedJob): Usage | undefined {
  const body = objectOf(objectOf(parseObject(line)?.response)?.body)
  if (body === undefined) return undefined
  const { meter } = DIALECT_CODECS[endpoint === '/v1/responses' ? 'responses' : 'openai']
  const operation = endpoint === '/v1/embeddings' ? 'embeddings' : 'chat'
  return meter.fromJson(body, operation)
}

function messageIn(line: string): JsonObject | undefined {
  return objectOf(objectOf(parseObject(line)?.result)?.message)
}

const CONTAINER_SIGN = '"container"'

/** As answers name theirs: at the top only. */
function messageContainer(line: string): OwnedThing | undefined {
  if (!line.includes(CONTAINER_SIGN)) return undefined
  return containerThing(messageIn(line)?.container)
}

function messageUsage(line: string): Usage | undefined {
  const message = messageIn(line)
  return message && DIALECT_CODECS.anthropic.meter.fromJson(message, 'chat')
}

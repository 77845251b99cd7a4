/** What a reader sees of a call in addition to its columns and its bill. */

import type { TextKey, TextParams } from '../i18n/translate'
import type { CountedBy } from './call-record'
import { cutText, type LogDetails } from './details'

export interface FactReader {
  readonly text: (key: TextKey, params?: TextParams) => string
  readonly number: (count: number) => string
  /** Of credits. */
  readonly cost: (quota: number) => string
}

export type Fact = readonly [title: TextKey, value: string]

/** In the order in which they are read, without what does not hold of this call. */
export function factsOf(details: LogDetails, reader: FactReader): readonly Fact[] {
  const { text, cost } = reader
  const { firstByteMs, overheadMs, outputLimit, plan, retries, settledLateMs } = details
  const { uncollected } = details
  const seconds = (ms: number, digits: number) =>
    text('ui.seconds', { count: (ms / 1000).toFixed(digits) })
  const limit = { count: reader.number(outputLimit) }
  const facts: readonly Fact[] = [
    ['log.first_byte', firstByteMs === undefined ? '' : seconds(firstByteMs, 2)],
    ['log.overhead', overheadMs === undefined ? '' : `${overheadMs} ms`],
    ['log.reasoning', countText(details.reasoningTokens)],
    ['log.reasoning_effort', details.reasoningEffort],
    ['log.upstream_model', details.upstreamModel],
    ['log.retried', retries === 0 ? '' : text('log.retried_times', { count: retries })],
    ['log.tried', details.channelsTried.map((id) => `#${id}`).join(' → ')],
    ['log.untranslated', details.untranslated.join(', ')],
    ['log.output_limit', outputLimit === 0 ? '' : text('log.output_limit_tokens', limit)],
    ['log.tier', details.tier],
    ['log.unknown_usage', countsText(details.unknownUsage, reader)],
    ['log.note', details.isLimitIgnored ? text('log.limit_ignored') : ''],
    ['log.by_plan', plan === undefined ? '' : `${cost(plan.quota)} (#${plan.id})`],
    ['log.uncollected', uncollected === 0 ? '' : cost(uncollected)],
    ['log.cut', cutText(details.cut, text)],
    ['log.error', details.error],
    ['log.upstream_status', countText(details.upstreamStatus)],
    ['log.upstream_message', details.upstreamMessage],
    ['log.refused_times', countText(details.refusedTimes)],
    ['log.changed_by', details.changedBy],
    ['log.upstream_id', details.upstreamId],
    ['log.reported_cost', dollars(details.reportedMicroUsd)],
    ['log.counted_by', details.countedBy ? text(COUNTED_TEXTS[details.countedBy]) : ''],
    ['log.settled_late', settledLateMs > 0 ? seconds(settledLateMs, 1) : ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

const COUNTED_TEXTS = {
  tokenizer: 'log.counted_here',
  recording: 'log.counted_recording',
  size: 'log.counted_size',
  request: 'log.counted_request',
} as const satisfies Record<CountedBy, string>

function countsText(counts: Readonly<Record<string, number>>, { number }: FactReader): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${number(count)}`)
  return parts.join(', ')
}

function dollars(microUsd: number): string {
  return microUsd === 0 ? '' : `$${(microUsd / 1_000_000).toFixed(6)}`
}

/** Nothing for zero. */
function countText(count: number): string {
  return count === 0 ? '' : String(count)
}

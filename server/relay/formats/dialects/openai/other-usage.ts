/** Usage of answers that are no text: transcripts, pictures, rankings, documents. */
import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json, JsonObject } from '../../../wire/chat'
import { isList, objectOf, tokensOf } from '../json-fields'
import { readUsage, usageOf } from './usage'

/** No recording is longer: believing such a number would empty an account. */
const MAX_SECONDS = 7 * 24 * 3600

/** By the tokens, else by the seconds that the upstream reports; each begun one counts. */
export function recordingUsage(answer: JsonObject): Usage | undefined {
  const reported = objectOf(answer.usage)
  const seconds = secondsOf(reported?.seconds) ?? secondsOf(answer.duration)
  if (reported?.type !== 'duration') {
    const tokens = readUsage(reported)
    if (tokens !== undefined) return tokens
  }
  return seconds === undefined ? undefined : usage({ seconds: Math.ceil(seconds) })
}

/** Some vendors write numbers as text. */
function secondsOf(value: Json | undefined): number | undefined {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value
  const isSane = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS
  return isSane ? seconds : undefined
}

/** Tokens where they are reported, and how many pictures there are: an event brings one. */
export function imageUsage(answer: JsonObject): Usage | undefined {
  const tokens = picturesWritten(usageOf(answer))
  const images = isList(answer.data) ? answer.data.length : Number('b64_json' in answer)
  if (tokens === undefined && images === 0) return undefined
  return { ...(tokens ?? usage({})), images }
}

/** What these models write is pictures unless they say otherwise. */
function picturesWritten(reported: Usage | undefined): Usage | undefined {
  if (reported === undefined || reported.imageCompletionTokens > 0) return reported
  return { ...reported, completionTokens: 0, imageCompletionTokens: reported.completionTokens }
}

/** In search units where those are reported, else in tokens, which are all of the prompt. */
export function rankingUsage(answer: JsonObject): Usage | undefined {
  const meta = objectOf(answer.meta)
  const billed = objectOf(meta?.billed_units)
  const searchUnits = tokensOf(billed?.search_units) ?? 0
  if (searchUnits > 0) return usage({ searchUnits })
  const reported = objectOf(answer.usage)
  const promptTokens =
    tokensOf(reported?.total_tokens) ??
    tokensOf(reported?.prompt_tokens) ??
    tokensOf(billed?.input_tokens) ??
    tokensOf(objectOf(meta?.tokens)?.input_tokens) ??
    0
  return promptTokens === 0 ? undefined : usage({ promptTokens })
}

/** By the pages that were read, as the upstream reports them, else by those in the answer. */
export function pagesUsage({ usage_info, pages }: JsonObject): Usage | undefined {
  const reported = tokensOf(objectOf(usage_info)?.pages_processed)
  const read = reported ?? (isList(pages) ? pages.length : 0)
  return read === 0 ? undefined : usage({ pages: read })
}

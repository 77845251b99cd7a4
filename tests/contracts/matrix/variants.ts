/**
 * What each upstream says in place of the recorded `text`: other ends, and counts in every class
 * that it has. Written after the documentation that the recording names.
 */
import type { DialectName } from '../../../server/domain/calls/protocol'

/** Replacements in the recorded text, of which some must be found, streamed and whole. */
export type Change = readonly (readonly [from: string, to: string])[]

/** The upstream has no word for it, or tells nobody. */
export interface NoWord {
  readonly noWord: string
}

export const ENDS = ['length', 'stopped', 'refused'] as const
export type End = (typeof ENDS)[number]

export interface Variants extends Readonly<Record<End, Change | NoWord>> {
  readonly counted: Change
  /** The classes that are counted apart. */
  readonly classes: readonly ('cacheRead' | 'cacheWrite' | 'reasoning')[]
}

/** Of 112 tokens read 64 were in a cache and 16 went into one; of 49 written 16 were thought. */
export const COUNTED = { prompt: 112, cacheRead: 64, cacheWrite: 16, completion: 49, reasoning: 16 }

const NO_WORD = { noWord: 'its answers do not say why they end' }
const NO_REASON = { noWord: 'its answers have no reason of that kind' }
const AS_ALWAYS = { noWord: 'it ends as every answer does' }

const OPENAI_USAGE = '"usage":{"prompt_tokens":12,"completion_tokens":9,"total_tokens":21'
const finish = (word: string): Change => [['"finish_reason":"stop"', `"finish_reason":"${word}"`]]

export const VARIANTS: Readonly<Record<DialectName, Variants>> = {
  openai: {
    length: finish('length'),
    stopped: AS_ALWAYS,
    refused: finish('content_filter'),
    counted: [
      [
        `${OPENAI_USAGE}}`,
        '"usage":{"prompt_tokens":112,"completion_tokens":49,"total_tokens":161,' +
          '"prompt_tokens_details":{"cached_tokens":64,"cache_write_tokens":16},' +
          '"completion_tokens_details":{"reasoning_tokens":16}}',
      ],
    ],
    classes: ['cacheRead', 'cacheWrite', 'reasoning'],
  },
  responses: {
    length: cutOff('max_output_tokens'),
    stopped: AS_ALWAYS,
    refused: cutOff('content_filter'),
    counted: [
      ['"input_tokens":12', '"input_tokens":112'],
      ['"cached_tokens":0', '"cached_tokens":64'],
      ['"cache_write_tokens":0', '"cache_write_tokens":16'],
      ['"output_tokens":9', '"output_tokens":49'],
      ['"reasoning_tokens":0', '"reasoning_tokens":16'],
      ['"total_tokens":21', '"total_tokens":161'],
    ],
    classes: ['cacheRead', 'cacheWrite', 'reasoning'],
  },
  anthropic: {
    length: [['"stop_reason":"end_turn"', '"stop_reason":"max_tokens"']],
    stopped: [
      [
        '"stop_reason":"end_turn","stop_sequence":null',
        '"stop_reason":"stop_sequence","stop_sequence":"END"',
      ],
    ],
    refused: [['"stop_reason":"end_turn"', '"stop_reason":"refusal"']],
    counted: [
      [
        '"input_tokens":12',
        '"input_tokens":32,"cache_read_input_tokens":64,"cache_creation_input_tokens":16',
      ],
      ['"output_tokens":9', '"output_tokens":49,"output_tokens_details":{"thinking_tokens":16}'],
    ],
    classes: ['cacheRead', 'cacheWrite', 'reasoning'],
  },
  gemini: {
    length: [['"finishReason":"STOP"', '"finishReason":"MAX_TOKENS"']],
    stopped: AS_ALWAYS,
    refused: [['"finishReason":"STOP"', '"finishReason":"SAFETY"']],
    counted: [
      ['"promptTokenCount":12', '"promptTokenCount":112,"cachedContentTokenCount":64'],
      ['"candidatesTokenCount":9', '"candidatesTokenCount":33,"thoughtsTokenCount":16'],
      ['"totalTokenCount":21', '"totalTokenCount":161'],
      ['"tokenCount":12', '"tokenCount":112'],
    ],
    classes: ['cacheRead', 'reasoning'],
  },
  converse: {
    length: [['end_turn', 'max_tokens']],
    stopped: [['end_turn', 'stop_sequence']],
    refused: [['end_turn', 'content_filtered']],
    counted: [
      ['"inputTokens":12,"outputTokens":9', '"inputTokens":32,"outputTokens":49'],
      ['"totalTokens":21', '"totalTokens":161'],
      ['"cacheReadInputTokens":0', '"cacheReadInputTokens":64'],
      ['"cacheWriteInputTokens":0', '"cacheWriteInputTokens":16'],
    ],
    classes: ['cacheRead', 'cacheWrite'],
  },
  coze: {
    length: NO_WORD,
    stopped: NO_WORD,
    refused: NO_WORD,
    counted: [
      [
        '"token_count":21,"output_count":9,"input_count":12',
        '"token_count":161,"output_count":49,"input_count":112',
      ],
    ],
    classes: [],
  },
  cohere: {
    length: [['COMPLETE', 'MAX_TOKENS']],
    stopped: [['COMPLETE', 'STOP_SEQUENCE']],
    refused: NO_REASON,
    counted: [
      [
        '"usage":{"billed_units":{"input_tokens":12,"output_tokens":9}',
        '"usage":{"cached_tokens":64,"billed_units":{"input_tokens":112,"output_tokens":49}',
      ],
    ],
    classes: ['cacheRead'],
  },
  dify: {
    length: NO_WORD,
    stopped: NO_WORD,
    refused: NO_WORD,
    counted: [
      [
        '"prompt_tokens":12,"completion_tokens":9,"total_tokens":21',
        '"prompt_tokens":112,"completion_tokens":49,"total_tokens":161',
      ],
    ],
    classes: [],
  },
  ernie: {
    length: [['"finish_reason":"normal"', '"finish_reason":"length"']],
    stopped: [['"finish_reason":"normal"', '"finish_reason":"stop"']],
    refused: [['"finish_reason":"normal"', '"finish_reason":"content_filter"']],
    counted: [
      [
        '"prompt_tokens":12,"completion_tokens":9,"total_tokens":21',
        '"prompt_tokens":112,"completion_tokens":49,"total_tokens":161',
      ],
    ],
    classes: [],
  },
  hunyuan: {
    length: NO_REASON,
    stopped: AS_ALWAYS,
    refused: [['"FinishReason":"stop"', '"FinishReason":"sensitive"']],
    counted: [
      [
        '"PromptTokens":12,"CompletionTokens":9,"TotalTokens":21',
        '"PromptTokens":112,"CompletionTokens":49,"TotalTokens":161',
      ],
    ],
    classes: [],
  },
  replicate: {
    length: NO_WORD,
    stopped: NO_WORD,
    refused: NO_WORD,
    counted: [
      [
        '"input_token_count":12,"output_token_count":9',
        '"input_token_count":112,"output_token_count":49',
      ],
    ],
    classes: [],
  },
  ollama: {
    length: [['"done_reason":"stop"', '"done_reason":"length"']],
    stopped: AS_ALWAYS,
    refused: NO_REASON,
    counted: [
      ['"prompt_eval_count":12', '"prompt_eval_count":112'],
      ['"eval_count":9', '"eval_count":49'],
    ],
    classes: [],
  },
}

function cutOff(reason: string): Change {
  return [
    ['"status":"completed"', '"status":"incomplete"'],
    ['"incomplete_details":null', `"incomplete_details":{"reason":"${reason}"}`],
    ['response.completed', 'response.incomplete'],
  ]
}

/** Throws when the recording says nothing of what is to be replaced. */
export function changed(recording: string, change: Change): string {
  const text = change.reduce((made, [from, to]) => made.replaceAll(from, to), recording)
  if (text === recording && change.length > 0) throw new Error(`no ${change[0]} to change`)
  return text
}

/**
 * Everything that a client can wish for at once, and by what each wish is known upstream. A wish
 * arrives, or its name is told.
 */
import type { ProtocolName } from '../../../server/domain/calls/protocol'
import { PIXEL } from '../conversation'
import type { ToolSpec } from '../talk'
import { MAX_TOKENS, type Question, THINKING_TOKENS } from './client'

export interface Wish {
  readonly name: string
  /** Found in what the upstream was asked. */
  readonly arrives: RegExp
  /** Its name among those that are told as lost. */
  readonly lost: RegExp
  /** Protocols that have the wish. */
  readonly of: readonly ProtocolName[]
}

const ALL = ['openai', 'responses', 'claude', 'gemini', 'cohere'] as const
const SAMPLED = ['openai', 'claude', 'gemini', 'cohere'] as const
const CHOSEN = ['openai', 'responses', 'claude'] as const
const PENALIZED = ['openai', 'gemini', 'cohere'] as const

export const WISHES: readonly Wish[] = [
  { name: 'the system prompt', arrives: /Be terse 4711/, lost: /system/, of: ALL },
  {
    name: 'the picture',
    arrives: new RegExp(`${PIXEL.slice(0, 40)}|"upload_file_id":"file-`),
    lost: /^image|file/,
    of: ALL,
  },
  { name: 'tools', arrives: /look_up_4711/, lost: /^tools$/, of: ALL },
  {
    name: 'that a tool is called',
    arrives: /"(any|required)"/i,
    lost: /tool_choice|^tools$/,
    of: ALL,
  },
  { name: 'calls one by one', arrives: /parallel/, lost: /parallel|^tools$/, of: CHOSEN },
  { name: 'the schema', arrives: /verdict_4711/, lost: /response_format/, of: ALL },
  {
    name: 'thinking',
    arrives: new RegExp(`${THINKING_TOKENS}|effort"|"think(ing)?(config)?":|enable_?thinking`, 'i'),
    lost: /thinking/,
    of: ALL,
  },
  { name: 'the limit', arrives: new RegExp(`${MAX_TOKENS}`), lost: /max_tokens/, of: ALL },
  { name: 'temperature', arrives: /0\.71/, lost: /temperature/, of: ALL },
  { name: 'top_p', arrives: /0\.83/, lost: /top_p/, of: ALL },
  { name: 'top_k', arrives: /:37\b/, lost: /top_k/, of: SAMPLED },
  { name: 'stop', arrives: /STOP-HERE/, lost: /stop/, of: SAMPLED },
  { name: 'seed', arrives: /:4712\b/, lost: /seed/, of: PENALIZED },
  { name: 'frequency_penalty', arrives: /0\.53/, lost: /frequency_penalty/, of: PENALIZED },
  { name: 'presence_penalty', arrives: /0\.17/, lost: /presence_penalty/, of: PENALIZED },
  { name: 'the user', arrives: /somebody-4711/, lost: /user/, of: CHOSEN },
  { name: 'what is unknown', arrives: /probe-4711/, lost: /probe/, of: ALL },
]

const TOOL: ToolSpec = {
  name: 'look_up_4711',
  description: 'Looks it up',
  schema: { type: 'object', properties: { city: { type: 'string' } } },
}

const FIELDS: Readonly<Record<ProtocolName, object>> = {
  openai: {
    tool_choice: 'required',
    parallel_tool_calls: false,
    temperature: 0.71,
    top_p: 0.83,
    top_k: 37,
    stop: ['STOP-HERE'],
    seed: 4712,
    frequency_penalty: 0.53,
    presence_penalty: 0.17,
    user: 'somebody-4711',
    probe: 'probe-4711',
  },
  responses: {
    tool_choice: 'required',
    parallel_tool_calls: false,
    temperature: 0.71,
    top_p: 0.83,
    safety_identifier: 'somebody-4711',
    probe: 'probe-4711',
  },
  claude: {
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    temperature: 0.71,
    top_p: 0.83,
    top_k: 37,
    stop_sequences: ['STOP-HERE'],
    metadata: { user_id: 'somebody-4711' },
    probe: 'probe-4711',
  },
  gemini: {
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    generationConfig: {
      temperature: 0.71,
      topP: 0.83,
      topK: 37,
      stopSequences: ['STOP-HERE'],
      seed: 4712,
      frequencyPenalty: 0.53,
      presencePenalty: 0.17,
    },
    probe: 'probe-4711',
  },
  cohere: {
    tool_choice: 'REQUIRED',
    temperature: 0.71,
    p: 0.83,
    k: 37,
    stop_sequences: ['STOP-HERE'],
    seed: 4712,
    frequency_penalty: 0.53,
    presence_penalty: 0.17,
    probe: 'probe-4711',
  },
}

export function everything(protocol: ProtocolName): Omit<Question, 'model' | 'stream'> {
  return {
    text: 'Where is this?',
    system: 'Be terse 4711.',
    image: PIXEL,
    tools: [TOOL],
    thinks: true,
    schema: SCHEMA,
    more: FIELDS[protocol],
  }
}

export const SCHEMA = {
  type: 'object',
  properties: { verdict_4711: { type: 'string' } },
  required: ['verdict_4711'],
  additionalProperties: false,
}

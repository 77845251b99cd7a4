/**
 * What models call their inputs. Each has a schema of its own; those of one maker are alike, and
 * what a maker has no name for is left out and named.
 */
export interface TalkInputs {
  /** Instructions; part of the prompt where there is no such input. */
  readonly system?: string
  readonly maxTokens?: string
  readonly temperature?: string
  readonly topP?: string
  readonly topK?: string
  readonly presencePenalty?: string
  readonly frequencyPenalty?: string
  /** A list of pictures. */
  readonly images?: string
}

const SAMPLING = { maxTokens: 'max_tokens', temperature: 'temperature', topP: 'top_p' } as const
const PENALTIES = {
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
} as const

const TALKERS: readonly (readonly [begin: string, inputs: TalkInputs])[] = [
  ['meta/', { system: 'system_prompt', ...SAMPLING, topK: 'top_k', ...PENALTIES }],
  ['deepseek-ai/', { ...SAMPLING, ...PENALTIES }],
  ['anthropic/', { system: 'system_prompt', maxTokens: 'max_tokens' }],
  [
    'openai/',
    { system: 'system_prompt', maxTokens: 'max_completion_tokens', images: 'image_input' },
  ],
  [
    'google/',
    { ...SAMPLING, system: 'system_instruction', maxTokens: 'max_output_tokens', images: 'images' },
  ],
]

/** Every model that talks has these. */
const PLAIN_TALK: TalkInputs = SAMPLING

export function talkInputs(model: string): TalkInputs {
  return TALKERS.find(([begin]) => model.startsWith(begin))?.[1] ?? PLAIN_TALK
}

export interface DrawInputs {
  /** How many at once; one where there is no such input. */
  readonly count?: string
  readonly most?: number
  readonly shape?: string
  readonly shapes?: readonly string[]
  /** Width and height instead of a shape. */
  readonly takesSize?: true
  readonly format?: string
}

const SHAPES = ['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21']
const SHAPED = { shape: 'aspect_ratio', shapes: SHAPES, format: 'output_format' } as const
const SEVERAL = { count: 'num_outputs', most: 4 } as const

const PAINTERS: readonly (readonly [begin: string, inputs: DrawInputs])[] = [
  ['black-forest-labs/flux-schnell', { ...SHAPED, ...SEVERAL }],
  ['black-forest-labs/flux-dev', { ...SHAPED, ...SEVERAL }],
  ['black-forest-labs/', SHAPED],
  ['google/imagen', { ...SHAPED, shapes: ['1:1', '9:16', '16:9', '3:4', '4:3'] }],
  ['stability-ai/sdxl', { ...SEVERAL, takesSize: true }],
  ['stability-ai/', SHAPED],
  ['ideogram-ai/', { shape: 'aspect_ratio', shapes: SHAPES }],
]

export function drawInputs(model: string): DrawInputs {
  return PAINTERS.find(([begin]) => model.startsWith(begin))?.[1] ?? {}
}

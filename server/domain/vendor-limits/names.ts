/**
 * What upstreams are documented to take of the names in a conversation, by wire format. Rows of
 * vendors (`traits.callIds`) and of models (`callIds`) say it where they take less.
 */
import type { DialectName } from '../calls/protocol'

/** Characters of an id, from the narrowest set to the widest. */
const LETTERS = ['alphanumeric', 'word', 'any'] as const
export type Letters = (typeof LETTERS)[number]

/** Ids of tool calls. */
export interface CallIdRule {
  /** Characters. */
  readonly least: number
  readonly most: number
  /** "word": letters, digits, "_" and "-". */
  readonly letters: Letters
  /** Where no two calls may have the same id. */
  readonly unique: 'request' | 'turn'
}

/** The ids of a conversation, taken together. */
export interface IdShape {
  readonly shortest: number
  readonly longest: number
  readonly letters: Letters
}

export interface ToolNameRule {
  /** Characters; a model's own limit may be lower. */
  readonly most: number
  readonly pattern: RegExp
}

export interface TargetLimits {
  readonly callIds: CallIdRule
  readonly toolNames: ToolNameRule
}

export function idsFit(shape: IdShape, { least, most, letters }: CallIdRule): boolean {
  if (shape.shortest < least || shape.longest > most) return false
  return LETTERS.indexOf(shape.letters) <= LETTERS.indexOf(letters)
}

export function shapeOfId(id: string): IdShape {
  const { length } = id
  const isWord = /^[\w-]*$/.test(id)
  const letters = /^[a-zA-Z0-9]*$/.test(id) ? 'alphanumeric' : isWord ? 'word' : 'any'
  return { shortest: length, longest: length, letters }
}

export function wider(a: Letters, b: Letters): Letters {
  return LETTERS.indexOf(a) > LETTERS.indexOf(b) ? a : b
}

const ANY_IDS: CallIdRule = { least: 1, most: 512, letters: 'any', unique: 'turn' }
const OPENAI_NAMES: ToolNameRule = { most: 64, pattern: /^[\w-]+$/ }
const PLAIN: TargetLimits = { callIds: ANY_IDS, toolNames: OPENAI_NAMES }

/** Of OpenAI's own chat API; its imitators make longer ids themselves. */
export const OPENAI_CALL_IDS: CallIdRule = { ...ANY_IDS, most: 40 }

/** Of Mistral's models wherever they are served with their own template of chats. */
export const MISTRAL_CALL_IDS: CallIdRule = {
  least: 9,
  most: 9,
  letters: 'alphanumeric',
  unique: 'turn',
}

const TARGET_LIMITS: Readonly<Partial<Record<DialectName, TargetLimits>>> = {
  responses: { ...PLAIN, callIds: { ...ANY_IDS, most: 64 } },
  anthropic: {
    callIds: { ...ANY_IDS, letters: 'word', unique: 'request' },
    toolNames: { ...OPENAI_NAMES, most: 128 },
  },
  converse: {
    callIds: { least: 1, most: 64, letters: 'word', unique: 'request' },
    toolNames: OPENAI_NAMES,
  },
  gemini: { ...PLAIN, toolNames: { most: 64, pattern: /^[a-zA-Z_][\w.:-]*$/ } },
}

/** Formats that document nothing are taken to be like OpenAI's, which they follow. */
export function targetLimits(dialect: DialectName): TargetLimits {
  return TARGET_LIMITS[dialect] ?? PLAIN
}

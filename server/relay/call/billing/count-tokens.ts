/**
 * Local token counts, for bills when the upstream reports no usage.
 *
 * The tokenizer is loaded on demand (about 75 MB per encoding, a second on a busy machine), so
 * only a thread may have one. Its time on a run of text without spaces grows with the square of
 * the length, so text goes in as short slices, and what is very long is measured by samples.
 */
import { speechCharacters } from '../../../domain/money/quota'
import { OPERATION_ROWS } from '../../formats/operations'
import type { ParsedBody } from '../../formats/parsed-body'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import { countChat, countInput, countRanked } from './count-chat'
import { estimateText } from './estimate-tokens'

type Encoding = 'o200k_base' | 'cl100k_base'
type CountSlice = (text: string) => number

const SLICE_CHARACTERS = 400
/** Longer texts are estimated; counting this much takes some milliseconds. */
const EXACT_CHARACTERS = 200_000
const SAMPLES = 16
const SAMPLE_CHARACTERS = 4_000

/** Models of the time before o200k; every unknown name is taken for a newer one. */
const CL100K = /^(gpt-4(?!o|\.\d)|gpt-3\.5|gpt-35|text-embedding-)/

export interface Tokenizer {
  /** Loads the encoding of a model; until then counts are estimates. */
  readonly ready: (model: string) => Promise<void>
  readonly countText: (text: string, model: string) => number
}

export function createTokenizer(): Tokenizer {
  const loaded = new Map<Encoding, CountSlice>()
  return {
    ready: async (model) => {
      const encoding = encodingOf(model)
      if (!loaded.has(encoding)) loaded.set(encoding, await importEncoding(encoding))
    },
    countText: (text, model) => {
      const count = loaded.get(encodingOf(model))
      return count === undefined ? estimateText(text) : countBounded(text, count)
    },
  }
}

/** Throws `request.invalid` for what the body's protocol does not know. */
export function countBody(body: ParsedBody, model: string, { countText }: Tokenizer): number {
  const count = (text: string) => countText(text, model)
  const { countsTokensOf } = OPERATION_ROWS[body.shape.operation]
  if (countsTokensOf === 'conversation') return countChat(body.chatRequest(), model, count)
  if (countsTokensOf === 'ranked') return countRanked(body.json(), count)
  const { embeddings } = PROTOCOL_CODECS[body.shape.protocol]
  const request = body.json()
  const { input, prompt, texts } = embeddings?.readRequest(request, body.shape).common ?? request
  // Older voices are priced by the character.
  const isByCharacter = countsTokensOf === 'spoken' && model.startsWith('tts')
  if (isByCharacter && typeof input === 'string') return speechCharacters(input)
  return countInput(input ?? prompt ?? texts ?? '', count)
}

function encodingOf(model: string): Encoding {
  return CL100K.test(model) ? 'cl100k_base' : 'o200k_base'
}

/** Literal specifiers, so that the compiled binary carries both encodings. */
async function importEncoding(encoding: Encoding): Promise<CountSlice> {
  const { countTokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  // Without this a user's literal "<|endoftext|>" would throw; it is plain text here.
  const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, asText)
}

function countBounded(text: string, count: CountSlice): number {
  if (text.length <= EXACT_CHARACTERS) {
    return countSliced(text, count)
  }
  const stride = Math.floor((text.length - SAMPLE_CHARACTERS) / (SAMPLES - 1))
  let sampled = 0
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = sample * stride
    sampled += countSliced(text.slice(start, start + SAMPLE_CHARACTERS), count)
  }
  return Math.ceil((sampled / (SAMPLES * SAMPLE_CHARACTERS)) * text.length)
}

function countSliced(text: string, count: CountSlice): number {
  let total = 0
  let start = 0
  while (start < text.length) {
    const end = sliceEnd(text, start)
    total += count(text.slice(start, end))
    start = end
  }
  return total
}

const SPACE = 32
const LINE_FEED = 10

/**
 * The furthest place to cut where the tokenizer would cut too: before a single space, or
 * after a line feed that text follows. A run that has none is cut hard, which can add a
 * token per slice.
 */
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE_CHARACTERS
  if (limit >= text.length) {
    return text.length
  }
  for (let at = limit; at > start; at -= 1) {
    const here = text.charCodeAt(at)
    const before = text.charCodeAt(at - 1)
    const isWordStart = here === SPACE && !isBlank(before) && !isBlank(text.charCodeAt(at + 1))
    if (isWordStart || (before === LINE_FEED && !isBlank(here))) {
      return at
    }
  }
  const isHighSurrogate = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800
  return isHighSurrogate ? limit - 1 : limit
}

/** Every code that Unicode may call white space, and some that it does not: safe either way. */
function isBlank(code: number): boolean {
  return code <= SPACE || code === 0xa0 || (code >= 0x2000 && code <= 0x205f) || code === 0x3000
}

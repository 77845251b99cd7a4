/**
 * The questions that show a dishonest relay. Their texts are made of words that every tokenizer
 * of today has as one token each, so that how many tokens they are is known without one; and they
 * are made anew each time, so that no answer comes out of a relay's own store.
 */
import { LONG_ANSWER, SHORT_ANSWER } from '../../../../domain/verify/plan'
import type { Random } from '../../../ports/ports'
import type { ChatRequest, TextPart } from '../../../wire/chat'

/** Common words, which every tokenizer has whole. */
const WORDS =
  'time year people way day man thing woman life child world school state family student group ' +
  'country problem hand part place case week company system program question work government ' +
  'number night point home water room mother area money story fact month lot right study book'
const COMMON = WORDS.split(' ')

/** Words to hide among them, and to be answered with. */
const RARE = (
  'walnut harbor lantern violin pepper anchor copper falcon meadow garlic saddle tunnel velvet ' +
  'candle pillow ribbon shadow timber turtle willow'
).split(' ')

/** Words of the answer that shows how a stream is sent. */
export const ECHO_WORDS = 120

export function fillerWords(random: Random, count: number): string {
  const words = Array.from({ length: count }, () => drawn(COMMON, random))
  return words.join(' ')
}

/** So many rare words, no word twice. */
export function rareWords(random: Random, count: number): string[] {
  const words = [...RARE]
  return Array.from({ length: count }, () => {
    const [word = ''] = words.splice(Math.floor(random.next() * words.length), 1)
    return word
  })
}

function drawn(words: readonly string[], random: Random): string {
  return words[Math.floor(random.next() * words.length)] ?? ''
}

type QuestionFields = Pick<ChatRequest, 'model'> & Partial<ChatRequest>

function question(text: string, fields: QuestionFields): ChatRequest {
  return {
    stream: false,
    includeUsage: fields.stream === true,
    system: [],
    messages: [{ role: 'user', parts: [textOf(text)] }],
    tools: [],
    maxTokens: SHORT_ANSWER,
    stop: [],
    unmapped: {},
    ...fields,
  }
}

function textOf(text: string): TextPart {
  return { type: 'text', text }
}

/** A stream of words that are known beforehand. */
export function echoQuestion(model: string, words: string): ChatRequest {
  const text = `Repeat these words exactly, in one line and with nothing else: ${words}`
  return question(text, { model, stream: true, maxTokens: LONG_ANSWER })
}

export function systemQuestion(model: string, word: string): ChatRequest {
  const rule = `Whatever you are asked, answer with the single word ${word} and nothing else.`
  return question('What is the capital of France?', { model, system: [textOf(rule)] })
}

const STOP_AT = 'E'
export const BEFORE_STOP = 'C'
export const BEHIND_STOP = 'G'

export function stopQuestion(model: string): ChatRequest {
  const text = 'Write these letters with single spaces between them and nothing else: A B C D E F G'
  return question(text, { model, stop: [STOP_AT] })
}

export const TOOL = 'note_city'

export function toolQuestion(model: string): ChatRequest {
  return question('I live in Lisbon. Note my city.', {
    model,
    toolChoice: { mode: 'tool', name: TOOL },
    tools: [
      {
        name: TOOL,
        description: 'Notes the city of the user.',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    ],
  })
}

export function seedQuestion(model: string): ChatRequest {
  const text = 'Write a row of ten random lower-case letters and nothing else.'
  return question(text, { model, seed: 7 })
}

export function makerQuestion(model: string): ChatRequest {
  return question('Which company made you? Answer with its name only.', { model })
}

/** Words are hidden at the beginning, in the middle and at the end of a long text. */
export function needleQuestion(
  model: string,
  filler: string,
  hidden: readonly string[],
): ChatRequest {
  const [first = '', second = '', third = ''] = hidden
  const middle = filler.indexOf(' ', filler.length / 2)
  const text = [
    `The first secret word is ${first}.`,
    filler.slice(0, middle),
    `The second secret word is ${second}.`,
    filler.slice(middle + 1),
    `The third secret word is ${third}.`,
    'Which are the three secret words? Answer with these three words only.',
  ].join('\n')
  const part: TextPart = { ...textOf(text), cacheControl: { type: 'ephemeral' } }
  return question(text, { model, messages: [{ role: 'user', parts: [part] }] })
}

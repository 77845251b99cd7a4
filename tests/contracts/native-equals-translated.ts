/**
 * What an upstream may do, and what comes of it: the same for every client protocol and every
 * dialect, whether the bytes pass as they came or are translated. A new rule is a row here.
 */
import type { End, Reported, Voice } from './upstream-voices'

/**
 * `next`: another channel is asked, and where there is none the call fails and costs nothing.
 * `answer`: it is one, and is billed as the upstream reported. `broken`: the client is told in its
 * own protocol that the stream failed, and pays for what came.
 */
export type Outcome = 'next' | 'answer' | 'broken'

export interface Streamed {
  readonly frames: readonly string[]
  /** Sent when the client has read the text in `frames`. */
  readonly after?: readonly string[]
  readonly ending?: 'cut'
}

export interface Situation {
  readonly name: string
  readonly stream?: (voice: Voice) => Streamed
  readonly body?: (voice: Voice) => object
  readonly outcome: Outcome
  /** The channel knows the model by another name, which no client is told. */
  readonly isMapped?: true
  /** What the log calls the failure. */
  readonly error?: string
  /** Used where the upstream tells all of it. */
  readonly usage?: Reported
  /** Used as far as the upstream told it before it was cut; what it wrote is counted here. */
  readonly early?: Reported
}

export const TEXT = 'The sum is four.'
export const WHOLE: Reported = { prompt: 12, cached: 0, output: 9 }
const CACHED: Reported = { prompt: 3, cached: 1000, output: 1 }

const ended = (end: End, usage?: Reported) => ({ text: '', end, usage })
const REFUSED = 'upstream.refused'
const NO_ANSWER = 'upstream.invalid_answer'

const OPENINGS: readonly Situation[] = [
  {
    name: 'an error behind the opening',
    stream: ({ opening, error }) => ({ frames: [...opening(CACHED), ...error] }),
    outcome: 'next',
    error: REFUSED,
  },
  {
    name: 'an error as the first frame',
    stream: ({ error }) => ({ frames: error }),
    outcome: 'next',
    error: REFUSED,
  },
  {
    name: 'a connection that breaks behind the opening',
    stream: ({ opening }) => ({ frames: opening(CACHED), ending: 'cut' }),
    outcome: 'next',
  },
  {
    name: 'a body that ends behind the opening',
    stream: ({ opening }) => ({ frames: opening(CACHED) }),
    outcome: 'next',
    error: 'upstream.cut',
  },
  {
    name: 'a terminator alone',
    stream: ({ bareEnd }) => ({ frames: bareEnd }),
    outcome: 'next',
  },
  {
    name: 'an opening and a normal end without a word',
    stream: ({ opening, ending }) => ({ frames: [...opening(), ...ending(ended('stop'))] }),
    outcome: 'next',
    error: NO_ANSWER,
  },
  {
    name: 'an opening and the word that it was broken off',
    stream: ({ opening, ending }) => ({ frames: [...opening(), ...ending(ended('broken'))] }),
    outcome: 'next',
    error: REFUSED,
  },
  {
    name: 'an end without a word for which output was reported',
    stream: ({ opening, ending }) => ({
      frames: [...opening(), ...ending(ended('stop', WHOLE))],
    }),
    outcome: 'answer',
    usage: WHOLE,
  },
  {
    name: 'a limit that was reached without a word',
    stream: ({ opening, ending }) => ({
      frames: [...opening(), ...ending(ended('length', WHOLE))],
    }),
    outcome: 'answer',
    usage: WHOLE,
  },
]

const STREAMS: readonly Situation[] = [
  {
    name: 'a whole answer',
    stream: ({ opening, text, ending }) => ({
      frames: [...opening(), ...text(TEXT), ...ending(ended('stop', WHOLE))],
    }),
    outcome: 'answer',
    usage: WHOLE,
  },
  {
    name: 'text and the word that it was broken off',
    stream: ({ opening, text, ending }) => ({
      frames: [...opening(), ...text(TEXT)],
      after: ending({ text: TEXT, end: 'broken', usage: WHOLE }),
    }),
    outcome: 'broken',
    usage: WHOLE,
  },
  {
    name: 'text and an error',
    stream: ({ opening, text, error }) => ({
      frames: [...opening(CACHED), ...text(TEXT)],
      after: error,
    }),
    outcome: 'broken',
    early: CACHED,
  },
  {
    name: 'text and a connection that breaks',
    stream: ({ opening, text }) => ({
      frames: [...opening(CACHED), ...text(TEXT)],
      after: [],
      ending: 'cut',
    }),
    outcome: 'broken',
    early: CACHED,
  },
]

function noAnswer(name: string, body: object): Situation {
  return { name, body: () => body, outcome: 'next' }
}

const BODIES: readonly Situation[] = [
  noAnswer('the words of another server', { code: 500, msg: '404 NOT_FOUND', success: false }),
  noAnswer('a failure without a form', { success: false, message: 'no quota', code: 'x' }),
  noAnswer('an empty object', {}),
  noAnswer('nothing in each place of an answer', {
    ...{ choices: null, content: null, candidates: null, output: null },
    usage: { prompt_tokens: 5, input_tokens: 5, completion_tokens: 5, output_tokens: 5 },
  }),
  {
    name: 'a body that says nothing',
    body: ({ body }) => body(ended('stop')),
    outcome: 'next',
    error: NO_ANSWER,
  },
  {
    name: 'a body with the word that it was broken off',
    body: ({ body }) => body({ text: TEXT, end: 'broken', usage: WHOLE }),
    outcome: 'next',
    error: REFUSED,
  },
  {
    name: 'a body without a word for which output was reported',
    body: ({ body }) => body(ended('stop', WHOLE)),
    outcome: 'answer',
    usage: WHOLE,
  },
  {
    name: 'a body that reached its limit without a word',
    body: ({ body }) => body(ended('length', WHOLE)),
    outcome: 'answer',
    usage: WHOLE,
  },
  {
    name: 'a whole body',
    body: ({ body }) => body({ text: TEXT, end: 'stop', usage: WHOLE }),
    outcome: 'answer',
    usage: WHOLE,
  },
]

const MAPPED_NAMES = ['a whole answer', 'text and an error', 'a whole body']
const MAPPED: readonly Situation[] = [...STREAMS, ...BODIES]
  .filter(({ name }) => MAPPED_NAMES.includes(name))
  .map((situation) => ({
    ...situation,
    name: `${situation.name} of a model that the vendor calls otherwise`,
    isMapped: true,
  }))

export const SITUATIONS: readonly Situation[] = [...OPENINGS, ...STREAMS, ...BODIES, ...MAPPED]

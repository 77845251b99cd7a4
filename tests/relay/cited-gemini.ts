/**
 * Made after Google's "Grounding with Google Search", "File search" and the types of npm
 * @google/genai 3.1.0.
 */
import { json } from '../support/upstream'
import {
  BOOK,
  CITED,
  type CitedReply,
  frames,
  LEAD,
  PAPER,
  QUOTE,
  REST,
  TEXT,
  ZOO,
} from './cited-reply'

const GROUNDED = {
  groundingMetadata: {
    webSearchQueries: ['how tall are penguins'],
    groundingChunks: [
      { web: { uri: ZOO, title: 'zoo.example' } },
      { retrievedContext: { title: PAPER, text: QUOTE } },
      { web: { uri: BOOK, title: 'book.example' } },
    ],
    // In bytes; the third chunk is a source of nothing in particular.
    groundingSupports: [
      {
        segment: { startIndex: 14, endIndex: 31, text: CITED },
        groundingChunkIndices: [0, 1],
        confidenceScores: [0.9, 0.8],
      },
    ],
  },
}
/** The last of a stream, behind the text. */
const SIGNED = { text: '', thoughtSignature: 'c2lnbmVk' }
const THOUGHT = { text: 'Hmm, penguins.', thought: true }

function candidate(parts: readonly object[], more: object = {}): object {
  const candidates = [{ content: { role: 'model', parts }, index: 0, ...more }]
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 9, totalTokenCount: 14 }
  return { candidates, usageMetadata, modelVersion: 'gemini', responseId: 'r1' }
}

export const gemini: CitedReply = {
  type: 24,
  whole: json(candidate([{ text: TEXT }], { finishReason: 'STOP', ...GROUNDED })),
  streamed: frames([
    candidate([THOUGHT]),
    candidate([{ text: LEAD }]),
    candidate([{ text: CITED }]),
    candidate([{ text: REST }, SIGNED], { finishReason: 'STOP', ...GROUNDED }),
  ]),
  cited: [
    [ZOO, CITED],
    [PAPER, CITED],
    [BOOK, TEXT],
  ],
}

/** Text that is somebody else's, which some models say of their own accord. */
export const recited = (name: 'citations' | 'citationSources'): CitedReply => {
  const told = { citationMetadata: { [name]: [{ startIndex: 14, endIndex: 31, uri: ZOO }] } }
  return {
    type: 24,
    whole: json(candidate([{ text: TEXT }], { finishReason: 'STOP', ...told })),
    streamed: frames([
      candidate([{ text: LEAD }], told),
      candidate([{ text: CITED }], told),
      candidate([{ text: REST }], { finishReason: 'STOP', ...told }),
    ]),
    cited: [[ZOO, CITED]],
  }
}

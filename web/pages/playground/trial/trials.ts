/** Requests with a single response: the fields of each, and how its response is read. */

import type { PlaygroundMode } from '../../../../server/domain/calls/playground'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { isRecord } from '../../../app/storage'

export type TrialModeId = Exclude<PlaygroundMode, 'chat' | 'responses'>

export interface TrialField {
  /** As the request calls it. */
  readonly name: string
  readonly kind: 'text' | 'long' | 'number' | 'choice' | 'file'
  readonly label: TextKey
  readonly choices?: readonly string[]
  readonly placeholder?: string
  readonly first?: string
}

export type TrialResult =
  | { readonly kind: 'pictures'; readonly sources: readonly string[] }
  | { readonly kind: 'sound'; readonly source: string; readonly type: string }
  | { readonly kind: 'text'; readonly content: string }
  | { readonly kind: 'ranking'; readonly rows: readonly Ranked[] }

export interface Ranked {
  readonly score: number
  readonly document: string
}

export type TrialValues = Readonly<Record<string, string>>

export interface TrialRow {
  /** Without the first there is nothing to ask. */
  readonly inputs: readonly [TrialField, ...TrialField[]]
  readonly options: readonly TrialField[]
  /** The request travels as a form. */
  readonly isForm: boolean
  /** Of values that are no plain texts or numbers. */
  readonly shaped?: (values: TrialValues) => Readonly<Record<string, unknown>>
  readonly read: (response: Response, values: TrialValues) => Promise<TrialResult>
  /** What OpenAI's own clients call it, where they have it. */
  readonly sdkCall?: string
}

const PROMPT = { name: 'prompt', kind: 'long', label: 'playground.prompt' } as const
const SAID = { name: 'input', kind: 'long', label: 'playground.said' } as const

export const TRIALS: Readonly<Record<TrialModeId, TrialRow>> = {
  image: {
    inputs: [PROMPT],
    options: [
      { name: 'size', kind: 'text', label: 'playground.size', placeholder: '1024x1024' },
      { name: 'quality', kind: 'text', label: 'playground.quality', placeholder: 'high' },
      { name: 'n', kind: 'number', label: 'playground.count', placeholder: '1' },
    ],
    isForm: false,
    sdkCall: 'images.generate',
    read: readPictures,
  },
  speech: {
    inputs: [SAID],
    options: [
      { name: 'voice', kind: 'text', label: 'playground.voice', first: 'alloy' },
      {
        name: 'response_format',
        kind: 'choice',
        label: 'playground.format',
        choices: ['mp3', 'opus', 'aac', 'flac', 'wav'],
      },
      { name: 'speed', kind: 'number', label: 'playground.speed', placeholder: '1' },
      { name: 'instructions', kind: 'long', label: 'playground.instructions' },
    ],
    isForm: false,
    sdkCall: 'audio.speech.create',
    read: readSound,
  },
  transcription: {
    inputs: [{ name: 'file', kind: 'file', label: 'playground.recording' }],
    options: [
      { name: 'language', kind: 'text', label: 'playground.spoken', placeholder: 'en' },
      { name: 'prompt', kind: 'text', label: 'playground.terms' },
      {
        name: 'response_format',
        kind: 'choice',
        label: 'playground.format',
        choices: ['json', 'text', 'srt', 'vtt', 'verbose_json'],
      },
      { name: 'temperature', kind: 'number', label: 'playground.temperature', placeholder: '0' },
    ],
    isForm: true,
    sdkCall: 'audio.transcriptions.create',
    read: readText,
  },
  rerank: {
    inputs: [
      { name: 'query', kind: 'text', label: 'playground.query' },
      { name: 'documents', kind: 'long', label: 'playground.documents' },
    ],
    options: [{ name: 'top_n', kind: 'number', label: 'playground.top', placeholder: '3' }],
    isForm: false,
    shaped: (values) => ({ documents: documentsIn(values) }),
    read: readRanking,
  },
}

async function readPictures(response: Response): Promise<TrialResult> {
  const rows = listIn(await response.json(), 'data')
  const sources = rows.flatMap(({ b64_json: inline, url }) => {
    if (typeof inline === 'string') return [`data:image/png;base64,${inline}`]
    return typeof url === 'string' && url.startsWith('https:') ? [url] : []
  })
  return { kind: 'pictures', sources }
}

async function readSound(response: Response): Promise<TrialResult> {
  const type = response.headers.get('content-type') ?? 'audio/mpeg'
  return { kind: 'sound', source: URL.createObjectURL(await response.blob()), type }
}

async function readText(response: Response): Promise<TrialResult> {
  const content = await response.text()
  try {
    const value: unknown = JSON.parse(content)
    const isPlain = isRecord(value) && typeof value.text === 'string' && !('segments' in value)
    return { kind: 'text', content: isPlain ? String(value.text) : pretty(value) }
  } catch {
    return { kind: 'text', content }
  }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

async function readRanking(response: Response, values: TrialValues): Promise<TrialResult> {
  const documents = documentsIn(values)
  const rows = listIn(await response.json(), 'results').map(
    ({ index, relevance_score: score }) => ({
      score: Number(score),
      document: documents[Number(index)] ?? '',
    }),
  )
  return { kind: 'ranking', rows }
}

/** One a line. */
function documentsIn({ documents = '' }: TrialValues): readonly string[] {
  return documents.split('\n').filter((line) => line.trim() !== '')
}

function listIn(answer: unknown, name: string): readonly Record<string, unknown>[] {
  const list: unknown = isRecord(answer) ? answer[name] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

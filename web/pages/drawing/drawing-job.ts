/** The row of a drawing, as galleries show it. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { buttonMeaning } from '../../../server/domain/jobs/drawing-actions'
import { DRAWING_STATUS } from '../../../server/domain/status'
import { isRecord } from '../../app/storage'
import type { JobButton, JobMedia, ShownJob } from '../../components/job/shown-job'

export type Drawing = DataOf<'drawing.list'>[number]

const ENDED: ReadonlySet<string> = new Set([DRAWING_STATUS.success, DRAWING_STATUS.failure])

export function jobOfDrawing(row: Drawing): ShownJob {
  const url = pathOf(row.image_url)
  const media: readonly JobMedia[] = url === '' ? [] : [{ kind: 'picture', url, title: '' }]
  const isOver = ENDED.has(row.status)
  return {
    kind: 'drawing',
    key: row.id,
    id: row.mj_id,
    action: row.action,
    status: row.status,
    isOpen: !isOver,
    isFailed: row.status === DRAWING_STATUS.failure,
    progress: row.progress,
    prompt: row.prompt,
    promptEn: row.prompt_en,
    failReason: row.fail_reason,
    media,
    // A picture is described in words and not drawn.
    words: WORDS.has(row.action) && isOver ? row.prompt_en || row.prompt : '',
    buttons: row.status === DRAWING_STATUS.success ? buttonsOf(row) : [],
    parameters: parametersOf(row.properties),
    submittedAt: row.submit_time / 1000,
    seconds: secondsOf(row),
    quota: row.quota,
    userId: row.user_id,
    channelId: row.channel_id,
    platform: '',
  }
}

const WORDS: ReadonlySet<string> = new Set(['DESCRIBE', 'SHORTEN'])

/** Pictures of this site are fetched from the address that the page came from. */
export function pathOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !parsed.pathname.startsWith('/mj/image/')) return url
  return `${parsed.pathname}${parsed.search}`
}

/** Times of drawings are in milliseconds. */
export function secondsOf({ submit_time, finish_time }: Drawing): number | undefined {
  return finish_time > 0 ? Math.max(0, finish_time - submit_time) / 1000 : undefined
}

/** Those under the picture; a program that reports none accepts the first of them all the same. */
function buttonsOf(row: Drawing): readonly JobButton[] {
  const reported = listIn(row.buttons).flatMap((button) => {
    const customId = textIn(button, 'customId')
    if (customId === '') return []
    const meaning = buttonMeaning(customId)
    const label = [textIn(button, 'emoji'), textIn(button, 'label')].filter(Boolean).join(' ')
    return [{ customId, action: meaning?.action, index: meaning?.index ?? 0, label }]
  })
  if (reported.length > 0) return reported.filter(({ action }) => action !== undefined)
  return FOUR_PICTURES.has(row.action) ? PLAIN_BUTTONS : []
}

const FOUR_PICTURES: ReadonlySet<string> = new Set(['IMAGINE', 'VARIATION', 'REROLL', 'BLEND'])

const NUMBERS = [1, 2, 3, 4]
const PLAIN_BUTTONS: readonly JobButton[] = [
  ...NUMBERS.map((index) => plain('UPSCALE', index, `U${index}`)),
  ...NUMBERS.map((index) => plain('VARIATION', index, `V${index}`)),
  plain('REROLL', 1, ''),
]

function plain(
  action: 'UPSCALE' | 'VARIATION' | 'REROLL',
  index: number,
  label: string,
): JobButton {
  return { customId: '', action, index, label }
}

function parametersOf(properties: string): ShownJob['parameters'] {
  const read = parsed(properties)
  if (!isRecord(read)) return []
  const { finalPrompt } = read
  return typeof finalPrompt === 'string' && finalPrompt !== '' ? [['finalPrompt', finalPrompt]] : []
}

function listIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const read = parsed(text)
  return Array.isArray(read) ? read.filter(isRecord) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textIn(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

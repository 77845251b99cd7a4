/** What services say in their answers. */
import { isRecord } from '../../../domain/json/records'
import { type Answer, isSuccess } from './format'

const MOST_CHARACTERS = 200

type Fields = Readonly<Record<string, unknown>>

/** `undefined` for what is no JSON object. */
export function fieldsOf(text: string): Fields | undefined {
  try {
    const fields: unknown = JSON.parse(text)
    return isRecord(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

/** For services whose status says everything; the reason is the first of these that it has. */
export function refusalByStatus(answer: Answer, ...names: readonly string[]): string | undefined {
  if (isSuccess(answer)) return undefined
  const fields = fieldsOf(answer.text) ?? {}
  const reason = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return shortened(
    [`HTTP ${answer.status}`, reason ?? plain(answer.text)].filter(Boolean).join(' '),
  )
}

/** For services that refuse with status 200: `read` gets what they say. */
export function refusalInBody(
  answer: Answer,
  read: (fields: Fields) => string | undefined,
): string | undefined {
  const fields = fieldsOf(answer.text)
  if (fields === undefined) {
    return isSuccess(answer) ? shortened(answer.text) || '-' : `HTTP ${answer.status}`
  }
  const reason = read(fields)
  return reason === undefined ? refusalByStatus(answer) : shortened(reason)
}

function shortened(text: string): string {
  return [...text].slice(0, MOST_CHARACTERS).join('').trim()
}

/** An error in one line of text says more than its status; a page does not. */
function plain(text: string): string {
  return /^[\w .,:'"-]{1,100}$/.test(text.trim()) ? text.trim() : ''
}

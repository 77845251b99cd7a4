/** Asks for drawings as the person who is signed in. */
import { ApiError } from '../../../server/domain/api-calls/answer'
import { SUBMISSION } from '../../../server/domain/jobs/drawing-actions'
import { DRAWING_PATHS, type DrawingVerb } from '../../../server/domain/jobs/drawing-routes'
import { readFile, submitJob } from '../../api/client'
import { isRecord } from '../../app/storage'
import type { JobButton } from '../../components/job/shown-job'

const TAKEN: ReadonlySet<unknown> = new Set([
  SUBMISSION.submitted,
  SUBMISSION.exists,
  SUBMISSION.queued,
])

/** Resolves with the id of the new drawing. Throws `ApiError` for what was not taken. */
async function submit(verb: DrawingVerb, body: object): Promise<string> {
  const answer = await submitJob(`/pg/mj${DRAWING_PATHS[verb]}`, body)
  if (!isRecord(answer)) throw new ApiError(200, {})
  const { code, description, result } = answer
  if (TAKEN.has(code)) return String(result)
  throw new ApiError(200, { message: String(description) })
}

/** A button that has no id of its own is of a program that takes what it does instead. */
function press(taskId: string, { customId, action, index }: JobButton): Promise<string> {
  return customId === ''
    ? submit('change', { taskId, action, index })
    : submit('action', { taskId, customId })
}

export const draw = { submit, press }

/** A picture as programs that draw take it. */
export async function dataUrlAt(url: string): Promise<string> {
  return await dataUrlOf(await readFile(url))
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

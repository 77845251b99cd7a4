/** A drawing as clients of programs that draw read it. */
import { SUBMISSION } from '../../../domain/jobs/drawing-actions'
import { isList, isObject, objectOf, parseJson, textOf } from '../../formats/dialects/json-fields'
import type { Drawn } from '../../ports/jobs'
import type { Json, JsonObject } from '../../wire/chat'

/** `imageUrl` is where the picture is to be had. */
export function shownDrawing({ row, answer }: Drawn, imageUrl: string): JsonObject {
  return {
    id: row.mj_id,
    action: row.action,
    customId: textOf(answer?.customId) ?? '',
    botType: textOf(answer?.botType) ?? '',
    prompt: row.prompt,
    promptEn: row.prompt_en,
    description: row.description,
    state: row.state,
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl,
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    buttons: listIn(row.buttons),
    maskBase64: textOf(answer?.maskBase64) ?? '',
    properties: propertiesIn(row.properties),
  }
}

function listIn(text: string): Json {
  const read = parseJson(text)
  return isList(read) && read.length > 0 ? read : null
}

function propertiesIn(text: string): Json {
  const read = parseJson(text)
  if (!isObject(read)) return null
  const { finalPrompt = '', finalZhPrompt = '' } = read
  return { finalPrompt, finalZhPrompt }
}

/** What a submission is answered with: the program's own words, with the id that is known here. */
export function submissionAnswer(answer: JsonObject | undefined, id: string): JsonObject {
  const { code, description = '', properties, result } = answer ?? {}
  return {
    code: code ?? SUBMISSION.submitted,
    description,
    properties: objectOf(properties) ?? {},
    // Uploads are answered with links, and with no job.
    result: isList(result) ? result : id,
  }
}

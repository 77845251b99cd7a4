import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isList,
  type Leftovers,
} from '../../../wire/body-fields'
import type { FilePart, ImagePart, Json, JsonObject, Part, TextPart } from '../../../wire/chat'
import { fileSource, mediaSourceFromUrl, readAudio } from './media'

/** `content` of a user message: a string or parts of any kind. */
export function readUserParts(
  content: Json | undefined,
  path: string,
  leftovers: Leftovers,
): readonly Part[] {
  if (typeof content === 'string') return textParts(content)
  const parts: Part[] = []
  for (const [at, value] of asList(content, path).entries()) {
    const part = readPart(asObject(value, `${path}[${at}]`), `${path}[${at}]`, leftovers)
    if (part !== undefined) parts.push(part)
  }
  return parts
}

/** `content` where OpenAI allows text only (and refusals, which read as text in history). */
export function readTextParts(content: Json | undefined, path: string): readonly TextPart[] {
  if (isAbsent(content)) return []
  if (typeof content === 'string') return textParts(content)
  return asList(content, path).map((value, at) => {
    const here = `${path}[${at}]`
    const part = asObject(value, here)
    if (part.type === 'refusal') return readText(part.refusal, part, `${here}.refusal`)
    if (part.type !== 'text') throw invalid(`${here}.type`, 'reason.text_part')
    return readText(part.text, part, `${here}.text`)
  })
}

/** `content` of a tool's message: Claude and Gemini also take pictures there. */
export function readResultParts(
  content: Json | undefined,
  path: string,
  leftovers: Leftovers,
): readonly (TextPart | ImagePart)[] {
  if (!isList(content)) return readTextParts(content, path)
  return content.flatMap((value, at): readonly (TextPart | ImagePart)[] => {
    const here = `${path}[${at}]`
    const part = asObject(value, here)
    if (part.type === 'image_url') return [readImage(part, here, leftovers)]
    if (part.type === 'text') return [readText(part.text, part, `${here}.text`)]
    throw invalid(`${here}.type`, 'reason.text_or_image_part')
  })
}

function textParts(text: string): readonly TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function readPart(part: JsonObject, path: string, leftovers: Leftovers): Part | undefined {
  switch (part.type) {
    case 'text':
      return readText(part.text, part, `${path}.text`)
    case 'image_url':
      return readImage(part, path, leftovers)
    case 'input_audio':
      return readAudio(asObject(part.input_audio, `${path}.input_audio`), `${path}.input_audio`)
    case 'file':
      return readFile(part, path, leftovers)
    default:
      throw invalid(`${path}.type`, 'reason.not_a_choice', {
        choices: 'text, image_url, input_audio, file',
      })
  }
}

/** Some clients send Claude's cache breakpoints in OpenAI parts; they are honoured. */
function readText(text: Json | undefined, part: JsonObject, path: string): TextPart {
  const cacheControl = part.cache_control
  return {
    type: 'text',
    text: asString(text, path),
    ...(!isAbsent(cacheControl) && { cacheControl: asObject(cacheControl, path) }),
  }
}

function readImage(part: JsonObject, path: string, leftovers: Leftovers): ImagePart {
  const image = asObject(part.image_url, `${path}.image_url`)
  const url = asString(image.url, `${path}.image_url.url`)
  const source = mediaSourceFromUrl(url, `${path}.image_url.url`)
  const { detail } = image
  if (detail === 'low' || detail === 'high' || detail === 'auto') {
    return { type: 'image', source, detail }
  }
  leftovers.put(`${path}.image_url.detail`, detail)
  return { type: 'image', source }
}

/** A file stored at the vendor by its id cannot be read by another vendor. */
function readFile(part: JsonObject, path: string, leftovers: Leftovers): FilePart | undefined {
  const file = asObject(part.file, `${path}.file`)
  if (isAbsent(file.file_data)) {
    asString(file.file_id, `${path}.file.file_id`)
    leftovers.put(`${path}.file.file_id`, file.file_id)
    return undefined
  }
  const text = asString(file.file_data, `${path}.file.file_data`)
  const source = fileSource(text, `${path}.file.file_data`)
  const name = typeof file.filename === 'string' ? file.filename : undefined
  return { type: 'file', source, ...(name !== undefined && { name }) }
}

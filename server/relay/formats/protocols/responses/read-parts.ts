import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isObject,
  type Leftovers,
  optionalString,
} from '../../../wire/body-fields'
import type { FilePart, ImagePart, Json, JsonObject, Part, TextPart } from '../../../wire/chat'
import { fileSource, mediaSourceFromUrl, readAudio } from '../openai/media'

const TEXT_TYPES: ReadonlySet<Json | undefined> = new Set(['input_text', 'output_text', 'text'])
const CHOICES = 'input_text, output_text, refusal, input_image, input_file, input_audio'

/** `content` of a message or `output` of a tool: a string or parts. */
export function readParts(
  content: Json | undefined,
  path: string,
  leftovers: Leftovers,
): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asList(content, path).flatMap((value, at) => {
    const here = `${path}[${at}]`
    const part = readPart(asObject(value, here), here, leftovers)
    return part === undefined ? [] : [part]
  })
}

/** The same where only text makes sense. */
export function readTexts(
  content: Json | undefined,
  path: string,
  leftovers: Leftovers,
): readonly TextPart[] {
  return readParts(content, path, leftovers).map((part) => {
    if (part.type !== 'text') throw invalid(path, 'reason.text_part')
    return part
  })
}

function readPart(part: JsonObject, path: string, leftovers: Leftovers): Part | undefined {
  const { type } = part
  if (TEXT_TYPES.has(type)) return { type: 'text', text: asString(part.text, `${path}.text`) }
  switch (type) {
    case 'refusal':
      return { type: 'text', text: asString(part.refusal, `${path}.refusal`) }
    case 'input_image':
      return readImage(part, path, leftovers)
    case 'input_file':
      return readFile(part, path, leftovers)
    case 'input_audio':
      return readAudio(isObject(part.input_audio) ? part.input_audio : part, path)
    default:
      throw invalid(`${path}.type`, 'reason.not_a_choice', { choices: CHOICES })
  }
}

function readImage(part: JsonObject, path: string, leftovers: Leftovers): ImagePart | undefined {
  if (isAbsent(part.image_url)) return putFileAside(part, path, leftovers)
  const url = asString(part.image_url, `${path}.image_url`)
  const source = mediaSourceFromUrl(url, `${path}.image_url`)
  const { detail } = part
  if (detail === 'low' || detail === 'high' || detail === 'auto') {
    return { type: 'image', source, detail }
  }
  leftovers.put(`${path}.detail`, detail)
  return { type: 'image', source }
}

function readFile(part: JsonObject, path: string, leftovers: Leftovers): FilePart | undefined {
  const name = optionalString(part.filename, `${path}.filename`)
  const named = name === undefined ? {} : { name }
  if (!isAbsent(part.file_url)) {
    const url = asString(part.file_url, `${path}.file_url`)
    return { type: 'file', source: { kind: 'url', url }, ...named }
  }
  if (isAbsent(part.file_data)) return putFileAside(part, path, leftovers)
  const text = asString(part.file_data, `${path}.file_data`)
  const source = fileSource(text, `${path}.file_data`)
  return { type: 'file', source, ...named }
}

/** A file stored at the vendor by its id cannot be read by another vendor. */
function putFileAside(part: JsonObject, path: string, leftovers: Leftovers): undefined {
  leftovers.put(`${path}.file_id`, asString(part.file_id, `${path}.file_id`))
  return undefined
}

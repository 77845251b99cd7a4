import { asList, asString, invalid, isAbsent, Leftovers } from '../../../wire/body-fields'
import type { ChatRequest, Json, JsonObject, TextPart } from '../../../wire/chat'
import type { BodyShape } from '../body-shape'
import { camelFields, fieldsAt } from './messages'
import { isStreaming } from './notes'
import { readConfig } from './read-config'
import { ContentReader } from './read-contents'
import { readToolChoice, readTools } from './read-tools'

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
])

const CHAT: BodyShape = { protocol: 'gemini', operation: 'chat' }

/** Throws `request.*` with the path of the first field that is not as Google documents it. */
export function readRequest(sent: JsonObject, shape: BodyShape = CHAT): ChatRequest {
  const { operation, verb } = shape
  const body = wholeOf(camelFields(sent, ''), operation)
  const leftovers = new Leftovers()
  leftovers.putUnknown(body, KNOWN_FIELDS)
  const config = isAbsent(body.generationConfig)
    ? {}
    : fieldsAt(body.generationConfig, 'generationConfig')
  const toolChoice = readToolChoice(body.toolConfig, leftovers)
  return {
    model: '',
    stream: isStreaming(verb),
    includeUsage: true,
    system: readSystem(body.systemInstruction),
    messages: new ContentReader(leftovers).readContents(body.contents),
    tools: readTools(body.tools, leftovers),
    ...(toolChoice && { toolChoice }),
    ...readConfig(config, leftovers),
    unmapped: leftovers.all(),
  }
}

/** Counting takes a conversation alone, or the whole request that it is part of. */
function wholeOf(body: JsonObject, operation: BodyShape['operation']): JsonObject {
  if (operation !== 'count_tokens' || isAbsent(body.generateContentRequest)) return body
  return fieldsAt(body.generateContentRequest, 'generateContentRequest')
}

function readSystem(value: Json | undefined): readonly TextPart[] {
  if (isAbsent(value)) return []
  const path = 'systemInstruction'
  const { parts } = fieldsAt(value, path)
  if (isAbsent(parts)) return []
  // Some clients write the only part without a list around it.
  const list = Array.isArray(parts) ? asList(parts, `${path}.parts`) : [parts]
  return list.map((item, at) => {
    const here = `${path}.parts[${at}]`
    const { text } = fieldsAt(item, here)
    if (isAbsent(text)) throw invalid(here, 'reason.text_part')
    return { type: 'text', text: asString(text, `${here}.text`) }
  })
}

/** The weight of requests in tokens: text by a tokenizer, everything else by flat rules. */

import { imageSizeOf } from '../../formats/chat/image-size'
import type { ChatMessage, ChatRequest, ImagePart, Json, JsonObject, Part } from '../../wire/chat'

const TOKENS_PER_REPLY = 3
const TOKENS_PER_MESSAGE = 3
const TOKENS_PER_TOOL_LIST = 8
const TOKENS_PER_AUDIO = 100
const TOKENS_PER_FILE = 5_000
const TOKENS_PER_CLAUDE_IMAGE = 1_000
const TOKENS_PER_GLM_IMAGE = 1_047
const TOKENS_PER_SMALL_IMAGE = 85

const TILE_PIXELS = 512
const SHORT_SIDE_PIXELS = 768

export type CountText = (text: string) => number

/** What one conversation weighs before the call; every tool counts, not only the last. */
export function countChat(request: ChatRequest, model: string, count: CountText): number {
  const system = request.system.map((part) => part.text).join('')
  let total = TOKENS_PER_REPLY
  if (system !== '') {
    total += messageOverhead(model) + count('system') + count(system)
  }
  for (const message of request.messages) {
    total += countMessage(message, model, count)
  }
  if (request.tools.length > 0) {
    total += TOKENS_PER_TOOL_LIST
  }
  for (const tool of request.tools) {
    const parameters = tool.parameters === undefined ? '' : JSON.stringify(tool.parameters)
    total += count(tool.name + (tool.description ?? '') + parameters)
  }
  return total
}

function messageOverhead(model: string): number {
  return model === 'gpt-3.5-turbo-0301' ? TOKENS_PER_MESSAGE + 1 : TOKENS_PER_MESSAGE
}

/** Each tool result was a message of its own where OpenAI clients wrote it. */
function countMessage(message: ChatMessage, model: string, count: CountText): number {
  const results = message.parts.filter((part) => part.type === 'tool_result').length
  const ownMessages = results > 0 && results === message.parts.length ? 0 : 1
  let total = (results + ownMessages) * (messageOverhead(model) + count(message.role))
  if (message.name !== undefined) {
    total += count(message.name) + (model === 'gpt-3.5-turbo-0301' ? -1 : 1)
  }
  for (const part of message.parts) {
    total += countPart(part, model, count)
  }
  return total
}

function countPart(part: Part, model: string, count: CountText): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return count(part.text)
    case 'image':
      return countImage(part, model)
    case 'audio':
      return TOKENS_PER_AUDIO
    case 'file':
      return TOKENS_PER_FILE
    case 'tool_call':
      return count(part.name) + count(part.argumentsJson)
    case 'tool_result':
      return part.parts.reduce((sum, piece) => sum + countPart(piece, model, count), 0)
    case 'redacted_thinking':
      return 0
  }
}

function countImage(part: ImagePart, model: string): number {
  if (model.startsWith('glm-4v')) {
    return TOKENS_PER_GLM_IMAGE
  }
  if (model.startsWith('claude')) {
    return TOKENS_PER_CLAUDE_IMAGE
  }
  if (part.detail === 'low') {
    return TOKENS_PER_SMALL_IMAGE
  }
  const [base, tile] = model.startsWith('gpt-4o-mini') ? [2833, 5667] : [85, 170]
  const isMeasured = part.source.kind === 'base64' && !model.startsWith('gemini')
  const size = isMeasured ? imageSizeOf(part.source.base64) : undefined
  return size === undefined ? 3 * base : tilesOf(size) * tile + base
}

/** The short side is fitted to 768 pixels, then the picture is laid out in tiles of 512. */
function tilesOf({ width, height }: { width: number; height: number }): number {
  const short = Math.min(width, height)
  const long = Math.max(width, height)
  const fitted = Math.min(short, SHORT_SIDE_PIXELS)
  const scaled = Math.ceil((long * fitted) / short)
  return Math.ceil(fitted / TILE_PIXELS) * Math.ceil(scaled / TILE_PIXELS)
}

/** Texts of a list are counted as one, without separators; a number is a token already. */
export function countInput(input: Json | undefined, count: CountText): number {
  const texts: string[] = []
  let numbers = 0
  const pending: (Json | undefined)[] = [input]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') {
      texts.push(value)
    } else if (typeof value === 'number') {
      numbers += 1
    } else if (isList(value)) {
      for (const item of value.toReversed()) {
        pending.push(item)
      }
    }
  }
  return count(texts.join('')) + numbers
}

/** A question and the documents, texts or objects that hold one, that are ranked by it. */
export function countRanked({ query, documents }: JsonObject, count: CountText): number {
  const textOf = (value: Json | undefined): Json | undefined =>
    isObject(value) ? value.text : value
  const texts = isList(documents) ? documents.map((one) => textOf(one) ?? '') : []
  return countInput(textOf(query), count) + countInput(texts, count)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

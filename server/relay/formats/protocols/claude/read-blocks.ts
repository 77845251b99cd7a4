import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  type Leftovers,
  optionalBoolean,
  optionalString,
} from '../../../wire/body-fields'
import type { FilePart, ImagePart, Json, JsonObject, Part, TextPart } from '../../../wire/chat'
import { readToolSignatureBlob } from './tool-signature'

/**
 * Content blocks of one conversation. Blocks that only Anthropic's own tools make (searches,
 * code execution, containers) are put aside by their path.
 */
export class BlockReader {
  readonly #leftovers: Leftovers
  readonly #toolNames = new Map<string, string>()
  readonly #toolSignatures = new Map<string, string>()

  constructor(leftovers: Leftovers) {
    this.#leftovers = leftovers
  }

  /** `content` of a message: a string or blocks. */
  readContent(content: Json | undefined, path: string): readonly Part[] {
    if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
    return asList(content, path).flatMap((value, at) => {
      const here = `${path}[${at}]`
      return this.#readBlock(asObject(value, here), here)
    })
  }

  #readBlock(block: JsonObject, path: string): readonly Part[] {
    switch (block.type) {
      case 'text':
        return [this.#readText(block, path)]
      case 'image':
        return this.#readImage(block, path)
      case 'document':
        return this.#readDocument(block, path)
      case 'thinking':
        return [readThinking(block, path)]
      case 'redacted_thinking':
        return this.#readRedacted(block, path)
      case 'tool_use':
        return [this.#readToolUse(block, path)]
      case 'tool_result':
        return this.#readToolResult(block, path)
      default:
        this.#leftovers.put(path, asString(block.type, `${path}.type`))
        return []
    }
  }

  #readText(block: JsonObject, path: string): TextPart {
    this.#leftovers.put(`${path}.citations`, block.citations)
    return { type: 'text', text: asString(block.text, `${path}.text`), ...cacheOf(block, path) }
  }

  #readImage(block: JsonObject, path: string): readonly ImagePart[] {
    const source = asObject(block.source, `${path}.source`)
    if (source.type === 'base64' || source.type === 'url') {
      return [{ type: 'image', source: readMedia(source, path), ...cacheOf(block, path) }]
    }
    return this.#putSourceAside(source, path)
  }

  #readDocument(block: JsonObject, path: string): readonly (FilePart | TextPart | ImagePart)[] {
    const source = asObject(block.source, `${path}.source`)
    this.#leftovers.put(`${path}.context`, block.context)
    this.#leftovers.put(`${path}.citations`, block.citations)
    const name = optionalString(block.title, `${path}.title`)
    if (source.type === 'base64' || source.type === 'url') {
      const media = readMedia(source, path)
      return [{ type: 'file', source: media, name, ...cacheOf(block, path) }]
    }
    if (source.type === 'text') {
      const text = asString(source.data, `${path}.source.data`)
      return [{ type: 'text', text, ...cacheOf(block, path) }]
    }
    if (source.type === 'content') {
      const parts = this.readContent(source.content, `${path}.source.content`)
      return parts.filter((part) => part.type === 'text' || part.type === 'image')
    }
    return this.#putSourceAside(source, path)
  }

  /** Files that are stored at Anthropic by their id cannot be read by another vendor. */
  #putSourceAside(source: JsonObject, path: string): readonly [] {
    this.#leftovers.put(`${path}.source`, asString(source.type, `${path}.source.type`))
    return []
  }

  #readRedacted(block: JsonObject, path: string): readonly Part[] {
    const blob = asString(block.data, `${path}.data`)
    const carried = readToolSignatureBlob(blob)
    if (carried === undefined) return [{ type: 'redacted_thinking', blob }]
    this.#toolSignatures.set(carried.toolCallId, carried.signature)
    return []
  }

  #readToolUse(block: JsonObject, path: string): Part {
    const id = asString(block.id, `${path}.id`)
    const name = asString(block.name, `${path}.name`)
    const input = asObject(isAbsent(block.input) ? {} : block.input, `${path}.input`)
    this.#toolNames.set(id, name)
    return {
      type: 'tool_call',
      id,
      name,
      argumentsJson: JSON.stringify(input),
      signature: this.#toolSignatures.get(id),
      ...cacheOf(block, path),
    }
  }

  /** Documents of a result follow it in the same turn: a result holds text and pictures only. */
  #readToolResult(block: JsonObject, path: string): readonly Part[] {
    const toolCallId = asString(block.tool_use_id, `${path}.tool_use_id`)
    const content = isAbsent(block.content)
      ? []
      : this.readContent(block.content, `${path}.content`)
    const parts: (TextPart | ImagePart)[] = []
    const followers: FilePart[] = []
    for (const part of content) {
      if (part.type === 'text' || part.type === 'image') parts.push(part)
      else if (part.type === 'file') followers.push(part)
      else throw invalid(`${path}.content`, 'reason.result_blocks')
    }
    const isError = optionalBoolean(block.is_error, `${path}.is_error`)
    const name = this.#toolNames.get(toolCallId)
    return [
      { type: 'tool_result', toolCallId, name, parts, isError, ...cacheOf(block, path) },
      ...followers,
    ]
  }
}

function readThinking(block: JsonObject, path: string): Part {
  const text = asString(block.thinking, `${path}.thinking`)
  const signature = optionalString(block.signature, `${path}.signature`)
  return { type: 'thinking', text, ...(signature && { signature }) }
}

function readMedia(source: JsonObject, path: string): ImagePart['source'] {
  if (source.type === 'url') return { kind: 'url', url: asString(source.url, `${path}.source.url`) }
  return {
    kind: 'base64',
    mediaType: asString(source.media_type, `${path}.source.media_type`),
    base64: asString(source.data, `${path}.source.data`),
  }
}

export function cacheOf(block: JsonObject, path: string): { readonly cacheControl?: JsonObject } {
  if (isAbsent(block.cache_control)) return {}
  return { cacheControl: asObject(block.cache_control, `${path}.cache_control`) }
}

/** Turns as Anthropic has them, block by block in Converse's words. */
import type { JsonObject, TextPart } from '../../wire/chat'
import { objectOf, objectsOf, textOf } from '../json-fields'

export function encodeTurns(turns: readonly JsonObject[], losses: Set<string>): JsonObject[] {
  return turns.map(({ role, content }) => ({
    role,
    content: withText(objectsOf(content).flatMap((block) => encodeBlock(block, losses))),
  }))
}

/** `undefined` for none. */
export function encodeSystem(
  system: readonly TextPart[],
  losses: Set<string>,
): readonly JsonObject[] | undefined {
  const parts = system.filter(({ text }) => text !== '')
  if (parts.length === 0) return undefined
  return parts.flatMap(({ text, cacheControl }) => [{ text }, ...cachePoint(cacheControl, losses)])
}

/** A breakpoint of caching is a block of its own, behind what it ends. */
export function cachePoint(
  control: JsonObject | undefined,
  losses: Set<string>,
): readonly JsonObject[] {
  if (control === undefined) return []
  const ttl = textOf(control.ttl)
  if (ttl !== undefined && ttl !== '5m' && ttl !== '1h') losses.add('cache_control.ttl')
  return [{ cachePoint: { type: 'default', ...(ttl === '1h' && { ttl }) } }]
}

function encodeBlock(block: JsonObject, losses: Set<string>): readonly JsonObject[] {
  const made = blockOf(block, losses)
  if (made === undefined) return []
  return [made, ...cachePoint(objectOf(block.cache_control), losses)]
}

function blockOf(block: JsonObject, losses: Set<string>): JsonObject | undefined {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'image':
      return imageOf(block, losses)
    case 'document':
      return documentOf(block, losses)
    case 'thinking': {
      const reasoningText = { text: block.thinking, signature: block.signature }
      return { reasoningContent: { reasoningText } }
    }
    case 'redacted_thinking':
      return { reasoningContent: { redactedContent: block.data } }
    case 'tool_use':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.input } }
    case 'tool_result':
      return { toolResult: resultOf(block, losses) }
    default:
      return undefined
  }
}

function resultOf(block: JsonObject, losses: Set<string>): JsonObject {
  const content = objectsOf(block.content)
    .map((part) => blockOf(part, losses))
    .filter((part) => part !== undefined)
  const status = block.is_error === true ? { status: 'error' } : {}
  // A result without content is refused.
  const parts = content.length > 0 ? content : [{ text: '' }]
  return { toolUseId: block.tool_use_id, content: parts, ...status }
}

const IMAGE_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp'])

/** Pictures travel inside the request, in one of four formats. */
function imageOf(block: JsonObject, losses: Set<string>): JsonObject | undefined {
  const source = objectOf(block.source)
  const format = textOf(source?.media_type)?.replace('image/', '').replace('jpg', 'jpeg') ?? ''
  if (source?.type !== 'base64' || !IMAGE_FORMATS.has(format)) {
    losses.add('image')
    return undefined
  }
  return { image: { format, source: { bytes: source.data } } }
}

function documentOf(block: JsonObject, losses: Set<string>): JsonObject | undefined {
  const source = objectOf(block.source)
  const name = documentName(textOf(block.title))
  if (source?.type === 'base64') {
    return { document: { format: 'pdf', name, source: { bytes: source.data } } }
  }
  if (source?.type === 'text') {
    const bytes = Buffer.from(textOf(source.data) ?? '').toString('base64')
    return { document: { format: 'txt', name, source: { bytes } } }
  }
  losses.add('file')
  return undefined
}

const LONGEST_NAME = 200

/** Few characters are allowed in names, and no two blanks in a row. */
function documentName(title: string | undefined): string {
  const plain = (title ?? '').replace(/[^a-zA-Z0-9\-()[\]]+/g, ' ').trim()
  return plain.slice(0, LONGEST_NAME) || 'document'
}

/** A document by itself is refused. */
function withText(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const isMute = blocks.every(({ document, cachePoint: point }) => document ?? point)
  return isMute ? [...blocks, { text: '...' }] : blocks
}

/** Turns as Anthropic has them, block by block in Converse's words. */
import { CONVERSE_DOCUMENTS, DocumentNames } from '../../../../domain/vendor-limits/document-rules'
import type { JsonObject, TextPart } from '../../../wire/chat'
import { objectOf, objectsOf, textOf } from '../json-fields'

interface BlockContext {
  readonly losses: Set<string>
  readonly names: DocumentNames
}

export function encodeTurns(turns: readonly JsonObject[], losses: Set<string>): JsonObject[] {
  const context = { losses, names: new DocumentNames() }
  return turns.map(({ role, content }) => ({
    role,
    content: withText(objectsOf(content).flatMap((block) => encodeBlock(block, context))),
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

function encodeBlock(block: JsonObject, context: BlockContext): readonly JsonObject[] {
  const made = blockOf(block, context)
  if (made === undefined) return []
  return [made, ...cachePoint(objectOf(block.cache_control), context.losses)]
}

function blockOf(block: JsonObject, context: BlockContext): JsonObject | undefined {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'image':
      return imageOf(block, context.losses)
    case 'document':
      return documentOf(block, context)
    case 'thinking': {
      const reasoningText = { text: block.thinking, signature: block.signature }
      return { reasoningContent: { reasoningText } }
    }
    case 'redacted_thinking':
      return { reasoningContent: { redactedContent: block.data } }
    case 'tool_use':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.input } }
    case 'tool_result':
      return { toolResult: resultOf(block, context) }
    default:
      return undefined
  }
}

function resultOf(block: JsonObject, context: BlockContext): JsonObject {
  const content = objectsOf(block.content)
    .map((part) => blockOf(part, context))
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

function documentOf(block: JsonObject, { losses, names }: BlockContext): JsonObject | undefined {
  const source = objectOf(block.source)
  const format = CONVERSE_DOCUMENTS[textOf(source?.media_type) ?? '']
  const isText = source?.type === 'text'
  if (source === undefined || format === undefined || (!isText && source.type !== 'base64')) {
    losses.add('file')
    return undefined
  }
  const bytes = isText ? Buffer.from(textOf(source.data) ?? '').toString('base64') : source.data
  return { document: { format, name: names.nameFor(textOf(block.title)), source: { bytes } } }
}

/** A document by itself is refused. */
function withText(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const isMute = blocks.every(({ document, cachePoint: point }) => document ?? point)
  return isMute ? [...blocks, { text: '...' }] : blocks
}

/**
 * Checks a Messages stream against Anthropic's grammar, from the documentation and not from
 * our writer: message_start, blocks one after another, message_delta, message_stop.
 */
import type { Json } from '../../../server/relay/wire/chat'
import { framesOf, type WireFrame } from './wire'

const DELTAS: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  redacted_thinking: [],
}

/** A block as the stream built it up; `input` of tools is parsed. */
export interface BuiltBlock {
  readonly type: string
  text: string
  signature: string
  readonly start: Readonly<Record<string, Json | undefined>>
}

/** Throws with the reason when the stream is not well-formed. */
export function checkedBlocks(sse: string): BuiltBlock[] {
  const frames = framesOf(sse)
  const blocks: BuiltBlock[] = []
  let open: BuiltBlock | undefined
  let stage: 'before' | 'blocks' | 'delta' | 'stopped' = 'before'
  for (const frame of frames) {
    const { json, name } = frame
    if (json.type !== name) throw new Error(`event ${name} carries type ${json.type}`)
    if (name === 'message_start') {
      if (stage !== 'before') throw new Error('message_start is not first')
      stage = 'blocks'
    } else if (name === 'content_block_start') {
      if (stage !== 'blocks' || open) throw new Error('a block starts inside another')
      open = startOf(frame, blocks.length)
      blocks.push(open)
    } else if (name === 'content_block_delta') {
      if (open === undefined) throw new Error('a delta outside a block')
      addDelta(open, frame, blocks.length - 1)
    } else if (name === 'content_block_stop') {
      if (open === undefined || json.index !== blocks.length - 1) throw new Error('wrong stop')
      if (open.type === 'tool_use' && open.text !== '') JSON.parse(open.text)
      open = undefined
    } else if (name === 'message_delta') {
      if (stage !== 'blocks' || open) throw new Error('message_delta before the end of a block')
      stage = 'delta'
    } else if (name === 'message_stop') {
      if (stage !== 'delta') throw new Error('message_stop without message_delta')
      stage = 'stopped'
    } else throw new Error(`unknown event ${name}`)
  }
  if (stage !== 'stopped') throw new Error('no message_stop')
  return blocks
}

function startOf({ json }: WireFrame, index: number): BuiltBlock {
  if (json.index !== index) throw new Error(`block ${json.index} where ${index} is due`)
  const start = json.content_block
  if (typeof start !== 'object' || start === null || !('type' in start)) {
    throw new Error('a block without type')
  }
  const type = String(start.type)
  if (DELTAS[type] === undefined) throw new Error(`unknown block ${type}`)
  return { type, text: '', signature: '', start }
}

function addDelta(block: BuiltBlock, { json }: WireFrame, index: number): void {
  if (json.index !== index) throw new Error(`a delta of block ${json.index} inside ${index}`)
  const delta: unknown = json.delta
  if (typeof delta !== 'object' || delta === null || !('type' in delta)) throw new Error('no delta')
  const type = String(delta.type)
  if (!DELTAS[block.type]?.includes(type)) throw new Error(`${type} inside ${block.type}`)
  if (block.signature !== '') throw new Error('a delta after the signature')
  const field = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'partial_json' }
  const facts = new Map<string, unknown>(Object.entries(delta))
  if (type === 'signature_delta') block.signature = String(facts.get('signature'))
  else block.text += String(facts.get(field[type as keyof typeof field]))
}

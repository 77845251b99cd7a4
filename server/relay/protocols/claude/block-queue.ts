import type { ChatEvent, JsonObject } from '../../chat'
import { JsonObjectScan } from './json-object-scan'
import { toolSignatureBlob } from './tool-signature'

/** One content block of the answer: its opening object and the deltas not yet written. */
interface Block {
  readonly kind: 'text' | 'thinking' | 'redacted_thinking' | 'tool_use'
  readonly opening: JsonObject
  readonly deltas: JsonObject[]
  /** Nothing more can come for this block. */
  sealed: boolean
  readonly scan?: JsonObjectScan
}

type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' | 'finish' }>

/**
 * Puts the content of an answer into Claude's strict order: one block is open at a time and
 * none is opened twice. Other vendors may interleave the arguments of several tools, so only
 * the first unfinished block is written live; later ones wait until it is complete.
 */
export class BlockQueue {
  readonly #waiting: Block[] = []
  readonly #tools = new Map<number, Block>()
  readonly #write: (name: string, payload: JsonObject) => string
  #nextIndex = 0
  #headOpen = false

  constructor(write: (name: string, payload: JsonObject) => string) {
    this.#write = write
  }

  get calledTools(): boolean {
    return this.#tools.size > 0
  }

  /** Frames that can be written now that `event` is known. */
  push(event: ContentEvent): string {
    this.#place(event)
    let frames = this.#writeHead()
    while (this.#waiting.length > 1 && this.#waiting[0]?.sealed) {
      frames += this.#closeHead() + this.#writeHead()
    }
    return frames
  }

  /** Frames of everything that still waits, every block closed. */
  flush(): string {
    let frames = ''
    while (this.#waiting.length > 0) frames += this.#writeHead() + this.#closeHead()
    return frames
  }

  #place(event: ContentEvent): void {
    switch (event.type) {
      case 'text':
        if (event.text !== '')
          this.#textBlock().deltas.push({ type: 'text_delta', text: event.text })
        return
      case 'thinking': {
        const delta = { type: 'thinking_delta', thinking: event.text }
        if (event.text !== '') this.#thinkingBlock().deltas.push(delta)
        return
      }
      case 'signature': {
        const block = this.#thinkingBlock()
        block.deltas.push({ type: 'signature_delta', signature: event.signature })
        block.sealed = true
        return
      }
      case 'redacted_thinking':
        this.#append(redactedBlock(event.blob))
        return
      case 'tool_call': {
        const { id, name, signature } = event
        if (signature !== undefined) this.#append(redactedBlock(toolSignatureBlob(id, signature)))
        const opening = { type: 'tool_use', id, name, input: {} }
        const scan = new JsonObjectScan()
        const block: Block = { kind: 'tool_use', opening, deltas: [], sealed: false, scan }
        this.#tools.set(event.index, block)
        this.#append(block)
        return
      }
      case 'tool_arguments':
        this.#placeArguments(event.index, event.json)
    }
  }

  #placeArguments(index: number, json: string): void {
    const block = this.#tools.get(index)
    if (block === undefined || block.sealed || json === '') return
    block.deltas.push({ type: 'input_json_delta', partial_json: json })
    block.sealed = block.scan?.isCompleteAfter(json) ?? false
  }

  #textBlock(): Block {
    const last = this.#waiting.at(-1)
    if (last?.kind === 'text') return last
    const opening = { type: 'text', text: '', citations: null }
    return this.#append({ kind: 'text', opening, deltas: [], sealed: false })
  }

  #thinkingBlock(): Block {
    const last = this.#waiting.at(-1)
    if (last?.kind === 'thinking' && !last.sealed) return last
    const opening = { type: 'thinking', thinking: '', signature: '' }
    return this.#append({ kind: 'thinking', opening, deltas: [], sealed: false })
  }

  /** Text and thinking grow only while they are last; tools until their JSON is complete. */
  #append(block: Block): Block {
    const last = this.#waiting.at(-1)
    if (last !== undefined && last.kind !== 'tool_use') last.sealed = true
    this.#waiting.push(block)
    return block
  }

  #writeHead(): string {
    const head = this.#waiting[0]
    if (head === undefined) return ''
    const index = this.#nextIndex
    let frames = ''
    if (!this.#headOpen) {
      this.#headOpen = true
      frames += this.#write('content_block_start', { index, content_block: head.opening })
    }
    for (const delta of head.deltas) frames += this.#write('content_block_delta', { index, delta })
    head.deltas.length = 0
    return frames
  }

  #closeHead(): string {
    const index = this.#nextIndex
    this.#waiting.shift()
    this.#headOpen = false
    this.#nextIndex += 1
    return this.#write('content_block_stop', { index })
  }
}

function redactedBlock(blob: string): Block {
  const opening = { type: 'redacted_thinking', data: blob }
  return { kind: 'redacted_thinking', opening, deltas: [], sealed: true }
}

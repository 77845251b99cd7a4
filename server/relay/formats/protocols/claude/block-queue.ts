import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, Citation, JsonObject } from '../../../wire/chat'
import { JsonObjectScan } from '../../chat/json-object-scan'
import { CitationWriter } from './citations'
import { toolSignatureBlob } from './tool-signature'

/** Of blocks that wait for their turn, with what each delta costs besides its text. */
const MAX_WAITING_MB = 2
const DELTA_BYTES = 64

/** One content block of the answer: its opening object and the deltas not yet written. */
interface Block {
  readonly kind: 'text' | 'thinking' | 'redacted_thinking' | 'tool_use'
  readonly opening: JsonObject
  readonly deltas: JsonObject[]
  /** What the deltas weigh, in bytes. */
  weight: number
  /** Nothing more can come for this block. */
  sealed: boolean
  readonly scan?: JsonObjectScan
  /** What it cites so far. */
  readonly cited: Set<string>
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
  readonly #citations = new CitationWriter()
  readonly #write: (name: string, payload: JsonObject) => string
  #nextIndex = 0
  #weight = 0
  #headOpen = false

  constructor(write: (name: string, payload: JsonObject) => string) {
    this.#write = write
  }

  get calledTools(): boolean {
    return this.#tools.size > 0
  }

  /**
   * Frames that can be written now that `event` is known. Throws `upstream.too_large` when too
   * much waits for a block that does not come to its end.
   */
  push(event: ContentEvent): string {
    this.#place(event)
    let frames = this.#writeHead()
    while (this.#waiting.length > 1 && this.#waiting[0]?.sealed) {
      frames += this.#closeHead() + this.#writeHead()
    }
    if (this.#weight > MAX_WAITING_MB * 1024 * 1024) {
      throw new GatewayError('upstream.too_large', { limitMb: MAX_WAITING_MB })
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
        if (event.text === '') return
        this.#add(this.#textBlock(), { type: 'text_delta', text: event.text }, event.text)
        return
      case 'citation':
        this.#cite(event.citation)
        return
      case 'thinking':
        if (event.text === '') return
        this.#add(
          this.#thinkingBlock(),
          { type: 'thinking_delta', thinking: event.text },
          event.text,
        )
        return
      case 'signature': {
        const block = this.#thinkingBlock()
        const { signature } = event
        this.#add(block, { type: 'signature_delta', signature }, signature)
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
        const block: Block = { ...emptyBlock('tool_use', opening), scan }
        this.#tools.set(event.index, block)
        this.#append(block)
        return
      }
      case 'tool_arguments':
        this.#placeArguments(event.index, event.json)
    }
  }

  /** On the text that is being written; there is no other place. */
  #cite(cited: Citation): void {
    const last = this.#waiting.at(-1)
    if (last?.kind !== 'text') return
    for (const citation of this.#citations.write(cited, last.cited)) {
      const delta = { type: 'citations_delta', citation }
      this.#add(last, delta, JSON.stringify(citation))
    }
  }

  #placeArguments(index: number, json: string): void {
    const block = this.#tools.get(index)
    if (block === undefined || block.sealed || json === '') return
    this.#add(block, { type: 'input_json_delta', partial_json: json }, json)
    block.sealed = block.scan?.isCompleteAfter(json) ?? false
  }

  #add(block: Block, delta: JsonObject, text: string): void {
    block.deltas.push(delta)
    block.weight += text.length + DELTA_BYTES
    this.#weight += text.length + DELTA_BYTES
  }

  #textBlock(): Block {
    const last = this.#waiting.at(-1)
    if (last?.kind === 'text') return last
    const opening = { type: 'text', text: '' }
    return this.#append(emptyBlock('text', opening))
  }

  #thinkingBlock(): Block {
    const last = this.#waiting.at(-1)
    if (last?.kind === 'thinking' && !last.sealed) return last
    const opening = { type: 'thinking', thinking: '', signature: '' }
    return this.#append(emptyBlock('thinking', opening))
  }

  /** Text and thinking grow only while they are last; tools until their JSON is complete. */
  #append(block: Block): Block {
    const last = this.#waiting.at(-1)
    if (last !== undefined && last.kind !== 'tool_use') last.sealed = true
    this.#waiting.push(block)
    const weight = DELTA_BYTES + (block.kind === 'redacted_thinking' ? blobLength(block) : 0)
    block.weight += weight
    this.#weight += weight
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
    this.#weight -= head.weight
    head.weight = 0
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

function emptyBlock(kind: Block['kind'], opening: JsonObject): Block {
  return { kind, opening, deltas: [], weight: 0, sealed: false, cited: new Set() }
}

function blobLength({ opening }: Block): number {
  return typeof opening.data === 'string' ? opening.data.length : 0
}

function redactedBlock(blob: string): Block {
  const opening = { type: 'redacted_thinking', data: blob }
  return { ...emptyBlock('redacted_thinking', opening), sealed: true }
}

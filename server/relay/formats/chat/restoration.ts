/**
 * What a request was changed in so that its upstream takes it, and its answer must not show:
 * names of tools that were too long, and a tool that stands for an answer in JSON.
 */

import type { ChatAnswer, ChatChoice, ChatEvent, Part, StreamReader } from '../../wire/chat'

/** Plain, because a thread that encodes a body hands it back. */
export interface Restoration {
  /** Name that the upstream knows → name that the client wrote. */
  readonly toolNames: Readonly<Record<string, string>>
  /** Tool whose arguments are the text of the answer. */
  readonly textTool: string | undefined
}

/** `undefined` when an answer needs no change. */
export function restorationOf(made: Restoration): Restoration | undefined {
  const isEmpty = made.textTool === undefined && Object.keys(made.toolNames).length === 0
  return isEmpty ? undefined : made
}

export function restoreAnswer(answer: ChatAnswer, by: Restoration | undefined): ChatAnswer {
  if (by === undefined) return answer
  return { ...answer, choices: answer.choices.map((choice) => restoreChoice(choice, by)) }
}

function restoreChoice(choice: ChatChoice, by: Restoration): ChatChoice {
  const parts = choice.parts.map((part) => restorePart(part, by))
  const hasCalls = parts.some((part) => part.type === 'tool_call')
  const isText = by.textTool !== undefined && choice.finishReason === 'tool_calls' && !hasCalls
  return { ...choice, parts, finishReason: isText ? 'stop' : choice.finishReason }
}

function restorePart(part: Part, by: Restoration): Part {
  if (part.type !== 'tool_call') return part
  if (part.name === by.textTool) return { type: 'text', text: part.argumentsJson }
  return { ...part, name: nameOf(part.name, by) }
}

function nameOf(name: string, { toolNames }: Restoration): string {
  return Object.hasOwn(toolNames, name) ? (toolNames[name] ?? name) : name
}

export function restoringReader(reader: StreamReader, by: Restoration | undefined): StreamReader {
  return by === undefined ? reader : new RestoringReader(reader, by)
}

class RestoringReader implements StreamReader {
  readonly #reader: StreamReader
  readonly #by: Restoration
  /** Numbers of the calls whose arguments are text. */
  readonly #texts: number[] = []
  #hasText = false
  #hasCalls = false

  constructor(reader: StreamReader, by: Restoration) {
    this.#reader = reader
    this.#by = by
  }

  read(name: string, data: string): readonly ChatEvent[] {
    return this.#reader.read(name, data).flatMap((event) => this.#restore(event))
  }

  finished(): boolean {
    return this.#reader.finished()
  }

  #restore(event: ChatEvent): readonly ChatEvent[] {
    switch (event.type) {
      case 'tool_call':
        if (event.name === this.#by.textTool) {
          this.#texts.push(event.index)
          return []
        }
        this.#hasCalls = true
        return [{ ...event, index: this.#number(event.index), name: nameOf(event.name, this.#by) }]
      case 'tool_arguments':
        if (!this.#texts.includes(event.index)) {
          return [{ ...event, index: this.#number(event.index) }]
        }
        this.#hasText = true
        return [{ type: 'text', text: event.json }]
      case 'finish':
        return this.#finish(event)
      default:
        return [event]
    }
  }

  #finish(event: Extract<ChatEvent, { type: 'finish' }>): readonly ChatEvent[] {
    if (this.#texts.length === 0) return [event]
    const isText = event.reason === 'tool_calls' && !this.#hasCalls
    const finish: ChatEvent = isText ? { ...event, reason: 'stop' } : event
    // A call without arguments comes without any fragment of them.
    return this.#hasText ? [finish] : [{ type: 'text', text: '{}' }, finish]
  }

  /** Calls are numbered without gaps. */
  #number(index: number): number {
    return index - this.#texts.filter((text) => text < index).length
  }
}

import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, Json, JsonObject, StreamReader } from '../../../wire/chat'
import { CitationCollector } from '../citation-collector'
import { finishEvent } from '../finish-words'
import { countOf, isList, objectOf, objectsOf, parseJson, textOf } from '../json-fields'
import { refuseChoice } from '../stream-limits'
import { annotatedIn, type ListedSources, listedIn, markedIn } from './citations'
import { errorFacts, failureIn, failureInAnswer } from './error'
import { readDetail } from './reasoning-details'
import { ToolCallReader } from './tool-calls'
import { usageOf } from './usage'

interface ChoiceState {
  readonly tools: ToolCallReader
  readonly cited: CitationCollector
  refused: boolean
  finished: boolean
}

/** Reads `chat.completion.chunk` frames up to `[DONE]`. */
export class OpenaiStreamReader implements StreamReader {
  readonly #choices = new Map<number, ChoiceState>()
  #id = ''
  #started = false
  #done = false
  #sawUsage = false
  #brokenOff: ChatEvent | undefined
  #sources: ListedSources = new Map()

  /** Throws `upstream.invalid_answer` for a frame that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    const text = data.trim()
    if (text === '[DONE]') {
      this.#done = true
      return this.#endBroken()
    }
    if (text === '') return []
    const chunk = parseJson(text)
    if (chunk === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    const object = objectOf(chunk)
    return object === undefined ? [] : this.#readChunk(object, name === 'error')
  }

  /** Vendors that never say `[DONE]` are taken to be done when choices and usage are in. */
  finished(): boolean {
    if (this.#brokenOff !== undefined) return false
    if (this.#done) return true
    const choices = [...this.#choices.values()]
    return this.#sawUsage && choices.length > 0 && choices.every((choice) => choice.finished)
  }

  #readChunk(chunk: JsonObject, isError: boolean): readonly ChatEvent[] {
    const failure = isError ? errorFacts(chunk) : (failureInAnswer(chunk) ?? failureIn(chunk))
    if (failure !== undefined) {
      const { message, type, code } = failure
      return [{ type: 'error', message, vendorType: type, vendorCode: code }]
    }
    const events: ChatEvent[] = []
    const choices = objectsOf(chunk.choices)
    this.#id ||= textOf(chunk.id) ?? ''
    if (!this.#started && choices.length > 0) {
      this.#started = true
      events.push({ type: 'start', id: this.#id, model: textOf(chunk.model) ?? '' })
    }
    const sources = listedIn(chunk)
    if (sources.size > 0) this.#sources = sources
    for (const choice of choices) events.push(...this.#readChoice(choice))
    if (sources.size > 0) events.push(...this.#citeFinished())
    const usage = usageOf(chunk)
    if (usage !== undefined) {
      this.#sawUsage = true
      events.push({ type: 'usage', usage }, ...this.#endBroken())
    }
    return events
  }

  #readChoice(choice: JsonObject): readonly ChatEvent[] {
    const index = countOf(choice.index) ?? 0
    const state = this.#stateOf(index)
    const delta = objectOf(choice.delta) ?? objectOf(choice.message) ?? {}
    const content = readContent(delta, index)
    if (this.#sources.size > 0) state.cited.said.keep()
    const events: ChatEvent[] = [...readReasoning(delta, index), ...content]
    for (const event of content) if (event.type === 'text') state.cited.said.add(event.text)
    if (delta.annotations !== undefined) {
      state.cited.note(annotatedIn(delta))
      events.push(...this.#cite(state, index))
    }
    const refusal = textOf(delta.refusal)
    if (refusal !== undefined) {
      state.refused = true
      events.push({ type: 'text', text: refusal, choice: index })
    }
    for (const call of objectsOf(delta.tool_calls)) events.push(...state.tools.read(call))
    const legacy = objectOf(delta.function_call)
    if (legacy !== undefined) events.push(...state.tools.read({ index: 0, function: legacy }))
    const word = textOf(choice.finish_reason)
    if (word !== undefined && !state.finished) events.push(...this.#finish(state, index, word))
    return events
  }

  #finish(state: ChoiceState, choice: number, word: string): readonly ChatEvent[] {
    state.finished = true
    const cited = this.#cite(state, choice)
    const instead = state.refused ? 'refusal' : undefined
    const end = finishEvent(word, { choice }, { instead })
    if (end.type !== 'error') return [...cited, end]
    this.#brokenOff = end
    return cited
  }

  /** What was used is reported behind the word by which a provider says that it broke off. */
  #endBroken(): readonly ChatEvent[] {
    return this.#brokenOff === undefined ? [] : [this.#brokenOff]
  }

  /** Some vendors list their sources behind the last word. */
  #citeFinished(): readonly ChatEvent[] {
    const finished = [...this.#choices].filter(([, state]) => state.finished)
    return finished.flatMap(([choice, state]) => this.#cite(state, choice))
  }

  #cite(state: ChoiceState, choice: number): readonly ChatEvent[] {
    const { cited, finished } = state
    if (finished) cited.note(markedIn(cited.said, this.#sources))
    const citations = finished ? cited.rest() : cited.placed()
    return citations.map((citation) => ({ type: 'citation', citation, choice }))
  }

  #stateOf(index: number): ChoiceState {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    refuseChoice(this.#choices.size)
    const tools = new ToolCallReader(index)
    const cited = new CitationCollector()
    const fresh = { tools, cited, refused: false, finished: false }
    this.#choices.set(index, fresh)
    return fresh
  }
}

/** Details carry the same text as `reasoning_content`, and signatures besides. */
function readReasoning(delta: JsonObject, choice: number): readonly ChatEvent[] {
  const events: ChatEvent[] = []
  for (const detail of objectsOf(delta.reasoning_details)) {
    const { blob, text, signature } = readDetail(detail)
    if (blob !== undefined) events.push({ type: 'redacted_thinking', blob, choice })
    if (text !== undefined) events.push({ type: 'thinking', text, choice })
    if (signature !== undefined) events.push({ type: 'signature', signature, choice })
  }
  if (events.length > 0) return events
  const text = textOf(delta.reasoning_content) ?? textOf(delta.reasoning)
  return text === undefined ? [] : [{ type: 'thinking', text, choice }]
}

function readContent(delta: JsonObject, choice: number): readonly ChatEvent[] {
  return textsOf(delta.content).map(({ type, text }) => ({ type, text, choice }))
}

type Piece = { readonly type: 'text' | 'thinking'; readonly text: string }

/** Content is text; Mistral's thinking models send parts instead. */
function textsOf(content: Json | undefined): readonly Piece[] {
  const plain = textOf(content)
  if (plain !== undefined) return [{ type: 'text', text: plain }]
  if (!isList(content)) return []
  return objectsOf(content).flatMap((part): readonly Piece[] => {
    const type = part.type === 'thinking' ? 'thinking' : 'text'
    const pieces = type === 'thinking' ? objectsOf(part.thinking) : [part]
    return pieces.flatMap((piece) => {
      const text = textOf(piece.text)
      return text === undefined ? [] : [{ type, text }]
    })
  })
}

/** What is known of a model, and how the rows of the makers say it. */
import type { CallIdRule } from '../vendor-limits/names'
import type { Effort } from './effort'

/**
 * Ways to say how much a model shall think: a number of tokens, nothing but that it may, a level,
 * and that it shall not. None of them for models that never think.
 */
export type ThinkingKind = 'budget' | 'adaptive' | 'effort' | 'off'

export interface Capabilities {
  /** Tokens of the longest answer, where that is documented: more is refused. */
  readonly longestOutput: number | undefined
  /** Tokens that answers have at most as a rule; holds go by it where nothing is documented. */
  readonly usualOutput: number | undefined
  /** Answers hold reasoning that no client sees and everybody pays for. */
  readonly reasonsUnseen: boolean
  /** `temperature`, `top_p`, `top_k` and penalties that differ from their defaults. */
  readonly sampling: boolean
  /** `undefined` where nothing is known. */
  readonly thinking: ReadonlySet<ThinkingKind> | undefined
  /** Words for how much to think that its maker's API takes; `undefined` where any may be sent. */
  readonly efforts: readonly Effort[] | undefined
  /** Sequences at which the answer ends. */
  readonly stop: boolean
  /** Penalties for words that were said before. */
  readonly penalties: boolean
  /** A tool choice that leaves the model no choice. */
  readonly forcedTool: boolean
  /** A last turn of the assistant that the answer goes on from. */
  readonly prefill: boolean
  /** `strict` on tools. */
  readonly strictTools: boolean
  /** Schemas of tools with alternatives at their top are refused. */
  readonly plainArguments: boolean
  /** An answer by a full JSON Schema. */
  readonly jsonSchema: boolean
  /** Characters of the longest name of a tool. */
  readonly longestToolName: number
  /** Ids of calls, where the model's template of chats wants them its own way. */
  readonly callIds: CallIdRule | undefined
  /** Calls of tools are signed, and refused in the history without their signatures. */
  readonly signsToolCalls: boolean
  /** Earlier reasoning must come back in conversations that call tools. */
  readonly wantsReasoningBack: boolean
  /**
   * OpenAI's Responses next to its chat completions: as good as those, needed for requests that
   * offer tools, or the only one of the two that the model is served by.
   */
  readonly responsesApi: 'optional' | 'for_tools' | 'only'
}

/** Later rows win, so what holds for an entire family stands before its exceptions. */
export type CapabilityRow = readonly [name: RegExp, facts: Partial<Capabilities>]

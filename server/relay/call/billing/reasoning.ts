/**
 * Which calls reason out of sight. Their clients could leave with the last word and before the
 * bill for what they never saw, so such calls are held for whole and read on to their end.
 */
import { reasonsByName } from '../../../domain/models/capabilities'
import type { CallListener, RelayChannel } from '../../ports/ports'
import type { JudgedField } from '../../wire/judged-fields'
import type { Query } from '../query/query'

/** Names learned beyond this are forgotten, oldest first. */
const MAX_LEARNED = 10_000

/** Fields by which clients of either protocol ask for reasoning. */
const ASKING_FIELDS = [
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
] as const satisfies readonly JudgedField[]

/** A model that reasons out of sight has been silent for six minutes. */
const REASONING_IDLE_MS = 600_000

export interface ReasoningModels {
  /** A bill shows that the model reasons. */
  readonly listener: CallListener
  readonly isExpected: (facts: Asking) => boolean
}

interface Asking {
  readonly query: Pick<Query, 'model' | 'fields' | 'asksThinking'>
}

export function createReasoningModels(): ReasoningModels {
  const learned = new Set<string>()
  return {
    listener: {
      settled({ facts }, { usage }) {
        const { model } = facts.query
        if (usage.reasoningTokens === 0 || learned.has(model)) return
        const [oldest] = learned
        if (learned.size >= MAX_LEARNED && oldest !== undefined) learned.delete(oldest)
        learned.add(model)
      },
    },
    isExpected({ query }) {
      if (learned.has(query.model) || reasonsByName(query.model)) return true
      return query.asksThinking === true || ASKING_FIELDS.some((name) => query.fields.has(name))
    },
  }
}

interface Waiting {
  readonly reasoning: ReasoningModels
  readonly idleMs: number
}

/** How long an upstream may send nothing inside its answer. */
export function idleLimitMs(
  { reasoning, idleMs }: Waiting,
  facts: Asking,
  channel: Pick<RelayChannel, 'idleMs'>,
): number {
  if (channel.idleMs !== undefined) return channel.idleMs
  return reasoning.isExpected(facts) ? Math.max(idleMs, REASONING_IDLE_MS) : idleMs
}

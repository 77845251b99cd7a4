/** What one session with an agent has cost, by the log of its token. */
import { LOG_TYPE } from '../../server/domain/status'
import { usdText } from '../usd'
import { type Words, words } from '../words'
import { callsOfKey, type KeyPlace, usageOfKey } from './by-key'

/** Where a token stood when the session began. */
export interface Mark {
  readonly granted: number
  /** Of the newest row of its log. */
  readonly lastId: number
}

interface Spent {
  readonly calls: number
  readonly read: number
  readonly written: number
  readonly credits: number
}

export async function markOf(place: KeyPlace): Promise<Mark> {
  const { total_granted: granted } = await usageOfKey(place)
  for await (const { id } of callsOfKey(place)) return { granted, lastId: id }
  return { granted, lastId: 0 }
}

const NOTHING: Spent = { calls: 0, read: 0, written: 0, credits: 0 }
const POLL_MS = 100
const MOST_POLLS = 50

/**
 * By model, the dearest first. A call that was broken off with the agent is settled a moment
 * later; until then its hold is missing from what the token was granted.
 */
export async function costSince(place: KeyPlace, mark: Mark): Promise<readonly [string, Spent][]> {
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const { total_granted } = await usageOfKey(place)
    if (total_granted >= mark.granted) break
    await Bun.sleep(POLL_MS)
  }
  const byModel = new Map<string, Spent>()
  for await (const call of callsOfKey(place)) {
    if (call.id <= mark.lastId) break
    if (call.type !== LOG_TYPE.consumption) continue
    const { model_name, calls, quota, prompt_tokens, completion_tokens } = call
    const one = { calls, read: prompt_tokens, written: completion_tokens, credits: quota }
    byModel.set(model_name, sum(byModel.get(model_name) ?? NOTHING, one))
  }
  return [...byModel].toSorted(([, one], [, other]) => other.credits - one.credits)
}

function sum(one: Spent, other: Spent): Spent {
  return {
    calls: one.calls + other.calls,
    read: one.read + other.read,
    written: one.written + other.written,
    credits: one.credits + other.credits,
  }
}

/** A line for the total, and one for each model where there are several. */
export function costLines(agent: string, byModel: readonly [string, Spent][]): readonly Words[] {
  const [first] = byModel
  if (first === undefined) return [words`${agent}: no calls`]
  const total = byModel.map(([, spent]) => spent).reduce(sum)
  const line = (name: string, { calls, read, written, credits }: Spent) =>
    words`${name}: ${usdText(credits)}, calls ${calls}, tokens ${read} in, ${written} out`
  if (byModel.length === 1) return [line(`${agent}, ${first[0]}`, total)]
  return [line(agent, total), ...byModel.map(([model, spent]) => line(`  ${model}`, spent))]
}

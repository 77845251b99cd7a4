/**
 * Calls and their results as vendors want them: every call under an id that fits, answered right
 * behind the turn that made it, and no result without its call. A turn that broke leaves a
 * history that none of them would ever take again.
 */
import type { CallIdRule } from '../../../domain/vendor-limits/names'
import { CallIds } from './call-ids'

/** Stands for a result that never came. */
export const NO_RESULT = 'No result was recorded for this call.'
/** Stands before a result whose call is not there. */
export const UNCALLED = 'The result of a tool call that is no longer part of the conversation:'

export interface SeenCall {
  /** "" for none, in formats that go by names. */
  readonly id: string
  readonly name: string
}

/** What of a history matters here. */
export interface Step {
  readonly by: 'model' | 'other'
  readonly calls: readonly SeenCall[]
  readonly results: readonly SeenCall[]
}

export interface FittedIds {
  readonly calls: readonly string[]
  /** `undefined` for a result that answers no call. */
  readonly results: readonly (string | undefined)[]
}

/** How one format writes a history; an entry is a message or an item. */
export interface HistoryForm<Entry> {
  /** What stands in a row of the model's entries is one turn of it. */
  readonly joinsTurns: boolean
  /** Calls and results may have none, and are found by their names then. */
  readonly idsAreOptional?: true
  readonly stepOf: (entry: Entry) => Step
  /** The entry with other ids; a result without its call becomes text of the user. */
  readonly rewritten: (entry: Entry, ids: FittedIds) => Entry
  /** Results that say that there is none, before `next` or in it, which is returned as well. */
  readonly answered: (calls: readonly SeenCall[], next: Entry | undefined) => readonly Entry[]
}

interface OpenCall extends SeenCall {
  /** As the client wrote it. */
  readonly from: string
}

/** The same list when nothing differs. */
export function fitHistory<Entry>(
  entries: readonly Entry[],
  form: HistoryForm<Entry>,
  { rule, losses }: { readonly rule: CallIdRule; readonly losses: Set<string> },
): readonly Entry[] {
  const fitted = new FittedHistory(form, new CallIds(rule), losses)
  for (const entry of entries) fitted.add(entry)
  return fitted.end(entries)
}

class FittedHistory<Entry> {
  readonly #form: HistoryForm<Entry>
  readonly #ids: CallIds
  readonly #losses: Set<string>
  readonly #entries: Entry[] = []
  #open: OpenCall[] = []
  /** Where results of the model's newest turn begin. */
  #behindTurn = 0
  #isModel = false
  #isChanged = false

  constructor(form: HistoryForm<Entry>, ids: CallIds, losses: Set<string>) {
    this.#form = form
    this.#ids = ids
    this.#losses = losses
  }

  add(entry: Entry): void {
    const step = this.#form.stepOf(entry)
    const isModel = step.by === 'model'
    if (isModel && !(this.#isModel && this.#form.joinsTurns)) this.#beginTurn()
    this.#isModel = isModel
    const calls = step.calls.map((call) => this.#call(call))
    const results = step.results.map((result) => this.#answer(result))
    const isSame = (made: readonly (string | undefined)[], seen: readonly SeenCall[]) =>
      made.every((id, at) => id === seen[at]?.id)
    if (isSame(calls, step.calls) && isSame(results, step.results)) this.#entries.push(entry)
    else {
      this.#isChanged = true
      this.#entries.push(this.#form.rewritten(entry, { calls, results }))
    }
    if (isModel) this.#behindTurn = this.#entries.length
  }

  end(original: readonly Entry[]): readonly Entry[] {
    this.#answerOpen()
    return this.#isChanged ? this.#entries : original
  }

  #beginTurn(): void {
    this.#answerOpen()
    this.#ids.beginTurn()
  }

  #call({ id, name }: SeenCall): string {
    const isNamed = id === '' && this.#form.idsAreOptional === true
    const made = isNamed ? '' : this.#ids.idFor(id)
    if (made !== id) this.#losses.add('tool_call.id:fitted')
    this.#open.push({ id: made, name, from: id })
    return made
  }

  #answer(result: SeenCall): string | undefined {
    const at = this.#open.findIndex((call) => isAnswer(call, result))
    const [call] = at < 0 ? [] : this.#open.splice(at, 1)
    if (call === undefined) {
      this.#losses.add('tool_result:uncalled')
      return undefined
    }
    const isNamed = call.from === '' || result.id === ''
    return isNamed && this.#form.idsAreOptional === true ? result.id : call.id
  }

  #answerOpen(): void {
    if (this.#open.length === 0) return
    this.#losses.add('tool_call:unanswered')
    this.#isChanged = true
    const next = this.#entries[this.#behindTurn]
    const made = this.#form.answered(this.#open, next)
    this.#entries.splice(this.#behindTurn, next === undefined ? 0 : 1, ...made)
    this.#open = []
  }
}

function isAnswer({ from, name }: OpenCall, result: SeenCall): boolean {
  if (from !== '' && result.id !== '') return from === result.id
  return result.name === '' ? from === result.id : name === result.name
}

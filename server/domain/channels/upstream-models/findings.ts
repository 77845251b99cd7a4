/** What a list of an upstream says about the models that a channel serves. */
import { stemOf } from './stems'

export const FINDING_KINDS = ['new', 'gone', 'renamed'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** `watched`: gone, but not for long enough. `ignored`: until it changes. */
export const FINDING_STATES = ['watched', 'waiting', 'ignored'] as const
export type FindingState = (typeof FINDING_STATES)[number]

export interface Finding {
  readonly kind: FindingKind
  /** Of a new one the upstream's name, else the name that the channel serves. */
  readonly model: string
  /** The upstream's name that takes the place of a renamed one; "" for the other kinds. */
  readonly other: string
  readonly state: FindingState
  /** Walks in a row that have not seen it. */
  readonly misses: number
  /** Whether an earlier list had it: a name that was never listed may still be served. */
  readonly wasListed: boolean
}

/** A name that the channel serves, and the name that the upstream gets. */
export interface ServedModel {
  readonly model: string
  readonly upstream: string
}

export interface Lists {
  readonly served: readonly ServedModel[]
  /** What any key lists. */
  readonly listed: readonly string[]
  /** What every key lists. */
  readonly common: readonly string[]
  /** What was listed before; empty before the first walk. */
  readonly before: readonly string[]
  /** Whether every key was queried and answered: only then is a missing name missing. */
  readonly isWhole: boolean
  readonly known: readonly Finding[]
}

export interface CompareRules {
  /** Walks in a row after which a model that is missing is gone. */
  readonly goneAfter: number
  /** Whether a name is to be found at all, as new or as what another became. */
  readonly isWanted: (model: string) => boolean
  /** Whether a served model is watched. */
  readonly isWatched: (model: string) => boolean
  readonly finds: Readonly<Record<FindingKind, boolean>>
}

/** The findings that hold now; those that somebody ignores stay ignored while they are the same. */
export function findingsOf(lists: Lists, rules: CompareRules): Finding[] {
  return [...newModels(lists, rules), ...missingModels(lists, rules)]
}

function newModels({ served, common, known }: Lists, rules: CompareRules): Finding[] {
  if (!rules.finds.new) return []
  const taken = new Set(served.flatMap(({ model, upstream }) => [model, upstream]))
  const old = new Map(known.flatMap((one) => (one.kind === 'new' ? [[one.model, one]] : [])))
  return common
    .filter((model) => !taken.has(model) && rules.isWanted(model))
    .map((model) => {
      const state = old.get(model)?.state ?? 'waiting'
      return { kind: 'new', model, other: '', state, misses: 0, wasListed: true }
    })
}

function missingModels(lists: Lists, rules: CompareRules): Finding[] {
  const old = new Map(
    lists.known.flatMap((one) => (one.kind === 'new' ? [] : [[one.model, one] as const])),
  )
  const present = new Set(lists.listed)
  const missing = lists.served.filter(
    ({ model, upstream }) => !present.has(upstream) && rules.isWatched(model),
  )
  // A list that is not whole neither counts a miss nor forgets one.
  if (!lists.isWhole) return missing.flatMap(({ model }) => old.get(model) ?? [])
  const before = new Set(lists.before)
  return missing.flatMap(({ model, upstream }) => {
    const was = old.get(model)
    const misses = (was?.misses ?? 0) + 1
    const wasListed = was?.wasListed === true || before.has(upstream)
    const other = renamedTo(upstream, lists, rules)
    const kind = other === '' ? 'gone' : 'renamed'
    if (!rules.finds[kind]) return []
    const found = { kind, model, other, misses, wasListed } as const
    return [{ ...found, state: stateOf(found, was, rules) }]
  })
}

function stateOf(
  { kind, other, misses }: Omit<Finding, 'state'>,
  was: Finding | undefined,
  { goneAfter }: CompareRules,
): FindingState {
  const isSame = was?.kind === kind && was.other === other
  if (isSame && was.state === 'ignored') return 'ignored'
  return misses >= goneAfter ? 'waiting' : 'watched'
}

/** The newest listed name of the family, first of those that are new; "" for none. */
function renamedTo(gone: string, lists: Lists, rules: CompareRules): string {
  if (!rules.finds.renamed) return ''
  const stem = stemOf(gone)
  const before = new Set(lists.before)
  const [best] = lists.common
    .filter((name) => name !== gone && stemOf(name) === stem && rules.isWanted(name))
    .sort((a, b) => Number(before.has(a)) - Number(before.has(b)) || (a < b ? 1 : -1))
  return best ?? ''
}

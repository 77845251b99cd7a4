/** Limits as a form edits them: rows of text, and what differs from what is stored. */
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import {
  DEFAULT_LIMIT_KIND,
  isMoney,
  LIMIT_KINDS,
  type LimitKind,
} from '../../../server/domain/limits/kinds'
import {
  isLimitWindow,
  LIMIT_WINDOWS,
  type LimitSetter,
  type LimitWindow,
  usualWindow,
} from '../../../server/domain/limits/limit'
import type { LimitInput } from '../../../server/domain/limits/limit-input'

export interface LimitDraft {
  readonly kind: LimitKind
  readonly window: LimitWindow
  /** As typed; budgets in dollars. */
  readonly amount: string
  readonly zone: string
  readonly startHour: number
}

/** Credits per dollar, as the site has it. */
export type PerUnit = number

export function draftOf(row: LimitJson, perUnit: PerUnit): LimitDraft {
  const { kind, window, amount, zone, start_hour: startHour } = row
  const shown = isMoney(kind) ? amount / perUnit : amount
  return { kind, window, amount: String(shown), zone, startHour }
}

export function draftsOf(
  rows: readonly LimitJson[],
  setBy: LimitSetter,
  perUnit: PerUnit,
): readonly LimitDraft[] {
  return rows.filter(({ set_by }) => set_by === setBy).map((row) => draftOf(row, perUnit))
}

export function windowsOf(kind: LimitKind): readonly LimitWindow[] {
  return LIMIT_WINDOWS.filter((window) => isLimitWindow(kind, window))
}

/** The same limit of another kind, with a window that goes with it. */
export function withKind(draft: LimitDraft, kind: LimitKind): LimitDraft {
  const [first = draft.window] = windowsOf(kind)
  const window = isLimitWindow(kind, draft.window) ? draft.window : first
  return { ...draft, kind, window }
}

/** Usual ones first. */
const ALL_KINDS_AND_WINDOWS = [
  ...LIMIT_KINDS.map((kind) => ({ kind, window: usualWindow(kind) })),
  ...LIMIT_KINDS.flatMap((kind) => windowsOf(kind).map((window) => ({ kind, window }))),
]

/** A limit that the subject does not have yet. */
export function newDraft(drafts: readonly LimitDraft[], zone: string): LimitDraft {
  const isFree = (one: Pick<LimitDraft, 'kind' | 'window'>) =>
    !drafts.some((draft) => isSame(draft, one))
  const usual = { kind: DEFAULT_LIMIT_KIND, window: usualWindow(DEFAULT_LIMIT_KIND) }
  const named = ALL_KINDS_AND_WINDOWS.find(isFree) ?? usual
  return { ...named, amount: '', zone, startHour: 0 }
}

/** Days, weeks and months begin somewhere. */
export function hasZone({ window }: Pick<LimitDraft, 'window'>): boolean {
  return window === 'day' || window === 'week' || window === 'month'
}

/** What is wrong with the amount of a row. */
export function amountProblem(
  draft: LimitDraft,
  drafts: readonly LimitDraft[],
): 'limit.amount_invalid' | 'limit.twice' | undefined {
  const { kind, window, amount } = draft
  const pattern = isMoney(kind) ? /^\d{1,9}(?:\.\d{1,6})?$/ : /^\d{1,15}$/
  if (!pattern.test(amount.trim())) return 'limit.amount_invalid'
  const same = drafts.filter((each) => each.kind === kind && each.window === window)
  return same.length > 1 ? 'limit.twice' : undefined
}

/** What has to be set, and what taken away. */
export function changesOf(
  before: readonly LimitDraft[],
  after: readonly LimitDraft[],
  perUnit: PerUnit,
): readonly LimitInput[] {
  const isNew = (draft: LimitDraft) => !before.some((known) => isEqual(known, draft))
  const isGone = (known: LimitDraft) => !after.some((draft) => isSame(known, draft))
  return [
    ...before.filter(isGone).map(({ kind, window }) => ({ kind, window, amount: null })),
    ...after.filter(isNew).map(({ kind, window, amount, zone, startHour }) => {
      const typed = Number(amount)
      const wanted = isMoney(kind) ? Math.round(typed * perUnit) : typed
      return { kind, window, amount: wanted, zone, start_hour: startHour }
    }),
  ]
}

function isSame(one: Pick<LimitDraft, 'kind' | 'window'>, other: typeof one): boolean {
  return one.kind === other.kind && one.window === other.window
}

function isEqual(one: LimitDraft, other: LimitDraft): boolean {
  const { amount, zone, startHour } = other
  const isKept = one.amount === amount && one.zone === zone && one.startHour === startHour
  return isSame(one, other) && isKept
}

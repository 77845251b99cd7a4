/**
 * What a plan grants for each of its periods. A subscription has a copy, so that a plan that is
 * changed changes nothing for those who hold it until they begin a new period.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LIMIT_KINDS } from '../limits/kinds'
import { LIMIT_WINDOWS } from '../limits/limit'

/** When the windows of an allowance begin: with the subscription, by the calendar, or with use. */
export const WINDOW_STARTS = ['subscription', 'calendar', 'first_use'] as const
export type WindowStart = (typeof WINDOW_STARTS)[number]

/** What happens to a call that the plan does not pay for any more. */
export const OVERFLOWS = ['wallet', 'refuse', 'cheaper'] as const
export type Overflow = (typeof OVERFLOWS)[number]

export const MOST_ALLOWANCES = 8
const MOST_NAMES = 200
export const MOST_CHEAPER = 50
const MOST_PERCENT = 100

const oneOf = <const Name extends string>(names: readonly Name[]) =>
  Type.Union(names.map((name) => Type.Literal(name)))

/** How much of a plan may be used within a window; `total` is the whole period. */
export const AllowanceSchema = Type.Object(
  {
    kind: oneOf(LIMIT_KINDS),
    window: oneOf(LIMIT_WINDOWS),
    /** Credits, tokens, requests or calls at once. */
    amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    starts: oneOf(WINDOW_STARTS),
  },
  { additionalProperties: false },
)

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Names = Type.Array(Name, { maxItems: MOST_NAMES })

/** What answers in the place of models that the plan has used up. */
const CheaperSchema = Type.Object(
  {
    /** A name, or a beginning that ends in `*`. */
    from: Name,
    to: Name,
  },
  { additionalProperties: false },
)

export const TermsSchema = Type.Object(
  {
    /** Credits of a period, an account of the ledger; `null` where only windows bound. */
    budget: Type.Union([
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.Null(),
    ]),
    allowances: Type.Array(AllowanceSchema, { maxItems: MOST_ALLOWANCES }),
    /** Names, or beginnings that end in `*`; empty for every model. */
    models: Names,
    /** Groups of tokens whose calls it pays for; empty for every group. */
    groups: Names,
    overflow: oneOf(OVERFLOWS),
    /** With `cheaper` only; of several the first that fits counts. */
    cheaper: Type.Optional(Type.Array(CheaperSchema, { minItems: 1, maxItems: MOST_CHEAPER })),
    /** Percent of the budget that a period may take over from the last one. */
    carry_over: Type.Integer({ minimum: 0, maximum: MOST_PERCENT }),
    /** IANA name: where its days, weeks and months begin. */
    zone: Type.String(),
  },
  { additionalProperties: false },
)

export type Allowance = Static<typeof AllowanceSchema>
export type Cheaper = Static<typeof CheaperSchema>
export type PlanTerms = Static<typeof TermsSchema>

/** The terms of a stored row; `undefined` for what is unreadable, which pays for nothing. */
export function readTerms(text: string): PlanTerms | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(TermsSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a plan pays for calls of a model by a token of a group. */
export function paysFor({ models, groups }: PlanTerms, model: string, group: string): boolean {
  const isInGroup = groups.length === 0 || groups.includes(group)
  return isInGroup && isOneOf(models, model)
}

/** Whether a plan pays for a model that is to answer once it is used up. */
export function paysForCheaper(terms: Pick<PlanTerms, 'models' | 'cheaper'>): boolean {
  return terms.cheaper?.some(({ to }) => isOneOf(terms.models, to)) ?? false
}

/** The model that calls of a used-up plan go on with; `undefined` where they are refused. */
export function cheaperThan(terms: PlanTerms, model: string): string | undefined {
  const { overflow, cheaper } = terms
  if (overflow !== 'cheaper') return undefined
  return cheaper?.find(({ from, to }) => to !== model && matches(from, model))?.to
}

/** Whether it stands for all names that begin like it. */
export function isBeginning(name: string): boolean {
  return name.endsWith('*')
}

function matches(name: string, model: string): boolean {
  return isBeginning(name) ? model.startsWith(name.slice(0, -1)) : name === model
}

/** No name stands for every model. */
function isOneOf(models: readonly string[], model: string): boolean {
  return models.length === 0 || models.some((name) => matches(name, model))
}

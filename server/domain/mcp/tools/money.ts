import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../endpoints/endpoint'
import type { LimitJson } from '../../endpoints/limit'
import type { PricingJson } from '../../endpoints/pricing'
import { isMoney, LIMIT_KINDS } from '../../limits/kinds'
import { LIMIT_SUBJECTS, LIMIT_WINDOWS } from '../../limits/limit'
import { CREDITS_PER_USD } from '../../money/quota'
import { tidyRatio } from '../../prices/encode-rates'
import { USD_PER_RATIO } from '../../prices/in-dollars'
import { optional, optionalId, Span, spanQuery } from '../input'
import { tool } from '../tool'

function limitView({ key: subject_id, amount, used, left, ...limit }: LimitJson): object {
  if (!isMoney(limit.kind)) return { ...limit, subject_id, amount, used, left }
  const usd = (credits: number) => credits / CREDITS_PER_USD
  return {
    ...limit,
    subject_id,
    amount_usd: usd(amount),
    used_usd: usd(used),
    left_usd: usd(left),
  }
}

const LIMITS = {
  name: 'limit_list',
  title: 'List limits',
  description: 'Rate limits and budgets, what is used of them, and when they start anew.',
}

const SET_LIMIT = {
  name: 'limit_set',
  title: 'Set a limit',
  description: 'Sets one rate limit or budget of a subject; an amount of null takes it away.',
  writes: 'changes',
  isIdempotent: true,
} as const

const LimitInput = Type.Object({
  subject: oneOf(LIMIT_SUBJECTS),
  subject_id: Type.String({ minLength: 1, description: 'Id of the subject; of a group its name' }),
  kind: oneOf(LIMIT_KINDS),
  window: oneOf(LIMIT_WINDOWS),
  amount: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'Dollars for a budget, otherwise a count; null takes the limit away',
  }),
})

function limitBody({ subject, subject_id: key, kind, window, amount }: Static<typeof LimitInput>) {
  const unit = isMoney(kind) ? CREDITS_PER_USD : 1
  const limit = { kind, window, amount: amount === null ? null : Math.round(amount * unit) }
  return { body: { subject, key, limits: [limit] } }
}

function pricingView({ quota_type, model_ratio, model_price, ...row }: PricingJson): object {
  const { model_name: model, priced, completion_ratio, enable_groups: groups, ...more } = row
  if (!priced) return { model, priced }
  if (quota_type === 1) return { model, call_usd: model_price, groups, ...more }
  const prompt = model_ratio * USD_PER_RATIO
  return {
    model,
    prompt_usd_per_million: tidyRatio(prompt),
    completion_usd_per_million: tidyRatio(prompt * completion_ratio),
    groups,
    ...more,
  }
}

const Ratio = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }))

export const moneyTools = [
  tool({
    name: 'price_list',
    title: 'List prices',
    description:
      'What models cost, before the ratio of a group: dollars per million tokens, or per call. ' +
      '`group_ratio` is what each group is multiplied by.',
    call: 'pricing.list',
    input: Type.Object({ model: optional('Part of the name of a model') }),
    request: () => ({}),
    result: ({ data, group_ratio }, { model: part = '' }) => ({
      items: data.filter(({ model_name }) => model_name.includes(part)).map(pricingView),
      group_ratio,
    }),
  }),
  tool({
    ...LIMITS,
    call: 'limit.list',
    input: Type.Object({
      subject: oneOf(LIMIT_SUBJECTS),
      subject_id: optional('Id of the subject, of a group its name; otherwise all of the kind'),
    }),
    request: ({ subject, subject_id: key }) => ({ query: { subject, key } }),
    result: ({ data }) => ({ items: data.map(limitView) }),
  }),
  tool({
    ...LIMITS,
    call: 'limit.list_own',
    input: Type.Object({ token_id: optionalId('Only of this token of yours') }),
    request: (query) => ({ query }),
    result: ({ data }) => ({ items: data.map(limitView) }),
  }),
  tool({
    name: 'finance_show',
    title: 'Show the finances',
    description: 'Money of a time: what came in by source, charged, cost, uncollected, owed now.',
    call: 'finance.show',
    input: Type.Object(Span),
    request: (span) => ({ query: spanQuery(span) }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'statement_show',
    title: 'Show my statement',
    description: 'What came into your balance and what left it, 93 days at most.',
    call: 'account.statement',
    input: Type.Object(Span),
    request: (span) => ({ query: spanQuery(span) }),
    result: ({ data: { calls: _, ...data } }) => data,
  }),
  tool({
    ...SET_LIMIT,
    call: 'limit.set',
    input: LimitInput,
    request: limitBody,
    result: (_, { subject, subject_id }) => ({ done: true, subject, subject_id }),
  }),
  tool({
    ...SET_LIMIT,
    call: 'limit.set_own',
    input: LimitInput,
    request: limitBody,
    result: (_, { subject, subject_id }) => ({ done: true, subject, subject_id }),
  }),
  tool({
    name: 'price_set',
    title: 'Set a price',
    description: 'Sets what is given of the price of one model; the rest stays.',
    writes: 'changes',
    isIdempotent: true,
    call: 'price.set',
    input: Type.Object({
      model: Type.String({ minLength: 1, description: 'Name of the model' }),
      model_ratio: Ratio(`Prompt tokens: dollars per million, divided by ${USD_PER_RATIO}`),
      completion_ratio: Ratio('Completion tokens: times the price of prompt tokens'),
      cache_ratio: Ratio('Cached prompt tokens: times the price of prompt tokens'),
      model_price: Ratio('Dollars per call, in place of prices by token'),
    }),
    request: ({ model, ...price }) => ({ body: { prices: [{ model, price }] } }),
    result: ({ data }) => ({ items: data }),
  }),
]

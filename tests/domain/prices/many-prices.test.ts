/** One change for many models, and what a change of a price comes to in dollars. */
import { describe, expect, test } from 'bun:test'
import {
  historyMoves,
  type ManyPrices,
  movesOf,
  planPrices,
} from '../../../server/domain/prices/many-prices'
import { storedPrice } from '../../../server/domain/prices/price-draft'
import type { PriceRow } from '../../../server/domain/prices/price-row'

const ROWS: readonly PriceRow[] = [
  { model: 'a', price: { model_ratio: 1, completion_ratio: 4, cache_ratio: 0.5 } },
  { model: 'b', price: { model_ratio: 2, completion_ratio: 1, tiers: { batch: 0.5 } } },
  {
    model: 'long',
    price: {
      model_ratio: 1,
      completion_ratio: 2,
      unit_prices: { web_search: 10 },
      steps: [{ above: 200_000, model_ratio: 2 }],
    },
  },
  { model: 'draw', price: { model_price: 0.04 } },
  { model: 'half', price: { completion_ratio: 3 } },
]
const ALL = ROWS.map(({ model }) => model)

/** "model place: from → to". */
function told(models: readonly string[], change: ManyPrices): string[] {
  return planPrices(models, ROWS, change).flatMap(({ model, moves }) =>
    moves.map(({ name, above, from, to }) => `${model} ${name}${above || ''}: ${from} → ${to}`),
  )
}

describe('scaling', () => {
  test('moves every dollar, above thresholds too, and leaves tiers and the unpriced', () => {
    expect(told(ALL, { kind: 'scale', factor: 1.5 })).toEqual([
      'a prompt: 2 → 3',
      'a cache_read: 1 → 1.5',
      'a completion: 8 → 12',
      'b prompt: 4 → 6',
      'b completion: 4 → 6',
      'long prompt: 2 → 3',
      'long completion: 4 → 6',
      'long web_search: 10 → 15',
      'long prompt200000: 4 → 6',
      'draw : 0.04 → 0.06',
    ])
  })

  test('writes ratios as before, so that other programs of the family read them', () => {
    const [plan] = planPrices(['a'], ROWS, { kind: 'scale', factor: 1.5 })
    expect(plan).toMatchObject({ price: { model_ratio: 1.5 }, was: ROWS[0]?.price })
  })

  test('by 1 changes nothing', () => {
    expect(planPrices(ALL, ROWS, { kind: 'scale', factor: 1 })).toEqual([])
  })
})

describe('setting', () => {
  const set = (prices: object): ManyPrices => ({
    kind: 'set',
    draft: { mode: 'token', call: '', prices },
  })

  test('changes what is typed, and keeps what is blank', () => {
    expect(told(['a', 'b'], set({ completion: '20', prompt: ' ' }))).toEqual([
      'a completion: 8 → 20',
      'b completion: 4 → 20',
    ])
  })

  test('leaves out a model whose prompts would have no price', () => {
    expect(told(['half', 'a'], set({ completion: '9' }))).toEqual(['a completion: 8 → 9'])
  })

  test('sells by the call what was sold by tokens', () => {
    const change = { kind: 'set', draft: { mode: 'call', call: '0.1', prices: {} } } as const
    expect(told(['b', 'draw'], change)).toEqual([
      'b : undefined → 0.1',
      'b prompt: 4 → undefined',
      'b completion: 4 → undefined',
      'draw : 0.04 → 0.1',
    ])
  })
})

test('removing takes away every field that is set', () => {
  const [plan] = planPrices(['b'], ROWS, { kind: 'remove' })
  expect(plan?.price).toEqual({ model_ratio: null, completion_ratio: null, tiers: null })
  expect(plan?.moves.map(({ to }) => to)).toEqual([undefined, undefined, undefined])
})

test('a change of the prompt price is a change of what follows it', () => {
  expect(movesOf(storedPrice('b', ROWS), { model_ratio: 3 })).toEqual([
    { kind: 'unit', name: 'prompt', above: 0, from: 4, to: 6 },
    { kind: 'unit', name: 'completion', above: 0, from: 4, to: 6 },
  ])
})

test('a history is told in the dollars of its time, though entries tell only what changed', () => {
  const events = [
    { before: { model_ratio: 2 }, after: { model_ratio: 1 } },
    { before: { completion_ratio: null }, after: { completion_ratio: 4 } },
  ]
  const moves = historyMoves(storedPrice('a', ROWS), events)
  expect(moves.map((step) => step.map(({ name, from, to }) => [name, from, to]))).toEqual([
    [
      ['prompt', 4, 2],
      ['cache_read', 2, 1],
      ['completion', 16, 8],
    ],
    [['completion', 4, 16]],
  ])
})

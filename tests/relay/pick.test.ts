import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../server/domain/channel-types'
import { GatewayError, UpstreamError } from '../../server/domain/errors/gateway-error'
import {
  drawByWeight,
  effectiveWeight,
  type PickOrder,
  pick,
} from '../../server/relay/call/channel/pick'
import { mayRetry } from '../../server/relay/call/route/retry'
import type { AbilityTier, Directory, RelayChannel } from '../../server/relay/ports/ports'
import { seededRandom } from '../support/ports'

function channel(id: number, weight = 0, priority = 0): RelayChannel {
  const type = channelTypeById(1)
  if (type === undefined) throw new Error('OpenAI is missing')
  return {
    id,
    name: `c${id}`,
    type,
    status: 1,
    key: 'k',
    baseUrl: 'http://upstream',
    organization: '',
    other: '',
    weight,
    priority,
    autoBan: true,
    mapModel: () => undefined,
    mapStatus: (status) => status,
    paramOverride: undefined,
    proxy: '',
    cutPolicy: 'partial',
    fidelity: 'warn',
    forceFormat: false,
    thinkingToContent: false,
    allowPrivate: true,
  }
}

function pickFrom(
  tiers: readonly AbilityTier[],
  order: { round: number; tried?: number[]; supports?: (c: RelayChannel) => boolean },
): number | undefined {
  const directory = { abilities: () => tiers } as Partial<Directory> as Directory
  const random = { next: () => 0 }
  return pick(directory, random, {
    group: 'default',
    model: 'm',
    round: order.round,
    tried: new Set(order.tried ?? []),
    supports: order.supports ?? (() => true),
  })?.id
}

const TIERS: readonly AbilityTier[] = [
  { priority: 10, channels: [channel(1), channel(2)] },
  { priority: 5, channels: [channel(3)] },
  { priority: 0, channels: [channel(4)] },
]

describe('picking a channel', () => {
  test('the first attempt takes the highest tier', () => {
    expect(pickFrom(TIERS, { round: 0 })).toBe(1)
  })

  test('each retry drops one tier, and stays in the lowest', () => {
    expect(pickFrom(TIERS, { round: 1, tried: [1] })).toBe(3)
    expect(pickFrom(TIERS, { round: 2, tried: [1, 3] })).toBe(4)
    expect(pickFrom(TIERS, { round: 9, tried: [1, 3] })).toBe(4)
  })

  test('a channel already tried is never drawn again', () => {
    expect(pickFrom(TIERS, { round: 0, tried: [1] })).toBe(2)
    expect(pickFrom(TIERS, { round: 2, tried: [1, 3, 4] })).toBe(2)
    expect(pickFrom(TIERS, { round: 0, tried: [1, 2, 3, 4] })).toBeUndefined()
  })

  test('channels that cannot serve the operation are passed over', () => {
    expect(pickFrom(TIERS, { round: 0, supports: ({ id }) => id > 2 })).toBe(3)
    expect(pickFrom(TIERS, { round: 0, supports: () => false })).toBeUndefined()
  })

  test('no ability means no channel', () => {
    expect(pickFrom([], { round: 0 })).toBeUndefined()
  })
})

describe('a tier of many channels', () => {
  const many = Array.from({ length: 200 }, (_, at) => channel(at + 1, at % 5))
  const tiers = [{ priority: 0, channels: many }]
  const directory = { abilities: () => tiers } as Partial<Directory> as Directory
  function drawAll(order: Partial<PickOrder>, draws = 20_000): Map<number, number> {
    const random = seededRandom()
    const counts = new Map<number, number>()
    for (let draw = 0; draw < draws; draw += 1) {
      const base = { group: 'default', model: 'm', round: 0, tried: new Set<number>() }
      const found = pick(directory, random, { ...base, supports: () => true, ...order })
      if (found !== undefined) counts.set(found.id, (counts.get(found.id) ?? 0) + 1)
    }
    return counts
  }

  test('only those that are drawn are asked whether they can take the call', () => {
    let asked = 0
    const supports = () => {
      asked += 1
      return true
    }
    drawAll({ supports }, 100)
    expect(asked).toBe(100)
  })

  test('what cannot take it, was tried or rests is never drawn; the rest by weight', () => {
    const isGood = (id: number) => id % 4 === 0
    const counts = drawAll({
      supports: ({ id }) => id % 2 === 0,
      restsUntil: ({ id }) => (id % 4 === 2 ? 1 : 0),
      tried: new Set([4]),
    })
    const drawn = [...counts.keys()]
    expect(drawn.every((id) => isGood(id) && id !== 4)).toBe(true)
    expect(drawn).toHaveLength(49)
    const suiting = many.filter(({ id }) => isGood(id) && id !== 4)
    const weights = suiting.reduce((sum, each) => sum + effectiveWeight(each), 0)
    for (const each of suiting) {
      const share = (counts.get(each.id) ?? 0) / 20_000
      expect(Math.abs(share - effectiveWeight(each) / weights)).toBeLessThan(0.005)
    }
  })

  test('the only one that can take it is found, and of those that rest the soonest', () => {
    expect([...drawAll({ supports: ({ id }) => id === 77 }, 50)]).toEqual([[77, 50]])
    expect([...drawAll({ restsUntil: ({ id }) => 1000 - id }, 50)]).toEqual([[200, 50]])
    expect(drawAll({ supports: () => false }, 50).size).toBe(0)
  })
})

describe('drawing by weight', () => {
  const channels = [channel(1, 0), channel(2, 10), channel(3, 70)]

  // Effective weights are 10, 20 and 80: the borders lie at 10/110 and 30/110.
  test.each([
    [0, 1],
    [9.99 / 110, 1],
    [10 / 110 + 1e-9, 2],
    [29.99 / 110, 2],
    [30 / 110 + 1e-9, 3],
    [0.9999, 3],
  ])('fraction %p falls on channel %p', (fraction, id) => {
    expect(drawByWeight(channels, { next: () => fraction })?.id).toBe(id)
  })

  test('shares follow weight plus ten over many draws', () => {
    const counts = new Map<number, number>()
    const draws = 1_100
    for (let at = 0; at < draws; at += 1) {
      const id = drawByWeight(channels, { next: () => (at + 0.5) / draws })?.id ?? 0
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([100, 200, 800])
  })
})

describe('retrying', () => {
  const upstream = (status: number) => new UpstreamError({ status, message: 'no' })

  test.each([
    [429, true],
    [307, true],
    [500, true],
    [502, true],
    [504, false],
    [524, false],
    [400, false],
    [408, false],
    [401, true],
    [403, true],
    [404, true],
    [422, true],
  ])('status %p: %p', (status, expected) => {
    expect(mayRetry(upstream(status), false)).toBe(expected)
  })

  test('a 400 of an Anthropic channel may be its empty balance, so it is retried', () => {
    expect(mayRetry(upstream(400), true)).toBe(true)
  })

  test('a broken connection is retried, a request of ours that is wrong is not', () => {
    expect(mayRetry(new GatewayError('upstream.unreachable'), false)).toBe(true)
    expect(mayRetry(new GatewayError('upstream.invalid_answer'), false)).toBe(true)
    expect(mayRetry(new GatewayError('upstream.timeout'), false)).toBe(false)
    expect(mayRetry(new GatewayError('request.invalid', { field: 'x', reason: 'y' }), false)).toBe(
      false,
    )
    expect(mayRetry(new GatewayError('model_mapping.loop', { model: 'x' }), false)).toBe(false)
  })
})

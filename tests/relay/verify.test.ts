/** An honest upstream is told from dishonest ones, by what each answers to the same questions. */
import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../server/domain/channel-types'
import { UpstreamError } from '../../server/domain/errors/gateway-error'
import { type Finding, findingsOf, verdictOf } from '../../server/domain/verify/findings'
import type { VerifyOrder } from '../../server/domain/verify/order'
import { verify } from '../../server/relay/upstreams/lookup/verify/verify'
import { upstreamCall } from './protocols/wire'
import { StandIn, type Vice } from './verify-stand-in'

type Named = Pick<Finding, 'check' | 'evidence'>

const MODEL = 'gpt-4o'

/** The same row of chances for every stand-in. */
function dice() {
  let state = 42
  return {
    next: () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    },
  }
}

const ORDER: VerifyOrder = {
  model: MODEL,
  contextTokens: 4000,
  isMakersName: true,
  isCached: true,
  maxUsd: 1,
  costOf: (used) => used.promptTokens / 1_000_000,
}

async function interview(vice: Vice, order: Partial<VerifyOrder> = {}) {
  const standIn = new StandIn(MODEL, vice)
  const { channel, settings } = upstreamCall()
  const type = channelTypeById(1) ?? expect.unreachable()
  const { upstream, clock } = standIn
  const parts = { upstream, clock, settings, vendorOf: () => ({}), random: dice() }
  const told = await verify(
    parts,
    { ...channel, type, mapModel: () => undefined },
    { ...ORDER, ...order },
  )
  const findings = findingsOf(told.seen)
  const of = (state: string) =>
    findings
      .filter((one) => one.state === state)
      .map(({ check, evidence }) => ({ check, evidence }))
  return {
    ...told,
    findings,
    verdict: verdictOf(findings),
    failed: of('failed'),
    of,
    sent: standIn.asked,
  }
}

test('an honest upstream passes every check', async () => {
  const { verdict, of, asked, spentUsd } = await interview({})
  expect(of('passed').map(({ check }) => check)).toEqual([
    'model',
    'streaming',
    'usage',
    'context',
    'parameters',
    'cache',
  ])
  expect(verdict).toBe('clean')
  expect(asked).toBe(9)
  expect(spentUsd).toBeGreaterThan(0)
})

describe('a dishonest upstream is found out that', () => {
  test.each<[string, Vice, Named]>([
    ['answers with another model', { model: 'gpt-3.5-turbo' }, evidence('model', 'model.other')],
    ['answers with a smaller one', { model: 'gpt-4o-mini' }, evidence('model', 'model.other')],
    [
      'recites what it pretends to stream',
      { recites: true },
      evidence('streaming', 'streaming.burst'),
    ],
    ['counts more than there is', { factor: 1.3 }, evidence('usage', 'usage.inflated')],
    ['adds to every prompt', { adds: 900 }, evidence('usage', 'usage.hidden')],
    ['cuts the context', { reads: 2500 }, evidence('context', 'context.cut')],
    ['drops stop', { drops: ['stop'] }, evidence('parameters', 'parameters.dropped')],
    ['drops tools', { drops: ['tools'] }, evidence('parameters', 'parameters.dropped')],
    [
      'drops the system prompt',
      { drops: ['system'] },
      evidence('parameters', 'parameters.dropped'),
    ],
    ['keeps the discount of a cache', { keepsDiscount: true }, evidence('cache', 'cache.kept')],
  ])('%s', async (_, vice, finding) => {
    const { verdict, failed } = await interview(vice)
    expect(failed).toEqual([finding])
    expect(verdict).toBe('suspect')
  })
})

function evidence(check: Named['check'], told: Named['evidence']): Named {
  return { check, evidence: told }
}

describe('nobody is blamed', () => {
  test('for a dated name of the same model', async () => {
    expect((await interview({ model: 'gpt-4o-2024-11-20' })).failed).toEqual([])
    expect((await interview({ model: 'openai/gpt-4o' })).failed).toEqual([])
  })

  test('for a name that the operator made up', async () => {
    const { findings } = await interview(
      { model: 'gpt-4o' },
      { model: 'house', isMakersName: false },
    )
    expect(findings[0]).toMatchObject({ check: 'model', state: 'unclear' })
  })

  test('for a seed that changes nothing', async () => {
    const { verdict, findings } = await interview({ drops: ['seed'] })
    expect(verdict).toBe('clean')
    expect(findings[4]?.params).toMatchObject({ kept: 'system, stop, tools', untold: 'seed' })
  })

  test('for having no cache where the maker sells none', async () => {
    const { findings } = await interview({ keepsDiscount: true }, { isCached: false })
    expect(findings[5]).toMatchObject({ state: 'unclear', evidence: 'cache.none' })
  })
})

describe('the questions', () => {
  test('end when the money is spent, and what was not asked is not judged', async () => {
    const { sent, of } = await interview({}, { maxUsd: 0.0001 })
    expect(sent).toBe(1)
    expect(of('failed')).toEqual([])
    expect(of('unclear').map(({ check }) => check)).toEqual(['context', 'parameters', 'cache'])
  })

  test('that are refused later leave the rest standing', async () => {
    const { of } = await interview({ refusesFrom: 5 })
    expect(of('failed')).toEqual([])
    expect(of('unclear').map(({ check }) => check)).toEqual(['context', 'cache'])
  })

  test('are not judged when the very first is refused', async () => {
    await expect(interview({ refusesFrom: 1 })).rejects.toBeInstanceOf(UpstreamError)
  })
})

test('an upstream that tells no usage is not judged by it', () => {
  const seen = {
    model: MODEL,
    isMakersName: true,
    reported: [],
    parameters: [],
    cacheReads: [],
    isCached: true,
    written: { theirs: undefined, ours: 120 },
  }
  expect(findingsOf(seen).map(({ state }) => state)).toEqual(Array(6).fill('unclear'))
  expect(verdictOf(findingsOf(seen))).toBe('unclear')
})

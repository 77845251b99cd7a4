/** A rehearsal that could not fail would prove nothing. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Books, judgeBooks } from '../../cli/dev/chaos/books'
import type { Seen } from '../../cli/dev/chaos/client'
import { failureText, tableText } from '../../cli/dev/chaos/report'
import { Tally } from '../../cli/dev/chaos/tally'
import { chanceOf } from '../../cli/provider/chance'

const RAN = { code: 0, stdout: '', stderr: '', tookMs: 1 }
const EMPTY: Books = {
  users: { remaining: 1000, used: 0 },
  tokens: { remaining: 500, used: 0 },
  channels: 0,
  hours: 0,
  logs: [],
  verify: RAN,
  check: RAN,
}

function seen(callId: string, change: Partial<Seen> = {}): Seen {
  return {
    plan: 'json',
    price: 30,
    callId,
    status: 200,
    events: 0,
    isComplete: true,
    hasLeft: false,
    error: undefined,
    failure: undefined,
    ...change,
  }
}

function row(request_id: string, quota = 30, type = 2) {
  return { id: 1, type, quota, request_id }
}

/** Books in which two calls were charged, each once. */
const GOOD: Books = {
  ...EMPTY,
  users: { remaining: 940, used: 60 },
  tokens: { remaining: 440, used: 60 },
  channels: 60,
  hours: 60,
  logs: [row('a'), row('b')],
}
const CALLS = [seen('a'), seen('b')]

function violations(after: Partial<Books>, calls: readonly Seen[] = CALLS) {
  const tally = new Tally()
  judgeBooks(tally, { before: EMPTY, after: { ...GOOD, ...after }, calls })
  return tally.violations
}

describe('the judge of the books', () => {
  test('finds nothing where every complete answer is charged once', () => {
    expect(violations({})).toEqual([])
  })

  test.each<[string, Partial<Books>, string]>([
    ['a charge is missing', { logs: [row('a')] }, 'a complete answer is charged exactly once'],
    ['a charge is doubled', { logs: [row('a'), row('b'), row('b')] }, 'no call is charged twice'],
    ['a price is wrong', { logs: [row('a'), row('b', 31)] }, 'costs what its usage says'],
    ['a failed call costs', { logs: [row('a'), row('b', 9, 5)] }, 'a failed call costs nothing'],
    [
      'credits stay held',
      { users: { remaining: 900, used: 60 } },
      'no credits of a user stay held',
    ],
    ['a token stays held', { tokens: { remaining: 400, used: 60 } }, 'no token stays held'],
    ['the hours differ', { hours: 59 }, 'the hours add up to the log'],
    ['channels differ', { channels: 90 }, 'what channels used is what the log says'],
    [
      'users differ',
      { users: { remaining: 910, used: 90 } },
      'what users used is what the log says',
    ],
    ['the ledger differs', { verify: { ...RAN, code: 1 } }, 'gw ledger verify finds no difference'],
    ['the file is damaged', { check: { ...RAN, code: 1 } }, 'gw db check finds no damage'],
    ['a command was killed', { check: { ...RAN, code: undefined } }, 'gw db check'],
  ])('says so when %s', (_case, after, invariant) => {
    const found = violations(after).map((violation) => violation.invariant)
    expect(found.some((each) => each.includes(invariant))).toBe(true)
  })

  test('names the calls that a violation is about', () => {
    const found = violations({ logs: [row('a'), row('b'), row('b')] })
    const doubled = found.find(({ invariant }) => invariant === 'no call is charged twice')
    expect(doubled?.calls).toEqual(['b'])
  })

  test('wants no charge of an answer that never was complete', () => {
    const half = seen('c', { isComplete: false, failure: 'the connection broke' })
    expect(violations({}, [...CALLS, half])).toEqual([])
  })

  test('takes two calls with one id for a violation', () => {
    const found = violations({}, [...CALLS, seen('a')]).map(({ invariant }) => invariant)
    expect(found).toEqual(['no two calls have the same id'])
  })
})

describe('a report', () => {
  const tally = new Tally()
  tally.add('complete', 7)
  tally.recoveryMs.push(30, 10, 20)
  tally.expect(false, 'no call is charged twice', { what: '1 call', calls: ['x1'] })
  const round = {
    scenario: 'kill',
    size: 'short',
    seed: 5,
    tally,
    tookMs: 1,
    kept: '/tmp/somewhere',
  } as const

  test('of a failure says what was violated, by which calls, and how to see it again', () => {
    const text = failureText(round)
    expect(text).toContain('violated: no call is charged twice')
    expect(text).toContain('calls: x1')
    expect(text).toContain('--only kill --short --rounds 1 --seed 5')
    expect(text).toContain('kept: /tmp/somewhere')
  })

  test('is a table with the median and the worst recovery', () => {
    const table = tableText([{ scenario: 'kill', rounds: 3, tally, failures: [round] }])
    expect(table.split('\n')[2]).toMatch(/^\| kill \| 3 \|.* 7 .*\| 20 \(worst 30\) \| 1 \|$/)
  })
})

test('the same seed draws the same, and a branch has draws of its own', () => {
  const draws = (seed: number) => {
    const chance = chanceOf(seed)
    const branch = chance.branch()
    return [chance.between(1, 1000), branch.between(1, 1000), chance.pick(['a', 'b', 'c'])]
  }
  expect(draws(7)).toEqual(draws(7))
  expect(draws(7)).not.toEqual(draws(8))
})

test.each([
  [['--only', 'nothing'], 'no scenario nothing'],
  [['--rounds', '0'], 'whole numbers'],
  [['--seed', 'x'], 'whole numbers'],
])('%j is wrong usage', async (args, said) => {
  const script = join(import.meta.dir, '../../cli/dev/chaos.ts')
  const child = Bun.spawn([process.execPath, script, ...args], { stderr: 'pipe' })
  expect(await child.exited).toBe(2)
  expect(await new Response(child.stderr).text()).toContain(said)
})

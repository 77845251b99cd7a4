import { expect, test } from 'bun:test'
import { keepTokens } from '../../../server/relay/upstreams/vendors/tokens'
import { upstreamCall } from '../protocols/wire'

const HOUR_MS = 3_600_000

/** Tokens that count on, each good for an hour. */
function counting() {
  let nowMs = 0
  let given = 0
  const tokenOf = keepTokens({ nowMs: () => nowMs, monotonicMs: () => nowMs }, async ({ key }) => {
    given += 1
    if (key === 'bad') throw new Error('refused')
    return { text: `${key}-${given}`, expiresMs: nowMs + HOUR_MS }
  })
  const { channel } = upstreamCall()
  return {
    ask: (key: string) => tokenOf({ ...channel, key }),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('a token is asked for once, kept, and renewed before it ends', async () => {
  const { ask, pass } = counting()
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a-1', 'a-1', 'b-2'])
  pass(HOUR_MS - 10 * 60_000)
  expect(ask('a')).toBe('a-1')
  pass(6 * 60_000)
  expect(await ask('a')).toBe('a-3')
})

test('a refusal is not kept', async () => {
  const { ask } = counting()
  const all = await Promise.allSettled([ask('bad'), ask('bad')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.resolve(ask('bad')).catch(() => 'refused again')).toBe('refused again')
})

import { expect, test } from 'bun:test'
import { dropLease, extendLease, findLease, takeLease } from '../../db/tables/leases'
import { onEveryEngine } from './engines'

const NOW = 1_700_000_000_000
const wish = { name: 'sweep', holder: 'a', nowMs: NOW, untilMs: NOW + 1000, everyMs: 0 }

onEveryEngine('leases', (open) => {
  test('one holder at a time, until it lets go', async () => {
    const { kysely } = await open()
    expect(await takeLease(kysely, wish)).toBe(true)
    expect(await takeLease(kysely, { ...wish, holder: 'b' })).toBe(false)
    await dropLease(kysely, { name: 'sweep', holder: 'b' })
    expect(await takeLease(kysely, { ...wish, holder: 'b' })).toBe(false)
    await dropLease(kysely, { name: 'sweep', holder: 'a' })
    expect(await takeLease(kysely, { ...wish, holder: 'b' })).toBe(true)
  })

  test('a lease that has run out goes to the next, and its holder learns of it', async () => {
    const { kysely } = await open()
    await takeLease(kysely, wish)
    const later = { nowMs: NOW + 1000, untilMs: NOW + 2000 }
    expect(await takeLease(kysely, { ...wish, ...later, holder: 'b' })).toBe(true)
    const extension = { name: 'sweep', untilMs: NOW + 9000 }
    expect(await extendLease(kysely, { ...extension, holder: 'a' })).toBe(false)
    expect(await extendLease(kysely, { ...extension, holder: 'b' })).toBe(true)
    expect(await findLease(kysely, 'sweep')).toMatchObject({ holder: 'b', until_at: NOW + 9000 })
  })

  test('of many that ask at once one is let in', async () => {
    const db = await open()
    const holders = Array.from({ length: 16 }, (_, index) => `h${index}`)
    const taken = await Promise.all(
      holders.map((holder) => db.transaction((trx) => takeLease(trx, { ...wish, holder }))),
    )
    expect(taken.filter((each) => each)).toHaveLength(1)
  })

  test('what a clock far ahead has written holds nothing back once it is right again', async () => {
    const { kysely } = await open()
    const ahead = NOW + 2 * 365 * 86_400_000
    const hourly = { ...wish, everyMs: 3_600_000 }
    const wrong = { ...hourly, nowMs: ahead, untilMs: ahead + 600_000 }
    expect(await takeLease(kysely, wish)).toBe(true)
    await dropLease(kysely, { name: 'sweep', holder: 'a' })
    expect(await takeLease(kysely, wrong)).toBe(true)
    expect(await takeLease(kysely, { ...hourly, holder: 'b' })).toBe(true)
    expect(await takeLease(kysely, { ...hourly, holder: 'c' })).toBe(false)
  })

  test('work that is done every so often is not begun too early', async () => {
    const { kysely } = await open()
    const hourly = { ...wish, everyMs: 3_600_000 }
    expect(await takeLease(kysely, hourly)).toBe(false)
    const next = { nowMs: NOW + 3_600_000, untilMs: NOW + 3_700_000 }
    expect(await takeLease(kysely, { ...hourly, ...next })).toBe(true)
    await dropLease(kysely, { name: 'sweep', holder: 'a' })
    expect(await takeLease(kysely, { ...hourly, nowMs: NOW + 3_600_001 })).toBe(false)
  })
})

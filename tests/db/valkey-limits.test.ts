/**
 * Limits that Valkey and PostgreSQL count together, while they change places. Needs
 * GW_TEST_DATABASE_URL. Each test also asks a real Valkey where there is one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Db } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { type Clock, systemClock } from '../../server/clock'
import { createLogger, Secret } from '../../server/log'
import { secureRandom } from '../../server/random'
import type { Limiter } from '../../server/services/limiter/limiter'
import { sharedLimiters } from '../../server/services/limiter/shared'
import { ValkeyCounts } from '../../server/services/limiter/valkey-counts'
import { ValkeyLink } from '../../server/services/limiter/valkey-link'
import { realValkey, type ValkeyServer, ValkeyStandIn } from '../support/valkey'
import { waitUntil } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const HOUR = { count: 100, windowMs: 3_600_000 }
const SERVERS = { 'the stand-in': () => new ValkeyStandIn(), 'a real one': realValkey }
const TIMES = { turnMs: 50, permitMs: 400 }

interface Pace {
  readonly clock: Clock
  readonly turnMs: number
}

interface Node extends AsyncDisposable {
  readonly limiter: Limiter
  readonly link: ValkeyLink | undefined
  readonly logged: string[]
}

if (url) {
  const dbs: Db[] = []
  beforeAll(async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    dbs.push(await openDatabase(url), await openDatabase(url))
    for (const db of dbs) await migrate(db, { nowMs: 0 })
  })
  afterAll(async () => {
    for (const db of dbs) await db.close()
  })

  async function node(
    at: 0 | 1,
    server: ValkeyServer | undefined,
    { clock = systemClock, turnMs = TIMES.turnMs }: Partial<Pace> = {},
  ): Promise<Node> {
    const db = dbs[at]
    if (db === undefined) throw new Error('no database')
    const logged: string[] = []
    const write = (line: string) => void logged.push(JSON.parse(line).msg)
    const log = createLogger({ write, readable: false, level: 'info', clock: systemClock })
    const times = { ...TIMES, turnMs }
    const parts = { db, log, clock, random: secureRandom, times }
    const address = server && new Secret(server.address)
    const link = address && new ValkeyLink({ ...parts, address })
    await link?.open()
    const limiter = sharedLimiters(db, link && new ValkeyCounts(db, link))('requests')
    const close = async () => await link?.close()
    return { limiter, link, logged, [Symbol.asyncDispose]: close }
  }

  const countsAlone = ({ link }: Node) => link?.problem() !== undefined
  const counts = ({ link }: Node) => link?.permitFor(0) !== undefined

  async function taken(nodes: readonly Node[], key: string, tries: number, rule = HOUR) {
    const asked = Array.from({ length: tries }, (_, at) =>
      nodes[at % nodes.length]?.limiter.take(key, rule),
    )
    return (await Promise.all(asked)).filter((each) => each?.ok === true).length
  }

  /** As in the first minute of a site: earlier tests have left permits. */
  async function forget(): Promise<void> {
    await using sql = new SQL(url ?? '', { max: 1 })
    await sql`delete from valkey_permit`
    await sql`delete from event_counts`
  }

  /** As when Valkey has counted for longer than any window. */
  async function settle(...nodes: readonly Node[]): Promise<void> {
    await using sql = new SQL(url ?? '', { max: 1 })
    await sql`update valkey_permit set since_at = 0`
    // The first of them may have been under way.
    for (const { link } of nodes) for (const _ of [1, 2]) await link?.look()
  }

  for (const [name, make] of Object.entries(SERVERS)) {
    const server = make()
    if (server === undefined) continue
    describe(name, () => {
      beforeAll(async () => await server.start())
      afterAll(async () => await server[Symbol.asyncDispose]())

      test('two nodes pass as many as the limit says, one that knows no Valkey, too', async () => {
        await forget()
        await using here = await node(0, server)
        await using there = await node(1, undefined)
        expect(counts(here)).toBe(true)
        await settle(here)
        expect(await taken([here, there], 'a', 500)).toBe(100)
        expect(await taken([there], 'b', 500)).toBe(50)
        expect(await taken([here], 'b', 500)).toBe(50)
      })

      test('what is given back is free again, wherever it was counted', async () => {
        await forget()
        await using here = await node(0, server)
        const all = await Promise.all(
          Array.from({ length: 100 }, () => here.limiter.take('a', HOUR)),
        )
        for (const each of all.slice(30, 70)) if (each.ok) await each.giveBack()
        for (const each of all.slice(30, 70)) if (each.ok) await each.giveBack()
        expect(await taken([here], 'a', 200)).toBe(40)
        await here.limiter.release('a', 70)
        expect(await taken([here], 'a', 200)).toBe(70)
      })

      test('what PostgreSQL has passed before counts in Valkey', async () => {
        await forget()
        await using old = await node(1, undefined)
        expect(await taken([old], 'full', 500)).toBe(100)
        expect(await taken([old], 'some', 30)).toBe(30)
        await using here = await node(0, server)
        expect(counts(here)).toBe(true)
        expect(await taken([here, old], 'full', 500)).toBe(0)
        expect(await taken([here], 'some', 500)).toBe(40)
        expect(await taken([here, old], 'some', 500)).toBe(0)
      })

      test('what was passed by counts that are lost is not passed again', async () => {
        await forget()
        await using here = await node(0, server)
        await settle(here)
        expect(await taken([here], 'a', 50)).toBe(50)
        await server.flush()
        await waitUntil('it is noticed', () => countsAlone(here))
        await waitUntil('it is back', () => counts(here))
        await settle(here)
        expect(await taken([here], 'a', 500)).toBe(50)
        expect(await taken([here], 'never asked before', 500)).toBe(50)
      })

      test('a node whose clock stood still with its machine counts nothing more', async () => {
        await forget()
        const clock = { ...systemClock, monotonicMs: () => 1 }
        await using still = await node(0, server, { clock, turnMs: HOUR.windowMs })
        await using awake = await node(1, undefined)
        expect(await taken([still], 'before', 200)).toBe(100)
        await using sql = new SQL(url, { max: 1 })
        await waitUntil('its permit is over', async () => {
          const over = await sql`update valkey_permit set until_at = 0
            where until_at <= extract(epoch from clock_timestamp()) * 1000 returning id`
          return over.length > 0
        })
        expect(counts(still)).toBe(true)
        expect(await taken([awake], 'after', 200)).toBe(100)
        expect(await taken([still], 'after', 200)).toBe(0)
        expect(still.link?.problem()?.problem).toBe('lost')
      })

      test('one that dies while 64 ask lets nothing pass twice', async () => {
        await forget()
        await using here = await node(0, server)
        await using there = await node(1, server)
        let passed = 0
        let isOver = false
        const ask = async (at: number) => {
          while (!isOver) {
            const now = await taken([at % 2 === 0 ? here : there], 'a', 1)
            passed += now
          }
        }
        const asking = Array.from({ length: 64 }, (_, at) => ask(at))
        await waitUntil('some have passed', () => passed > 0)
        await server.kill()
        await waitUntil('it is noticed', () => countsAlone(here) && countsAlone(there))
        await server.start()
        await waitUntil('it is back', () => counts(here) && counts(there))
        await server.flush()
        await waitUntil('it is back once more', () => counts(here) && counts(there))
        isOver = true
        await Promise.all(asking)
        const more = await taken([here, there], 'a', 200)
        expect(passed + more).toBeLessThanOrEqual(100)
        expect(passed + more).toBeGreaterThanOrEqual(50)
        expect(here.logged.filter((line) => line.includes('is away')).length).toBeLessThan(5)
      })

      test('no window has more, whatever happens meanwhile', async () => {
        await forget()
        const rule = { count: 40, windowMs: 600 }
        await using here = await node(0, server)
        await using there = await node(1, server)
        await using blind = await node(1, undefined)
        const passed: { readonly beganMs: number; readonly endedMs: number }[] = []
        let isOver = false
        const ask = async ({ limiter }: Node) => {
          while (!isOver) {
            const beganMs = performance.now()
            const { ok } = await limiter.take('busy', rule)
            if (ok) passed.push({ beganMs, endedMs: performance.now() })
          }
        }
        const asking = [here, there, blind, here, there, here].map(ask)
        const fresh = async (count: number) => {
          const before = passed.length
          await waitUntil('more have passed', () => passed.length >= before + count)
        }
        const usable = () => here.link?.permitFor(rule.windowMs) !== undefined
        for (const disturb of [
          () => server.flush(),
          () => server.kill().then(() => server.start()),
          () => server.kill(),
          () => server.start(),
        ]) {
          await fresh(60)
          await disturb()
          await fresh(60)
          if (disturb.toString().includes('kill()') === false) await waitUntil('it counts', usable)
        }
        isOver = true
        await Promise.all(asking)
        expect(mostWithin(passed, rule.windowMs)).toBeLessThanOrEqual(rule.count)
      }, 90_000)
    })
  }

  /** The most that were certainly passed within a window. */
  function mostWithin(
    passed: readonly { readonly beganMs: number; readonly endedMs: number }[],
    windowMs: number,
  ): number {
    const counts = passed.map(({ beganMs }) => {
      return passed.filter((each) => each.beganMs >= beganMs && each.endedMs <= beganMs + windowMs)
        .length
    })
    return Math.max(0, ...counts)
  }

  test('a server that is silent delays nobody for long, and is told once', async () => {
    await forget()
    await using server = new ValkeyStandIn()
    await server.start()
    await using here = await node(0, server)
    expect(await taken([here], 'a', 10)).toBe(10)
    expect(server.runs).toBeGreaterThan(0)
    server.fault = 'silent'
    expect(await taken([here], 'a', 500)).toBe(50)
    await waitUntil('it is noticed', () => countsAlone(here))
    server.fault = undefined
    await waitUntil('it counts again', () => counts(here))
    expect(await taken([here], 'a', 500)).toBeLessThanOrEqual(40)
    expect(here.logged).toEqual([
      'Valkey counts rate limits',
      'Valkey is away: PostgreSQL alone counts rate limits',
      'Valkey counts rate limits',
    ])
    expect(server.refused).toEqual([])
  })

  for (const fault of ['loading', 'readonly', 'full', 'no auth'] as const) {
    test(`one that says ${fault} is left alone until it says something else`, async () => {
      await forget()
      await using server = new ValkeyStandIn()
      await server.start()
      await using here = await node(0, server)
      server.fault = fault
      expect(await taken([here], 'a', 500)).toBe(50)
      await waitUntil('it is noticed', () => countsAlone(here))
      server.fault = undefined
      await waitUntil('it counts again', () => counts(here))
    })
  }

  test('a node that sees another server counts in PostgreSQL, and the others go on', async () => {
    await forget()
    await using one = new ValkeyStandIn()
    await using other = new ValkeyStandIn()
    await one.start()
    await other.start()
    await using here = await node(0, one)
    await using there = await node(1, other)
    await there.link?.look()
    expect([counts(here), counts(there)]).toEqual([true, false])
    expect(there.link?.problem()?.problem).toBe('another')
    await settle(here)
    expect(await taken([here, there], 'a', 500)).toBe(100)
  })
}

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createLogger } from '../../server/log'
import { JOBS } from '../../server/schedule'
import { defineJob, type Job } from '../../server/schedule/job'
import { createJobRunner } from '../../server/schedule/runner'
import { type Fixture, OPERATOR, openFixture } from './services-fixture'

const MINUTE = 60_000
const OFF = { shipEveryMs: 0, testEveryMs: 0, balanceEveryMs: 0, pauseMs: 0 }

let gw: Fixture
let lines: { message?: string; msg?: string; error?: string }[]

beforeEach(async () => {
  gw = await openFixture((_, model) => Promise.resolve({ ok: true, tookMs: 3, message: model }))
  lines = []
})
afterEach(() => gw.close())

function runner(jobs: readonly Job[], sweeps = OFF) {
  const clock = { nowMs: () => gw.clock.ms }
  const write = (line: string) => void lines.push(JSON.parse(line))
  const log = createLogger({ write, readable: false, level: 'debug', clock })
  return createJobRunner({ jobs, context: { services: gw, sweeps }, log })
}

function counting(everyMs: number | Job['everyMs'] = MINUTE) {
  const ran: number[] = []
  const job = defineJob({ name: 'count', everyMs, run: async () => ran.push(gw.clock.ms) })
  return { job, ran }
}

describe('a job', () => {
  test('waits its time at first, then runs once in each', async () => {
    const { job, ran } = counting()
    const { tick } = runner([job])
    const start = gw.clock.ms
    await tick()
    gw.clock.ms += MINUTE - 1
    await tick()
    expect(ran).toEqual([])
    gw.clock.ms += 1
    await tick()
    await tick()
    expect(ran).toEqual([start + MINUTE])
    gw.clock.ms += MINUTE
    await tick()
    expect(ran).toHaveLength(2)
  })

  test('runs in one of several processes, whoever looks first', async () => {
    const { job, ran } = counting()
    const [one, two] = [runner([job]), runner([job])]
    await one.tick()
    gw.clock.ms += MINUTE
    await Promise.all([one.tick(), two.tick(), two.tick()])
    expect(ran).toHaveLength(1)
    gw.clock.ms += MINUTE
    await two.tick()
    await one.tick()
    expect(ran).toHaveLength(2)
  })

  test('is not begun by another process while it still runs', async () => {
    const held = Promise.withResolvers<void>()
    let begun = 0
    const run = () => {
      begun += 1
      return held.promise
    }
    const job = defineJob({ name: 'long', everyMs: MINUTE, run })
    const [one, two] = [runner([job]), runner([job])]
    await one.tick()
    gw.clock.ms += MINUTE
    const running = one.tick()
    await gw.leases.acquire({ name: 'something else', everyMs: 0 })
    gw.clock.ms += 2 * MINUTE
    await two.tick()
    expect(begun).toBe(1)
    held.resolve()
    await running
    await two.tick()
    expect(begun).toBe(2)
  })

  test('of a process that crashed is taken over after a while', async () => {
    const { job, ran } = counting()
    const { tick } = runner([job])
    await tick()
    gw.clock.ms += MINUTE
    // Taken and never released, as a crash leaves it.
    expect(await gw.leases.acquire({ name: 'job count', everyMs: MINUTE })).toBeDefined()
    gw.clock.ms += 5 * MINUTE
    await tick()
    expect(ran).toEqual([])
    gw.clock.ms += 5 * MINUTE
    await tick()
    expect(ran).toHaveLength(1)
  })

  test('that fails is logged, and runs again next time', async () => {
    let failures = 0
    const run = async () => {
      failures += 1
      throw new Error('out of luck')
    }
    const { job, ran } = counting()
    const { tick } = runner([defineJob({ name: 'bad', everyMs: MINUTE, run }), job])
    await tick()
    gw.clock.ms += MINUTE
    await tick()
    gw.clock.ms += MINUTE
    await tick()
    expect(failures).toBe(2)
    expect(ran).toHaveLength(2)
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines[0])).toContain('out of luck')
  })

  test('without an interval never runs', async () => {
    const { job, ran } = counting(() => 0)
    const { tick } = runner([job])
    await tick()
    gw.clock.ms += 1000 * MINUTE
    await tick()
    expect(ran).toEqual([])
  })

  test('is not begun once the runner has stopped, and one under way is waited for', async () => {
    const { job, ran } = counting()
    const held = Promise.withResolvers<void>()
    let hasEnded = false
    const run = async () => {
      await held.promise
      hasEnded = true
    }
    const { tick, stop } = runner([defineJob({ name: 'long', everyMs: MINUTE, run }), job])
    await tick()
    gw.clock.ms += MINUTE
    void tick()
    const stopped = stop()
    held.resolve()
    await stopped
    expect(hasEnded).toBe(true)
    expect(ran).toHaveLength(1)
    gw.clock.ms += 10 * MINUTE
    await tick()
    expect(ran).toHaveLength(1)
  })
})

describe('the jobs of the server', () => {
  test('have names of their own, which their leases need', () => {
    const names = JOBS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('run through without anything to do', async () => {
    const sweeps = { ...OFF, testEveryMs: MINUTE, balanceEveryMs: MINUTE }
    const { tick } = runner(JOBS, sweeps)
    await tick()
    gw.clock.ms += 400 * 24 * 60 * MINUTE
    await tick()
    expect(lines).toEqual([])
  })

  test('test every channel as often as asked, and leave a running test alone', async () => {
    const [channel] = await gw.channels.create(OPERATOR, { name: 'n', key: 'k', models: 'm' })
    const { tick } = runner(JOBS, { ...OFF, testEveryMs: MINUTE })
    await tick()
    gw.clock.ms += MINUTE
    await tick()
    const tested = async () => (await gw.channels.show(channel?.id ?? 0)).test_time * 1000
    expect(await tested()).toBe(gw.clock.ms)
    const before = gw.clock.ms
    gw.clock.ms += MINUTE
    const other = await gw.leases.acquire({ name: 'channel tests', everyMs: 0 })
    await tick()
    expect(await tested()).toBe(before)
    expect(lines).toEqual([])
    await other?.release()
  })
})

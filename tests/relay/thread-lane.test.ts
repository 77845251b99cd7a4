import { afterEach, describe, expect, test } from 'bun:test'
import { threadEntry } from '../../server/domain/thread-entry'
import { type LaneSettings, ThreadLane } from '../../server/relay/call/bodies/thread-lane'
import { within } from '../support/wait-until'

const entry = new URL('../support/scripted-thread.ts', import.meta.url).href
const lanes: ThreadLane[] = []

afterEach(() => {
  for (const lane of lanes.splice(0)) lane.stop()
})

function openLane(settings: Partial<LaneSettings> = {}): ThreadLane {
  const lane = new ThreadLane({ entry, jobLimitMs: 10_000, waitingLimit: 3, ...settings })
  lanes.push(lane)
  return lane
}

const job = (kind: string, order = '', owner = 1) => {
  return { kind, order, owner, size: 1, isRefusable: true }
}

describe('a thread', () => {
  test('gives what the job gives', async () => {
    expect(await openLane().run(job('echo', 'hello'))).toBe('hello')
  })

  test("throws here what is the client's fault", async () => {
    const failed = openLane().run(job('refuse'))
    expect(failed).rejects.toMatchObject({ id: 'request.model_missing' })
    await failed.catch(() => {})
  })

  test('tells a fault of ours as one', async () => {
    const failed = openLane().run(job('crash'))
    await expect(failed).rejects.toMatchObject({ id: 'internal', cause: { message: 'a fault' } })
  })

  for (const end of ['die', 'throw']) {
    test(`that ends by "${end}" fails its job and is started again for the next`, async () => {
      const lane = openLane()
      const failed = lane.run(job(end))
      const next = lane.run(job('echo', 'next'))
      await expect(within('a failure', failed)).rejects.toMatchObject({ id: 'overloaded' })
      expect(await within('an answer', next)).toBe('next')
      expect(await lane.run(job('echo', 'and on'))).toBe('and on')
    })
  }

  test('that takes too long is given up', async () => {
    const lane = openLane({ jobLimitMs: 50 })
    const failed = lane.run(job('hang'))
    await expect(within('a failure', failed)).rejects.toMatchObject({ id: 'overloaded' })
  })

  test('that is not there fails its jobs', async () => {
    const lane = openLane({ entry: new URL('./no-such-thread.ts', import.meta.url).href })
    for (let round = 0; round < 2; round += 1) {
      const failed = lane.run(job('echo'))
      await expect(within('a failure', failed)).rejects.toMatchObject({ id: 'overloaded' })
    }
  })

  test('without work ends, and another begins with the next job', async () => {
    const lane = openLane({ idleLimitMs: 1 })
    expect(await lane.run(job('asked', 'a'))).toEqual(['a'])
    await within(
      'a new thread',
      (async () => {
        for (;;) {
          const asked = (await lane.run(job('asked', 'b'))) as string[]
          if (asked.length === 1) return
          await Bun.file(import.meta.path).text()
        }
      })(),
    )
  })

  test('that is stopped refuses what waits and what comes', async () => {
    const lane = openLane()
    const waiting = [lane.run(job('hang')), lane.run(job('echo'))]
    const ended = Promise.allSettled(waiting)
    lane.stop()
    const refused = { status: 'rejected', reason: { id: 'shutting_down' } }
    expect(await within('refusals', ended)).toMatchObject([refused, refused])
    await expect(lane.run(job('echo'))).rejects.toMatchObject({ id: 'shutting_down' })
  })

  test('that is at rest when its lane stops serves the next lane, if lanes share', async () => {
    const first = openLane({ isShared: true })
    await first.run(job('asked', 'first'))
    first.stop()
    expect(await openLane().run(job('asked', 'alone'))).toEqual(['alone'])
    const second = openLane({ isShared: true })
    expect(await second.run(job('asked', 'second'))).toEqual(['first', 'second'])
    expect(await openLane({ isShared: true }).run(job('asked', 'third'))).toEqual(['third'])
    await expect(second.run(job('die'))).rejects.toMatchObject({ id: 'overloaded' })
    second.stop()
  })

  test('that is at work when its lane stops ends with it', async () => {
    const first = openLane({ isShared: true })
    const given = first.run(job('hang')).catch((error: unknown) => error)
    first.stop()
    expect(await given).toMatchObject({ id: 'shutting_down' })
    const second = openLane({ isShared: true })
    const [order] = (await second.run(job('asked', 'next'))) as string[]
    expect(order).not.toBe('hang')
    await second.run(job('die')).catch(() => {})
  })
})

describe('the queue', () => {
  test('takes users by turns', async () => {
    const lane = openLane()
    const orders = [
      ['a1', 1],
      ['a2', 1],
      ['a3', 1],
      ['b1', 2],
      ['c1', 3],
      ['b2', 2],
    ] as const
    await Promise.all(orders.map(([order, owner]) => lane.run(job('echo', order, owner))))
    expect(await lane.run(job('asked', 'end'))).toEqual([
      ...['a1', 'a2', 'b1', 'c1', 'a3', 'b2'],
      'end',
    ])
  })

  test('refuses a user who has too many waiting, and nobody else', async () => {
    const lane = openLane({ waitingLimit: 2 })
    const taken = [1, 2, 3].map(() => lane.run(job('echo', 'mine')))
    await expect(lane.run(job('echo'))).rejects.toMatchObject({ id: 'limit.bodies' })
    expect(await lane.run(job('echo', 'other', 2))).toBe('other')
    expect(await Promise.all(taken)).toEqual(['mine', 'mine', 'mine'])
    expect(await lane.run(job('echo', 'again'))).toBe('again')
  })

  test('takes work that somebody must answer for, however much waits', async () => {
    const lane = openLane({ waitingLimit: 0 })
    const must = { ...job('echo', 'bill'), isRefusable: false }
    expect(await Promise.all([lane.run(must), lane.run(must)])).toEqual(['bill', 'bill'])
  })
})

test("a thread's program is found among the sources and in the binary", () => {
  const path = 'server/relay/x-thread.ts'
  expect(threadEntry(path, 'file:///$bunfs/root/gw')).toBe('./server/relay/x-thread.ts')
  expect(threadEntry(path, 'file:///a/server/domain/thread-entry.ts')).toBe(
    'file:///a/server/relay/x-thread.ts',
  )
})

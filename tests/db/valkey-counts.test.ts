/** What Valkey counts, by the stand-in and by a real server where there is one. */
import { afterEach, describe, expect, test } from 'bun:test'
import { connectValkey, type ValkeyConnection } from '../../db/valkey/connection'
import {
  countInValkey,
  giveBackInValkey,
  markGeneration,
  releaseInValkey,
  renewMark,
  type ValkeyQuestion,
} from '../../db/valkey/event-counts'
import { valkeyFailure } from '../../db/valkey/failure'
import { realValkey, type ValkeyServer, ValkeyStandIn } from '../support/valkey'
import { waitUntil, within } from '../support/wait-until'

const HOUR_MS = 3_600_000
const MARK = { generation: 'g', forMs: 60_000 }
const SERVERS = { 'the stand-in': () => new ValkeyStandIn(), 'a real one': realValkey }

const TLS = new URL('../fixtures/tls', import.meta.url).pathname
const certificate = async () => {
  const text = async (name: string) => await Bun.file(`${TLS}/localhost-${name}.pem`).text()
  return { key: await text('key'), cert: await text('cert') }
}

const opened: ValkeyConnection[] = []
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})

async function open({ address }: ValkeyServer, mark = MARK): Promise<ValkeyConnection> {
  const connection = await connectValkey(address)
  opened.push(connection)
  await markGeneration(connection, mark)
  return connection
}

const failureOf = async ({ address }: ValkeyServer) => (await valkeyFailure(address))?.message

const asking = (key: string, wanted: number, more: Partial<ValkeyQuestion> = {}) => {
  return { key, wanted, most: 10, windowMs: HOUR_MS, seed: 'needless', ...more } as const
}

for (const [name, make] of Object.entries(SERVERS)) {
  const server = make()
  if (server === undefined) continue
  describe(name, () => {
    afterEach(async () => await server.kill())

    async function count(connection: ValkeyConnection, ...questions: readonly ValkeyQuestion[]) {
      const answers = await countInValkey(connection, 'g', questions)
      return answers.map(({ counted }) => counted)
    }

    test('never counts more than there is room for, whoever asks at once', async () => {
      await server.start()
      const [here, there] = [await open(server), await open(server)]
      const taken = await Promise.all(
        Array.from({ length: 64 }, (_, at) => count(at % 2 === 0 ? here : there, asking('a', 1))),
      )
      expect(taken.flat().reduce<number>((sum, counted = 0) => sum + counted, 0)).toBe(10)
      expect(await count(here, asking('b', 3), asking('a', 3), asking('c', 30))).toEqual([3, 0, 10])
      const [full] = await countInValkey(here, 'g', [asking('a', 1)])
      expect(full?.retryMs).toBeGreaterThan(HOUR_MS / 2)
      expect(full?.retryMs).toBeLessThanOrEqual(HOUR_MS * (1 + 1 / 60))
    })

    test('what is given back is free again, and no more than was counted', async () => {
      await server.start()
      const connection = await open(server)
      const [answer] = await countInValkey(connection, 'g', [asking('a', 10)])
      const part = { key: 'a', endsAt: answer?.endsAt ?? 0 }
      await giveBackInValkey(connection, 'g', part)
      await giveBackInValkey(connection, 'g', { key: 'never', endsAt: 1 })
      expect(await count(connection, asking('a', 5))).toEqual([1])
      expect(await releaseInValkey(connection, 'g', { key: 'a', count: 3 })).toBe(3)
      expect(await count(connection, asking('a', 5))).toEqual([3])
      expect(await releaseInValkey(connection, 'g', { key: 'a', count: 30 })).toBe(10)
      expect(await releaseInValkey(connection, 'g', { key: 'a', count: 1 })).toBe(0)
    })

    test('what PostgreSQL has counted takes room, and is asked for once', async () => {
      await server.start()
      const connection = await open(server)
      const asked = asking('a', 5, { seed: 'asked' })
      expect(await count(connection, asked)).toEqual([undefined])
      expect(await count(connection, asking('a', 5, { seed: 8 }))).toEqual([2])
      expect(await count(connection, asking('a', 5, { seed: 0 }))).toEqual([0])
      // It was counted elsewhere, so it cannot be undone here.
      expect(await releaseInValkey(connection, 'g', { key: 'a', count: 9 })).toBe(2)
      expect(await count(connection, asked)).toEqual([2])
    })

    test('a window ends', async () => {
      await server.start()
      const connection = await open(server)
      const short = asking('a', 9, { most: 1, windowMs: 120 })
      expect(await count(connection, short)).toEqual([1])
      expect(await count(connection, short)).toEqual([0])
      await waitUntil('its window is over', async () => (await count(connection, short))[0] === 1)
    })

    test('without its mark nothing is counted, and one that is over is not renewed', async () => {
      await server.start()
      const connection = await open(server)
      await renewMark(connection, { ...MARK, forMs: 40 })
      await waitUntil('the mark is over', async () => {
        return await count(connection, asking('a', 1)).then(
          () => false,
          (error: Error) => error.message === 'lost',
        )
      })
      await expect(renewMark(connection, MARK)).rejects.toThrow('lost')
    })

    test('counts that are gone are noticed', async () => {
      await server.start()
      const connection = await open(server)
      expect(await count(connection, asking('a', 1))).toEqual([1])
      await server.flush()
      await expect(count(connection, asking('a', 1))).rejects.toThrow('lost')
      await expect(renewMark(connection, MARK)).rejects.toThrow('lost')
      await within('an end', server.kill())
      await waitUntil('it is noticed', async () => {
        return await connection.send('INFO', []).then(
          () => false,
          () => true,
        )
      })
      await server.start()
      const again = await open(server)
      expect(again.serverId).not.toBe(connection.serverId)
      // The scripts are gone as well.
      expect(await count(again, asking('a', 20))).toEqual([10])
      expect(await valkeyFailure(server.address)).toBeUndefined()
    })
  })
}

test('the stand-in counts as the scripts do on a real server', async () => {
  await using real = realValkey()
  if (real === undefined) return
  await using standIn = new ValkeyStandIn()
  const places = await Promise.all(
    [real, standIn].map(async (server) => {
      await server.start()
      return await open(server)
    }),
  )
  let state = 7
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const both = async <T>(run: (connection: ValkeyConnection) => Promise<T>) => {
    const [one, other] = await Promise.all(places.map(run))
    return [one, other] as const
  }
  for (let step = 0; step < 400; step += 1) {
    const key = `k${below(5)}`
    const seed = ([below(4), 'asked', 'needless', 'needless'] as const)[below(4)] ?? 'asked'
    const question = { key, wanted: below(4), most: below(12), windowMs: HOUR_MS, seed }
    const [one, other] = await both((place) => countInValkey(place, 'g', [question]))
    expect(one?.map(({ counted }) => counted)).toEqual(other?.map(({ counted }) => counted))
    const ends = [one, other].map((answers) => answers?.[0]?.endsAt ?? 0)
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThanOrEqual(HOUR_MS / 60)
    const choice = below(6)
    if (choice === 0) {
      const count = below(5)
      const [released, same] = await both((place) => releaseInValkey(place, 'g', { key, count }))
      expect(released).toBe(same)
    }
    if (choice === 1) {
      await Promise.all(
        places.map((place, at) => giveBackInValkey(place, 'g', { key, endsAt: ends[at] ?? 0 })),
      )
    }
  }
  expect(standIn.refused).toEqual([])
})

describe('a server that cannot be used says why, soon and without its password', () => {
  const FAULTS = {
    silent: ['silent', 'unreachable'],
    loading: ['LOADING', 'LOADING'],
    readonly: ['READONLY', 'READONLY'],
    full: ['OOM', 'OOM'],
    'no auth': ['NOAUTH', 'unreachable'],
  } as const
  for (const fault of ['silent', 'loading', 'readonly', 'full', 'no auth'] as const) {
    test(fault, async () => {
      const [connected, anew] = FAULTS[fault]
      await using server = new ValkeyStandIn()
      await server.start()
      const connection = await open(server)
      server.fault = fault
      await expect(renewMark(connection, MARK)).rejects.toThrow(connected)
      const reason = await within('an answer', failureOf(server))
      expect(reason).toContain(anew)
      expect(reason).not.toContain('hunter2')
    })
  }

  test('one that evicts keys, a replica, and none at all', async () => {
    const reasons: (string | undefined)[] = []
    for (const options of [{ maxmemoryPolicy: 'allkeys-lru' }, { role: 'slave' }]) {
      await using server = new ValkeyStandIn(options)
      await server.start()
      reasons.push(await failureOf(server))
      await server.kill()
      reasons.push(await failureOf(server))
    }
    expect(reasons).toEqual(['evicts: allkeys-lru', 'unreachable', 'replica', 'unreachable'])
  })

  test('one whose certificate nobody has signed', async () => {
    await using server = new ValkeyStandIn({ tls: await certificate() })
    await server.start()
    expect(await failureOf(server)).toBe('unreachable')
  })
})

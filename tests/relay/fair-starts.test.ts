/** Whose call begins next, when more want to begin than can. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { FairStarts } from '../../server/relay/call/fair-starts'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { ask, MODEL, PATH_OF, PRICES, recorded, told } from './black-box'

const ANN = 1
const BOB = 2
const EVE = 3

/** Calls that wait are in the order in which their turns come. */
function line(limits: { total: number; each: number; alone?: number }) {
  const starts = new FairStarts({ alone: Number.POSITIVE_INFINITY, ...limits })
  const begun: number[] = []
  const enter = (party: number, count = 1) => {
    for (let at = 0; at < count; at += 1) {
      const turn = starts.enter(party)
      if (turn === undefined) begun.push(party)
      else void turn.then(() => begun.push(party))
    }
  }
  const leave = async (party: number) => {
    starts.leave(party)
    await Promise.resolve()
  }
  return { begun, enter, leave }
}

test('whoever finds room waits for nothing', () => {
  const starts = new FairStarts()
  expect([starts.enter(ANN), starts.enter(ANN), starts.enter(BOB)]).toEqual(
    Array(3).fill(undefined),
  )
})

test('one party leaves room for another, whose call begins at once', () => {
  const { begun, enter } = line({ total: 4, each: 2 })
  enter(ANN, 9)
  enter(BOB)
  expect(begun).toEqual([ANN, ANN, BOB])
})

test('those who wait begin in turn, each party in the order in which it came', async () => {
  const { begun, enter, leave } = line({ total: 2, each: 2 })
  enter(ANN, 6)
  enter(BOB, 2)
  enter(EVE, 2)
  for (const party of [ANN, ANN, BOB, ANN, EVE, BOB, ANN]) await leave(party)
  expect(begun).toEqual([ANN, ANN, ANN, BOB, EVE, ANN, BOB, EVE, ANN])
})

test('a party that is alone may have all the room, until another comes', async () => {
  const { begun, enter, leave } = line({ total: 8, each: 2, alone: 4 })
  enter(ANN, 4)
  expect(begun).toHaveLength(2)
  enter(ANN, 3)
  await leave(ANN)
  expect(begun).toHaveLength(7)
  enter(BOB)
  enter(ANN, 3)
  for (let at = 0; at < 4; at += 1) await leave(ANN)
  expect(begun.slice(7)).toEqual([BOB])
})

test('what is quiet is forgotten, and takes nothing along', async () => {
  const { begun, enter, leave } = line({ total: 2, each: 1 })
  for (let party = 0; party < 3_000; party += 1) {
    enter(party)
    await leave(party)
  }
  enter(ANN, 2)
  enter(BOB)
  await leave(ANN)
  expect(begun.slice(3_000)).toEqual([ANN, BOB, ANN])
})

test('a call is asked for before the many that another user had waiting', async () => {
  const many = 120
  let begun = 0
  await using upstream = await startUpstream(json(recorded('openai').json))
  await using gateway = await startGateway({
    users: [{ username: 'many' }, { username: 'few' }],
    tokens: [{ username: 'many' }, { username: 'few' }],
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
    listeners: [
      {
        started: () => {
          begun += 1
        },
      },
    ],
  })
  const call = (key: string | undefined, user: string) =>
    told(gateway.post(PATH_OF.openai, ask('openai', { user }), { ...(key && { key }) }))
  // Nothing can be reserved while somebody else writes, so all of them wait.
  const lock = new Database(join(gateway.dataDir, 'gw.db'))
  lock.exec('begin immediate')
  const calls = Array.from({ length: many }, () => call(gateway.keys[0], 'many'))
  await waitUntil('all are there', () => begun === many)
  calls.push(call(gateway.keys[1], 'few'))
  await waitUntil('the last is there', () => begun > many)
  lock.close(true)
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
  const users = upstream.requests.map(({ json: body }) => Object(body).user)
  expect(users).toHaveLength(many + 1)
  expect(users.indexOf('few')).toBeLessThan(20)
})

import { describe, expect, test } from 'bun:test'
import { decideBatch } from '../../server/domain/ledger/batch'
import type { BatchOutcome, TokenBalance, UserBalance } from '../../server/domain/ledger/book'
import type { HotOrder, Reservation, SettleOrder } from '../../server/domain/ledger/orders'
import { bookOf, extend, firstOutcome, reserve, settle, TOKEN, USER } from './batch-orders'

describe('a reserve', () => {
  test('takes all that is wanted when both accounts cover it', () => {
    const outcome = firstOutcome({}, reserve({ amount: 1000 }))
    expect(outcome).toMatchObject({ kind: 'reserved', reservation: { amount: 1000 } })
  })

  test('takes what is left when that covers the least acceptable', () => {
    const byToken = firstOutcome({ remain: 60 }, reserve({ amount: 100, atLeast: 60 }))
    expect(byToken).toMatchObject({ kind: 'reserved', reservation: { amount: 60 } })
    const byUser = firstOutcome({ quota: 70 }, reserve({ amount: 100, atLeast: 60 }))
    expect(byUser).toMatchObject({ kind: 'reserved', reservation: { amount: 70 } })
  })

  test('names the account that is short by one credit', () => {
    const order = reserve({ amount: 100, atLeast: 100 })
    expect(firstOutcome({ quota: 99 }, order)).toEqual({ kind: 'user_short', balance: 99 })
    expect(firstOutcome({ remain: 99 }, order)).toEqual({ kind: 'token_short', balance: 99 })
  })

  test('is refused on an empty user account even when the call is free', () => {
    const free = reserve({ amount: 0, atLeast: 0 })
    expect(firstOutcome({ quota: 0 }, free)).toEqual({ kind: 'user_short', balance: 0 })
    expect(firstOutcome({ quota: -5 }, free)).toEqual({ kind: 'user_short', balance: -5 })
  })

  test('of a free call passes on a spent token but not on one in debt', () => {
    const free = reserve({ amount: 0, atLeast: 0 })
    expect(firstOutcome({ remain: 0 }, free)).toMatchObject({ kind: 'reserved' })
    expect(firstOutcome({ remain: -1 }, free)).toEqual({ kind: 'token_short', balance: -1 })
  })

  test('lets an unlimited token go below zero, and counts it', () => {
    const result = decideBatch([reserve({})], bookOf({ remain: -50, unlimited: true }))
    expect(result.outcomes[0]?.kind).toBe('reserved')
    expect(result.tokens[0]).toMatchObject({ remain_quota: -150, remainDelta: -100, status: 1 })
  })

  test('without a token spends the user alone', () => {
    const result = decideBatch([reserve({ tokenId: undefined })], bookOf({ remain: 0 }))
    expect(result.outcomes[0]?.kind).toBe('reserved')
    expect(result.tokens).toEqual([])
    expect(result.entries[0]).toMatchObject({ tokenId: 0, userDelta: -100, tokenDelta: 0 })
  })

  test('for an unknown user or token takes nothing', () => {
    const user = firstOutcome({}, reserve({ userId: 9 }))
    expect(user).toEqual({ kind: 'user_short', balance: 0 })
    const token = firstOutcome({}, reserve({ tokenId: 9 }))
    expect(token).toEqual({ kind: 'token_short', balance: 0 })
  })

  test('of an id that is open or just settled in the batch is refused', () => {
    const orders = [reserve({}), reserve({}), settle({ charge: 10 }), reserve({})]
    const { outcomes } = decideBatch(orders, bookOf({}))
    const kinds = outcomes.map((outcome) => outcome.kind)
    expect(kinds).toEqual(['reserved', 'duplicate_call', 'settled', 'duplicate_call'])
  })
})

describe('a settlement', () => {
  const held = [{ callId: 'call', userId: 1, tokenId: 1, amount: 100 }]

  test('gives back the difference and counts what was used', () => {
    const result = decideBatch([settle({ charge: 30, channelId: 7 })], bookOf({ held }))
    expect(result.users[0]).toMatchObject({ quotaDelta: 70, usedDelta: 30, requestDelta: 1 })
    expect(result.tokens[0]).toMatchObject({ remainDelta: 70, usedDelta: 30 })
    expect([...result.channels]).toEqual([[7, 30]])
    expect(result.entries).toMatchObject([{ kind: 'settle', userDelta: 70, charge: 30 }])
  })

  test('takes more than was held, below zero if need be', () => {
    const accounts = { quota: 10, remain: 10, held }
    const result = decideBatch([settle({ charge: 250 })], bookOf(accounts))
    expect(result.users[0]?.quota).toBe(-140)
    expect(result.tokens[0]).toMatchObject({ remain_quota: -140, status: 4 })
  })

  test('is a release only when nothing is charged and nothing counted', () => {
    const kind = (part: Partial<SettleOrder>) =>
      decideBatch([settle(part)], bookOf({ held })).entries[0]?.kind
    expect(kind({ charge: 0, counted: false })).toBe('release')
    expect(kind({ charge: 0, counted: true })).toBe('settle')
    expect(kind({ charge: 1, counted: false })).toBe('settle')
  })

  test('of a call that is not open changes nothing and writes no log', () => {
    const result = decideBatch([settle({ charge: 30 })], bookOf({}))
    expect(result.outcomes).toEqual([{ kind: 'already_settled' }])
    expect([result.entries, result.logs, result.users]).toEqual([[], [], []])
  })

  test('in the batch of its reserve leaves no open call behind', () => {
    const result = decideBatch([reserve({}), settle({ charge: 30 })], bookOf({}))
    expect(result.opened).toEqual([])
    expect(result.entries).toHaveLength(2)
    expect(result.users[0]).toMatchObject({ quotaDelta: -30, usedDelta: 30 })
  })

  test('wakes an exhausted token but never one that was disabled or expired', () => {
    const after = (status: number) =>
      decideBatch([settle({})], bookOf({ remain: 0, status, held })).tokens[0]?.status
    expect([after(1), after(4), after(2), after(3)]).toEqual([1, 1, 2, 3])
  })

  test('without a log entry adds nothing to the hourly usage', () => {
    const result = decideBatch([settle({ charge: 5, hourly: true })], bookOf({ held }))
    expect(result.hours).toEqual([])
  })
})

/** A store in memory that applies outcomes the way the engines do. */
class Store {
  readonly users = new Map<number, UserBalance>()
  readonly tokens = new Map<number, TokenBalance>()
  readonly held = new Map<string, Reservation>()
  readonly userSums = new Map<number, number>()
  readonly tokenSums = new Map<number, number>()
  charged = 0

  constructor(random: () => number) {
    for (const id of [1, 2, 3]) {
      const quota = Math.floor(random() * 2000)
      this.users.set(id, { ...USER, id, quota })
      this.userSums.set(id, quota)
      const remain_quota = Math.floor(random() * 2000)
      const unlimited = random() < 0.3
      this.tokens.set(id, { ...TOKEN, id, remain_quota, unlimited })
      this.tokenSums.set(id, remain_quota)
    }
  }

  run(orders: readonly HotOrder[]): BatchOutcome {
    const held = new Map<string, Reservation>()
    const open = new Map<string, Reservation>()
    for (const each of orders) {
      if (each.kind === 'reserve') continue
      const isExtended = each.kind !== 'settle'
      const callId = isExtended ? each.order.callId : each.order.reservation.callId
      const stored = this.held.get(callId)
      if (stored === undefined) continue
      if (isExtended) open.set(callId, stored)
      else {
        held.set(callId, stored)
        this.held.delete(callId)
      }
    }
    const { users, tokens } = this
    const outcome = decideBatch(orders, { users, tokens, held, open, released: new Map() })
    for (const { id, quotaDelta, usedDelta } of outcome.users) {
      const user = this.users.get(id)
      if (user === undefined) continue
      const quota = user.quota + quotaDelta
      this.users.set(id, { ...user, quota, used_quota: user.used_quota + usedDelta })
    }
    for (const { id, remainDelta, usedDelta, status } of outcome.tokens) {
      const token = this.tokens.get(id)
      if (token === undefined) continue
      const remain_quota = token.remain_quota + remainDelta
      const used_quota = token.used_quota + usedDelta
      this.tokens.set(id, { ...token, remain_quota, used_quota, status })
    }
    for (const { reservation } of outcome.opened) this.held.set(reservation.callId, reservation)
    for (const [callId, more] of outcome.grown) {
      const stored = this.held.get(callId)
      if (stored === undefined) throw new Error(`${callId} has grown but is not open`)
      this.held.set(callId, { ...stored, amount: stored.amount + more })
    }
    for (const { userId, tokenId, userDelta, tokenDelta, charge } of outcome.entries) {
      this.userSums.set(userId, (this.userSums.get(userId) ?? 0) + userDelta)
      this.tokenSums.set(tokenId, (this.tokenSums.get(tokenId) ?? 0) + tokenDelta)
      this.charged += charge
    }
    return outcome
  }
}

/** Numbers in [0, 1) that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function randomOrders(random: () => number, calls: number, overcharge: boolean): HotOrder[] {
  const orders: HotOrder[] = []
  for (let call = 0; call < calls; call += 1) {
    const callId = `call-${call}`
    const amount = Math.floor(random() * 400)
    const userId = 1 + Math.floor(random() * 3)
    const tokenId = random() < 0.2 ? undefined : 1 + Math.floor(random() * 3)
    const atLeast = Math.floor(random() * amount)
    orders.push(reserve({ callId, userId, tokenId, amount, atLeast }))
    for (let steps = Math.floor(random() * 3); steps > 0; steps -= 1) {
      // Before its reserve it must be harmless.
      const at = Math.floor(random() * (orders.length + 1))
      orders.splice(
        at,
        0,
        extend({ callId, userId, tokenId, amount: 1 + Math.floor(random() * 90) }),
      )
    }
    if (random() < 0.2) continue
    const charge = Math.floor(random() * (overcharge ? 800 : 1))
    const counted = random() < 0.5
    const at = Math.floor(random() * (orders.length + 1))
    // Often before its reserve, sometimes twice: both must be harmless.
    const withinBalance = random() < 0.3
    orders.splice(at, 0, settle({ callId, charge, counted, withinBalance }))
    if (random() < 0.8) orders.push(settle({ callId, charge, counted, withinBalance }))
  }
  return orders
}

function batches(orders: readonly HotOrder[], random: () => number): HotOrder[][] {
  const result: HotOrder[][] = []
  for (let at = 0; at < orders.length; ) {
    const size = 1 + Math.floor(random() * 20)
    result.push(orders.slice(at, at + size))
    at += size
  }
  return result
}

describe('random interleavings', () => {
  test('keep every balance equal to the sum of its ledger entries', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seeded(seed)
      const store = new Store(random)
      for (const batch of batches(randomOrders(random, 120, true), random)) {
        store.run(batch)
        for (const { id, quota } of store.users.values()) {
          expect(quota).toBe(store.userSums.get(id) ?? Number.NaN)
        }
        for (const { id, remain_quota } of store.tokens.values()) {
          expect(remain_quota).toBe(store.tokenSums.get(id) ?? Number.NaN)
        }
      }
      const used = [...store.users.values()].reduce((sum, user) => sum + user.used_quota, 0)
      expect(used).toBe(store.charged)
    }
  })

  test('never take a balance below zero by a reserve', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seeded(seed)
      const store = new Store(random)
      for (const batch of batches(randomOrders(random, 120, false), random)) {
        store.run(batch)
        for (const user of store.users.values()) expect(user.quota).toBeGreaterThanOrEqual(0)
        for (const { unlimited, remain_quota } of store.tokens.values()) {
          if (!unlimited) expect(remain_quota).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })

  test('come to the same balances however the orders are cut into batches', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const orders = randomOrders(seeded(seed), 100, true)
      const single = new Store(seeded(seed))
      for (const order of orders) single.run([order])
      const whole = new Store(seeded(seed))
      const cut = seeded(seed + 1000)
      for (const batch of batches(orders, cut)) whole.run(batch)
      expect([...whole.held.keys()].sort()).toEqual([...single.held.keys()].sort())
      expect([...whole.users]).toEqual([...single.users])
      expect(balancesOnly(whole)).toEqual(balancesOnly(single))
    }
  })

  test('give everything back when every open call is released', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = seeded(seed)
      const store = new Store(random)
      const before = balancesOnly(store)
      for (const batch of batches(randomOrders(random, 100, false), random)) store.run(batch)
      store.run([...store.held.keys()].map((callId) => settle({ callId, counted: false })))
      expect(store.held.size).toBe(0)
      expect(balancesOnly(store)).toEqual(before)
    }
  })
})

function balancesOnly(store: Store): number[] {
  const users = [...store.users.values()].map((user) => user.quota)
  return [...users, ...[...store.tokens.values()].map((token) => token.remain_quota)]
}

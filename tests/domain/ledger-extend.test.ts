import { describe, expect, test } from 'bun:test'
import { decideBatch } from '../../server/domain/ledger/batch'
import {
  type Accounts,
  bookOf,
  extend,
  firstOutcome,
  logRow,
  NOW_MS,
  reserve,
  settle,
} from './batch-orders'

describe('an extension', () => {
  const open = [{ callId: 'call', userId: 1, tokenId: 1, amount: 100 }]

  test('holds more of both accounts and says so in the ledger', () => {
    const result = decideBatch([extend({})], bookOf({ open }))
    expect(result.outcomes).toEqual([{ kind: 'extended', amount: 50 }])
    expect(result.users[0]).toMatchObject({ quotaDelta: -50, usedDelta: 0 })
    expect(result.tokens[0]).toMatchObject({ remainDelta: -50 })
    expect(result.entries).toMatchObject([{ kind: 'reserve', userDelta: -50, reference: 'call' }])
    expect([...result.grown]).toEqual([['call', 50]])
  })

  test('takes what is left, and is refused when nothing is', () => {
    const left = (accounts: Accounts) => firstOutcome({ open, ...accounts }, extend({}))
    expect(left({ quota: 30 })).toEqual({ kind: 'extended', amount: 30 })
    expect(left({ remain: 20 })).toEqual({ kind: 'extended', amount: 20 })
    expect(left({ quota: 0 })).toEqual({ kind: 'user_short', balance: 0 })
    expect(left({ remain: 0 })).toEqual({ kind: 'token_short', balance: 0 })
    expect(left({ remain: -5, unlimited: true })).toEqual({ kind: 'extended', amount: 50 })
  })

  test.each([
    ['user_banned', { user: { status: 2 } }],
    ['user_gone', { user: { isDeleted: true } }],
    ['token_disabled', { token: { status: 2 } }],
    ['token_expired', { token: { status: 3 } }],
    ['token_expired', { token: { expired_time: NOW_MS / 1000 - 1 } }],
    ['token_gone', { token: { isDeleted: true } }],
  ] as const)('ends with %s although there is enough', (why, accounts) => {
    expect(firstOutcome({ open, ...accounts }, extend({}))).toEqual({ kind: 'ended', why })
  })

  test('of a token that is spent only because the call holds all of it is a short one', () => {
    const accounts = { open, remain: 0, token: { status: 4 } }
    expect(firstOutcome(accounts, extend({}))).toEqual({ kind: 'token_short', balance: 0 })
  })

  test('of a call that is not open takes nothing', () => {
    const result = decideBatch([extend({})], bookOf({}))
    expect(result.outcomes).toEqual([{ kind: 'already_settled' }])
    expect(result.entries).toEqual([])
  })

  test('counts in the settlement of the same batch, before and after the store knows', () => {
    const inStore = decideBatch([extend({}), settle({ charge: 130 })], bookOf({ open, held: open }))
    expect(inStore.users[0]).toMatchObject({ quotaDelta: -30, usedDelta: 130 })
    expect([...inStore.grown]).toEqual([])
    const fresh = decideBatch([reserve({}), extend({}), settle({ charge: 130 })], bookOf({}))
    expect(fresh.users[0]).toMatchObject({ quotaDelta: -130, usedDelta: 130 })
    const stays = decideBatch([reserve({}), extend({}), extend({ amount: 7 })], bookOf({}))
    expect(stays.opened[0]?.reservation.amount).toBe(157)
    expect([...stays.grown]).toEqual([])
  })
})

describe('a settlement within the balance', () => {
  const held = [{ callId: 'call', userId: 1, tokenId: 1, amount: 100 }]
  const log = logRow({ quota: 250, other: '{"frt":3}' })

  test.each([
    ['the user', { quota: 10 }, 110],
    ['the token', { remain: 20 }, 120],
    ['a user in debt', { quota: -60 }, 100],
    ['nobody', {}, 250],
    ['the user of an unlimited token', { quota: 40, remain: -900, unlimited: true }, 140],
  ])('collects no more than %s can pay', (_who, accounts: Accounts, collected) => {
    const order = settle({ charge: 250, withinBalance: true, channelId: 7, hourly: true, log })
    const result = decideBatch([order], bookOf({ held, ...accounts }))
    expect(result.entries).toMatchObject([{ charge: collected, userDelta: 100 - collected }])
    expect([...result.channels]).toEqual([[7, collected]])
    expect(result.hours[0]?.quota).toBe(collected)
    const facts = result.logs[0]?.facts
    const uncollected = collected === 250 ? {} : { uncollected: 250 - collected }
    expect(facts?.quota).toBe(collected)
    expect(JSON.parse(facts?.other ?? '')).toEqual({ frt: 3, ...uncollected })
  })
})

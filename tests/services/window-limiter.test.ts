import { beforeEach, describe, expect, test } from 'bun:test'
import { createWindowLimiter, type WindowLimiter } from '../../server/services/limiter/window'

const RULE = { count: 3, windowMs: 1000 }

let clock: { ms: number }
let limiter: WindowLimiter

beforeEach(() => {
  clock = { ms: 1_000_000 }
  limiter = createWindowLimiter({ clock: { nowMs: () => clock.ms } })
})

const take = (key = 'a') => limiter.take(key, RULE)

describe('a sliding window', () => {
  test('takes what fits and refuses the rest, with the time to wait', () => {
    for (const _ of [1, 2, 3]) expect(take().ok).toBe(true)
    clock.ms += 400
    expect(take()).toEqual({ ok: false, retryMs: 600 })
  })

  test('frees one place at a time, as events leave it', () => {
    take()
    clock.ms += 500
    take()
    take()
    clock.ms += 500
    expect(take().ok).toBe(true)
    expect(take()).toEqual({ ok: false, retryMs: 500 })
  })

  test('a refused event does not count', () => {
    for (const _ of [1, 2, 3, 4, 5, 6]) take()
    clock.ms += 1000
    for (const _ of [1, 2, 3]) expect(take().ok).toBe(true)
  })

  test('keys have windows of their own', () => {
    for (const _ of [1, 2, 3]) take()
    expect(take('b').ok).toBe(true)
  })

  test('of 64 calls at once exactly as many pass as there are places', async () => {
    const calls = Array.from({ length: 64 }, async () => take())
    const taken = await Promise.all(calls)
    expect(taken.filter(({ ok }) => ok)).toHaveLength(3)
  })

  test('an event that is given back frees its place, once', () => {
    const first = take()
    take()
    take()
    if (!first.ok) throw new Error('the first event was refused')
    first.giveBack()
    first.giveBack()
    expect(take().ok).toBe(true)
    expect(take().ok).toBe(false)
  })

  test('giving back an event that has left the window changes nothing', () => {
    const first = take()
    clock.ms += 1000
    for (const _ of [1, 2, 3]) take()
    if (first.ok) first.giveBack()
    expect(take().ok).toBe(false)
  })

  test('asking for the wait takes nothing', () => {
    for (const _ of [1, 2, 3, 4, 5]) expect(limiter.waitMs('a', RULE)).toBe(0)
    for (const _ of [1, 2, 3]) take()
    expect(limiter.waitMs('a', RULE)).toBe(1000)
  })

  test('a smaller rule counts what the larger one let in', () => {
    for (const _ of [1, 2, 3]) take()
    clock.ms += 100
    expect(limiter.take('a', { count: 1, windowMs: 1000 })).toEqual({ ok: false, retryMs: 900 })
  })

  test('a key can be forgotten', () => {
    for (const _ of [1, 2, 3]) take()
    limiter.forget('a')
    expect(take().ok).toBe(true)
  })

  test('memory is bounded: the key that was quiet longest is forgotten first', () => {
    const small = createWindowLimiter({ clock: { nowMs: () => clock.ms }, maxKeys: 2 })
    const once = { count: 1, windowMs: 1000 }
    small.take('a', once)
    small.take('b', once)
    expect(small.take('a', once).ok).toBe(false)
    small.take('c', once)
    expect(small.take('a', once).ok).toBe(false)
    expect(small.take('b', once).ok).toBe(true)
  })
})

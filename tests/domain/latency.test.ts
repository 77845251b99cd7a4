import { describe, expect, test } from 'bun:test'
import {
  LATENCY_BOUNDS_MS,
  LATENCY_SLOTS,
  latencySlot,
  quantileMs,
} from '../../server/domain/logs/latency'

function counted(waits: readonly number[]): number[] {
  const counts = new Array<number>(LATENCY_SLOTS).fill(0)
  for (const wait of waits) {
    const slot = latencySlot(wait)
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return counts
}

describe('waiting times by slots', () => {
  test('every wait has a slot, the bound of one still in it', () => {
    expect(latencySlot(0)).toBe(0)
    expect(LATENCY_BOUNDS_MS.map(latencySlot)).toEqual(LATENCY_BOUNDS_MS.map((_, slot) => slot))
    expect(latencySlot(10_000_000)).toBe(LATENCY_SLOTS - 1)
  })

  test('nothing counted is nothing known', () => {
    expect(quantileMs([], 0.5)).toBe(0)
    expect(quantileMs(counted([]), 0.95)).toBe(0)
  })

  test.each([120, 480, 1000, 2200, 7000, 40_000])('around %d ms the median is near', (ms) => {
    const waits = Array.from({ length: 1001 }, (_, index) => ms * (0.5 + index / 1000))
    const told = quantileMs(counted(waits), 0.5)
    expect(Math.abs(told - ms) / ms).toBeLessThan(0.15)
  })

  test('a share never comes before a smaller one, and has an end', () => {
    const counts = counted([80, 90, 700, 900, 5000, 500_000])
    const told = [0.1, 0.5, 0.9, 0.99, 1].map((share) => quantileMs(counts, share))
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBeLessThanOrEqual(120_000)
  })
})

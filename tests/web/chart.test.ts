import { describe, expect, test } from 'bun:test'
import { barPath, frameOf, linePath } from '../../web/components/chart/drawing'
import { roundTicks } from '../../web/components/chart/scale'
import { nextSort, sortFrom } from '../../web/components/table/sort'

describe('the lines behind a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [37, [0, 10, 20, 30, 40]],
    [976, [0, 500, 1000]],
    [2_570_640, [0, 1_000_000, 2_000_000, 3_000_000]],
  ])('up to %d are round and reach it', (largest, ticks) => {
    expect(roundTicks(largest, 4)).toEqual(ticks)
  })
})

describe('shapes', () => {
  const frame = frameOf({ width: 176, height: 142, count: 2, top: 10 })

  test('of bars stand on those below, and what is not in is not drawn', () => {
    expect(frame.band).toBe(50)
    const path = barPath(frame, { base: [0, 5], values: [10, 5] }, () => true)
    expect(path).toBe('M70 12h38v100h-38zM120 12h38v50h-38z')
    expect(barPath(frame, { base: [0, 5], values: [10, 5] }, (index) => index === 5)).toBe('')
  })

  test('of lines go through the middle of each bucket', () => {
    expect(linePath(frame, [0, 10])).toBe('M89 112h0L139 12')
    expect(linePath(frame, [])).toBe('')
  })

  test('of lines do not go through what nobody knows', () => {
    expect(linePath(frame, [10, Number.NaN])).toBe('M89 12h0')
    expect(linePath(frame, [Number.NaN, Number.NaN])).toBe('')
  })

  test('a place outside belongs to the nearest bucket', () => {
    expect([0, 70, 120, 900].map(frame.indexAt)).toEqual([0, 0, 1, 1])
  })
})

describe('the order of a list', () => {
  test('is turned by the head that it has, and begins with the largest', () => {
    expect(nextSort('name', undefined)).toEqual({ sort: 'name', order: 'desc' })
    expect(nextSort('name', { column: 'name', direction: 'desc' }).order).toBe('asc')
    expect(nextSort('name', { column: 'id', direction: 'desc' }).order).toBe('desc')
  })

  test('is its own where the address names no column that there is', () => {
    expect(sortFrom({ sort: 'key', order: '' }, ['id', 'name'], undefined)).toBeUndefined()
    const found = sortFrom({ sort: 'id', order: 'asc' }, ['id', 'name'], undefined)
    expect(found).toEqual({ column: 'id', direction: 'asc' })
  })
})

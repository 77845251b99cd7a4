import { describe, expect, test } from 'bun:test'
import { SharedTimer } from '../../server/services/shared-timer'

describe('time limits under one timer', () => {
  test('call whoever is late, in their order, and nobody who was cleared', async () => {
    const timer = new SharedTimer(5)
    const late: string[] = []
    const push = (name: string) => timer.begin(() => late.push(name))
    const earliest = push('cleared')
    push('first')
    const middle = push('cleared')
    for (const limit of [middle, middle, earliest]) timer.clear(limit)
    await new Promise<void>((resolve) => {
      timer.begin(() => {
        late.push('last')
        resolve()
      })
    })
    expect(late).toEqual(['first', 'last'])
  })

  test('may be the only one, and cleared', async () => {
    const timer = new SharedTimer(1)
    const only = timer.begin(() => {
      throw new Error('was cleared')
    })
    timer.clear(only)
    await new Promise<void>((resolve) => timer.begin(resolve))
  })

  test('begin again after all were called', async () => {
    const timer = new SharedTimer(1)
    for (let round = 0; round < 2; round += 1) {
      await new Promise<void>((resolve) => timer.begin(resolve))
    }
  })
})

import { describe, expect, test } from 'bun:test'
import { SharedTimer } from '../../server/services/shared-timer'

describe('time limits under one timer', () => {
  test('call whoever is late, in their order, and nobody who was cleared', async () => {
    const timer = new SharedTimer(5)
    const late: string[] = []
    const cleared = () => late.push('cleared')
    timer.begin(() => late.push('first'))
    timer.begin(cleared)
    timer.clear(cleared)
    await new Promise<void>((resolve) => {
      timer.begin(() => {
        late.push('last')
        resolve()
      })
    })
    expect(late).toEqual(['first', 'last'])
  })

  test('begin again after all were called', async () => {
    const timer = new SharedTimer(1)
    for (let round = 0; round < 2; round += 1) {
      await new Promise<void>((resolve) => timer.begin(resolve))
    }
  })
})

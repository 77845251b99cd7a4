import { describe, expect, test } from 'bun:test'
import { createTurns } from '../../server/services/limits/turns'

/** Work that ends when it is told to. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = () => {
    log.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

describe('turns', () => {
  test('so much runs at once, some wait, and the rest is refused', async () => {
    const turns = createTurns({ running: 2, waiting: 1 })
    const log: string[] = []
    const [a, b, c] = [work(log, 'a'), work(log, 'b'), work(log, 'c')]
    const answers = [turns.take('k', a.run), turns.take('k', b.run), turns.take('k', c.run)]
    expect(turns.take('k', work(log, 'd').run)).toBeUndefined()
    expect(log).toEqual(['a', 'b'])
    b.end()
    expect(await answers[1]).toBe('b')
    a.end()
    c.end()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['a', 'b', 'c'])
  })

  test('others have turns of their own', () => {
    const turns = createTurns({ running: 1, waiting: 0 })
    const log: string[] = []
    turns.take('one', work(log, 'one').run)
    turns.take('other', work(log, 'other').run)
    expect(turns.take('one', work(log, 'again').run)).toBeUndefined()
    expect(log).toEqual(['one', 'other'])
  })

  test('whoever waits longest is next, and nobody slips in between', async () => {
    const turns = createTurns({ running: 1, waiting: 3 })
    const log: string[] = []
    const [a, b, c, d] = [work(log, 'a'), work(log, 'b'), work(log, 'c'), work(log, 'd')]
    const answers = [a, b, c].map(({ run }) => turns.take('k', run))
    a.end()
    await answers[0]
    const late = turns.take('k', d.run)
    for (const each of [b, c, d]) each.end()
    await Promise.all([...answers, late])
    expect(log).toEqual(['a', 'b', 'c', 'd'])
  })

  test('work that fails gives its turn on', async () => {
    const turns = createTurns({ running: 1, waiting: 1 })
    const log: string[] = []
    const [a, b] = [work(log, 'a'), work(log, 'b')]
    const first = turns.take('k', a.run)?.catch((error) => error.message)
    const second = turns.take('k', b.run)
    a.fail()
    b.end()
    expect(await first).toBe('a')
    expect(await second).toBe('b')
    const c = work(log, 'c')
    c.end()
    expect(await turns.take('k', c.run)).toBe('c')
  })
})

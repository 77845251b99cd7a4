import { expect, test } from 'bun:test'
import { createPace } from '../../server/http/pace'

/** In which turn of the event loop each of so many calls begins. */
async function turnsOf(count: number, perTurn: number): Promise<number[]> {
  const pace = createPace(perTurn)
  let turn = 0
  let isOver = false
  const tick = () => {
    turn += 1
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  const begun = Array.from({ length: count }, () => pace.begin().then(() => turn))
  const turns = await Promise.all(begun)
  isOver = true
  return turns
}

test('a few calls begin at once', async () => {
  expect(await turnsOf(3, 3)).toEqual([0, 0, 0])
})

test('of many that come together only so many begin in one turn, in order', async () => {
  const turns = await turnsOf(10, 3)
  expect(turns).toEqual([...turns].sort((a, b) => a - b))
  for (const turn of turns) {
    expect(turns.filter((other) => other === turn).length).toBeLessThanOrEqual(3)
  }
})

test('after a pause all begin at once again', async () => {
  const pace = createPace(2)
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([1, 2, 3, 4, 5].map(() => pace.begin()))
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  setImmediate(note('turn'))
  const calls = [pace.begin().then(note('call')), pace.begin().then(note('call'))]
  await Promise.all(calls)
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['call', 'call', 'turn'])
})

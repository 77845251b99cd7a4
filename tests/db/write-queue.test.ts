import { expect, test } from 'bun:test'
import { WriteQueue } from '../../db/sqlite/write-queue'
import { GatewayError } from '../../server/domain/errors/gateway-error'

test('holders come one after the other, in the order they asked', async () => {
  const queue = new WriteQueue()
  const order: number[] = []
  let holders = 0
  const work = async (number: number) => {
    await queue.acquire()
    holders += 1
    expect(holders).toBe(1)
    await Promise.resolve()
    order.push(number)
    holders -= 1
    queue.release()
  }
  await Promise.all([1, 2, 3, 4, 5].map(work))
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test('who waits too long is refused and leaves the line', async () => {
  const queue = new WriteQueue(1)
  await queue.acquire()
  const refused = await queue.acquire().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(GatewayError)
  expect(refused).toHaveProperty('id', 'db.unavailable')
  queue.release()
  await queue.acquire()
  queue.release()
})

test('a second release is an error, not a second holder', async () => {
  const queue = new WriteQueue()
  await queue.acquire()
  queue.release()
  expect(() => queue.release()).toThrow('twice')
})

test('closing waits for those in line and refuses newcomers', async () => {
  const queue = new WriteQueue()
  await queue.acquire()
  let isClosed = false
  const inLine = queue.acquire()
  const closing = queue.close().then(() => {
    isClosed = true
  })
  await expect(queue.acquire()).rejects.toThrow('closed')
  queue.release()
  await inLine
  expect(isClosed).toBe(false)
  queue.release()
  await closing
  expect(isClosed).toBe(true)
})

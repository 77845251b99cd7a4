/** Requests and answers with values of every wrong type in them, and what must hold after them. */
import { expect } from 'bun:test'
import type { Gateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { frames } from '../support/upstream'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const WRONG: readonly Json[] = [null, -7.5, 'x', [], [null], { a: [1] }]

/** Copies of `value`, each with one value in it replaced or one field left out. */
export function* spoiled(value: Json): Generator<Json> {
  yield* WRONG
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const bad of spoiled(item)) yield value.map((old, at) => (at === index ? bad : old))
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...rest } = value
      yield rest
      for (const bad of spoiled(item)) yield { ...value, [name]: bad }
    }
  }
}

const AT_ONCE = 24

/** Runs `one` for every item, some at a time. */
export async function each<T>(items: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await one(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Nothing is held, the books agree, and the gateway found no fault with itself. */
export async function expectSound(gateway: Gateway): Promise<void> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  expect(PLENTY - user.quota).toBe(user.used_quota)
  expect(await gateway.services.ledger.verify()).toEqual([])
  expect(gateway.logged.filter(({ level }) => level === 'error')).toEqual([])
}

/** Every spoiled form of a stream's frames, one frame spoiled at a time. */
export function spoiledStreams(text: string): string[] {
  const all = frames(text)
  return all.flatMap((frame, index) => {
    const [, head = '', data = ''] = /^([\s\S]*?data: )(.*?)(?:\r?\n){2}$/.exec(frame) ?? []
    if (!data.startsWith('{')) return []
    const bad = [...spoiled(JSON.parse(data))].map((value) => JSON.stringify(value))
    return [...bad, '', '{', 'x'].map((value) =>
      [...all.slice(0, index), `${head}${value}\n\n`, ...all.slice(index + 1)].join(''),
    )
  })
}

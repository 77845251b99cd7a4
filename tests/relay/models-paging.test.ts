/** GET /v1/models for Anthropic's clients: by pages, with dates that mean something. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { releasedSeconds } from '../../server/domain/models/release-date'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'

const DATED = 'claude-sonnet-4-5-20250929'
/** In the order of the list. */
const NAMES = ['claude-a', 'claude-b', 'claude-c', 'claude-d', DATED]

let gateway: Gateway
let startedSeconds: number

beforeAll(async () => {
  startedSeconds = Math.floor(Date.now() / 1000)
  gateway = await startGateway({
    channels: [{ type: 14, models: NAMES }],
    options: { SelfUseModeEnabled: true },
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

interface Paging {
  readonly limit?: number
  readonly after_id?: string
  readonly before_id?: string
}

async function page(paging: Paging) {
  const { data, has_more, first_id, last_id } = await gateway.anthropic().models.list(paging)
  const ids = data.map(({ id }) => id)
  expect([first_id, last_id]).toEqual([ids[0] ?? null, ids.at(-1) ?? null])
  return { ids, has_more }
}

describe('a page', () => {
  const [a, b, c, d] = NAMES
  test.each<[Paging, string[], boolean]>([
    [{}, NAMES, false],
    [{ limit: 2 }, NAMES.slice(0, 2), true],
    [{ limit: 5 }, NAMES, false],
    [{ limit: 2, after_id: b ?? '' }, [c ?? '', d ?? ''], true],
    [{ limit: 2, after_id: c ?? '' }, [d ?? '', DATED], false],
    [{ after_id: DATED }, [], false],
    [{ limit: 2, before_id: d ?? '' }, [b ?? '', c ?? ''], true],
    [{ limit: 2, before_id: c ?? '' }, [a ?? '', b ?? ''], false],
    [{ limit: 1, after_id: a ?? '', before_id: d ?? '' }, [b ?? ''], true],
  ])('of %j', async (paging, ids, has_more) => {
    expect(await page(paging)).toEqual({ ids, has_more })
  })

  test('after page has every model once', async () => {
    const seen: string[] = []
    for await (const { id } of gateway.anthropic().models.list({ limit: 2 })) seen.push(id)
    expect(seen).toEqual(NAMES)
  })

  test.each<[Paging, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1001 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ after_id: 'nobody' }, 'after_id'],
    [{ before_id: 'nobody' }, 'before_id'],
  ])('of %j is refused by the name of the field', async (paging, field) => {
    const error = await failureOf(gateway.anthropic().models.list(paging))
    expect(error).toMatchObject({ status: 400 })
    expect(error.message).toContain(field)
  })
})

describe('the date of a model', () => {
  test('is that of its name', async () => {
    const { created_at } = await gateway.anthropic().models.retrieve(DATED)
    expect(created_at).toBe('2025-09-29T00:00:00Z')
    expect((await gateway.openai().models.retrieve(DATED)).created).toBe(1_759_104_000)
  })

  test('is otherwise since when it is offered here', async () => {
    const { created_at } = await gateway.anthropic().models.retrieve('claude-a')
    expect(Date.parse(created_at) / 1000).toBeGreaterThanOrEqual(startedSeconds - 1)
    const { created } = await gateway.openai().models.retrieve('claude-a')
    expect(created).toBe(Date.parse(created_at) / 1000)
  })
})

test.each([
  ['gpt-4o-2024-08-06', '2024-08-06'],
  ['claude-3-haiku@20240307', '2024-03-07'],
  ['publisher/qwen-plus-2025-04-28-thinking', '2025-04-28'],
  ['model-20251399', undefined],
  ['model-2025-0406', undefined],
  ['gpt-4-0613', undefined],
  ['gpt-120250101', undefined],
])('%s was released on %s', (model, day) => {
  const expected = day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000
  expect(releasedSeconds(model)).toBe(expected)
})

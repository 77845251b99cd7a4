/** A log of three months, and all that can be asked of it. */
import { insertRows } from '../../db/insert-rows'
import type { Fixture } from './services-fixture'

export const DAY = 86_400
export const AUGUST = Date.UTC(2023, 7) / 1000
export const OCTOBER = Date.UTC(2023, 9) / 1000
const NOVEMBER = Date.UTC(2023, 10) / 1000

export const row = (created_at: number, index: number) => ({
  user_id: 1 + (index % 2),
  created_at,
  type: index % 5 === 0 ? 5 : 2,
  content: index % 7 === 0 ? 'seventh' : '',
  username: `user${1 + (index % 2)}`,
  token_name: `token${index % 3}`,
  model_name: index % 4 === 0 ? 'rare' : 'usual',
  quota: (index * 37) % 101,
  prompt_tokens: index,
  completion_tokens: 1,
  use_time: 0,
  is_stream: 0 as const,
  channel_id: index % 5 === 0 ? 1 : 0,
  token_id: index % 3,
  group: 'default',
  ip: '192.0.2.1',
  request_id: `r${index}`,
  session: index % 40 === 0 ? 'talk' : '',
  other: '',
})

/** From August to the fixture's day in November, six hours apart. */
export async function writeLog({ db, clock }: Fixture): Promise<void> {
  const rows: ReturnType<typeof row>[] = []
  for (let at = AUGUST + 60; at <= clock.ms / 1000; at += DAY / 4)
    rows.push(row(at, rows.length + 1))
  await db.transaction((trx) => insertRows(trx, 'logs', rows))
}

export async function inTable({ db }: Fixture): Promise<number> {
  const counted = db.kysely.selectFrom('logs').select((e) => e.fn.countAll<number>().as('n'))
  return Number((await counted.executeTakeFirstOrThrow()).n)
}

export async function walked(
  { logs }: Fixture,
  filter: Parameters<Fixture['logs']['walk']>[0] = {},
): Promise<number[]> {
  const ids: number[] = []
  let rows = await logs.walk(filter)
  while (rows.length > 0) {
    ids.push(...rows.map(({ id }) => id))
    rows = await logs.walk({ ...filter, below: rows.at(-1) })
  }
  return ids
}

/** All that can be asked of the log. */
export async function answersOf(gw: Fixture) {
  const { logs, dashboard } = gw
  const page = async (asked: Parameters<typeof logs.list>[0]) => {
    const { items, total } = await logs.list(asked)
    return { total, ids: items.map(({ id }) => id) }
  }
  const border = { from: OCTOBER - 10 * DAY, to: OCTOBER + 10 * DAY }
  const turn = NOVEMBER - 15 * DAY
  return {
    pages: await Promise.all([1, 6, 13, 42, 999].map((p) => page({ page: p, page_size: 10 }))),
    oldestFirst: await page({ sort: 'created_at', order: 'asc', page: 3, page_size: 100 }),
    dearest: await page({ sort: 'quota', order: 'desc', page: 2, page_size: 50 }),
    slice: await page({ ...border, page_size: 100 }),
    rare: await page({ model: 'rare', userId: 1, page_size: 100 }),
    words: await page({ line: 'seventh type:consumption' }),
    one: await page({ requestId: 'r17' }),
    stat: await logs.stat(border),
    bars: await logs.histogram({ from: turn, to: turn + 30 * DAY }),
    walk: await walked(gw),
    walkOfUser: await walked(gw, { userId: 2, ...border }),
    tail: (await logs.tail({ afterId: 30 })).map(({ id }) => id),
    oldest: await logs.oldest(),
    top: await dashboard.top({ from: turn, to: turn + 30 * DAY }),
    failures: await dashboard.failures({ from: turn, to: turn + 30 * DAY }),
  }
}

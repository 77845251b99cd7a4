/** Lists beyond what fits into a page, a screen or a guess. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { insertRows, type NewRow } from '../../db/insert-rows'
import { type DatabaseShell, openFilledShell } from './database-fixture'

const COUNT = 12_000
const BEGAN = 1_780_000_000

let shell: DatabaseShell
beforeAll(async () => {
  shell = await openFilledShell()
  const rows = Array.from({ length: COUNT }, (_, at) => logRow(at))
  await shell.edit(({ kysely }) => insertRows(kysely, 'logs', rows))
})
afterAll(() => shell.remove())

/** The dearest is the oldest; thirty users spent something each. */
function logRow(at: number): NewRow<'logs'> {
  return {
    user_id: (at % 30) + 1,
    created_at: BEGAN + Math.floor(at / 7),
    type: 2,
    content: '',
    username: `u${at % 30}`,
    token_name: 't',
    model_name: at === 3 ? 'rare' : 'm',
    quota: at === 0 ? 999_999 : at % 50,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 1,
    is_stream: 0,
    channel_id: 1,
    token_id: 1,
    group: 'default',
    ip: '',
    request_id: `r${at}`,
    other: '',
  }
}

const lines = async (...args: string[]) => (await shell.text(args)).split('\n')

test('the order of a list is that of all rows', async () => {
  const sorted = ['log', 'list', '--sort', 'quota:desc', '--limit', '3', '--json']
  const { stdout, stderr } = await shell.gw(sorted)
  expect(JSON.parse(stdout).map(({ quota }: { quota: number }) => quota)).toEqual([999_999, 49, 49])
  expect(stderr).toBe('')
})

test('a filter looks at all rows', async () => {
  const found = await lines('log', 'list', '--filter', 'quota>100', '--quiet')
  expect(found).toHaveLength(1)
  expect(await lines('log', 'list', '--filter', 'model_name~rare', '--quiet')).toHaveLength(1)
})

test.each(['csv', 'ndjson'])('%s has every row, each once, newest first', async (format) => {
  const [head = '', ...rest] = await lines('log', 'list', '--output', format, '--fields', 'id')
  const rows = format === 'csv' ? rest : [head, ...rest]
  const ids = rows.map((row) => Number(/\d+/.exec(row)?.[0]))
  expect(ids).toHaveLength(COUNT)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('json has every row too, as one array laid out like any other', async () => {
  const text = await shell.text(['log', 'list', '--json', '--fields', 'id,request_id'])
  const rows: unknown = JSON.parse(text)
  expect(rows).toHaveLength(COUNT)
  expect(text).toBe(JSON.stringify(rows, null, 2))
})

test('so have lists of ids alone, as other commands take them', async () => {
  const ids = await lines('log', 'list', '--quiet')
  expect(new Set(ids).size).toBe(COUNT)
})

test('what programs read line by line can be cut as well', async () => {
  const args = ['log', 'list', '--output', 'ndjson', '--fields', 'id', '--limit', '2']
  const [first, second, ...rest] = await lines(...args, '--offset', '10500')
  expect([JSON.parse(first ?? '').id - JSON.parse(second ?? '').id, rest]).toEqual([1, []])
  expect(await lines('log', 'list', '--limit', '10500', '--quiet')).toHaveLength(10_500)
})

test('an order of everything without a limit, and a page without one, are told apart', async () => {
  const { code, stderr } = await shell.gw(['log', 'list', '--output', 'csv', '--page', '2'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--limit')])
})

test('stats top shows ten, or as many as are asked for', async () => {
  const top = (...more: string[]) =>
    lines('stats', 'top', '--from', String(BEGAN), '--to', String(BEGAN + 3600), '--quiet', ...more)
  expect(await top()).toHaveLength(10)
  expect(await top('--limit', '25')).toHaveLength(25)
  expect(await top('--limit', '25', '--page', '2')).toHaveLength(5)
})

test('an empty list says so to people, and nothing to programs', async () => {
  const { stdout, stderr } = await shell.gw(['redemption', 'list'])
  expect(stdout).toMatch(/^ID/)
  expect(stderr).toContain('no rows')
  expect((await shell.gw(['redemption', 'list', '--json'])).stderr).toBe('')
  expect((await shell.gw(['redemption', 'list', '--output', 'csv'])).stdout).toMatch(/^id,/)
})

/** A list that takes seconds holds up nobody but whoever asked for too many of them. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiAnswer, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

let upstream: Upstream
let gateway: Gateway
let greedy: ApiCaller
let other: ApiCaller
let admin: ApiCaller

/** Every question to the tasks has to count so far first. */
function slowTasks(dataDir: string, upTo: number): void {
  const database = new Database(`${dataDir}/gw.db`)
  database.run('create table if not exists pace (up_to integer)')
  database.run('delete from pace')
  database.run('insert into pace values (?)', [upTo])
  const isSlow = database.prepare("select 1 from sqlite_master where type = 'view'").get() !== null
  if (!isSlow) makeView(database)
  database.close(true)
}

function makeView(database: Database): void {
  database.run('drop table tasks')
  const columns = [
    ...['created_at', 'updated_at', 'user_id', 'channel_id', 'quota'],
    ...['submit_time', 'start_time', 'finish_time'],
  ].map((name) => `0 as ${name}`)
  const texts = ['task_id', 'platform', 'action', 'status', 'fail_reason', 'progress']
    .concat('properties', 'data')
    .map((name) => `'' as ${name}`)
  database.run(`create view tasks as
    with recursive c(n) as (
      select 1 union all select n + 1 from c where n < (select up_to from pace))
    select count(*) as id, ${[...columns, ...texts].join(', ')} from c`)
}

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(fixture('openai/chat-text.json'))))
  gateway = await startGateway({ env: NO_LIMITS, channels: [{ upstream }] })
  const api = apiClient(gateway)
  greedy = await api.as('user')
  other = await api.as('user')
  admin = await api.as('admin')
  // The ledger makes its statements at the first call, and a view takes no updates.
  await gateway.post('/v1/chat/completions', ask())
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const ask = () => ({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] })

describe('while a list takes seconds', () => {
  test('calls are relayed, and other lists are read', async () => {
    slowTasks(gateway.dataDir, 4_000_000)
    let isAnswered = false
    const slow = admin.get('/api/task/').then((answer) => {
      isAnswered = true
      return answer
    })
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await gateway.post('/v1/chat/completions', ask())
      expect(answer.status).toBe(200)
      expect((await answer.json()).usage).toBeDefined()
    }
    expect((await other.get('/api/log/self')).body.success).toBe(true)
    expect(isAnswered).toBe(false)
    expect((await slow).body.data[0].id).toBe(4_000_000)
  })

  test('whoever asks for too many at once is told to wait, and nobody else is', async () => {
    slowTasks(gateway.dataDir, 100_000)
    const asked = Array.from({ length: 60 }, () => greedy.get('/api/task/self'))
    const others = await Promise.all([other.get('/api/task/self'), admin.get('/api/task/')])
    expect(others.map(({ status }) => status)).toEqual([200, 200])
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 200).length).toBe(60 - refused.length)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ success: false, code: 'request.too_many' })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await greedy.get('/api/task/self')).status).toBe(200)
  })

  test('whatever is no list is answered all the same', async () => {
    slowTasks(gateway.dataDir, 300_000)
    const asked: Promise<ApiAnswer>[] = []
    for (let turn = 0; turn < 30; turn += 1) asked.push(greedy.get('/api/task/self'))
    expect((await greedy.get('/api/user/self')).status).toBe(200)
    await Promise.all(asked)
  })
})

test('a list shows what the same caller has just written', async () => {
  for (let turn = 1; turn <= 10; turn += 1) {
    const { body } = await other.post('/api/token/', { name: `fresh ${turn}`, remain_quota: 1 })
    expect(body.success).toBe(true)
    const list = await other.get('/api/token/')
    expect(list.body.data[0].name).toBe(`fresh ${turn}`)
    expect(list.body.total).toBe(turn)
  }
})

test('a server with lists under way stops in time and leaves its file whole', async () => {
  await using short = await startGateway({ env: NO_LIMITS })
  const root = await apiClient(short).as('root')
  slowTasks(short.dataDir, 100_000)
  const asked = root.get('/api/task/')
  await asked
  await short.stop()
  const database = new Database(`${short.dataDir}/gw.db`)
  expect(database.prepare('pragma journal_mode = delete').get()).toEqual({ journal_mode: 'delete' })
  database.close(true)
})

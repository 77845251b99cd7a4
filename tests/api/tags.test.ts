/** Tags of calls: where they come from, what reaches the upstream, and what is told of them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MOST_TAGS, MOST_TAGS_A_DAY, OTHER_TAGS } from '../../server/domain/calls/tags'
import { KnownTags } from '../../server/services/usage/known-tags'
import { MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const HELLO = { messages: [{ role: 'user', content: 'hello' }] }

let upstream: Upstream
let gateway: Gateway
let root: ApiCaller
let ann: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(() => json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: NO_LIMITS,
    options: PRICES,
    users: [{ username: 'ann', password: API_PASSWORD }],
    tokens: [{ name: 'plain' }, { name: 'fixed' }],
    channels: [{ upstream, models: MODEL }],
  })
  root = await apiClient(gateway).as('root')
  ann = await apiClient(gateway).login('ann')
  const fixed = { id: gateway.tokenIds[1], tags: 'team-search, batch,batch' }
  expect((await ann.put('/api/token/', fixed)).body.data).toMatchObject({
    tags: 'team-search,batch',
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Asked {
  readonly body?: object
  readonly tags?: string
  readonly isFixed?: boolean
  readonly path?: string
}

function ask({ body = {}, tags, isFixed = false, path = PATH_OF.openai }: Asked) {
  const key = gateway.keys[isFixed ? 1 : 0] ?? ''
  const headers: Record<string, string> = tags === undefined ? {} : { 'x-gw-tags': tags }
  return gateway.post(path, { model: MODEL, ...HELLO, ...body }, { key, headers })
}

async function newestTags(): Promise<string> {
  await gateway.idle()
  return (await root.get('/api/log/?p=1&size=1')).body.data.items[0].tags
}

async function tagsOf(asked: Asked): Promise<string> {
  const answer = await ask(asked)
  expect(answer.status).toBe(200)
  await answer.text()
  return await newestTags()
}

describe('the tags of a call', () => {
  test('come from the header, from metadata and from the token, each once', async () => {
    expect(await tagsOf({})).toBe('')
    expect(await tagsOf({ tags: 'env=prod, team' })).toBe('env=prod,team')
    expect(await tagsOf({ body: { metadata: { tags: ['team', 'nightly'] } } })).toBe('team,nightly')
    const all = {
      isFixed: true,
      tags: 'batch,env=prod',
      body: { metadata: { tags: 'x,env=prod' } },
    }
    expect(await tagsOf(all)).toBe('team-search,batch,env=prod,x')
  })

  test('are at most ten, those of the token first', async () => {
    const many = Array.from({ length: 14 }, (_, at) => `t${at}`)
    const told = (await tagsOf({ isFixed: true, body: { metadata: { tags: many } } })).split(',')
    expect(told).toEqual(['team-search', 'batch', ...many.slice(0, MOST_TAGS - 2)])
  })

  test('in a header that is wrong are refused, in metadata left out', async () => {
    const many = Array.from({ length: 11 }, (_, at) => `t${at}`).join(',')
    for (const tags of [many, 'x'.repeat(65)]) {
      const answer = await ask({ tags })
      expect(answer.status).toBe(400)
      const { error } = await answer.json()
      expect(error).toMatchObject({ type: 'invalid_request_error' })
      expect(error.message).toContain('x-gw-tags')
    }
    const long = { metadata: { tags: ['x'.repeat(65), 'good', 7, 'with\nline'] } }
    expect(await tagsOf({ body: long })).toBe('good')
  })

  test('as a list do not reach the upstream, as a text they pass', async () => {
    const metadata = { tags: ['team'], trace: 'a' }
    await tagsOf({ body: { metadata, unknown_field: 1 } })
    const passed = { metadata: { trace: 'a' }, unknown_field: 1 }
    expect(upstream.last().json).toEqual({ model: MODEL, ...HELLO, ...passed })
    await tagsOf({ body: { metadata: { tags: 'team' } } })
    expect(upstream.last().json).toMatchObject({ metadata: { tags: 'team' } })
    expect(upstream.last().headers['x-gw-tags']).toBeUndefined()
  })

  test('are those of translated calls, too', async () => {
    const anthropic = { max_tokens: 10, metadata: { user_id: 'u', tags: ['claude'] } }
    expect(await tagsOf({ path: PATH_OF.claude, body: anthropic })).toBe('claude')
    expect(JSON.stringify(upstream.last().json)).not.toContain('claude"')
  })
})

describe('told', () => {
  const found = async (query: string) => {
    const { body } = await root.get(`/api/log/?q=${encodeURIComponent(query)}&size=100`)
    return body.data.items.map(({ tags }: { tags: string }) => tags)
  }

  test('the log is searched for one among several', async () => {
    await tagsOf({ tags: 'alpha,beta' })
    await tagsOf({ tags: 'alphabet' })
    expect(await found('tag:alpha')).toEqual(['alpha,beta'])
    expect(await found('tag:beta')).toEqual(['alpha,beta'])
    expect(await found('tag:alpha*')).toEqual(['alphabet', 'alpha,beta'])
    expect(await found('tag:lph')).toEqual([])
    const cli = await gateway.cli(['log', 'list', '--query', 'tag:beta', '--json'])
    expect(cli.json()).toMatchObject([{ tags: 'alpha,beta' }])
  })

  test('Explore sums by tag and narrows to one', async () => {
    const explore = async (query: string) =>
      (await ann.get(`/api/usage/explore/self?${query}`)).body
    await tagsOf({ tags: 'gamma,delta' })
    await tagsOf({ tags: 'gamma' })
    const { data } = await explore('by=tag&window=1h&measure=requests&top=50')
    const byTag = Object.fromEntries(
      data.groups.map((group: { keys: { key: string }[]; value: number }) => [
        group.keys[0]?.key,
        group.value,
      ]),
    )
    expect(byTag).toMatchObject({ gamma: 2, delta: 1, alpha: 1, alphabet: 1 })
    const one = await explore('by=model&window=1h&measure=requests&tag=gamma')
    expect(one.data.value).toBe(2)
    const two = await explore('by=model&window=1h&tag=gamma,delta')
    expect(two).toMatchObject({ success: false, code: 'value.invalid' })
    const cli = await gateway.cli(['stats', 'explore', '--by', 'tag', '--json'])
    expect(cli.stdout).toContain('gamma')
  })

  test('the statement and the receipt name them, with the money of the calls', async () => {
    const { body } = await ann.get('/api/user/statement')
    const gamma = body.data.tags.find(({ name }: { name: string }) => name === 'gamma')
    const delta = body.data.tags.find(({ name }: { name: string }) => name === 'delta')
    expect(gamma).toMatchObject({ calls: 2, quota: 2 * delta.quota })
    const { request_id } = (await ann.get('/api/log/self?p=1&size=1')).body.data.items[0]
    expect((await ann.get(`/api/receipt/${request_id}`)).body.data.tags).toBe('gamma')
  })
})

test('a token is refused tags that are none', async () => {
  const id = gateway.tokenIds[0]
  for (const tags of ['x'.repeat(65), Array.from({ length: 11 }, (_, at) => at).join(',')]) {
    expect((await ann.put('/api/token/', { id, tags })).body.success).toBe(false)
  }
})

test('a user who names ever new tags fills no table', () => {
  const known = new KnownTags()
  const day = 1_750_000_000
  for (let at = 0; at < MOST_TAGS_A_DAY; at += 1) {
    expect([...known.of(1, `t${at}`, day)]).toEqual([`t${at}`])
  }
  expect([...known.of(1, 'new,newer,t1', day)]).toEqual([OTHER_TAGS, 't1'])
  expect([...known.of(2, 'new', day)]).toEqual(['new'])
  expect([...known.of(1, 'new', day + 86_400)]).toEqual(['new'])
})

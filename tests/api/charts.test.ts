/** Named questions to Explore: the owner's, unless an administrator shares them with others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiCaller, apiClient } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller
let ann: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ users: [{ username: 'ann', password: API_PASSWORD }] })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
  ann = await api.login('ann')
})
afterAll(async () => await gateway.stop())

const keep = (who: ApiCaller, body: object) => who.post('/api/chart/', body)
const namesOf = async (who: ApiCaller): Promise<readonly string[]> =>
  (await who.get('/api/chart/')).body.data.map(({ name }: { name: string }) => name)

test('a chart keeps what Explore is asked, and nothing else of an address', async () => {
  const query = '?window=7d&measure=spend&p=3&by=client&evil=1'
  const { data } = (await keep(ann, { name: ' Clients ', query })).body
  expect(data).toMatchObject({
    name: 'Clients',
    query: 'measure=spend&window=7d&by=client',
    shared: false,
    pinned: false,
    is_own: true,
    owner: 'ann',
  })
  const changed = await ann.put(`/api/chart/${data.id}`, { pinned: true })
  expect(changed.body.data).toMatchObject({ name: 'Clients', pinned: true })
  const missing = { success: false, code: 'chart.not_found' }
  expect((await root.put(`/api/chart/${data.id}`, { name: 'mine' })).body).toMatchObject(missing)
  expect((await root.delete(`/api/chart/${data.id}`)).body).toMatchObject(missing)
  expect((await ann.delete(`/api/chart/${data.id}`)).body.success).toBe(true)
  expect(await namesOf(ann)).toEqual([])
})

test('administrators share with administrators, users with nobody', async () => {
  await keep(root, { name: 'Margin', query: 'measure=margin', shared: true })
  await keep(root, { name: 'Private', query: 'measure=errors' })
  await keep(ann, { name: 'Own', query: 'by=token' })
  expect(await namesOf(admin)).toEqual(['Margin'])
  expect(await namesOf(ann)).toEqual(['Own'])
  expect(await namesOf(root)).toEqual(['Margin', 'Private'])
  const refused = await keep(ann, { name: 'Shared', query: '', shared: true })
  expect(refused.body).toMatchObject({ success: false, code: 'permission.denied' })
})

test('six stand on an overview', async () => {
  for (let made = 0; made < 6; made += 1) {
    expect((await keep(admin, { name: `p${made}`, query: '', pinned: true })).body.success).toBe(
      true,
    )
  }
  const seventh = await keep(admin, { name: 'p7', query: '', pinned: true })
  expect(seventh.body).toMatchObject({ success: false, code: 'value.invalid' })
  expect(await namesOf(admin)).not.toContain('p7')
})

import { expect, test } from 'bun:test'
import { apiClient } from '../support/api'
import { startGateway } from '../support/gateway'

test('codes are found by status', async () => {
  await using gateway = await startGateway()
  const admin = await apiClient(gateway).as('admin')
  await admin.post('/api/redemption/', { name: 'gift', quota: 500, count: 3 })
  const found = async (query: string) =>
    (await admin.get(`/api/redemption/search?${query}`)).body.data
  const [first] = (await found('')).items
  await admin.put('/api/redemption/?status_only=true', { id: first.id, status: 2 })
  expect((await found('status=2')).items).toMatchObject([{ id: first.id, status: 2 }])
  expect((await found('keyword=gift&status=1')).total).toBe(2)
  expect((await found('status=0')).total).toBe(3)
})

import { expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'

test('the names of all groups come as a bare array, for admins', async () => {
  const options = { GroupRatio: { default: 1, vip: 0.5, 'svip 超级': 2 } }
  await using gateway = await startGateway({ env: NO_LIMITS, options })
  const api = apiClient(gateway)
  const admin = await api.as('admin')
  for (const path of ['/api/group/', '/api/group']) {
    expect((await admin.get(path)).body).toEqual({
      success: true,
      message: '',
      data: ['default', 'vip', 'svip 超级'],
    })
  }
  const user = await api.as('user')
  expect((await user.get('/api/group/')).body).toMatchObject({ code: 'permission.denied' })
  expect((await api.get('/api/group/')).status).toBe(401)
})

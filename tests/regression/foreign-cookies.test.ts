/** Cookies are shared by all ports of a host, so any program there can send us its own. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'

const FOREIGN = ['_ga=100%', '%=%', 'session', '=', 'a="%zz"; b']

test('a badly escaped cookie of another program is ignored', async () => {
  await using gateway = await startGateway()
  for (const cookie of FOREIGN) {
    for (const path of ['/api/status', '/api/user/self']) {
      const answer = await fetch(gateway.url + path, { headers: { cookie } })
      expect(answer.status).toBe(path === '/api/status' ? 200 : 401)
    }
  }
})

test('a badly escaped cookie does not log out whoever sends it', async () => {
  await using gateway = await startGateway({ users: [{ username: 'ann' }] })
  const login = await fetch(`${gateway.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: '_ga=100%' },
    body: JSON.stringify({ username: 'ann', password: 'correct horse' }),
  })
  const [own = ''] = (login.headers.get('set-cookie') ?? '').split(';')
  expect(own).toStartWith('session=')
  const { data } = await login.json()
  for (const cookie of [`_ga=100%; ${own}`, `${own}; _ga=100%`, ` ${own} ;x=%`]) {
    const headers = { cookie, 'new-api-user': String(data.id) }
    const self = await fetch(`${gateway.url}/api/user/self`, { headers })
    expect(self.status).toBe(200)
    expect((await self.json()).success).toBe(true)
  }
})

test('an own cookie that is badly escaped is no cookie', async () => {
  await using gateway = await startGateway()
  const headers = { cookie: 'session=100%' }
  expect((await fetch(`${gateway.url}/api/user/self`, { headers })).status).toBe(401)
  expect((await fetch(`${gateway.url}/api/status`, { headers })).status).toBe(200)
})

import { describe, expect, test } from 'bun:test'
import { apiClient } from '../support/api'
import { comeBack, leave, logInElsewhere, startOauthGateway } from '../support/oauth-gateway'

const NEO = { profile: { id: 7, username: 'neo', name: 'Neo', trust_level: 2 } }

describe('logging in by LinuxDO', () => {
  test('a first login registers with the numeric id, a second finds the account', async () => {
    await using place = await startOauthGateway()
    const { data } = (await logInElsewhere(place, 'linuxdo', NEO)).body
    expect(data).toMatchObject({ linux_do_id: '7', display_name: 'Neo' })
    expect(data.username).toMatch(/^linuxdo_\d+$/)
    expect((await logInElsewhere(place, 'linuxdo', NEO)).body.data.id).toBe(data.id)
  })

  test('the way back is the configured address, whatever host a request names', async () => {
    await using place = await startOauthGateway()
    const headers = { 'x-forwarded-host': 'evil.example', host: 'evil.example' }
    const { body } = await apiClient(place.gateway).get('/api/oauth/state?provider=linuxdo', {
      headers,
    })
    const link = new URL(body.authorize_url)
    expect(link.searchParams.get('redirect_uri')).toBe('http://localhost:3000/oauth/linuxdo')
    await logInElsewhere(place, 'linuxdo', NEO)
    expect(place.provider.exchanges[0]?.redirect_uri).toBe('http://localhost:3000/oauth/linuxdo')
  })

  test('what the provider says instead of a code is no login', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'linuxdo')
    const query = new URLSearchParams({
      state: departed.state,
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    })
    const headers = { cookie: departed.cookie }
    const { body } = await apiClient(place.gateway).get(`/api/oauth/linuxdo?${query}`, { headers })
    expect(body.code).toBe('oauth.failed')
    expect(body.message).not.toContain('script')
  })

  test.each([[{ id: 0 }], [{ id: 'seven' }], [{ id: null }], [{ id: 1.5 }], [{}]])(
    'a profile with %p is no identity',
    async (profile) => {
      await using place = await startOauthGateway()
      const answer = await logInElsewhere(place, 'linuxdo', { profile })
      expect(answer.body.code).toBe('oauth.failed')
    },
  )

  test('a wrong client secret is the operator’s trouble, told as a refusal', async () => {
    await using place = await startOauthGateway({ options: { LinuxDOClientSecret: 'old' } })
    const answer = await logInElsewhere(place, 'linuxdo', NEO)
    expect(answer.body.message).toContain('refused the request')
  })

  test('the invite of the link rewards who invited', async () => {
    await using place = await startOauthGateway({
      options: { QuotaForInviter: 30, QuotaForInvitee: 20 },
    })
    const inviter = await apiClient(place.gateway).as('user')
    const { aff_code: aff } = (await inviter.get('/api/user/self')).body.data
    const departed = await leave(place, 'linuxdo', { aff })
    const code = place.provider.authorize(NEO, departed.link)
    const { data } = (await comeBack(place, 'linuxdo', { ...departed, code })).body
    expect(data.inviter_id).toBe(inviter.id)
    const after = (await inviter.get('/api/user/self')).body.data
    expect(after).toMatchObject({ aff_count: 1, aff_quota: 30, aff_history_quota: 30 })
    expect((await place.gateway.services.users.show(data.id)).quota).toBe(20)
  })
})

/** A login at a certified OpenID Connect provider. */
import { expect, test } from 'bun:test'
import { type ApiAnswer, apiClient, NO_LIMITS } from '../support/api'
import { CLIENT, startCertifiedProvider } from '../support/certified-provider'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const SITE = 'http://localhost:3000'

const startProvider = (groupsOf?: (id: string) => unknown) =>
  startCertifiedProvider({
    redirect_uris: [`${SITE}/oauth/oidc`],
    ...(groupsOf && { groupsOf }),
  })

/** A browser: keeps cookies, follows redirects until they leave the provider. */
class Visitor {
  readonly #jar = new Map<string, string>()

  async go(url: string, form?: Readonly<Record<string, string>>): Promise<URL | string> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      this.#jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return await response.text()
    const next = new URL(location, url)
    return next.href.startsWith(SITE) ? next : await this.go(next.href)
  }
}

const formIn = (page: string): string => /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? ''

/** All of it, as a person does it. Returns where the provider sends the browser back to. */
async function agree(link: string, login: string): Promise<URL> {
  const visitor = new Visitor()
  const signIn = await visitor.go(link)
  const consent = await visitor.go(formIn(String(signIn)), {
    prompt: 'login',
    login,
    password: 'x',
  })
  const back = await visitor.go(formIn(String(consent)), { prompt: 'consent' })
  if (!(back instanceof URL)) throw new Error(`not sent back: ${back.slice(0, 300)}`)
  return back
}

async function logIn(gateway: Gateway, login: string): Promise<ApiAnswer> {
  const api = apiClient(gateway)
  const { body, headers } = await api.get('/api/oauth/state?provider=oidc')
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { search } = await agree(body.authorize_url, login)
  return await api.get(`/api/oauth/oidc${search}`, { headers: { cookie } })
}

test('signs in, and is known again', async () => {
  await using provider = await startProvider()
  await using gateway = await startGateway({
    env: NO_LIMITS,
    options: {
      ServerAddress: SITE,
      'oidc.client_id': CLIENT.client_id,
      'oidc.client_secret': CLIENT.client_secret,
      'oidc.well_known': `${provider.url}/.well-known/openid-configuration`,
      'oidc.enabled': true,
    },
  })
  const first = await logIn(gateway, 'ann')
  expect(first.body.data).toMatchObject({ oidc_id: 'ann', username: 'ann' })
  const again = await logIn(gateway, 'ann')
  expect(again.body.data.id).toBe(first.body.data.id)
  const other = await logIn(gateway, 'bob')
  expect(other.body.data.id).not.toBe(first.body.data.id)
})

test('groups of the provider decide group and organisations, with every login', async () => {
  const groups = new Map<string, unknown>([['ann', ['staff', 'other']]])
  await using provider = await startProvider((id) => groups.get(id) ?? [])
  await using gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'boss' }],
    options: {
      ServerAddress: SITE,
      'oidc.client_id': CLIENT.client_id,
      'oidc.client_secret': CLIENT.client_secret,
      'oidc.well_known': `${provider.url}/.well-known/openid-configuration`,
      'oidc.enabled': true,
      'oidc.groups_claim': 'roles',
      'oidc.group_map': { staff: 'vip', ghosts: 'no-such-group' },
      'oidc.organisation_map': { staff: 'acme:viewer', bosses: 'acme:owner' },
    },
  })
  const { organisations, tokens } = gateway.services
  const ownerId = gateway.userIds[0] ?? 0
  const { id: organisationId } = await organisations.create(TEST_ACTOR, { name: 'acme', ownerId })
  const membersOf = async () =>
    (await organisations.members(organisationId)).map(({ username, role }) => [username, role])
  const first = await logIn(gateway, 'ann')
  expect(first.body.data).toMatchObject({ username: 'ann', group: 'vip' })
  expect(await membersOf()).toContainEqual(['ann', 'viewer'])
  const [, member] = await organisations.members(organisationId)
  const place = { user_id: organisationId, member_id: member?.id }
  const [token] = await tokens.create(TEST_ACTOR, { ...place, name: 'app', unlimited_quota: true })
  groups.set('ann', 'ghosts')
  expect((await logIn(gateway, 'ann')).body.data.group).toBe('vip')
  expect(await membersOf()).toEqual([['boss', 'owner']])
  const gone = await gateway.post('/v1/chat/completions', { model: 'm' }, { key: token?.key ?? '' })
  expect(gone.status).toBe(401)
  groups.set('ann', ['bosses'])
  await logIn(gateway, 'ann')
  expect(await membersOf()).toContainEqual(['ann', 'member'])
  groups.set('ann', ['staff'])
  await logIn(gateway, 'ann')
  expect(await membersOf()).toContainEqual(['ann', 'viewer'])
})

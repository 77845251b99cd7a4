/** Settings that could leave everybody outside are tried before they are saved. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
let answer: (form: URLSearchParams) => Response

const SECRET = 's3cret'
const refused = (...codes: string[]) => Response.json({ success: false, 'error-codes': codes })

/** As Turnstile answers: first to a wrong secret, then to a wrong token. */
function judge(form: URLSearchParams): Response {
  if (form.get('secret') !== SECRET) return refused('invalid-input-secret')
  if (form.get('response') !== 'from the widget') return refused('invalid-input-response')
  return Response.json({ success: true, 'error-codes': [] })
}

const turnstile = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => answer(new URLSearchParams(await request.text())),
})

beforeAll(async () => {
  answer = judge
  const env = { ...NO_LIMITS, GW_TURNSTILE_URL: turnstile.url.origin }
  gateway = await startGateway({ env })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await turnstile.stop(true)
})

async function set(key: string, value: unknown, trial?: string): Promise<string> {
  const { body } = await root.put('/api/option/', { key, value, ...(trial && { trial }) })
  return body.code ?? 'saved'
}

async function stored(key: string): Promise<string> {
  const { body } = await root.get('/api/option/')
  return body.data.find((row: { key: string }) => row.key === key).value
}

describe('the bot check', () => {
  const switchOn = (trial?: string) => set('TurnstileCheckEnabled', true, trial)

  test('stays off while its secret is wrong or nobody can be asked', async () => {
    expect(await set('TurnstileSiteKey', 'site')).toBe('saved')
    expect(await set('TurnstileSecretKey', 'not the secret')).toBe('saved')
    expect(await switchOn()).toBe('option.trial_failed')
    expect(await switchOn('from the widget')).toBe('option.trial_failed')
    answer = () => new Response('oops', { status: 500 })
    expect(await switchOn()).toBe('bot_check.unavailable')
    answer = judge
    expect(await stored('TurnstileCheckEnabled')).toBe('false')
    // Nobody is locked out.
    expect((await apiClient(gateway).login('root')).id).toBe(root.id)
  })

  test('stays off while its widget gives what the secret does not know', async () => {
    await set('TurnstileSecretKey', SECRET)
    const body = { key: 'TurnstileCheckEnabled', value: true, trial: 'of another site' }
    const { message, code } = (await root.put('/api/option/', body)).body
    expect(code).toBe('option.trial_failed')
    expect(message).toContain('the site key does not belong to the TurnstileSecretKey')
  })

  test('goes on by the token of its own widget, and its keys stay until it is off', async () => {
    expect(await switchOn('from the widget')).toBe('saved')
    expect(await set('TurnstileSecretKey', 'another')).toBe('option.in_use')
    expect(await set('TurnstileSiteKey', 'another')).toBe('option.in_use')
    // Forms send back what they were given.
    expect(await set('TurnstileSiteKey', 'site')).toBe('saved')
    expect(await set('TurnstileCheckEnabled', true)).toBe('saved')
    expect(await set('TurnstileCheckEnabled', false)).toBe('saved')
    expect(await set('TurnstileSiteKey', 'another')).toBe('saved')
  })

  test('goes on for a script by a secret that is accepted', async () => {
    expect(await switchOn()).toBe('saved')
    expect(await set('TurnstileCheckEnabled', false)).toBe('saved')
  })

  test('is not tried for who holds the database and can switch it off again', async () => {
    answer = () => new Response('oops', { status: 500 })
    const on = await gateway.cli(['option', 'set', 'TurnstileCheckEnabled', 'true'])
    expect(on.code).toBe(0)
    await gateway.cli(['option', 'set', 'TurnstileCheckEnabled', 'false'])
  })
})

describe('the last way to log in', () => {
  test('of who switches is not closed', async () => {
    expect(await set('PasswordLoginEnabled', false)).toBe('option.last_way_in')
    link('github_id', '42')
    // A linked account is no way in while its service is off.
    expect(await set('PasswordLoginEnabled', false)).toBe('option.last_way_in')
    await set('GitHubClientId', 'app')
    await set('GitHubClientSecret', 'hush')
    await set('GitHubOAuthEnabled', true)
    expect(await set('PasswordLoginEnabled', false)).toBe('saved')
    expect(await set('GitHubOAuthEnabled', false)).toBe('option.last_way_in')
    const reset = await root.delete('/api/option/GitHubOAuthEnabled')
    expect(reset.body.code).toBe('option.last_way_in')
    expect(await set('PasswordLoginEnabled', true)).toBe('saved')
    expect(await set('GitHubOAuthEnabled', false)).toBe('saved')
  })

  function link(column: string, id: string): void {
    const file = new Database(join(gateway.dataDir, 'gw.db'))
    file.run(`UPDATE users SET ${column} = ? WHERE id = ?`, [id, root.id])
    file.close()
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { API_PASSWORD } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

describe('logging in', () => {
  test('asks for both fields before it asks the server', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/login')
    await page.locator('form').getByRole('button', { name: '登录' }).click()
    await page.getByText('请输入用户名', { exact: true }).waitFor()
    await page.getByText('请输入密码', { exact: true }).waitFor()
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('username')
  })

  test('with a wrong password shows what the server says and stays', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await visit.goto('/login')
    await page.getByLabel('Username or e-mail').fill('root')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.locator('form').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate('localStorage.getItem("user")')).toBeNull()
    // A second try is told not to be made twice, and takes the message of the first away.
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/user/login*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('Password', { exact: true }).fill(API_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(/username or password/i).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('please do not submit twice').waitFor()
    answer()
    await page.waitForURL('**/token')
  })

  test('remembers who it is and says so in the menu; logging out forgets', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/login')
    await page.getByLabel('用户名或邮箱').fill('root')
    await page.getByLabel('密码', { exact: true }).fill(API_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '账户菜单: root' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).press('Enter')
    await page.getByRole('heading', { name: '登录 Acme AI' }).waitFor()
    expect(await page.evaluate('localStorage.getItem("user")')).toBeNull()
  })

  test('as root with a password that everybody knows is warned', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/login')
    const { body } = await site.people.root.get('/api/user/self')
    await page.route('**/api/user/login*', (route) => route.fulfill({ json: body }))
    await page.getByLabel('用户名或邮箱').fill('root')
    await page.getByLabel('密码', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('您正在使用默认密码，请立即修改。').waitFor()
  })

  test('is asked for again when the session has ended, with the reason', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/login?expired=true')
    await visit.page.getByText('未登录或登录已过期，请重新登录。').waitFor()
  })
})

describe('registering', () => {
  test('names each problem at its field', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/register')
    await page.getByLabel('用户名').fill('a name that is too long')
    await page.getByLabel('密码', { exact: true }).fill('short')
    await page.getByLabel('确认密码').fill('other')
    await page.locator('form').getByRole('button', { name: '注册' }).click()
    for (const problem of [
      '用户名最长 12 个字符',
      '密码长度不得小于 8 位',
      '两次输入的密码不一致',
    ]) {
      await page.getByText(problem).waitFor()
    }
  })

  test('opens an account, signs it in and leads to what comes first', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/register')
    await page.getByLabel('用户名').fill('newcomer')
    await page.getByLabel('密码', { exact: true }).fill('correct horse')
    await page.getByLabel('确认密码').fill('correct horse')
    await page.locator('form').getByRole('button', { name: '注册' }).click()
    await page.getByRole('region', { name: '开始使用' }).getByText('创建令牌').waitFor()
    await visit.goto('/topup')
    await page.getByRole('heading', { name: '钱包' }).waitFor()
    expect((await site.api.login('newcomer', 'correct horse')).id).toBeGreaterThan(0)
  })
})

describe('getting back in', () => {
  test('needs an address, and cannot be asked for twice at once', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/reset')
    await page.getByRole('button', { name: '发送重置邮件' }).click()
    await page.getByText('请输入邮箱地址').waitFor()
    await page.route('**/api/reset_password*', (route) =>
      route.fulfill({ json: { success: true } }),
    )
    await page.getByLabel('邮箱').fill('ann@example.com')
    await page.getByRole('button', { name: '发送重置邮件' }).click()
    await page.getByText('重置邮件已发送，请查收').waitFor()
    expect(await page.getByRole('button', { name: /^重试（/ }).isDisabled()).toBe(true)
  })

  test('shows and copies the new password', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await page.route('**/api/user/reset', (route) =>
      route.fulfill({ json: { success: true, message: '', data: 'kT9wQ2mZ7xLp4RvB' } }),
    )
    await visit.goto('/user/reset?email=ann%40example.com&token=abc')
    await page.getByRole('button', { name: '生成新密码' }).click()
    await page.getByText('kT9wQ2mZ7xLp4RvB').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('kT9wQ2mZ7xLp4RvB')
  })

  test('by half a link is refused', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/user/reset?email=ann%40example.com')
    await visit.page.getByText('重置链接不完整，请重新申请').waitFor()
    expect(await visit.page.getByRole('button', { name: '生成新密码' }).count()).toBe(0)
    await visit.page.getByRole('link', { name: '重新获取链接' }).click()
    expect(new URL(visit.page.url()).pathname).toBe('/reset')
  })
})

test('a login elsewhere that fails is told', async () => {
  await using visit = await site.open('nobody', { language: 'en' })
  await visit.goto('/oauth/github?code=x&state=y')
  const { page } = visit
  await page.getByRole('alert').getByText('The operation failed; back to the login').waitFor()
  expect(await page.getByRole('alert').count()).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/login')
})

/** As by the command line. */
const set = (key: string, value: string) =>
  site.gateway.services.options.set(TEST_ACTOR, { key, value })

describe('what the operator has closed', () => {
  test('is said before anything is typed, and no door leads to it', async () => {
    await set('RegisterEnabled', 'false')
    await set('PasswordLoginEnabled', 'false')
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await visit.goto('/register')
    await page.getByText('The administrator has closed new registrations').waitFor()
    expect(await page.locator('input').count()).toBe(0)
    await visit.goto('/login')
    await page.getByText('The administrator has disabled password login').waitFor()
    expect(await page.locator('input').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0)
    await set('RegisterEnabled', 'true')
    await set('PasswordLoginEnabled', 'true')
  })

  test('by password only leaves the other ways to register', async () => {
    await set('PasswordRegisterEnabled', 'false')
    await using visit = await site.open('nobody')
    await visit.goto('/register')
    await visit.page.getByText('管理员关闭了通过密码进行注册').waitFor()
    expect(await visit.page.locator('input').count()).toBe(0)
    await set('PasswordRegisterEnabled', 'true')
  })
})

/** Hands out one token after another, as the real one does when it is asked for another. */
const WIDGET = `
  let made = 0, give = () => {}
  window.turnstile = {
    render: (place, options) => {
      give = () => options.callback('token-' + ++made)
      give()
      return 'widget'
    },
    reset: () => give(),
    remove: () => {},
  }`

test('the bot check lets root through before it stands before everybody', async () => {
  const { root } = site.people
  await set('TurnstileSiteKey', 's')
  await set('TurnstileSecretKey', 'k')
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
  )
  const sent: unknown[] = []
  await page.route('**/api/option/', (route) => {
    if (route.request().method() === 'GET') return route.continue()
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { success: false, message: 'the keys do not match' } })
  })
  await visit.goto('/setting?tab=system')
  await page
    .getByRole('button', { name: /Turnstile/ })
    .first()
    .click()
  await page.getByText('the keys do not match').waitFor()
  expect(sent).toEqual([
    { key: 'TurnstileCheckEnabled', value: 'true', expected: 'false', trial: 'token-1' },
  ])
  const { data } = (await root.get('/api/option/')).body
  expect(data).toContainEqual({ key: 'TurnstileCheckEnabled', value: 'false' })
})

test('the bot check makes another token for every try', async () => {
  const options = { TurnstileSiteKey: 's', TurnstileSecretKey: 'k', TurnstileCheckEnabled: 'true' }
  for (const [key, value] of Object.entries(options)) await set(key, value)
  await using visit = await site.open('nobody', { language: 'en' })
  const { page } = visit
  const used: (string | null)[] = []
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
  )
  await page.route('**/api/user/login*', (route) => {
    used.push(new URL(route.request().url()).searchParams.get('turnstile'))
    return route.fulfill({ json: { success: false, message: `refused ${used.length}` } })
  })
  await visit.goto('/login')
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  for (const turn of [1, 2, 3]) {
    await page.locator('form').getByRole('button', { name: 'Log in' }).click()
    await page.getByText(`refused ${turn}`).waitFor()
  }
  expect(used).toEqual(['token-1', 'token-2', 'token-3'])
  await set('TurnstileCheckEnabled', 'false')
})

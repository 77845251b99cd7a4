/** The console as files: what a browser is sent, and what it may do with it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { DEFAULT_OPTIONS } from '../../server/domain/options'
import { consoleRoutes } from '../../server/http/console'
import { contentPolicy } from '../../server/http/content-policy'
import { type TempDir, tempDir } from '../support/temp-dir'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.gateway.url + path, { headers, decompress: false })

describe('the page', () => {
  test('is sent for every address without an ending', async () => {
    for (const path of ['/', '/login', '/channel/edit/3', '/setting?tab=other']) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test('runs scripts of this server only, and of those inside it the one it names', async () => {
    for (const path of ['/', '/token', '/nowhere']) {
      const response = await get(path, { accept: 'text/html' })
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='(?:;| https:)/)
      expect(policy).toContain("frame-ancestors 'none'")
      const scripts = [...(await response.text()).matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
      expect(scripts).toHaveLength(2)
      for (const [, attributes = '', body = ''] of scripts) {
        const hash = createHash('sha256').update(body).digest('base64')
        if (body === '') expect(attributes).toContain('src="/assets/')
        else expect(policy).toContain(`'sha256-${hash}'`)
      }
    }
  })

  test('names at once what its address needs, and nothing of other pages', async () => {
    const filesOf = async (path: string) => {
      const page = await (await get(path, { accept: 'text/html' })).text()
      return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    }
    const nowhere = await filesOf('/nowhere')
    for (const [path, name] of [
      ['/login', 'LoginPage'],
      ['/token', 'TokenPage'],
      ['/token/edit/7', 'TokenPage'],
      ['/token/7', 'TokenStatsPage'],
      ['/log/', 'LogPage'],
    ] as const) {
      const files = await filesOf(path)
      expect(files).toEqual(expect.arrayContaining(nowhere))
      expect(files.filter((file) => file.includes('Page-') && file.endsWith('.js'))).toEqual([
        expect.stringContaining(`/${name}-`),
      ])
      for (const file of files) expect((await get(file)).status).toBe(200)
    }
  })

  test('is not sent again to who has it', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    const again = await get('/', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('a file', () => {
  const scriptPath = async () => {
    const page = await (await get('/')).text()
    return /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  }

  test('of the build may be kept for ever', async () => {
    const response = await get(await scriptPath())
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('travels in the smallest form that the client takes', async () => {
    const path = await scriptPath()
    const plain = await (await get(path)).text()
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const response = await get(path, { 'accept-encoding': accepted })
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      const unpacked = await fetch(site.gateway.url + path, {
        headers: { 'accept-encoding': accepted },
      })
      expect(await unpacked.text()).toBe(plain)
    }
    const none = await get(path, { 'accept-encoding': 'identity' })
    expect(none.headers.get('content-encoding')).toBeNull()
  })

  test('that is asked for by HEAD comes without its body', async () => {
    const response = await fetch(site.gateway.url, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  })
})

describe('what is not there', () => {
  test('is told as JSON for files and for every API', async () => {
    const paths = [
      '/no/such.js',
      '/assets/gone.css',
      '/api/nope',
      '/v1/nope',
      '/v1beta/nope',
      '/pg/nope',
      '/dashboard/nope',
      '/api',
    ]
    for (const path of paths) {
      const response = await get(path)
      expect({ path, status: response.status }).toEqual({ path, status: 404 })
      expect(response.headers.get('content-type')).toContain('application/json')
    }
  })

  test('is told to programs as JSON, and to people as a page, where there is no page', async () => {
    for (const path of ['/metrics', '/wp-login', '/tokens/7/x', '/.env']) {
      const told = await get(path)
      expect({ path, status: told.status }).toEqual({ path, status: 404 })
      expect(told.headers.get('content-type')).toContain('application/json')
    }
    const shown = await get('/metrics', { accept: 'text/html,*/*' })
    expect(shown.status).toBe(404)
    expect(shown.headers.get('content-type')).toContain('text/html')
  })

  test('cannot be reached by climbing out of the folder', async () => {
    for (const path of ['/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/assets/..%5cx.json']) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test('is no page for a write either', async () => {
    const response = await fetch(`${site.gateway.url}/login`, { method: 'POST' })
    expect(response.status).toBe(404)
  })
})

describe('a server without a console', () => {
  let folder: TempDir
  beforeAll(() => {
    folder = tempDir('console')
  })
  afterAll(() => folder.remove())

  const ask = (path: string) =>
    app.handle(new Request(`http://localhost${path}`)).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }))
  const app = new Elysia()
    .onError(() => new Response('none', { status: 404 }))
    .use(
      consoleRoutes({
        get folder() {
          return folder.path
        },
        options: () => DEFAULT_OPTIONS,
        bodyTimeoutMs: 1000,
      }),
    )

  test('says so in a sentence, and finds one that is built later', async () => {
    const missing = await ask('/')
    expect(missing.status).toBe(503)
    expect(missing.text).toContain('npm start')
    expect((await ask('/logo.svg')).status).toBe(404)
    mkdirSync(join(folder.path, 'assets'), { recursive: true })
    writeFileSync(join(folder.path, 'index.html'), '<p>built</p>')
    writeFileSync(join(folder.path, 'notes.unknown'), 'not for the web')
    expect(await ask('/')).toEqual({ status: 200, text: '<p>built</p>' })
    expect((await ask('/notes.unknown')).status).toBe(404)
  })
})

describe('other hosts', () => {
  const policy = (changes: object) => contentPolicy({ ...DEFAULT_OPTIONS, Chats: [], ...changes })

  test('are named only while a feature needs them', () => {
    expect(policy({})).not.toMatch(/https?:\/\//)
    expect(policy({ TurnstileCheckEnabled: true })).toContain(
      "script-src 'self' https://challenges.cloudflare.com",
    )
    expect(policy({ TelegramOAuthEnabled: true })).toContain('https://telegram.org')
    const WeChatAccountQRCodeImageURL = 'http://pictures.example/qr.png'
    expect(policy({ WeChatAccountQRCodeImageURL })).toMatch(
      /img-src [^;]*http:\/\/pictures\.example/,
    )
    // With its key alone the bot check can be tried before it is on.
    expect(policy({ TurnstileSiteKey: 'k' })).toContain('https://challenges.cloudflare.com')
    expect(policy({ PayAddress: 'https://pay.example/x' })).toContain(
      "form-action 'self' https://pay.example;",
    )
  })

  test('of a bad setting do not become rules of their own', () => {
    const hostile = 'https://a.example; script-src *'
    expect(policy({ HomePageContent: hostile, Logo: hostile })).not.toContain('script-src *')
  })
})

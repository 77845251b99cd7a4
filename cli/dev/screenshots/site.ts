/** A throw-away site with enough in it to judge every page by. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertRows } from '../../../db/insert-rows'
import { openDatabase } from '../../../db/open'
import { addCallSessions } from '../../../db/tables/call-sessions'
import { updateChannel } from '../../../db/tables/channels'
import { addRollups } from '../../../db/tables/rollups'
import { addUsageFacts } from '../../../db/tables/usage-facts'
import { systemClock } from '../../../server/clock'
import { readConfiguration, readStorage } from '../../../server/configuration'
import { ROLE } from '../../../server/domain/accounts/roles'
import type { Language } from '../../../server/domain/i18n/translate'
import type { PriceJson } from '../../../server/domain/prices/price-row'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { createLogger } from '../../../server/log'
import { type Server, startServer } from '../../../server/serve'
import { SYSTEM_ACTOR } from '../../../server/services/service-deps'
import { rollupRows } from './rollup-rows'
import { type Caller, drawingRows, hourRows, logRows, orderRows, taskRows } from './rows'
import { sessionRows, usageRows } from './usage-rows'

const PASSWORD = 'correct horse battery'

export interface ShowSite extends AsyncDisposable {
  readonly url: string
  /** The session of an ordinary user, and of root. */
  readonly visitors: Readonly<Record<'user' | 'root', Session>>
}

interface Session {
  readonly cookie: string
  readonly user: object
}

/** Its people and channels have names that readers of the language can read. */
export async function startShowSite(language: Language): Promise<ShowSite> {
  const names = NAMES[language]
  const dataDir = mkdtempSync(join(tmpdir(), 'gw-screenshots-'))
  const server = await startServer({
    configuration: readConfiguration(
      { GLOBAL_API_RATE_LIMIT_ENABLE: 'false', CRITICAL_RATE_LIMIT: '100000' },
      { port: 0, host: '127.0.0.1', data: dataDir },
    ),
    log: createLogger({ write: () => {}, readable: true, level: 'error', clock: systemClock }),
  })
  const callers = await fill(server.services, names)
  await fillTables(dataDir, callers, names)
  return {
    url: server.url,
    visitors: { user: await logIn(server.url, 'lin'), root: await logIn(server.url, 'root') },
    async [Symbol.asyncDispose]() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const NAMES = {
  zh: {
    notice: '**维护通知**：周日 02:00–03:00 升级，期间可能短暂不可用。',
    groups: '{"default":"默认分组","vip":"优惠分组"}',
    person: '林小雨',
    token: '生产环境',
    main: 'OpenAI 主线',
    spare: 'OpenAI 备用',
    europe: 'Azure 欧洲',
    codes: '春季活动',
    refused: '上游返回 401',
  },
  en: {
    notice: '**Maintenance**: Sunday 02:00–03:00, with short interruptions.',
    groups: '{"default":"Standard","vip":"Discount"}',
    person: 'Lin Xiaoyu',
    token: 'production',
    main: 'OpenAI main',
    spare: 'OpenAI spare',
    europe: 'Azure Europe',
    codes: 'spring campaign',
    refused: 'the upstream answered 401',
  },
} as const satisfies Readonly<Record<Language, object>>

type Names = (typeof NAMES)[Language]

/** What readers of the other pages have seen and closed. */
export function noticeIn(language: Language): string {
  return NAMES[language].notice
}

const optionsOf = ({ groups, notice }: Names): Readonly<Record<string, string>> => ({
  SystemName: 'Acme AI',
  ServerAddress: 'https://ai.example.com',
  PayAddress: 'https://pay.example.com',
  EpayId: '1000',
  EpayKey: 'not-a-real-key',
  TopUpLink: 'https://shop.example.com',
  DrawingEnabled: 'true',
  DataExportEnabled: 'true',
  GroupRatio: '{"default":1,"vip":0.8,"svip":0.5}',
  UserUsableGroups: groups,
  Notice: notice,
})

const LIN = { username: 'lin', quota: 12_500_000, group: 'default', role: ROLE.user } as const
const OTHERS = [
  { username: 'ops', display_name: 'Ops', quota: 1_000_000, group: 'default', role: ROLE.admin },
  { username: 'acme', display_name: 'Acme Ltd.', quota: 480_000, group: 'vip', role: ROLE.user },
  { username: 'zhao', display_name: '', quota: 0, group: 'svip', role: ROLE.user },
  { username: 'spam', display_name: 'spam', quota: 100, group: 'default', role: ROLE.user },
] as const

const NIGHTLY = 'nightly-evaluation'
const TOKENS = [
  { name: NIGHTLY, unlimited_quota: true, model_limits: 'gpt-4o,gpt-4o-mini' },
  { name: 'laptop', remain_quota: 0, allow_ips: '192.0.2.0/24' },
  { name: 'until next year', remain_quota: 250_000, expired_time: 2_100_000_000, group: 'vip' },
  { name: 'resting', remain_quota: 1_000_000 },
] as const

const channelsOf = ({ main, spare, europe }: Names) => [
  { name: main, type: 1, models: 'gpt-4o,gpt-4o-mini', priority: 10, tag: 'openai' },
  { name: spare, type: 1, models: 'gpt-4o,gpt-4o-mini', weight: 3, tag: 'openai' },
  { name: 'Anthropic', type: 14, models: 'claude-sonnet-4-5', priority: 10 },
  { name: europe, type: 3, models: 'gpt-4o', base_url: 'https://eu.example.com' },
  { name: 'Gemini', type: 24, models: 'gemini-2.5-pro', group: 'default,vip,svip' },
  { name: 'DeepSeek', type: 43, models: 'deepseek-chat,our-own-model', tag: 'cheap' },
]

/** One by one, so that the price has a history. */
const PRICES: readonly PriceJson[] = [
  { model_ratio: 1.5 },
  { model_ratio: 1.25, unit_prices: { web_search: 25, image_completion: 40 } },
  {
    steps: [{ above: 200_000, model_ratio: 2.5, completion_ratio: 3 }],
    tiers: { batch: 0.5, priority: 2 },
  },
]

/** What the services make, as people would. */
async function fill(services: Server['services'], names: Names): Promise<readonly Caller[]> {
  for (const [key, value] of Object.entries(optionsOf(names))) {
    await services.options.set(SYSTEM_ACTOR, { key, value })
  }
  await services.users.ensureRoot(SYSTEM_ACTOR, { password: PASSWORD })
  const users = []
  for (const user of [{ ...LIN, display_name: names.person }, ...OTHERS]) {
    users.push(await services.users.create(SYSTEM_ACTOR, { ...user, password: PASSWORD }))
  }
  const [lin, , acme, , spam] = users
  if (lin === undefined || acme === undefined || spam === undefined) throw new Error('no users')
  await services.users.disable(SYSTEM_ACTOR, spam.id)
  const tokens = []
  for (const token of [{ name: names.token, remain_quota: 5_000_000 }, ...TOKENS]) {
    tokens.push(...(await services.tokens.create(SYSTEM_ACTOR, { ...token, user_id: lin.id })))
  }
  const resting = tokens.at(-1)
  if (resting !== undefined) {
    await services.tokens.set(SYSTEM_ACTOR, { id: resting.id, status: TOKEN_STATUS.disabled })
  }
  for (const channel of channelsOf(names)) {
    await services.channels.create(SYSTEM_ACTOR, { key: 'sk-nothing', ...channel })
  }
  for (const price of PRICES) {
    await services.prices.set(SYSTEM_ACTOR, { prices: [{ model: 'gpt-4o', price }] })
  }
  await services.redemptions.create(SYSTEM_ACTOR, {
    name: names.codes,
    quota: 500_000,
    count: 5,
  })
  const [code] = await services.redemptions.create(SYSTEM_ACTOR, { name: 'vip', quota: 5_000_000 })
  if (code !== undefined) {
    await services.redemptions.redeem(SYSTEM_ACTOR, { userId: acme.id, code: code.key })
  }
  return [
    { id: lin.id, username: lin.username, token: names.token },
    { id: acme.id, username: acme.username, token: 'production' },
    { id: lin.id, username: lin.username, token: NIGHTLY },
  ]
}

/** What only traffic and time make. */
async function fillTables(
  dataDir: string,
  callers: readonly Caller[],
  { refused }: Names,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const [lin] = callers
  if (lin === undefined) return
  const db = await openDatabase(readStorage({}, { data: dataDir }).databaseUrl)
  await db.transaction(async (trx) => {
    await insertRows(trx, 'logs', logRows(callers, now))
    await insertRows(trx, 'quota_data', hourRows(callers.slice(0, 2), now))
    await addCounts(trx, callers, now)
    for (const rows of partsOf(usageRows(callers, now), 500)) await addUsageFacts(trx, rows)
    await addCallSessions(trx, sessionRows(lin.id, now))
    await insertRows(trx, 'top_ups', orderRows(lin.id, now))
    await insertRows(trx, 'midjourneys', drawingRows(lin.id, now))
    await insertRows(trx, 'tasks', taskRows(lin.id, now))
    for (const [index, ms] of [420, 2600, 4100, 7200, 0, 880].entries()) {
      const facts = {
        response_time: ms,
        test_time: now - 600,
        used_quota: (6 - index) * 1_730_000,
        balance: index * 12.5,
        balance_updated_time: now - 3600,
        ...(index === 3 && {
          status: 3,
          other_info: JSON.stringify({ status_reason: refused, status_time: now - 5000 }),
        }),
        ...(index === 1 && { status: 2 }),
      }
      await updateChannel(trx, index + 1, facts)
    }
  })
  await db.close()
}

const SHARES = [0.42, 0.02, 0.31, 0.05, 0.13, 0.07] as const
const MODEL_SHARES = { 'gpt-4o': 0.38, 'claude-sonnet-4-5': 0.31, 'gemini-2.5-pro': 0.13 }

/** Channel 3 has just begun to fail, and the second token to spend as it never did. */
async function addCounts(
  trx: Parameters<typeof addRollups>[0],
  callers: readonly Caller[],
  now: number,
): Promise<void> {
  const subjects = [
    ...SHARES.map((share, index) => ({
      kind: 'channel' as const,
      subject: String(index + 1),
      share,
      failing: index === 3 ? 0.2 : 0.003,
      ...(index === 2 && { failingNow: 0.74 }),
    })),
    ...Object.entries(MODEL_SHARES).map(([subject, share]) => ({
      kind: 'model' as const,
      subject,
      share,
      failing: 0.004,
    })),
    ...callers.slice(0, 2).map(({ id }, index) => ({
      kind: 'user' as const,
      subject: String(id),
      share: index === 0 ? 0.6 : 0.2,
      failing: 0.01,
    })),
    ...[1, 2, 4].map((id) => ({
      kind: 'token' as const,
      subject: String(id),
      share: 0.3 / id,
      failing: 0.01,
      ...(id === 2 && { wild: 12 }),
    })),
  ]
  for (const rows of partsOf(rollupRows(subjects, now), 500)) await addRollups(trx, rows)
}

function partsOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}

async function logIn(url: string, username: string): Promise<Session> {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { data } = (await answer.json()) as { readonly data: object }
  return { cookie, user: data }
}

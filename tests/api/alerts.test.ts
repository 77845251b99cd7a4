/** Alert rules: from a cause, over the notice, to its end; and what a rule would have found. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { addRollups, type RollupDelta } from '../../db/tables/rollups'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { json, startUpstream, type Upstream } from '../support/upstream'

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** Twenty minutes into an hour. */
const START = 1_750_000_800
const DOLLAR = 500_000

const clock = manualClock(START * 1000)
const now = () => Math.floor(clock.nowMs() / 1000)

let bad: Upstream
let good: Upstream
let sink: SmtpSink
let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller
let badId = 0
let goodId = 0

beforeAll(async () => {
  sink = await startSmtpSink()
  bad = await startUpstream(json({ error: { message: 'out of order' } }, { status: 500 }))
  good = await startUpstream(json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: NO_LIMITS,
    clock,
    options: { ...PRICES, ...sink.options, ServerAddress: 'https://gw.example' },
    users: [{ username: 'ann', password: 'correct horse battery', quota: 3 * DOLLAR }],
    tokens: [{ name: 'app' }],
    channels: [
      { name: 'bad', base_url: bad.url, models: MODEL, priority: 2, auto_ban: false },
      { name: 'good', base_url: good.url, models: MODEL, priority: 1 },
    ],
  })
  ;[badId = 0, goodId = 0] = gateway.channelIds
  root = await apiClient(gateway).as('root')
  await root.put('/api/user/self', { email: 'root@example.com' })
  const setting = { notify_type: 'email', notification_email: 'root@example.com', language: 'en' }
  await root.put('/api/user/setting', { ...setting, quota_warning_threshold: 1 })
  admin = await apiClient(gateway).as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([bad.stop(), good.stop(), sink[Symbol.asyncDispose]()])
})

/** One turn of the evaluator after so many seconds, with everything counted that was called. */
async function turn(seconds: number): Promise<void> {
  clock.advance(seconds * 1000)
  await gateway.idle()
  await gateway.services.alerts.evaluate()
}

async function create(rule: object): Promise<ApiBody> {
  const { body } = await admin.post('/api/alert/', rule)
  expect(body).toMatchObject({ success: true })
  return body.data
}

const shown = async (id: number) => (await admin.get(`/api/alert/${id}`)).body.data
const history = async (id: number) =>
  (await admin.get(`/api/alert/history?rule=${id}`)).body.data.items

async function callTimes(count: number): Promise<void> {
  for (let call = 0; call < count; call += 1) {
    await gateway.post(PATH_OF.openai, ask('openai'))
  }
}

const NOTHING = { calls: 0, failed: 0, refused: 0, quota: 0, tokens: 0, latency: [], errors: '' }

async function write(
  rows: readonly (Pick<RollupDelta, 'kind' | 'subject' | 'at'> & Partial<RollupDelta>)[],
): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const deltas = rows.map((row) => ({ ...NOTHING, ...row }))
  await db.transaction((trx) => addRollups(trx, deltas))
  await db.close()
}

describe('a rule', () => {
  test('fires, is told once, is over and is told of once', async () => {
    const { id } = await create({
      name: 'Bad channel',
      measure: 'error_share',
      scope: 'channel',
      min_calls: 3,
      window_s: 300,
      severity: 'critical',
    })
    expect(await shown(id)).toMatchObject({ state: 'ok', threshold: 20, subject: '' })
    const before = sink.mails.length
    await callTimes(3)
    await turn(10)
    expect(await shown(id)).toMatchObject({
      state: 'firing',
      since: now(),
      value: 100,
      subjects: [{ subject: String(badId), name: 'bad', state: 'firing', value: 100 }],
    })
    const mail = await sink.mail(before + 1)
    expect(mail.subject).toBe('Alert: Bad channel')
    expect(mail.text).toContain('bad 100 % of calls fail. The limit is 20 %.')
    expect(mail.text).toContain('https://gw.example/alert')
    const { items } = (await admin.get('/api/overview/attention')).body.data
    expect(items[0]).toMatchObject({ kind: 'alert_firing', name: 'Bad channel', owner: 'bad' })
    for (const _ of [1, 2]) await turn(10)
    expect(sink.mails.length).toBe(before + 1)
    // Nothing failed within the window any more, and for a minute.
    await turn(400)
    expect((await shown(id)).state).toBe('firing')
    await turn(60)
    expect(await shown(id)).toMatchObject({ state: 'ok', subjects: [] })
    const over = await sink.mail(before + 2)
    expect(over.subject).toBe('Recovered: Bad channel')
    await turn(10)
    expect(sink.mails.length).toBe(before + 2)
    expect(await history(id)).toMatchObject([
      { rule_name: 'Bad channel', name: 'bad', peak: 100, notices: 1, until_at: now() - 70 },
    ])
  })

  test('waits, is silenced, and tells what fires still when the silence ends', async () => {
    const balance = { name: 'Ann runs dry', measure: 'account_balance', subject: 'ann' }
    const { id, subject, subject_name } = await create({
      ...balance,
      threshold: 4 * DOLLAR,
      for_s: 60,
      renotify_s: HOUR,
    })
    expect([subject, subject_name]).toEqual([String(gateway.userIds[0]), 'ann'])
    await turn(1)
    expect((await shown(id)).state).toBe('pending')
    const until = now() + HOUR
    await admin.post(`/api/alert/${id}/silence`, { until })
    const before = sink.mails.length
    await turn(60)
    expect(await shown(id)).toMatchObject({ state: 'firing', silenced_until: until })
    expect(sink.mails.length).toBe(before)
    await turn(HOUR)
    expect((await sink.mail(before + 1)).subject).toBe('Alert: Ann runs dry')
    await turn(HOUR)
    expect((await sink.mail(before + 2)).subject).toBe('Alert: Ann runs dry')
    expect((await history(id))[0]).toMatchObject({ until_at: 0, notices: 2 })
    await admin.put(`/api/alert/${id}`, { enabled: false })
    expect(await shown(id)).toMatchObject({ state: 'ok', enabled: false })
    await turn(10)
    expect(sink.mails.length).toBe(before + 2)
    expect((await admin.delete(`/api/alert/${id}`)).body.success).toBe(true)
    expect((await admin.get(`/api/alert/${id}`)).body.code).toBe('alert.not_found')
  })

  test('goes on in another process, which tells nothing twice', async () => {
    const { id } = await create({
      name: 'Any spend',
      measure: 'calls_per_minute',
      comparison: 'below',
      scope: 'model',
      subject: MODEL,
      threshold: 1,
    })
    const before = sink.mails.length
    await turn(HOUR)
    expect((await sink.mail(before + 1)).text).toContain(`${MODEL} 0/min`)
    const other = await gateway.cli(['job', 'run', 'alert-rules'])
    expect(other.code).toBe(0)
    expect(sink.mails.length).toBe(before + 1)
    expect((await history(id)).length).toBe(1)
    await admin.delete(`/api/alert/${id}`)
  })
})

describe('a rule that opens incidents', () => {
  const page = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await apiClient(gateway).get('/api/status/page', { headers })).body.data
  }
  const rule = { name: 'Model fails', measure: 'error_share', min_calls: 3, window_s: 300 }
  beforeAll(() => good.script(json({ error: { message: 'no' } }, { status: 500 })))
  afterAll(() => good.script(json(JSON.parse(recorded('openai').json))))

  test('opens one of the models that fail, and resolves it when it is over', async () => {
    await root.put('/api/option/', { key: 'StatusPageEnabled', value: true })
    const { id } = await create({
      ...rule,
      ...{ scope: 'model', severity: 'critical', notify: false, opens_incident: true },
    })
    await callTimes(3)
    await turn(20)
    expect(await shown(id)).toMatchObject({ state: 'firing', opens_incident: true })
    const { state, incidents } = await page('en')
    expect(state).toBe('outage')
    expect(incidents).toMatchObject([
      {
        title: 'Requests fail more often than usual',
        ...{ kind: 'incident', state: 'investigating', impact: 'critical', models: [MODEL] },
      },
    ])
    expect((await page('zh')).incidents[0].title).toBe('请求失败多于平时')
    expect(JSON.stringify(await page('en'))).not.toContain('Model fails')
    for (const _ of [1, 2]) await turn(10)
    expect((await page('en')).incidents.length).toBe(1)
    const listed = (await admin.get('/api/incident/')).body.data.items
    expect(listed).toMatchObject([{ source: `alert:${id}:error_share` }])
    const shownByCommand = await gateway.cli(['incident', 'list', '--json', '--lang', 'en'])
    expect(JSON.parse(shownByCommand.stdout)[0].title).toBe(incidents[0].title)
    await turn(400)
    await turn(60)
    expect((await page('en')).incidents[0]).toMatchObject({ state: 'resolved' })
    await admin.delete(`/api/alert/${id}`)
  })

  test('does not open anew what was resolved by hand, and ends with the rule', async () => {
    const { id } = await create({ ...rule, name: 'Site fails', scope: 'site' })
    await callTimes(3)
    await turn(10)
    const count = async () => (await page('en')).incidents.length
    const before = await count()
    await admin.put(`/api/alert/${id}`, { opens_incident: true })
    const [open] = (await admin.get('/api/incident/?open=true')).body.data.items
    expect(open).toMatchObject({ state: 'investigating', models: [], impact: 'minor' })
    await admin.post(`/api/incident/${open.id}/update`, { state: 'resolved' })
    await turn(20)
    expect([(await shown(id)).state, await count()]).toEqual(['firing', before + 1])
    await admin.put(`/api/alert/${id}`, { opens_incident: false })
    await admin.put(`/api/alert/${id}`, { opens_incident: true })
    await admin.delete(`/api/alert/${id}`)
    expect((await admin.get('/api/incident/?open=true')).body.data.items).toEqual([])
  })

  test.each([
    { measure: 'error_share', scope: 'channel' },
    { measure: 'spend_per_hour', scope: 'site' },
  ])('tells customers nothing of %j', async (condition) => {
    const asked = { name: 'Private', ...condition, opens_incident: true }
    const { body } = await admin.post('/api/alert/', asked)
    expect(body).toMatchObject({ success: false, code: 'value.invalid' })
    expect(body.message).toContain('opens_incident')
  })
})

describe('a preview', () => {
  test('tells how often a rule would have fired, out of minutes and hours', async () => {
    const minute = now() - (now() % 60)
    await write([
      ...[5, 4].map((days) => ({
        kind: 'channel' as const,
        subject: String(goodId),
        at: minute - (minute % HOUR) - days * DAY,
        calls: 50,
        failed: 40,
      })),
      ...[0, 1, 2].map((at) => ({
        kind: 'channel_minute' as const,
        subject: String(goodId),
        at: minute - DAY + at * 60,
        calls: 50,
        failed: 30,
      })),
    ])
    const rule = { measure: 'error_share', scope: 'channel', subject: 'good', window_s: 300 }
    const { data } = (await admin.post('/api/alert/preview', rule)).body
    expect(data).toMatchObject({ has_past: true, subjects: 1, left_out: 0 })
    expect(data.firings.map(({ name, peak }: ApiBody) => [name, peak])).toEqual([
      ['good', 80],
      ['good', 80],
      ['good', 60],
    ])
    expect(data.firings[2]).toMatchObject({ from: minute - DAY + 60, to: minute - DAY + 480 })
    const each = { ...rule, subject: '', threshold: 70 }
    const all = (await admin.post('/api/alert/preview', each)).body.data
    expect(all.firings.filter(({ name }: ApiBody) => name === 'good').length).toBe(2)
  })

  test('compares spend with the same hour of other weeks', async () => {
    const hour = now() - (now() % HOUR)
    await write(
      [1, 2, 3, 4].flatMap((weeks) =>
        [-1, 0, 1].map((by) => ({
          kind: 'model' as const,
          subject: MODEL,
          at: hour - weeks * WEEK + by * HOUR,
          quota: 2 * DOLLAR,
        })),
      ),
    )
    const at = now() - (now() % 60) - 120
    await write([
      { kind: 'model_minute', subject: MODEL, at, quota: 20 * DOLLAR },
      { kind: 'site', subject: '', at, quota: 20 * DOLLAR },
    ])
    for (const place of [{ scope: 'site' }, { scope: 'model', subject: MODEL }]) {
      const asked = { measure: 'spend_times_usual', ...place }
      const { now: found } = (await admin.post('/api/alert/preview', asked)).body.data
      expect(found[0].is_breach).toBe(true)
      expect(found[0].value).toBeGreaterThan(9)
      expect(found[0].value).toBeLessThanOrEqual(10)
    }
  })

  test('of what is as it is says so, and what it finds now', async () => {
    const rule = { measure: 'account_balance', subject: 'ann', threshold: 4 * DOLLAR }
    const { data } = (await admin.post('/api/alert/preview', rule)).body
    expect(data).toMatchObject({ has_past: false, firings: [] })
    const [ann] = gateway.userIds
    expect(data.now).toMatchObject([{ subject: String(ann), name: 'ann', is_breach: true }])
    expect(data.now[0].value).toBeLessThanOrEqual(3 * DOLLAR)
  })
})

test('the certificate of a channel is looked at, that of a vendor is not', async () => {
  const tls = `${import.meta.dir}/../fixtures/tls`
  const [cert, key] = ['cert', 'key'].map((part) => Bun.file(`${tls}/localhost-${part}.pem`))
  await using site = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1', tls: { cert, key } },
    fetch: () => new Response(),
  })
  const address = `https://localhost:${site.port}/v1/`
  const channel = { type: 1, key: 'sk-1', models: 'x', group: 'default', weight: 1, priority: 0 }
  const created = await root.post('/api/channel/', {
    ...{ ...channel, name: 'own', base_url: address },
  })
  expect(created.body).toMatchObject({ success: true })
  await root.post('/api/channel/', { ...channel, name: 'vendor' })
  const rule = { measure: 'certificate_expiry', scope: 'channel', threshold: 40_000 }
  const { data } = (await admin.post('/api/alert/preview', rule)).body
  const end = Date.parse('2126-10-28T11:12:53Z') / 1000
  expect(data.now).toMatchObject([{ name: 'own', value: (end - now()) / DAY, is_breach: true }])
})

describe('the rules of the overview', () => {
  const builtIn = async (name: string) => {
    const { data } = (await admin.get('/api/alert/')).body
    return data.find((rule: ApiBody) => rule.name === name)
  }
  const kinds = async () => {
    const { items } = (await admin.get('/api/overview/attention')).body.data
    return items.map(({ kind }: ApiBody) => kind)
  }

  test('are switched off, tuned and as they came again', async () => {
    const at = now() - (now() % HOUR)
    const attempts = { calls: 10, failed: 10, last_at: now() }
    await write([{ kind: 'channel', subject: String(badId), at, ...attempts }])
    expect(await kinds()).toContain('channel_failing')
    const { id, built_in, notify } = await builtIn('channel_failing')
    expect([built_in, notify]).toEqual([true, false])
    await admin.put(`/api/alert/${id}`, { enabled: false })
    expect(await kinds()).not.toContain('channel_failing')
    await admin.delete(`/api/alert/${id}`)
    expect(await builtIn('channel_failing')).toMatchObject({ enabled: true, threshold: 50 })
    expect(await kinds()).toContain('channel_failing')
    await admin.put(`/api/alert/${id}`, { threshold: 101 })
    expect(await kinds()).not.toContain('channel_failing')
    await admin.delete(`/api/alert/${id}`)
  })

  test('fire like others, and somebody is told who wants to be', async () => {
    const { id } = await builtIn('channel_failing')
    await admin.put(`/api/alert/${id}`, { notify: true })
    const before = sink.mails.length
    await turn(20)
    const mail = await sink.mail(before + 1)
    expect(mail.subject).toBe('A channel fails too often')
    expect(mail.text).toContain('bad 100 %')
    expect(await builtIn('channel_failing')).toMatchObject({ state: 'firing' })
    await admin.delete(`/api/alert/${id}`)
  })

  test('keep their name and look everywhere', async () => {
    const { id } = await builtIn('channel_off')
    for (const change of [{ name: 'other' }, { subject: 'bad' }, { measure: 'error_share' }]) {
      const { body } = await admin.put(`/api/alert/${id}`, change)
      expect(body).toMatchObject({ success: false, code: 'value.invalid' })
    }
  })
})

test('every change is in the audit log', async () => {
  const { items } = (await root.get('/api/audit/?page_size=50')).body.data
  const actions = new Set(items.map(({ action }: ApiBody) => action))
  for (const verb of ['create', 'set', 'silence', 'delete'])
    expect(actions).toContain(`alert.${verb}`)
})

/**
 * A real Prometheus takes what we make, unmodified: metrics, alert rules, and every question of
 * the board; what fires reaches a real Alertmanager. Needs GW_TEST_PROMETHEUS, the folder of
 * `prometheus`, `promtool` and `prometheus-alertmanager` (Debian: /usr/bin).
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grafanaBoard } from '../../server/domain/metrics/board'
import { ask, MODEL, PATH_OF, PRICES } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const programs = process.env.GW_TEST_PROMETHEUS
const TOKEN = 'a token of twenty letters'

describe.if(programs !== undefined)('Prometheus', () => {
  const folder = tempDir('prometheus')
  let upstream: Upstream
  let gateway: Gateway
  let prometheus: Bun.Subprocess
  let alertmanager: Bun.Subprocess
  let url: string
  let alertsUrl: string

  beforeAll(async () => {
    upstream = await startUpstream(json({ error: { message: 'busy' } }, { status: 500 }))
    gateway = await startGateway({
      env: { GW_METRICS_TOKEN: TOKEN },
      options: PRICES,
      channels: [{ upstream, name: 'main', models: MODEL }],
    })
    const rules = (await gateway.cli(['grafana', 'rules'])).stdout
    // Ten minutes of failures are seconds here; nothing else of the rules is touched.
    writeFileSync(join(folder.path, 'rules.yml'), rules.replaceAll(/for: \w+/g, 'for: 0s'))
    const alertsPort = freePort()
    alertsUrl = `http://127.0.0.1:${alertsPort}`
    writeFileSync(join(folder.path, 'prometheus.yml'), configurationFor(gateway, alertsPort))
    writeFileSync(join(folder.path, 'alertmanager.yml'), ALERTMANAGER)
    alertmanager = Bun.spawn(
      [
        join(programs ?? '', 'prometheus-alertmanager'),
        `--config.file=${join(folder.path, 'alertmanager.yml')}`,
        `--storage.path=${join(folder.path, 'alerts')}`,
        `--web.listen-address=127.0.0.1:${alertsPort}`,
        '--cluster.listen-address=',
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    )
    const port = freePort()
    url = `http://127.0.0.1:${port}`
    prometheus = Bun.spawn(
      [
        join(programs ?? '', 'prometheus'),
        `--config.file=${join(folder.path, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder.path, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    )
    await waitUntil(
      'it has read the gateway',
      async () => (await seriesOf('gw_build_info')) > 0,
      30_000,
    )
  })
  afterAll(async () => {
    for (const program of [prometheus, alertmanager]) {
      program.kill()
      await program.exited
    }
    await gateway[Symbol.asyncDispose]()
    await upstream.stop()
    folder.remove()
  })

  /** How many series answer; fails for a question that it does not understand. */
  async function seriesOf(query: string): Promise<number> {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`).catch(
      () => undefined,
    )
    if (response === undefined || response.status === 503) return 0
    const { status, data, error } = Object(await response.json())
    if (status !== 'success') throw new Error(`${query}: ${error}`)
    return data.result.length
  }

  test('finds nothing to mend in the text, and reads the rules as they are printed', async () => {
    const response = await fetch(`${gateway.url}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    const rules = join(folder.path, 'printed.yml')
    writeFileSync(rules, (await gateway.cli(['grafana', 'rules'])).stdout)
    const promtool = join(programs ?? '', 'promtool')
    const checks = [
      Bun.spawn([promtool, 'check', 'metrics'], { stdin: response, stderr: 'pipe' }),
      Bun.spawn([promtool, 'check', 'rules', rules], { stderr: 'pipe' }),
    ]
    for (const check of checks) {
      const said = await new Response(check.stderr).text()
      expect({ code: await check.exited, said }).toEqual({ code: 0, said: '' })
    }
  })

  test('understands every question of the board', async () => {
    for (const panel of grafanaBoard('gw').panels) {
      if (panel.type === 'row') continue
      for (const { expr } of panel.targets) {
        await seriesOf(expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))
      }
    }
  })

  test('fires the alert of a channel that fails, within half a minute', async () => {
    const fails = async () => {
      await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
      return (await seriesOf('ALERTS{alertname="GwChannelFails", alertstate="firing"}')) > 0
    }
    await waitUntil('the alert fires', fails, 30_000)
    expect(await seriesOf('ALERTS{alertname="GwCallsFail", alertstate="firing"}')).toBe(1)
    expect(await seriesOf('ALERTS{alertname="GwDown"}')).toBe(0)
    const alert = () => arrivedAt(alertsUrl, 'GwChannelFails')
    await waitUntil('it reaches Alertmanager', async () => (await alert()) !== undefined, 30_000)
    expect(await alert()).toMatchObject({
      labels: { name: 'main', severity: 'warning' },
      annotations: { summary: '100% of the attempts fail at channel main' },
      status: { state: 'active' },
    })
  })
})

/** Prometheus takes no 0, and does not say where it listens. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = probe
  probe.stop(true)
  return port
}

const ALERTMANAGER = 'route: {receiver: nobody}\nreceivers: [{name: nobody}]\n'

async function arrivedAt(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/api/v2/alerts`).catch(() => undefined)
  const alerts: unknown = await response?.json()
  if (!Array.isArray(alerts)) return undefined
  return alerts.find(({ labels }) => labels.alertname === name)
}

function configurationFor({ port }: Gateway, alertsPort: number): string {
  return `
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [rules.yml]
alerting: {alertmanagers: [{static_configs: [{targets: ['127.0.0.1:${alertsPort}']}]}]}
scrape_configs:
  - job_name: gw
    authorization: {credentials: ${TOKEN}}
    static_configs: [{targets: ['127.0.0.1:${port}']}]
`
}

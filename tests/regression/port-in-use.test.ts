import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '../support/cli'
import { startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'

async function serveOn(args: readonly string[]) {
  const folder = tempDir('taken')
  try {
    const dataDir = join(folder.path, 'data')
    const result = await runCli(['serve', ...args], { dataDir })
    return { ...result, touchedData: existsSync(dataDir) }
  } finally {
    folder.remove()
  }
}

test('a second gateway on a taken port is refused instead of sharing it', async () => {
  await using gateway = await startGateway()
  const { code, stderr, touchedData } = await serveOn(['--port', String(gateway.port)])
  expect(code).toBe(1)
  expect(stderr).toContain(`127.0.0.1 port ${gateway.port} is in use`)
  expect(touchedData).toBe(false)
})

test('an address that is not this machine’s is named', async () => {
  const { code, stderr, touchedData } = await serveOn(['--port', '0', '--host', '203.0.113.9'])
  expect(code).toBe(1)
  expect(stderr).toContain('cannot listen on 203.0.113.9 port 0')
  expect(touchedData).toBe(false)
})

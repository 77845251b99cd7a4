/** What `gw doctor` and `gw ledger verify` tell of money that waits, and of what it waits for. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logFacts, reserveOrder, settleOrder } from '../db/seed'
import { type GatewayClient, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { type DatabaseShell, openFilledShell } from './database-fixture'

const TWO_HOURS_MS = 2 * 3_600_000
const CHINESE = ['--lang', 'zh']

interface Row {
  readonly id: string
  readonly status: string
  readonly message: string
  readonly hint: string
}

let shell: DatabaseShell

beforeEach(async () => {
  shell = await openFilledShell()
})
afterEach(() => shell.remove())

type Cli = Pick<GatewayClient, 'cli'>['cli']

/** Every row of one check, and the exit code. */
async function rowsOf(id: string, cli: Cli = shell.gw, flags: readonly string[] = []) {
  const { code, stdout } = await cli(['doctor', '--offline', '--json', ...flags])
  const rows: readonly Row[] = JSON.parse(stdout)
  return { code, rows: rows.filter((row) => row.id === id) }
}

async function holdFor(callId: string, nowMs: number): Promise<void> {
  await shell.edit(async (db) => {
    const { id } = await db.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await db.ledger.reserve(reserveOrder({ callId, userId: id, amount: 700, nowMs }))
  })
}

describe('holds', () => {
  test('older than any call are named with their credits, and young ones are not', async () => {
    await holdFor('call-old', Date.now() - TWO_HOURS_MS)
    await holdFor('call-young', Date.now())
    const verified = await shell.gw(['ledger', 'verify', '--json'])
    expect(verified.code).toBe(1)
    expect(verified.json()).toEqual([
      { account: 'call:call-old', check: 'abandoned', expected: 0, actual: 700 },
    ])
    const { rows } = await rowsOf('holds')
    expect(rows).toMatchObject([{ status: 'warn' }])
    expect(rows[0]?.message).toContain('700')
    expect(rows[0]?.message).toContain('call-old')
    expect(rows[0]?.message).not.toContain('call-young')
  })
})

describe('settlements in the file', () => {
  const order = settleOrder({
    reservation: { callId: 'call-1', userId: 1, tokenId: undefined, amount: 700 },
    charge: 30,
    log: logFacts(),
  })

  test('are counted, with what to do; a blank file is nothing', async () => {
    const path = join(shell.dataDir, 'unsettled.jsonl')
    writeFileSync(path, '\n'.repeat(1000))
    expect((await rowsOf('settlements')).rows).toMatchObject([{ status: 'ok' }])
    writeFileSync(path, `${JSON.stringify(order)}\n${JSON.stringify(order).slice(0, 50)}\n\n`)
    const { code, rows } = await rowsOf('settlements')
    expect(code).toBe(1)
    expect(rows).toMatchObject([{ status: 'fail' }, { status: 'warn' }])
    expect(rows[0]?.message).toBe(`1 pending settlement in ${path}`)
    expect(rows[0]?.hint).toContain('start the server')
    const chinese = await rowsOf('settlements', shell.gw, CHINESE)
    expect(chinese.rows[0]?.message).toContain('1 笔结算等待写入')
  })
})

describe('a real write', () => {
  test('finds the lock that another program holds, and changes nothing', async () => {
    const before = readdirSync(shell.dataDir).sort()
    expect((await rowsOf('writable')).rows).toMatchObject([{ status: 'ok' }])
    expect(readdirSync(shell.dataDir).sort()).toEqual(before)
    using lock = new Database(shell.file)
    lock.exec('begin immediate')
    const { code, rows } = await rowsOf('writable')
    expect([code, rows.length, rows[0]?.status]).toEqual([1, 1, 'fail'])
    expect(rows[0]?.hint).toContain('fuser')
  })

  test.if(Bun.which('mount') !== null)('finds a full disk', async () => {
    using folder = tempDir('full')
    const mount = ['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.path]
    if (Bun.spawnSync(mount, { stderr: 'ignore' }).exitCode !== 0) return
    try {
      const { stdout } = await shell.gw(['doctor', '--offline', '--json'], { dataDir: folder.path })
      const rows: readonly Row[] = JSON.parse(stdout)
      expect(rows.find(({ id }) => id === 'writable')).toMatchObject({ status: 'fail' })
      expect(readdirSync(folder.path)).toEqual([])
    } finally {
      Bun.spawnSync(['umount', folder.path])
    }
  })
})

describe('beside a running server', () => {
  test('what its health says is told, at the address that it announced', async () => {
    await using gateway = await startGateway({ env: { GW_DATABASE_WAIT_MS: '40' } })
    expect((await rowsOf('server', gateway.cli)).rows).toMatchObject([{ status: 'ok' }])
    const file = join(gateway.dataDir, 'gw.db')
    renameSync(file, `${file}.away`)
    const { code, rows } = await rowsOf('server', gateway.cli)
    expect([code, rows.map(({ status }) => status)]).toEqual([1, ['ok', 'fail']])
    expect(rows[1]?.message).toContain('was deleted under the server')
    expect(readdirSync(gateway.dataDir)).not.toContain('gw.db')
    writeFileSync(file, 'something else')
    const replaced = await rowsOf('server', gateway.cli, CHINESE)
    expect(replaced.rows[1]?.message).toContain('已被其他文件替换')
    renameSync(`${file}.away`, file)
    expect((await rowsOf('server', gateway.cli)).rows).toMatchObject([{ status: 'ok' }])
  })
})

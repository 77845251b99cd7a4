/** What a URL of PostgreSQL leaves open is filled in as libpq has it. */
import { afterEach, expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionOptions } from '../../db/postgres/connection'
import { tempDir } from '../support/temp-dir'

const URL_OF = 'postgres://ann@db.example:5433/gw'

afterEach(() => {
  delete process.env.PGPASSFILE
})

/** Lines of host:port:database:user:password; the first that fits counts. */
function passwordFile(...lines: readonly string[]): void {
  const file = join(tempDir('pgpass').path, 'pgpass')
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(file, 0o600)
  process.env.PGPASSFILE = file
}

test('encryption is preferred unless the URL or PGSSLMODE says something', async () => {
  process.env.PGPASSFILE = '/nowhere'
  expect(await connectionOptions(URL_OF, {})).toEqual({ tls: 'prefer' })
  for (const asked of ['sslmode=disable', 'sslmode=verify-full&sslrootcert=/ca.pem', 'ssl=true']) {
    expect(await connectionOptions(`${URL_OF}?${asked}`, {})).toEqual({})
  }
  expect(await connectionOptions(URL_OF, { PGSSLMODE: 'require' })).toEqual({})
})

test('a password comes out of the file where nothing else has one', async () => {
  passwordFile('other:*:*:*:no', 'db.example:5432:gw:ann:no', '*:5433:gw:ann:with\\:colon')
  const password = 'with:colon'
  expect(await connectionOptions(URL_OF, {})).toEqual({ tls: 'prefer', password })
  const bare = 'postgres://db.example:5433'
  const env = { PGUSER: 'ann', PGDATABASE: 'gw' }
  expect(await connectionOptions(bare, env)).toEqual({ tls: 'prefer', password })
  expect(await connectionOptions(URL_OF, { PGPASSWORD: 'x' })).toEqual({ tls: 'prefer' })
  const own = URL_OF.replace('ann@', 'ann:own@')
  expect(await connectionOptions(own, {})).toEqual({ tls: 'prefer' })
})

test('a password file that others may read is left alone', async () => {
  passwordFile('*:*:*:*:secret')
  chmodSync(process.env.PGPASSFILE ?? '', 0o644)
  expect(await connectionOptions(URL_OF, {})).toEqual({ tls: 'prefer' })
})

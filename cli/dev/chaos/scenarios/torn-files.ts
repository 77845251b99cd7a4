/** Damage to a data folder at rest. */
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Chance } from '../../../provider/chance'
import type { Site } from '../site'

export interface TornFile {
  readonly name: string
  readonly damages: 'key' | 'database'
  readonly tear: (site: Site, chance: Chance) => void
  /** A start makes a new file before it finds that the new one opens nothing. */
  readonly isReplaced?: boolean
  /** `either`: damage that only some reads hit; those fail with an error. */
  readonly outcome: 'serves' | 'refuses' | 'either'
}

const WAL = '-wal'
const KEY_FILE = 'secret.key'
const PAGE = 4096

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

function noise(chance: Chance, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => chance.between(0, 255))
}

function writeKey({ dataDir }: Site, text: string): void {
  writeFileSync(join(dataDir, KEY_FILE), text, { mode: 0o600 })
}

export const TORN: readonly TornFile[] = [
  {
    name: 'log cut off',
    damages: 'database',
    tear({ file }, chance) {
      const { size } = statSync(file + WAL)
      truncateSync(file + WAL, chance.between(1, size - 1))
    },
    outcome: 'serves',
  },
  {
    name: 'log overwritten',
    damages: 'database',
    tear({ file }, chance) {
      const { size } = statSync(file + WAL)
      overwrite(file + WAL, chance.between(0, size - PAGE), noise(chance, PAGE))
    },
    outcome: 'serves',
  },
  {
    name: 'log gone',
    damages: 'database',
    tear({ file }) {
      for (const side of [WAL, '-shm']) rmSync(file + side, { force: true })
    },
    outcome: 'serves',
  },
  {
    name: 'database cut off',
    damages: 'database',
    tear({ file }) {
      for (const side of [WAL, '-shm']) rmSync(file + side, { force: true })
      truncateSync(file, Math.floor(statSync(file).size / 2))
    },
    outcome: 'either',
  },
  {
    name: 'database emptied',
    damages: 'database',
    tear({ file }) {
      for (const side of [WAL, '-shm']) rmSync(file + side, { force: true })
      truncateSync(file, 0)
    },
    outcome: 'refuses',
  },
  {
    name: 'header overwritten',
    damages: 'database',
    tear({ file }, chance) {
      for (const side of [WAL, '-shm']) rmSync(file + side, { force: true })
      overwrite(file, 0, noise(chance, 100))
    },
    outcome: 'refuses',
  },
  {
    name: 'page overwritten',
    damages: 'database',
    tear({ file }, chance) {
      for (const side of [WAL, '-shm']) rmSync(file + side, { force: true })
      const pages = Math.floor(statSync(file).size / PAGE)
      overwrite(file, chance.between(1, pages - 1) * PAGE, noise(chance, PAGE))
    },
    outcome: 'either',
  },
  {
    name: 'key file wrong',
    damages: 'key',
    tear: (site) => writeKey(site, 'ab'.repeat(32)),
    outcome: 'refuses',
  },
  {
    name: 'key file empty',
    damages: 'key',
    tear: (site) => writeKey(site, ''),
    outcome: 'refuses',
  },
  {
    name: 'key file garbage',
    damages: 'key',
    tear: (site) => writeKey(site, 'no hexadecimal text at all'),
    outcome: 'refuses',
  },
  {
    name: 'key file gone',
    isReplaced: true,
    damages: 'key',
    tear: ({ dataDir }) => rmSync(join(dataDir, KEY_FILE)),
    outcome: 'refuses',
  },
]

/** Contents of the files that the damage is in; an opened database may take its log in. */
export function fingerprint(site: Site, { damages }: TornFile): string {
  const hash = createHash('sha256')
  for (const path of pathsOf(site, damages)) {
    hash.update(existsSync(path) ? readFileSync(path) : 'gone')
  }
  return hash.digest('hex')
}

/** Puts the files in the place of the damaged ones. */
export function putBack(from: Site, to: Site, { damages }: TornFile): void {
  const good = pathsOf(from, damages)
  for (const [index, path] of pathsOf(to, damages).entries()) {
    const source = good[index] ?? ''
    if (existsSync(source)) copyFileSync(source, path)
    else rmSync(path, { force: true })
  }
}

function pathsOf({ dataDir, file }: Site, damages: TornFile['damages']): string[] {
  return damages === 'key'
    ? [join(dataDir, KEY_FILE)]
    : ['', WAL, '-shm'].map((side) => file + side)
}

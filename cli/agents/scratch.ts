/** The folder of one session, which nobody else may read and which goes when it ends. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from '../runtime/once'
import type { Scratch } from './agent'
import { existingFile, textWith } from './files'

export interface OpenScratch extends Scratch {
  readonly remove: () => void
}

export function openScratch(): OpenScratch {
  const folder = once(() => mkdtempSync(join(tmpdir(), 'gw-launch-')))
  return {
    write: (name, text) => {
      const path = join(folder.value(), name)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(path, text, { mode: 0o600 })
      return path
    },
    says: (file) => existingFile(file.path)?.bytes.toString('utf8') === textWith(file),
    merged: textWith,
    mirror: (own, name) => {
      const made = join(folder.value(), name)
      for (const entry of existsSync(own) ? readdirSync(own) : []) {
        if (!existsSync(join(made, entry))) symlinkSync(join(own, entry), join(made, entry))
      }
      return folder.value()
    },
    remove: () => {
      const made = folder.made()
      if (made !== undefined) rmSync(made, { recursive: true, force: true })
    },
  }
}

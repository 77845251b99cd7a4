import { existsSync } from 'node:fs'

/** `<stem>.<ending>`, or `<stem>-2.<ending>` and so on: two copies may be made in one second. */
export function freePath(stem: string, ending: string): string {
  let path = `${stem}.${ending}`
  for (let count = 2; existsSync(path); count += 1) path = `${stem}-${count}.${ending}`
  return path
}

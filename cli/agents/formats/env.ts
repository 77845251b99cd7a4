/** Lines of NAME=value. */
import type { Setting } from '../agent'
import { isWanted, type SettingsFormat } from '../edit'

const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/

function read(text: string): Record<string, string> {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = LINE.exec(line) ?? []
    return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')] as const]
  })
  return Object.fromEntries(pairs)
}

function withOne(text: string, setting: Setting): string {
  if (!isWanted(read(text), setting)) return text
  const [name = ''] = setting.path
  const line = `${name}=${setting.value}`
  const lines = text.split('\n')
  // Of two lines with a name the last is the one that counts.
  const at = lines.findLastIndex((one) => LINE.exec(one)?.[1] === name)
  if (at >= 0) return lines.with(at, line).join('\n')
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return `${text}${gap}${line}\n`
}

export const env: SettingsFormat = {
  read,
  apply: (text, settings) => settings.reduce(withOne, text),
}

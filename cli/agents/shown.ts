/** Settings as they may stand on a screen: without the keys of anybody. */
import { createTwoFilesPatch } from 'diff'
import type { SettingsFile } from './agent'
import { existingFile, textWith } from './files'
import { FORMATS } from './formats'

const NAMED = /((?:key|token|secret|password|authorization)["']?\s*[:=]\s*["']?)([^\s"',]{8,})/gi
/** Hidden already, or the name of a variable. */
const HARMLESS = /^(?:sk-.{3}…|\$|\{env:|[A-Z][A-Z0-9_]*$)/
const KEY = /\b(sk-[\w-]{3})[\w-]{8,}/g

export function withoutKeys(text: string): string {
  return text
    .replace(KEY, '$1…')
    .replace(NAMED, (match, name: string, value: string) =>
      HARMLESS.test(value) ? match : `${name}…`,
    )
}

/** What the settings alone come to, as a file of its own. */
export function fragment({ format, settings }: SettingsFile): string {
  return FORMATS[format].apply('', settings)
}

export function difference(file: SettingsFile): string {
  const before = existingFile(file.path)?.bytes.toString('utf8') ?? ''
  const name = existingFile(file.path) === undefined ? '/dev/null' : file.path
  const [shown, wanted] = [before, textWith(file)].map(withoutKeys)
  return createTwoFilesPatch(name, file.path, shown ?? '', wanted ?? '', '', '', {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
}

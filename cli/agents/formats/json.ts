/** JSON as programs of people write it: with comments and commas at the end. */
import {
  applyEdits,
  type FormattingOptions,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
} from 'jsonc-parser'
import type { Setting } from '../agent'
import { isWanted, itemIndex, type SettingsFormat, valueAt } from '../edit'

function read(text: string): unknown {
  if (text.trim() === '') return {}
  const errors: ParseError[] = []
  const root: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined) return root
  throw new Error(`${printParseErrorCode(first.error)} at character ${first.offset}`)
}

/** As the file is indented already. */
function formatting(text: string): FormattingOptions {
  const [, indent = '  '] = /^[{[]\s*?\n([ \t]+)/m.exec(text) ?? []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol }
}

function withOne(text: string, setting: Setting): string {
  const root = read(text)
  if (!isWanted(root, setting)) return text
  const { path, itemBy, value } = setting
  const formattingOptions = formatting(text)
  const list = itemBy === undefined ? undefined : valueAt(root, path)
  if (!Array.isArray(list)) {
    const content = itemBy === undefined ? value : [value]
    return applyEdits(text, modify(text, [...path], content, { formattingOptions }))
  }
  const at = itemIndex(list, setting)
  const options = { formattingOptions, isArrayInsertion: at < 0 }
  return applyEdits(text, modify(text, [...path, Math.max(at, 0)], value, options))
}

export const json: SettingsFormat = {
  read,
  apply: (text, settings) => {
    const begun = text.trim() === '' ? '{}\n' : text
    return settings.reduce(withOne, begun)
  },
}

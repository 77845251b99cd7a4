/** One more kind of limit, `answers`, as it is added to a copy of the tree. */
import { join } from 'node:path'
import { addAfter } from './tree-copy'

export const KINDS = 'server/domain/limits/kinds.ts'
export const KIND_TEXTS = 'server/domain/i18n/zh/limits.ts'
const ENGLISH = 'server/domain/i18n/en/limits.ts'

export const COUNTED =
  "letter: 'a', counts: 'calls', of: 'window', unit: 'answers', header: 'answers'"
/** Calls that were answered. */
export const FINAL = 'final: (counted, { tokens }) => (tokens > 0 ? counted : 0)'

export function addKind(folder: string, row: string): void {
  addAfter(join(folder, KINDS), 'const ROWS = {', `\n  answers: { ${row} },`)
}

export function addKindTexts(folder: string): void {
  const texts = (kind: string, name: string, most: string) =>
    `\n  'limit.kind_answers': '${kind}',` +
    `\n  'limit.name_answers': '${name}',` +
    `\n  'limit.most_answers': '${most}',`
  addAfter(join(folder, KIND_TEXTS), 'zhLimits = {', texts('次回答', '回答数', '最多回答数'))
  addAfter(join(folder, ENGLISH), '> = {', texts('answers', 'Answers', 'most answers'))
}

/** Rules about how much fits in a file, a function and a name. */
import { functionsOf } from './functions'
import { EVERYWHERE, type Offence, PRODUCTION, type Rule, sourcesIn } from './rule'
import { lineAt, type Source } from './tree'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 70
const MAX_PARAMETERS = 3

/** Tables of values: long because the world is. */
const TABLES = [
  'server/domain/prices/',
  'server/domain/channel-types/',
  'server/domain/i18n/',
  'server/domain/options/',
]

const BANNED_WORDS = new Set(['util', 'helper', 'manager', 'common', 'misc', 'data', 'info'])

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const PASCAL = /^[A-Z][A-Za-z0-9]*$/

const fileSize: Rule = {
  name: 'no file is longer than 400 lines',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE, TABLES)
      .map(({ path, text }) => ({ path, count: text.replace(/\n$/, '').split('\n').length }))
      .filter(({ count }) => count > MAX_FILE_LINES)
      .map(({ path, count }) => ({ path, line: count, reason: `${count} lines` })),
}

const functionSize: Rule = {
  name: 'no function is longer than 70 lines',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE).flatMap((source) =>
      functionsOf(source)
        .filter(({ lineCount, testCallback }) => lineCount > MAX_FUNCTION_LINES && !testCallback)
        .map(({ name, line, lineCount }) => ({
          path: source.path,
          line,
          reason: `${name || 'a callback'} has ${lineCount} lines`,
        })),
    ),
}

const parameterCount: Rule = {
  name: 'no function takes more than three parameters',
  check: (tree) =>
    sourcesIn(tree, PRODUCTION).flatMap((source) =>
      functionsOf(source)
        .filter(({ name, parameterCount: count }) => name !== '' && count > MAX_PARAMETERS)
        .map(({ name, line, parameterCount: count }) => ({
          path: source.path,
          line,
          reason: `${name} takes ${count}: pass one object`,
        })),
    ),
}

const bannedFileNames: Rule = {
  name: 'no file or folder has a name that says nothing',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE).flatMap(({ path }): Offence[] => {
      const word = wordsOf(path).find(isBanned)
      return word ? [{ path, line: 1, reason: `"${word}" says nothing` }] : []
    }),
}

const bannedFunctionNames: Rule = {
  name: 'no function has a name that says nothing',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE).flatMap((source) =>
      declaredFunctions(source).flatMap(({ name, line }): Offence[] => {
        const word = /^handle[A-Z]/.test(name) ? 'handle' : wordsOf(name).find(isBanned)
        return word ? [{ path: source.path, line, reason: `${name}: "${word}" says nothing` }] : []
      }),
    ),
}

const fileNames: Rule = {
  name: 'files are named in kebab-case, components in PascalCase',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE)
      .filter(({ path }) => !isWellNamed(path))
      .map(({ path }) => ({ path, line: 1, reason: 'kebab-case.ts or Component.tsx' })),
}

export const SIZE_RULES: readonly Rule[] = [
  fileSize,
  functionSize,
  parameterCount,
  bannedFileNames,
  bannedFunctionNames,
  fileNames,
]

function wordsOf(name: string): string[] {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      // The term of the URL standard, where the word does say something.
      .replace(/data (?=urls?\b)/g, '')
      .split(/[^a-z0-9]+/)
  )
}

function isBanned(word: string): boolean {
  return BANNED_WORDS.has(word) || BANNED_WORDS.has(word.replace(/s$/, ''))
}

/** `function name` and `const name = (…) =>`. */
const DECLARATION = new RegExp(
  [
    /\bfunction\*?\s+([\w$]+)/,
    /\b(?:const|let)\s+([\w$]+)(?:\s*:[^=;]+)?\s*=\s*(?:async\s*)?(?:function\b|[\w$]+\s*=>)/,
    /\b(?:const|let)\s+([\w$]+)(?:\s*:[^=;]+)?\s*=\s*(?:async\s*)?\([^()]*\)[^=;{}]*=>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

function declaredFunctions(source: Source): { name: string; line: number }[] {
  return [...source.code.matchAll(DECLARATION)].map((match) => ({
    name: match[1] ?? match[2] ?? match[3] ?? '',
    line: lineAt(source.text, match.index),
  }))
}

function isWellNamed(path: string): boolean {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const [stem = '', ...rest] = file.split('.')
  const component = rest.at(-1) === 'tsx' && PASCAL.test(stem)
  return folders.every((name) => KEBAB.test(name)) && (KEBAB.test(stem) || component)
}

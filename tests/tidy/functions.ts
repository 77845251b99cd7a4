/** Finds functions by their braces; exact enough for code that the formatter has laid out. */
import { lineAt, type Source } from './tree'

export interface FoundFunction {
  /** "" for a callback. */
  readonly name: string
  readonly line: number
  /** From the line of the parameters to the closing brace. */
  readonly lineCount: number
  readonly parameterCount: number
  /** Whether it is an argument of `test` or a hook, or a callback that holds tests. */
  readonly testCallback: boolean
}

const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await'])
/** Between a colon and the brace these show that the brace opens something else. */
const NOT_IN_A_TYPE = /\b(?:class|interface|enum|try|finally|else|do|export|const|return)\b/
const TEST_CALL = /^\s*(?:describe|test|beforeAll|beforeEach|afterAll|afterEach)\b/

const HOLDS_TESTS = /^\s*(?:describe|test)(?:\.\w+)?\(/m

export function functionsOf(source: Source): FoundFunction[] {
  const { code } = source
  const open: number[] = []
  const found: FoundFunction[] = []
  for (let at = 0; at < code.length; at += 1) {
    const char = code.charAt(at)
    if (char === '{') open.push(at)
    if (char !== '}') continue
    const start = open.pop()
    const head = start === undefined ? undefined : headBefore(code, start)
    if (head === undefined) continue
    const line = lineAt(code, head.start)
    found.push({
      name: head.name,
      line,
      lineCount: lineAt(code, at) - line + 1,
      parameterCount: countParameters(head.parameters),
      testCallback:
        head.name === '' &&
        (TEST_CALL.test(source.lines[line - 1] ?? '') || HOLDS_TESTS.test(code.slice(start, at))),
    })
  }
  return found.sort((a, b) => a.line - b.line)
}

interface Head {
  readonly start: number
  readonly name: string
  readonly parameters: string
}

/** The function head that ends before this brace, if the brace opens a function body. */
function headBefore(code: string, brace: number): Head | undefined {
  let end = skipSpaceBack(code, brace)
  const wrapped = code.charAt(end - 1) === '(' ? skipSpaceBack(code, end - 1) : end
  const arrow = code.slice(wrapped - 2, wrapped) === '=>'
  if (arrow) end = skipSpaceBack(code, wrapped - 2)
  else if (wrapped !== end) return undefined
  const close = code.charAt(end - 1) === ')' ? end - 1 : beforeReturnType(code, end)
  if (close === undefined) return arrow ? bareArrow(code, end) : undefined
  const start = matchingBack(code, close)
  if (start === undefined) return undefined
  const before = withoutGenerics(code.slice(Math.max(0, start - 300), start).trimEnd())
  const parameters = code.slice(start + 1, close)
  if (arrow) return { start, name: assignedName(before), parameters }
  const name = /([\w$#]+)$/.exec(before)?.[1] ?? ''
  if (CONTROL.has(name)) return undefined
  return { start, name: name === 'function' ? '' : name, parameters }
}

/** `value => {`: one parameter without parentheses. */
function bareArrow(code: string, end: number): Head | undefined {
  const parameter = /([\w$]+)$/.exec(code.slice(Math.max(0, end - 100), end))?.[1]
  if (parameter === undefined) return undefined
  const start = end - parameter.length
  const before = code.slice(Math.max(0, start - 300), start).trimEnd()
  return { start, name: assignedName(before), parameters: parameter }
}

function assignedName(before: string): string {
  const target = before.replace(/\basync$/, '').trimEnd()
  return (
    /(?:([\w$#]+)(?:\s*:[^=;{}]+)?\s*=|([\w$]+)\s*:)$/.exec(target)?.slice(1).find(Boolean) ?? ''
  )
}

function withoutGenerics(before: string): string {
  if (!before.endsWith('>')) return before
  const start = matchingBack(before, before.length - 1)
  return start === undefined ? before : before.slice(0, start)
}

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/** Offset of the bracket that `close` closes. */
function matchingBack(code: string, close: number): number | undefined {
  const wanted: string[] = []
  for (let at = close; at >= 0; at -= 1) {
    const char = code.charAt(at)
    const opener = PAIRS[char]
    if (opener !== undefined && !isArrowHead(code, at)) wanted.push(opener)
    else if (char === wanted.at(-1)) wanted.pop()
    if (wanted.length === 0) return at
  }
  return undefined
}

function isArrowHead(code: string, at: number): boolean {
  return code.charAt(at) === '>' && code.charAt(at - 1) === '='
}

/** For `(…): Type {`: offset of the parenthesis before the colon. */
function beforeReturnType(code: string, end: number): number | undefined {
  for (let at = end - 1; at > end - 1500 && at >= 0; at -= 1) {
    const char = code.charAt(at)
    if (isArrowHead(code, at)) {
      at -= 1
      continue
    }
    if (PAIRS[char] !== undefined) {
      const start = matchingBack(code, at)
      if (start === undefined) return undefined
      at = start
      continue
    }
    if (';={([<,'.includes(char)) return undefined
    if (char !== ':') continue
    const close = skipSpaceBack(code, at) - 1
    const type = code.slice(at + 1, end)
    const typed = type.trim() !== '' && !NOT_IN_A_TYPE.test(type)
    return typed && code.charAt(close) === ')' ? close : undefined
  }
  return undefined
}

function skipSpaceBack(code: string, end: number): number {
  let at = end
  while (at > 0 && /\s/.test(code.charAt(at - 1))) at -= 1
  return at
}

function countParameters(text: string): number {
  let depth = 0
  let count = 0
  let pending = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if ('([{<'.includes(char)) depth += 1
    else if (PAIRS[char] !== undefined && !isArrowHead(text, at)) depth -= 1
    if (char === ',' && depth === 0) {
      count += 1
      pending = false
    } else if (/\S/.test(char)) pending = true
  }
  return pending ? count + 1 : count
}
